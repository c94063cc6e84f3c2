#include "conversation.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "retry_after.h"
#include "run/version.h"

namespace tare::chat {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
constexpr std::uint32_t kUsualMs = 300'000;
constexpr std::uint32_t kLookMs = 3'000;

std::string sentence(const Error& error) {
  return error.mend.empty() ? error.reason : fmt::format("{}; {}", error.reason, error.mend);
}

// Some are left for Tare to hear why it took too long.
std::uint32_t usable_ms(std::uint32_t deadline_ms) {
  if (deadline_ms == 0) return kUsualMs;
  return std::max<std::uint32_t>(1, deadline_ms - std::min<std::uint32_t>(2'000, deadline_ms / 10));
}

}  // namespace

Conversations::Conversations(Options options)
    : options_(std::move(options)),
      whole_tells_tokens_(options_.text),
      stream_tells_tokens_(options_.text) {
  auto upstream = upstream_of(options_);
  if (upstream) {
    upstream_ = std::move(upstream).value();
  } else {
    unusable_ = Trouble{"harness", sentence(upstream.error()), {}, false};
  }
}

std::uint32_t Conversations::left_ms() const {
  const auto left = std::chrono::duration_cast<milliseconds>(until_ - Clock::now()).count();
  return left < 1 ? 1 : static_cast<std::uint32_t>(left);
}

void Conversations::say_once(const std::string& text) {
  if (said_.insert(text).second) note(text, key());
}

bool Conversations::answer(std::string_view line) {
  auto request = read_chat_request(line);
  std::optional<Trouble> trouble;
  if (!request) {
    trouble = Trouble{"harness", sentence(request.error()), {}, false};
  } else if (request->kind != "run") {
    heard_ = event("unsupported").print() && heard_;
  } else if (unusable_) {
    trouble = unusable_;
  } else {
    until_ = Clock::now() + milliseconds(usable_ms(request->deadline_ms));
    trouble = run(*request);
    if (!trouble) return heard_;
  }
  if (trouble) print_error(*trouble);
  heard_ = event("finished").text("reason", "stop").print() && heard_;
  return heard_;
}

std::optional<Conversations::Trouble> Conversations::run(const ChatRequest& request) {
  if (!served_) served_ = look_at(*upstream_, std::min(kLookMs, left_ms()));
  model_ = request.model.empty() ? served_->first_model : request.model;
  const bool both = options_.asking == Asking::both;
  Round first = ask_model(request, options_.asking == Asking::stream);
  print_started(first.reply.model.empty() ? model_ : first.reply.model);
  if (first.trouble) return first.trouble;
  Round second;
  if (both) {
    second = ask_model(request, true);
    if (second.trouble) return second.trouble;
    const auto& once = first.reply.token_ids;
    const auto& again = second.reply.token_ids;
    if (once && again && *once != *again) {
      return Trouble{"provider",
                     "the model wrote something else when it was asked for a stream (its tokens "
                     "differ), so the two replies say nothing of the parser; ask with temperature "
                     "0, or audit --stream and --no-stream as two variants"};
    }
  }
  if (const auto text = model_text(first.reply)) {
    auto line = event("call");
    line.text("at", "text").text("text", *text).text_if_any("format", options_.text_format);
    heard_ = line.print() && heard_;
  }
  print_calls(first.reply, CallsAs::wire);
  print_calls(both ? second.reply : first.reply, both ? CallsAs::other_client : CallsAs::client);
  print_messages(first.reply);
  const auto& streamed = second.reply.wire;
  if (both && (streamed.content != first.reply.wire.content ||
               streamed.reasoning != first.reply.wire.reasoning)) {
    print_messages(second.reply);
  }
  print_usage(first.reply);
  if (both) print_usage(second.reply);
  const ChatReply& last = both ? second.reply : first.reply;
  const bool no_call = first.reply.wire.calls.empty() && last.wire.calls.empty();
  print_finished(request, last, no_call);
  return std::nullopt;
}

HttpAnswer Conversations::post(const ChatRequest& request, bool stream, std::string_view tokens) {
  const BodyWish wish{.model = model_,
                      .stream = stream,
                      .tokens = tokens,
                      .repeatable = options_.asking == Asking::both};
  return ask(*upstream_, {.method = "POST",
                          .target = upstream_->base + "/chat/completions",
                          .body = body_of(request, wish),
                          .timeout_ms = left_ms()});
}

Conversations::Round Conversations::ask_model(const ChatRequest& request, bool stream) {
  Round out;
  bool& tells_tokens = stream ? stream_tells_tokens_ : whole_tells_tokens_;
  HttpAnswer answer = post(request, stream, tells_tokens ? token_member(*served_, stream) : "");
  // A server that takes no member it does not know says so; then it is asked without.
  if (tells_tokens && answer.fault.empty() && (answer.status == 400 || answer.status == 422)) {
    HttpAnswer plain = post(request, stream, "");
    if (plain.good()) tells_tokens = false;
    answer = std::move(plain);
  }
  if (!answer.good()) {
    out.trouble = refused(answer);
    return out;
  }
  out.reply = read_chat_reply(answer.body, answer.header("content-type"));
  const ChatReply& reply = out.reply;
  if (!reply.error.empty()) {
    out.trouble = Trouble{"provider", "the server reports an error: " + reply.error};
  } else if (!reply.answered) {
    out.trouble = Trouble{"provider", fmt::format("the answer of {} is no chat completion: {}",
                                                  upstream_->origin(), error_text(answer.body))};
  } else if (!reply.ended) {
    out.trouble = Trouble{"network",
                          "the stream ended before the server said how (no "
                          "finish_reason): it was cut"};
  }
  for (const std::string& fault : reply.wire.faults) say_once("the reply: " + fault);
  return out;
}

Conversations::Trouble Conversations::refused(const HttpAnswer& answer) const {
  if (!answer.fault.empty()) {
    const bool too_large = answer.body.size() >= kMaxAnswer / 2;
    return {too_large ? "provider" : "network", answer.fault, {}, !too_large};
  }
  Trouble out{"provider", fmt::format("{} answers {}: {}", upstream_->origin(), answer.status,
                                      error_text(answer.body))};
  if (answer.status == 429) {
    out.kind = "rateLimit";
  } else if (answer.status == 401 || answer.status == 403) {
    out.kind = "auth";
    out.retryable = false;
    out.message += fmt::format("; look at the key in {}", options_.key_from);
  } else if (answer.status / 100 != 5 && answer.status != 408) {
    out.retryable = false;
    if (answer.status == 404) out.message += "; look at the URL and at the model's name";
  }
  out.retry_after_ms = retry_after_ms(answer);
  return out;
}

std::optional<std::string> Conversations::model_text(const ChatReply& reply) {
  if (!options_.text) return std::nullopt;
  const auto without = [this](std::string_view why) {
    say_once(
        fmt::format("no text before the parser, so what the parser did is not audited: {}", why));
    return std::nullopt;
  };
  if (!reply.token_ids) return without("the server does not tell its tokens (return_token_ids)");
  if (reply.output_tokens && *reply.output_tokens != reply.token_count) {
    return without(
        fmt::format("the server told {} of {} tokens", reply.token_count, *reply.output_tokens));
  }
  if (reply.token_count == 0) return std::string();
  auto text = text_of_tokens(*upstream_, model_, *reply.token_ids, left_ms());
  if (!text) return without(text.error().reason);
  return std::move(text).value();
}

}  // namespace tare::chat

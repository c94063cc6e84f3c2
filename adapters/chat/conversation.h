// One request of Tare, answered: the model is asked, and what came is printed as events.
//
// The reply's calls stand at `wire`, and once more at `client`, where they arrived: tare-chat is
// the client, and changes nothing. With --both the model is asked a second time, for a stream, and
// it is that one's calls that stand at `client`: what the streaming parser does otherwise is the
// hop wire>client. Where the server tells the tokens and their text, that text stands at `text`,
// and the hop text>wire is what the parser did. No tool runs: what arrived is `held`.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "chat_reply.h"
#include "chat_request.h"
#include "event_lines.h"
#include "http_ask.h"
#include "options.h"
#include "served_model.h"

namespace tare::chat {

// For one process: what is learnt of the server once holds for the requests that follow.
class Conversations {
 public:
  explicit Conversations(Options options);
  // False where nobody reads the events any more.
  bool answer(std::string_view line);

 private:
  // Trouble that would have come whatever the model had said.
  struct Trouble {
    std::string kind;  // rateLimit, network, auth, provider, harness
    std::string message;
    std::optional<std::uint64_t> retry_after_ms = {};
    bool retryable = true;
  };
  struct Round {
    ChatReply reply;
    std::optional<Trouble> trouble;
  };

  std::optional<Trouble> run(const ChatRequest& request);
  Round ask_model(const ChatRequest& request, bool stream);
  HttpAnswer post(const ChatRequest& request, bool stream, std::string_view tokens);
  Trouble refused(const HttpAnswer& answer) const;
  std::optional<std::string> model_text(const ChatReply& reply);

  void print_started(const std::string& model);
  // At `wire`; at `client`, of the same reply or of another one.
  enum class CallsAs : std::uint8_t { wire, client, other_client };
  void print_calls(const ChatReply& reply, CallsAs as);
  void print_messages(const ChatReply& reply);
  void print_usage(const ChatReply& reply);
  void print_error(const Trouble& trouble);
  void print_finished(const ChatRequest& request, const ChatReply& last, bool no_call);

  EventLine event(std::string_view name) const { return {name, key()}; }
  std::string_view key() const { return upstream_ ? std::string_view(upstream_->key) : ""; }
  void say_once(const std::string& text);
  std::uint32_t left_ms() const;

  Options options_;
  std::optional<proxy::Upstream> upstream_;
  std::optional<Trouble> unusable_;  // why there is no upstream
  std::optional<ServedModel> served_;
  std::string model_;  // that is asked for
  // Until the server is seen to refuse; it may refuse for a stream alone.
  bool whole_tells_tokens_ = true, stream_tells_tokens_ = true;
  std::set<std::string> said_;
  std::chrono::steady_clock::time_point until_;
  bool heard_ = true;  // somebody reads the events
};

}  // namespace tare::chat

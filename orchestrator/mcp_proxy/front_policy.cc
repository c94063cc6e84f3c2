#include "mcp_proxy/front_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/escape.h"
#include "json/equal.h"
#include "json/reader.h"
#include "mcp_proxy/http_rules.h"

namespace tare {
namespace {

using mcp::ErrorCode;
using mcp::MessageKind;

constexpr std::uint32_t kDepth = 65536;
constexpr std::size_t kMaxWaiting = 10'000;
constexpr std::string_view kCall = "tools/call";
constexpr std::array<std::string_view, 4> kMessageMembers = {"jsonrpc", "id", "method", "params"};
constexpr std::array<std::string_view, 2> kCallMembers = {"name", "arguments"};

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return ascii_lower(x) == ascii_lower(y); });
}

// A member that some reader would take for one of `names` and another would not, or "".
template <std::size_t N>
std::string ambiguous_member(json::Value object, const std::array<std::string_view, N>& names) {
  std::array<bool, N> found{};
  for (const json::Member member : object.members()) {
    const std::string name = member.name.decoded();
    for (std::size_t i = 0; i < N; ++i) {
      if (!same_letters(name, names[i])) continue;
      if (name != names[i] || std::exchange(found[i], true)) return name;
    }
  }
  return {};
}

}  // namespace

mcp::Revision FrontPolicy::revision_of(const mcp::Message& message) const {
  if (const auto said = revision_said(message)) {
    if (const auto known = mcp::revision_from_name(*said)) return *known;
  }
  return settled_.value_or(mcp::kNewestWithInitialize);
}

FrontPolicy::Decision FrontPolicy::from_client(const mcp::Frame& frame) {
  const auto refuse = [&](json::Value root, ErrorCode code, std::string_view reason) {
    return Decision{.answers = {mcp::refuse_frame(
                        root, settled_.value_or(mcp::kNewestWithInitialize), code, reason)}};
  };
  if (frame.cut()) {
    return refuse({}, ErrorCode::invalid_request,
                  fmt::format("The frame has {} bytes; at most {} are passed on", frame.bytes,
                              frame.text.size()));
  }
  const json::ReadError error = json::read_strict(frame.text, document_, {.max_depth = kDepth});
  if (error) {
    if (answers_.empty()) return {.forward = true};
    return refuse({}, ErrorCode::parse_error,
                  fmt::format("Not passed on, for it cannot be read: {} at byte {}", error.reason,
                              error.offset));
  }
  const json::Value root = document_.root();
  if (waiting_.size() >= kMaxWaiting) {
    return refuse(root, ErrorCode::invalid_request,
                  fmt::format("{} requests wait for the server already", waiting_.size()));
  }
  Decision out = answers_.empty() ? Decision{.forward = true} : decide(root);
  if (!out.forward) return out;
  if (root.is_array()) {
    for (const json::Value value : root.elements()) note_waiting(value);
  } else {
    note_waiting(root);
  }
  return out;
}

FrontPolicy::Decision FrontPolicy::decide(json::Value root) {
  const auto refuse = [&](std::string_view reason) {
    return Decision{
        .answers = {mcp::refuse_frame(root, settled_.value_or(mcp::kNewestWithInitialize),
                                      ErrorCode::invalid_request, reason)}};
  };
  if (root.is_array()) {
    for (const json::Value value : root.elements()) {
      if (const std::string fault = fault_of(value); !fault.empty()) {
        return refuse("Not passed on: " + fault);
      }
      if (answer_for(mcp::read_message(value)) != nullptr) {
        return refuse("Not passed on: a call that does not reach the server has to come by itself");
      }
    }
    return {.forward = true};
  }
  if (const std::string fault = fault_of(root); !fault.empty()) {
    return refuse("Not passed on: " + fault);
  }
  const mcp::Message message = mcp::read_message(root);
  const mcp::ToolAnswer* answer = answer_for(message);
  if (answer == nullptr) return {.forward = true};
  if (message.kind != MessageKind::request) return {};  // without an id there is nothing to answer
  return {.answers = {mcp::answer_call(message.id, revision_of(message), *answer)}};
}

// Why it cannot be decided, or "".
std::string FrontPolicy::fault_of(json::Value value) const {
  const mcp::Message message = mcp::read_message(value);
  if (message.kind == MessageKind::invalid) return message.fault;
  if (const std::string name = ambiguous_member(value, kMessageMembers); !name.empty()) {
    return fmt::format("{} may be read in two ways", quote_json(shorten(name, 200)));
  }
  if (message.method != kCall) return {};
  if (!message.params.valid()) return "a call without \"params\"";
  if (const std::string name = ambiguous_member(message.params, kCallMembers); !name.empty()) {
    return fmt::format("{} of a call may be read in two ways", quote_json(shorten(name, 200)));
  }
  const json::Value name = message.params.find("name");
  if (!name.valid() || !name.is_string()) return "a call without the \"name\" of a tool";
  return {};
}

const mcp::ToolAnswer* FrontPolicy::answer_for(const mcp::Message& message) const {
  if (message.method != kCall) return nullptr;
  const std::string name = message.params.find("name").decoded();
  const json::Value arguments = message.params.find("arguments");
  const bool given = arguments.valid() && !arguments.is_null();
  return answers_.find({name, given ? arguments : json::Value()});
}

void FrontPolicy::note_waiting(json::Value value) {
  const mcp::Message message = mcp::read_message(value);
  if (message.kind != MessageKind::request || waiting_.size() >= kMaxWaiting) return;
  const Asked asked = message.method == kCall          ? Asked::call
                      : message.method == "initialize" ? Asked::initialize
                                                       : Asked::other;
  waiting_.emplace(std::pair(json::canonical_text(value.find("id")), asked_++),
                   Waiting{std::string(message.id), asked});
}

std::vector<mcp::AnsweredCall> FrontPolicy::from_server(std::string_view frame) {
  std::vector<mcp::AnsweredCall> out;
  if (json::read_strict(frame, document_, {.max_depth = kDepth})) return out;
  const json::Value root = document_.root();
  if (root.is_array()) {
    for (const json::Value value : root.elements()) note_answer(value, out);
  } else {
    note_answer(root, out);
  }
  return out;
}

void FrontPolicy::note_answer(json::Value value, std::vector<mcp::AnsweredCall>& out) {
  if (mcp::read_message(value).kind != MessageKind::response || mcp::id_text(value).empty()) return;
  const std::string id = json::canonical_text(value.find("id"));
  const auto found = waiting_.lower_bound({id, 0});
  if (found == waiting_.end() || found->first.first != id) return;
  const Waiting waiting = std::move(found->second);
  waiting_.erase(found);
  const json::Value result = value.find("result");
  const bool good = result.valid() && result.is_object();
  switch (waiting.asked) {
    case Asked::call: {
      const json::Value failed = good ? result.find("isError") : json::Value();
      const bool is_error = failed.valid() && failed.text() == "true";
      out.push_back({waiting.id, !good      ? CallStatus::rejected
                                 : is_error ? CallStatus::failed
                                            : CallStatus::executed});
      break;
    }
    case Asked::initialize:
      if (const json::Value version = good ? result.find("protocolVersion") : json::Value();
          version.valid() && version.is_string()) {
        settled_ = mcp::revision_from_name(version.decoded());
      }
      break;
    case Asked::other:
      break;
  }
}

std::vector<mcp::Outgoing> FrontPolicy::answer_waiting(std::string_view reason) {
  std::vector<mcp::Outgoing> out;
  std::map<std::uint64_t, Waiting> in_order;
  for (auto& [key, waiting] : std::exchange(waiting_, {})) {
    in_order.emplace(key.second, std::move(waiting));
  }
  for (const auto& [number, waiting] : in_order) {
    mcp::Outgoing& error = out.emplace_back();
    error.text = mcp::error_text(waiting.id, settled_.value_or(mcp::kNewestWithInitialize),
                                 ErrorCode::internal_error, reason);
    if (waiting.asked == Asked::call) error.calls.push_back({waiting.id, CallStatus::rejected});
  }
  return out;
}

}  // namespace tare

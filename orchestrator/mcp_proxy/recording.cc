#include "mcp_proxy/recording.h"

#include <fmt/format.h>

#include <deque>
#include <unordered_map>
#include <utility>

#include "base/names.h"
#include "json/reader.h"
#include "mcp/message.h"

namespace tare {
namespace {

constexpr std::uint32_t kMaxDepth = 1u << 20;
constexpr std::string_view kMetaVersion = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view kMetaClient = "io.modelcontextprotocol/clientInfo";

json::Value member(json::Value object, std::string_view name) {
  return object.valid() && object.is_object() ? object.find(name) : json::Value();
}

std::optional<std::string> text_of(json::Value value) {
  return value.valid() ? value.as_string() : std::nullopt;
}

class Reading {
 public:
  Reading(McpRecording& out, const std::optional<std::string>& server)
      : out_(out), server_(server) {}

  // What is wrong with the line, or "".
  std::string line(std::string_view text) {
    if (const json::ReadError error = json::read_strict(text, line_)) return error.reason;
    const json::Value root = line_.root();
    const auto direction = text_of(member(root, "direction"));
    const auto plain = text_of(member(root, "frame"));
    const auto packed = text_of(member(root, "frameBase64"));
    if (!direction || plain.has_value() == packed.has_value()) {
      return "it needs \"direction\" and one of \"frame\" and \"frameBase64\"";
    }
    const std::string session = text_of(member(root, "session")).value_or("");
    if (*direction == "toClient") {
      answers(member(root, "answers"), session);
      return {};
    }
    if (*direction != "fromClient") return "\"direction\" must be fromClient or toClient";
    std::string frame = plain.value_or("");
    if (packed) {
      auto bytes = base64_decode(*packed);
      if (!bytes) return bytes.error().reason;
      frame = std::move(*bytes);
    }
    from_client(frame, member(root, "bytes").valid(), session);
    return {};
  }

 private:
  void from_client(std::string_view text, bool cut, const std::string& session) {
    ++out_.frames;
    if (cut || json::read_strict(text, frame_, {.max_depth = kMaxDepth})) {
      ++out_.unread;
      return;
    }
    const json::Value root = frame_.root();
    bool whole = true;
    if (root.is_array()) {
      for (const json::Value value : root.elements()) whole = message(value, session) && whole;
    } else {
      whole = message(root, session);
    }
    if (!whole) ++out_.unread;
  }

  // False if it is no message and no call could be taken out of it either.
  bool message(json::Value value, const std::string& session) {
    const mcp::Message message = mcp::read_message(value);
    const bool request = message.kind == mcp::MessageKind::request;
    if (text_of(member(value, "method")) == "tools/call") {
      call(value, session, request);
      return true;
    }
    if (message.kind == mcp::MessageKind::invalid) return false;
    if (!request) return true;
    out_.connected = true;
    if (message.method == "tools/list") out_.tools_listed = true;
    introduction(message);
    return true;
  }

  void introduction(const mcp::Message& message) {
    const json::Value meta = member(message.params, "_meta");
    const bool greets = message.method == "initialize";
    const json::Value client =
        greets ? member(message.params, "clientInfo") : member(meta, kMetaClient);
    const json::Value version =
        greets ? member(message.params, "protocolVersion") : member(meta, kMetaVersion);
    if (auto text = text_of(version)) out_.revision = std::move(text);
    if (auto name = text_of(member(client, "name"))) {
      out_.client_name = std::move(name);
      out_.client_version = text_of(member(client, "version"));
    }
  }

  void call(json::Value value, const std::string& session, bool request) {
    const json::Value params = member(value, "params");
    View view;
    view.at = At::tool;
    view.evidence = Evidence::recorded;
    view.server = server_;
    view.name = text_of(member(params, "name"));
    const json::Value arguments = member(params, "arguments");
    view.arguments = arguments.valid() ? std::string(arguments.text()) : std::string();
    if (request) {
      out_.connected = true;
      pending_[key(session, mcp::id_text(value))].push_back(out_.views.size());
    } else {
      // A server answers it with an error, or, where it has no id, not at all.
      view.status = CallStatus::rejected;
    }
    out_.views.push_back(std::move(view));
  }

  void answers(json::Value answers, const std::string& session) {
    if (!answers.valid() || !answers.is_array()) return;
    for (const json::Value answer : answers.elements()) {
      const auto waiting = pending_.find(key(session, mcp::id_text(answer)));
      const auto status = text_of(member(answer, "status"));
      if (waiting == pending_.end() || waiting->second.empty() || !status) continue;
      out_.views[waiting->second.front()].status = status_from_name(*status);
      waiting->second.pop_front();
    }
  }

  static std::string key(const std::string& session, std::string_view id) {
    return fmt::format("{}\n{}", session, id);
  }

  McpRecording& out_;
  const std::optional<std::string>& server_;
  json::Document line_, frame_;
  // Ids may be used again: the call that has waited longest is the one that is answered.
  std::unordered_map<std::string, std::deque<std::size_t>> pending_;
};

}  // namespace

Result<McpRecording> read_mcp_record(std::string_view lines,
                                     const std::optional<std::string>& server) {
  McpRecording out;
  Reading reading(out, server);
  std::size_t number = 0;
  while (!lines.empty()) {
    ++number;
    const std::size_t end = lines.find('\n');
    const std::string_view text = lines.substr(0, end);
    const std::string fault = reading.line(text);
    if (end == std::string_view::npos) {
      out.cut_off = !fault.empty();
      break;
    }
    if (!fault.empty()) {
      return Error{.reason = fmt::format("a line of the record cannot be read: {}", fault),
                   .where = fmt::format("line {}", number),
                   .mend = "give the file as `tare proxy mcp --record` wrote it"};
    }
    lines.remove_prefix(end + 1);
  }
  return out;
}

}  // namespace tare

#include "proxy/reply_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "base/names.h"
#include "base/nearest_name.h"
#include "json/reader.h"

namespace tare::proxy {
namespace {

using json::Value;

constexpr std::array<std::string_view, 14> kReplyMembers = {
    "body",   "bodyBase64", "events",     "text",  "reasoning", "calls",  "finish",
    "status", "headers",    "retryAfter", "error", "cut",       "chunks", "escapes"};
constexpr std::array<std::string_view, 4> kCallMembers = {"id", "name", "arguments", "namespace"};
constexpr std::array<std::string_view, 2> kErrorMembers = {"type", "message"};

// Keeps the first fault alone: one is enough to send a person to the right place.
class Reader {
 public:
  explicit Reader(std::string_view source) : source_(source) {}

  bool failed() const { return error_.has_value(); }
  Error take_error() { return std::move(*error_); }

  void fault(Value at, std::string reason, std::string mend) {
    if (error_) return;
    const json::LineColumn place = json::line_column_at(source_, at.offset());
    error_ = Error{.kind = ErrorKind::input,
                   .reason = std::move(reason),
                   .where = fmt::format("{}:{}", place.line, place.column),
                   .mend = std::move(mend)};
  }

  bool known(Value object, std::string_view what, std::span<const std::string_view> names) {
    if (!object.is_object()) {
      fault(object, fmt::format("{} is no object", what), "write {…}");
      return false;
    }
    for (const json::Member member : object.members()) {
      const std::string name = member.name.decoded();
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        fault(member.name, fmt::format("unknown member \"{}\" in {}", name, what),
              nearest_name_hint(name, names));
      } else if (object.count(name) > 1) {
        fault(member.name, fmt::format("\"{}\" stands twice in {}", name, what), "keep one");
      }
      if (failed()) return false;
    }
    return true;
  }

  std::string text(Value object, std::string_view name) {
    const Value value = object.find(name);
    if (!value.valid() || value.is_null()) return "";
    if (!value.is_string()) fault(value, fmt::format("\"{}\" is no string", name), "quote it");
    return failed() ? "" : value.decoded();
  }

  std::optional<std::uint64_t> number(Value object, std::string_view name, std::uint64_t least,
                                      std::uint64_t most) {
    const Value value = object.find(name);
    if (!value.valid() || value.is_null()) return std::nullopt;
    const auto integer = value.as_integer();
    if (integer && *integer >= 0 && static_cast<std::uint64_t>(*integer) >= least &&
        static_cast<std::uint64_t>(*integer) <= most) {
      return static_cast<std::uint64_t>(*integer);
    }
    fault(value, fmt::format("\"{}\" is no whole number from {} to {}", name, least, most),
          "give one in that range");
    return std::nullopt;
  }

 private:
  std::string_view source_;
  std::optional<Error> error_;
};

constexpr std::uint64_t kMost = std::uint64_t{1} << 31;

void read_body(Reader& reader, Value object, ScriptedReply& out) {
  const Value body = object.find("body");
  if (body.valid() && body.is_string()) {
    out.body = body.decoded();
  } else if (body.valid() && !body.is_null()) {
    out.body = std::string(body.text());
  }
  const std::string encoded = reader.text(object, "bodyBase64");
  if (!encoded.empty()) {
    auto bytes = base64_decode(encoded);
    if (!bytes) {
      return reader.fault(object.find("bodyBase64"), "\"bodyBase64\" is no base64",
                          "encode the bytes anew");
    }
    out.body = std::move(*bytes);
  }
  const Value events = object.find("events");
  if (!events.valid() || events.is_null()) return;
  if (!events.is_array()) return reader.fault(events, "\"events\" is no list", "write […]");
  for (const Value event : events.elements()) out.events.emplace_back(event.text());
}

void read_calls(Reader& reader, Value object, ScriptedReply& out) {
  const Value calls = object.find("calls");
  if (!calls.valid() || calls.is_null()) return;
  if (!calls.is_array()) return reader.fault(calls, "\"calls\" is no list", "write […]");
  for (const Value entry : calls.elements()) {
    if (!reader.known(entry, "a call", kCallMembers)) return;
    ScriptedCall call;
    if (const Value id = entry.find("id"); id.valid() && !id.is_null()) {
      call.id = reader.text(entry, "id");
    }
    const Value name = entry.find("name");
    if (!name.valid()) return reader.fault(entry, "a call has no \"name\"", "name the tool");
    call.name = reader.text(entry, "name");
    const Value arguments = entry.find("arguments");
    if (arguments.valid() && arguments.is_object()) {
      call.arguments = std::string(arguments.text());
    } else {
      call.arguments = reader.text(entry, "arguments");
    }
    call.name_space = reader.text(entry, "namespace");
    out.calls.push_back(std::move(call));
  }
}

void read_chunks(Reader& reader, Value object, ScriptedReply& out) {
  const Value chunks = object.find("chunks");
  if (chunks.valid() && chunks.is_string()) {
    const std::string word = chunks.decoded();
    if (word == "byte") {
      out.chunking = {.event_bytes = 1, .transport_bytes = 1};
    } else if (word != "whole") {
      reader.fault(chunks, fmt::format("\"chunks\" is \"{}\"", word),
                   "write \"whole\", \"byte\" or a number of bytes");
    }
  } else if (const auto bytes = reader.number(object, "chunks", 1, kMost)) {
    out.chunking.event_bytes = *bytes;
  }
  const Value escapes = object.find("escapes");
  if (!escapes.valid()) return;
  if (!escapes.is_boolean()) {
    return reader.fault(escapes, "\"escapes\" is neither true nor false", "write one of them");
  }
  out.chunking.escapes = escapes.boolean();
}

bool is_token(std::string_view name) {
  return !name.empty() && name.find_first_not_of(
                              "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "!#$%&'*+-.^_`|~") == std::string_view::npos;
}

void read_headers(Reader& reader, Value object, ScriptedReply& out) {
  const Value headers = object.find("headers");
  if (!headers.valid() || headers.is_null()) return;
  if (!headers.is_object()) return reader.fault(headers, "\"headers\" is no object", "write {…}");
  for (const json::Member member : headers.members()) {
    const std::string name = member.name.decoded();
    const std::string value =
        member.value.is_string() ? member.value.decoded() : std::string(member.value.text());
    if (!is_token(name) || value.find_first_of(std::string_view("\r\n\0", 3)) != value.npos) {
      return reader.fault(member.name, fmt::format("\"{}\" is no header", name),
                          "a name of plain letters, and a value on one line");
    }
    out.headers.emplace_back(name, value);
  }
}

void read_error(Reader& reader, Value object, ScriptedReply& out) {
  const Value error = object.find("error");
  if (!error.valid() || error.is_null()) return;
  out.error.emplace();
  if (error.is_string()) {
    out.error->message = error.decoded();
  } else if (reader.known(error, "\"error\"", kErrorMembers)) {
    out.error->type = reader.text(error, "type");
    out.error->message = reader.text(error, "message");
  }
}

void read_reply(Reader& reader, Value object, ScriptedReply& out) {
  if (!reader.known(object, "a reply", kReplyMembers)) return;
  read_body(reader, object, out);
  read_calls(reader, object, out);
  out.text = reader.text(object, "text");
  out.reasoning = reader.text(object, "reasoning");
  out.finish = reader.text(object, "finish");
  if (const auto status = reader.number(object, "status", 200, 599)) {
    out.status = static_cast<std::uint32_t>(*status);
  }
  if (const auto seconds = reader.number(object, "retryAfter", 0, 86400)) {
    out.retry_after = static_cast<std::uint32_t>(*seconds);
  }
  out.cut = reader.number(object, "cut", 0, kMost);
  read_chunks(reader, object, out);
  read_headers(reader, object, out);
  read_error(reader, object, out);
  const int bodies = (object.find("body").valid() ? 1 : 0) +
                     (object.find("bodyBase64").valid() ? 1 : 0) +
                     (object.find("events").valid() ? 1 : 0);
  if (bodies > 1 || (bodies == 1 && (out.has_content() || out.error || !out.finish.empty()))) {
    reader.fault(object, "a recorded reply and another stand in one",
                 "give \"body\", \"bodyBase64\" or \"events\", or \"text\" and \"calls\"");
  }
}

}  // namespace

Result<ReplyScript> read_reply_script(std::string_view json) {
  json::Document document;
  if (const json::ReadError error = json::read_relaxed_file(json, document)) {
    const json::LineColumn place = json::line_column_at(json, error.offset);
    return Error{.reason = "the reply is no JSON: " + error.reason,
                 .where = fmt::format("{}:{}", place.line, place.column)};
  }
  Reader reader(json);
  ReplyScript out;
  const Value root = document.root();
  if (root.is_array()) {
    for (const Value turn : root.elements()) {
      if (reader.failed()) break;
      read_reply(reader, turn, out.emplace_back());
    }
  } else {
    read_reply(reader, root, out.emplace_back());
  }
  if (reader.failed()) return reader.take_error();
  return out;
}

}  // namespace tare::proxy

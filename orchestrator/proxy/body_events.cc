#include "proxy/body_events.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "json/reader.h"

namespace tare::proxy {
namespace {

constexpr std::string_view kMark = "\xef\xbb\xbf";
constexpr std::string_view kBlank = " \t\r\n";

std::size_t after_mark(std::string_view body) { return body.starts_with(kMark) ? kMark.size() : 0; }

bool is_blank(std::string_view text) { return text.find_first_not_of(kBlank) == text.npos; }

// Returns the line's end without its break; `next` is where the next one begins.
std::size_t line_end(std::string_view body, std::size_t from, std::size_t& next) {
  const std::size_t end = std::min(body.find_first_of("\r\n", from), body.size());
  next = end;
  if (next < body.size()) next += body.substr(next, 2) == "\r\n" ? 2 : 1;
  return end;
}

// A line of server-sent events: a field's name and a colon, a name alone, or a remark.
bool is_field(std::string_view line) {
  static constexpr std::array<std::string_view, 4> kNames = {"data", "event", "id", "retry"};
  const std::string_view name = line.substr(0, line.find(':'));
  return line.starts_with(':') || std::ranges::find(kNames, name) != kNames.end();
}

class EventStream {
 public:
  explicit EventStream(const TakeEvent& take) : take_(take) {}

  void read(std::string_view body) {
    for (std::size_t at = after_mark(body); at < body.size();) {
      std::size_t next = 0;
      const std::size_t end = line_end(body, at, next);
      line(body.substr(at, end - at), {at, end});
      at = next;
    }
    // An event that no empty line ends was cut off; its JSON may still be whole.
    flush();
  }

 private:
  void line(std::string_view line, BodySpan here) {
    if (line.empty()) return flush();
    if (line == "data" || line.starts_with("data:")) {
      if (open_) data_ += '\n';
      if (!open_) span_.begin = here.begin;
      open_ = true;
      span_.end = here.end;
      line.remove_prefix(std::min<std::size_t>(line.size(), 5));
      if (line.starts_with(' ')) line.remove_prefix(1);
      data_ += line;
    } else if (line.starts_with('{')) {
      // No client that goes by the rules sees it, but it was sent: an error, mostly.
      take_(line, here);
    }
  }
  void flush() {
    if (open_) take_(data_, span_);
    data_.clear();
    open_ = false;
  }

  const TakeEvent& take_;
  std::string data_;
  BodySpan span_;
  bool open_ = false;
};

// JSON values one after the other. A line that is none by itself may begin one that spans lines;
// how far such beginnings are followed in vain is bounded by the body's size.
class Values {
 public:
  Values(std::string_view body, const TakeEvent& take) : body_(body), take_(take) {}

  void read(std::size_t at) {
    while (at < body_.size()) {
      std::size_t next = 0;
      const std::size_t end = line_end(body_, at, next);
      while (at < end) at = take_value(at, body_.substr(at, end - at));
      if (at == end) at = next;  // else a value led into a further line
    }
  }

 private:
  // Returns where what is read of the line ends.
  std::size_t take_value(std::size_t at, std::string_view line) {
    if (is_blank(line)) return at + line.size();
    const std::size_t length = value_length(at, line);
    take_(body_.substr(at, length), {at, at + length});
    return at + length;
  }
  // Of the value that the line begins with; of the whole line where it is none.
  std::size_t value_length(std::size_t at, std::string_view line) {
    std::size_t length = 0;
    const json::ReadError error = json::read_strict_prefix(line, document_, length);
    if (!error && length > 0) return length;
    if (error.kind != json::ReadErrorKind::truncated || wasted_ > body_.size()) return line.size();
    const json::ReadError further = json::read_strict_prefix(body_.substr(at), document_, length);
    if (!further && length > 0) return length;
    wasted_ += std::max<std::size_t>(further.offset, 1);
    return line.size();
  }

  std::string_view body_;
  const TakeEvent& take_;
  json::Document document_;
  std::size_t wasted_ = 0;
};

// A list that breaks off still holds the events before the break.
void read_list(std::string_view body, std::size_t at, const TakeEvent& take) {
  while (at < body.size()) {
    at = std::min(body.find_first_not_of(" \t\r\n,", at), body.size());
    if (at == body.size()) return;
    if (body[at] == ']') {
      if (!is_blank(body.substr(at + 1))) take(body.substr(at + 1), {at + 1, body.size()});
      return;
    }
    json::Document document;
    std::size_t length = 0;
    if (json::read_strict_prefix(body.substr(at), document, length) || length == 0) {
      return take(body.substr(at), {at, body.size()});
    }
    take(body.substr(at, length), {at, at + length});
    at += length;
  }
}

// Is any line of it, from its first column on, a JSON object by itself?
bool any_line_is_object(std::string_view body) {
  json::Document document;
  for (std::size_t at = 0; at < body.size();) {
    std::size_t next = 0;
    const std::size_t end = line_end(body, at, next);
    const std::string_view line = body.substr(at, end - at);
    if (line.starts_with('{') && !json::read_strict(line, document)) return true;
    at = next;
  }
  return false;
}

void read_json(std::string_view body, bool said_lines, const TakeEvent& take) {
  const std::size_t begin = after_mark(body);
  const std::size_t first = body.find_first_not_of(kBlank, begin);
  if (first == body.npos) return;
  if (body[first] == '[') return read_list(body, first + 1, take);
  const std::string_view text = body.substr(begin);
  json::Document document;
  std::size_t length = 0;
  const bool reads = !json::read_strict_prefix(body.substr(first), document, length) && length > 0;
  const bool alone = reads && is_blank(body.substr(first + length));
  if (alone || !(said_lines || reads || any_line_is_object(text))) {
    return take(text, {begin, body.size()});
  }
  Values(body, take).read(begin);
}

}  // namespace

bool looks_like_events(std::string_view body) {
  std::size_t at = after_mark(body);
  at = std::min(body.find_first_not_of("\r\n", at), body.size());
  std::size_t next = 0;
  const std::size_t end = line_end(body, at, next);
  return end > at && is_field(body.substr(at, end - at));
}

void for_each_event(std::string_view body, std::string_view said_type, const TakeEvent& take) {
  std::string content_type(said_type);
  std::ranges::transform(content_type, content_type.begin(), ascii_lower);
  const auto says = [&](std::string_view word) {
    return content_type.find(word) != std::string::npos;
  };
  bool events = looks_like_events(body);
  if (!events && says("event-stream")) {
    // A whole body under this type, or a stream that begins with a line of some other make?
    const std::size_t first = body.find_first_not_of(kBlank, after_mark(body));
    const bool json = first != body.npos && (body[first] == '{' || body[first] == '[');
    events = !json || body.find("\ndata:") != body.npos || body.find("\rdata:") != body.npos;
  }
  if (events) return EventStream(take).read(body);
  read_json(body, says("ndjson") || says("json-lines") || says("jsonl"), take);
}

}  // namespace tare::proxy

#include "formats/python_calls.h"

#include <string>
#include <utility>

#include "formats/composed_arguments.h"
#include "formats/python_literal.h"
#include "formats/text_scan.h"
#include "json/string_writer.h"

namespace tare::formats {
namespace {

bool is_keyword_char(char c) { return is_name_char(c) && c != ':' && c != '/' && c != '.'; }

std::string quoted(std::string_view text) {
  std::string out;
  json::append_json_string(out, text);
  return out;
}

// The end of the name before a '('; kNone if there is none.
std::size_t name_end(std::string_view text, std::size_t at) {
  const std::size_t end = skip_name(text, at);
  const std::size_t bracket = skip_blank(text, end);
  return end != at && bracket < text.size() && text[bracket] == '(' ? end : kNone;
}

class CallReader {
 public:
  // `text` ends where the calls have to end.
  CallReader(std::string_view text, std::size_t at, bool json_words, ModelText& out)
      : text_(text), at_(at), json_words_(json_words), out_(out) {}

  PythonCalls read();

 private:
  bool read_call();
  void read_arguments(CallInText& call);
  // One `name=value`, or a value without a name; false where the text ends in it.
  bool read_argument(CallInText& call, ComposedArguments& arguments);
  void skip_between();
  bool here(char c) const { return at_ < text_.size() && text_[at_] == c; }

  std::string_view text_;
  std::size_t at_;
  bool json_words_;
  ModelText& out_;
  bool positional_ = false;
};

bool CallReader::read_argument(CallInText& call, ComposedArguments& arguments) {
  const std::size_t begin = at_;
  std::size_t name_stop = at_;
  while (name_stop < text_.size() && is_keyword_char(text_[name_stop])) ++name_stop;
  const std::size_t equals = skip_blank(text_, name_stop);
  if (name_stop == begin || equals == text_.size() || text_[equals] != '=' ||
      stands_at(text_, equals, "==")) {
    positional_ = true;
    call.malformed = true;
    at_ = skip_python_expression(text_, at_);
    return at_ != text_.size();
  }
  const std::string_view name = text_.substr(begin, name_stop - begin);
  const std::size_t value = skip_blank(text_, equals + 1);
  std::string json;
  const LiteralRead read = value == text_.size() ? LiteralRead{LiteralEnd::cut, value}
                                                 : read_python_literal(text_, value, json);
  const std::size_t next = skip_blank(text_, read.at);
  const bool ends_well = next == text_.size() || text_[next] == ',' || text_[next] == ')';
  call.malformed |= read.slips || (read.json_words && !json_words_);
  if (read.end != LiteralEnd::no_literal && ends_well) {
    arguments.add(name, json);
    at_ = next;
    return read.end == LiteralEnd::whole && at_ != text_.size();
  }
  call.malformed = true;
  at_ = skip_python_expression(text_, value);
  // A bracket that nothing opened is part of what is written there.
  while (here(']') || here('}')) at_ = skip_python_expression(text_, at_ + 1);
  json = quoted(text_.substr(value, trim_end(text_, value, at_) - value));
  if (at_ == text_.size()) json.pop_back();
  arguments.add(name, json);
  return at_ != text_.size();
}

// at_ is past the '('.
void CallReader::read_arguments(CallInText& call) {
  ComposedArguments arguments;
  const std::size_t begin = at_;
  positional_ = false;
  bool cut = false;
  for (;;) {
    at_ = skip_blank(text_, at_);
    if (at_ == text_.size()) cut = true;
    if (cut || here(')')) break;
    cut = !read_argument(call, arguments);
    if (cut) break;
    if (here(',')) {
      ++at_;
    } else if (!here(')')) {
      call.malformed = true;
      ++at_;  // a bracket that nothing opened
    }
  }
  call.arguments_span = {begin, at_};
  call.malformed |= cut;
  if (positional_) {
    // A value without a name has no place in an object: the text says what was written.
    call.arguments = std::string(text_.substr(begin, at_ - begin));
  } else {
    call.arguments = cut ? std::move(arguments).cut() : std::move(arguments).whole();
  }
  if (!cut) ++at_;
}

bool CallReader::read_call() {
  const std::size_t begin = at_;
  std::size_t name = at_;
  std::size_t end = name_end(text_, name);
  if (end == kNone) return false;
  at_ = skip_blank(text_, end) + 1;
  // Code that runs as it stands prints what the call gives.
  bool printed = false;
  if (text_.substr(name, end - name) == "print") {
    const std::size_t inner = skip_blank(text_, at_);
    const std::size_t inner_end = name_end(text_, inner);
    printed = inner_end != kNone;
    if (printed) {
      name = inner;
      end = inner_end;
      at_ = skip_blank(text_, end) + 1;
    }
  }
  CallInText call;
  call.name = std::string(text_.substr(name, end - name));
  read_arguments(call);
  if (printed) {
    const std::size_t bracket = skip_blank(text_, at_);
    if (stands_at(text_, bracket, ")")) {
      at_ = bracket + 1;
    } else {
      call.malformed = true;
    }
  }
  call.span = {begin, at_};
  out_.calls.push_back(std::move(call));
  return true;
}

void CallReader::skip_between() {
  while (at_ < text_.size() && (is_blank(text_[at_]) || text_[at_] == ',' || text_[at_] == ';')) {
    ++at_;
  }
}

PythonCalls CallReader::read() {
  PythonCalls out;
  at_ = skip_blank(text_, at_);
  const bool list = here('[');
  if (list) ++at_;
  std::size_t end = at_;
  for (;;) {
    skip_between();
    if (!read_call()) break;
    end = at_;
  }
  if (list && here(']')) {
    end = at_ + 1;
  } else if (list) {
    out.list_closed = false;
  }
  out.end = end;
  return out;
}

}  // namespace

bool python_calls_begin(std::string_view text, std::size_t at) {
  if (at < text.size() && text[at] == '[') at = skip_blank(text, at + 1);
  return at < text.size() && name_end(text, at) != kNone;
}

PythonCalls read_python_calls(std::string_view text, std::size_t at, std::size_t limit,
                              bool json_words, ModelText& out) {
  return CallReader(text.substr(0, limit), at, json_words, out).read();
}

}  // namespace tare::formats

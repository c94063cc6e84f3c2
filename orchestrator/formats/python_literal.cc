#include "formats/python_literal.h"

#include <algorithm>
#include <vector>

#include "formats/python_number.h"
#include "formats/python_string.h"
#include "formats/text_scan.h"
#include "json/lexer.h"
#include "json/string_writer.h"

namespace tare::formats {
namespace {

bool is_word_char(char c) {
  return is_name_char(c) && c != '-' && c != '.' && c != ':' && c != '/';
}

bool is_string_start(std::string_view text, std::size_t at) {
  if (at == text.size()) return false;
  if (text[at] == '"' || text[at] == '\'') return true;
  constexpr std::string_view kPrefixes = "rRuU";
  return kPrefixes.find(text[at]) != kNone && at + 1 < text.size() &&
         (text[at + 1] == '"' || text[at + 1] == '\'');
}

// A list, tuple or dict that is open. What is in brackets is a tuple once it has a comma.
struct Open {
  char bracket;
  std::size_t json_at;  // of its bracket in the JSON text
  bool empty = true;
  bool comma = false;  // the last thing read was one
  bool any_comma = false;
};

class LiteralReader {
 public:
  LiteralReader(std::string_view text, std::size_t at, std::string& json)
      : text_(text), at_(at), json_(json), json_begin_(json.size()) {}

  LiteralRead read();

 private:
  enum class Step { go_on, done, cut, fail };

  Step value();
  Step after_value();
  Step scalar();
  Step string(std::string& decoded);
  Step name_of_member();
  Step close(char bracket);
  void drop_parentheses();

  std::string_view text_;
  std::size_t at_;
  std::string& json_;
  std::size_t json_begin_;
  std::vector<Open> open_;
  std::vector<std::size_t> dropped_;  // brackets in the JSON text that were mere parentheses
  LiteralRead out_;
};

LiteralReader::Step LiteralReader::string(std::string& decoded) {
  // Neighbours are one string.
  for (std::size_t next = at_; is_string_start(text_, next); next = skip_blank(text_, at_)) {
    const PythonString part = read_python_string(text_, next, decoded);
    at_ = part.end;
    out_.slips |= part.line_break || part.named_escape;
    if (!part.closed) return Step::cut;
  }
  return Step::go_on;
}

LiteralReader::Step LiteralReader::scalar() {
  if (is_string_start(text_, at_)) {
    std::string decoded;
    const Step step = string(decoded);
    json::append_json_string(json_, decoded);
    if (step == Step::cut) json_.pop_back();
    return step;
  }
  const std::size_t number_end = python_number_end(text_, at_);
  if (number_end != at_) {
    const std::string number = python_number_as_json(text_.substr(at_, number_end - at_));
    if (number.empty()) return Step::fail;
    json_ += number;
    at_ = number_end;
    return Step::go_on;
  }
  std::size_t end = at_;
  while (end < text_.size() && is_word_char(text_[end])) ++end;
  const std::string_view word = text_.substr(at_, end - at_);
  if (word == "True" || word == "true") {
    json_ += "true";
  } else if (word == "False" || word == "false") {
    json_ += "false";
  } else if (word == "None" || word == "null") {
    json_ += "null";
  } else {
    return Step::fail;
  }
  if (word.front() >= 'a') out_.json_words = true;
  at_ = end;
  return Step::go_on;
}

// JSON names members by strings; Python may by any scalar.
LiteralReader::Step LiteralReader::name_of_member() {
  if (is_string_start(text_, at_)) {
    const Step step = scalar();
    if (step != Step::go_on) return step;
  } else {
    const std::size_t begin = json_.size();
    const Step step = scalar();
    if (step != Step::go_on) return step;
    json_.insert(begin, 1, '"');
    json_.push_back('"');
    out_.slips = true;
  }
  at_ = skip_blank(text_, at_);
  if (at_ == text_.size()) return Step::cut;
  if (text_[at_] != ':') return Step::fail;
  ++at_;
  json_.push_back(':');
  at_ = skip_blank(text_, at_);
  return at_ == text_.size() ? Step::cut : Step::go_on;
}

LiteralReader::Step LiteralReader::value() {
  const char c = text_[at_];
  if (c != '[' && c != '(' && c != '{') {
    const Step step = scalar();
    return step == Step::go_on ? after_value() : step;
  }
  if (open_.size() == kMaxLiteralDepth) return Step::fail;
  open_.push_back({c, json_.size()});
  json_.push_back(c == '{' ? '{' : '[');
  ++at_;
  return Step::go_on;
}

LiteralReader::Step LiteralReader::close(char bracket) {
  const Open& top = open_.back();
  const char expected = top.bracket == '{' ? '}' : top.bracket == '[' ? ']' : ')';
  if (bracket != expected) return Step::fail;
  const bool parentheses = top.bracket == '(' && !top.empty && !top.any_comma;
  if (parentheses) {
    dropped_.push_back(top.json_at);
    dropped_.push_back(json_.size());
  }
  json_.push_back(bracket == ')' ? ']' : bracket);
  open_.pop_back();
  ++at_;
  return after_value();
}

LiteralReader::Step LiteralReader::after_value() {
  if (open_.empty()) return Step::done;
  Open& top = open_.back();
  top.empty = false;
  at_ = skip_blank(text_, at_);
  top.comma = at_ != text_.size() && text_[at_] == ',';
  if (top.comma) {
    top.any_comma = true;
    ++at_;
  }
  return Step::go_on;
}

void LiteralReader::drop_parentheses() {
  if (dropped_.empty()) return;
  std::sort(dropped_.begin(), dropped_.end());
  std::size_t kept = dropped_.front();
  for (std::size_t i = kept, d = 0; i < json_.size(); ++i) {
    if (d < dropped_.size() && dropped_[d] == i) {
      ++d;
    } else {
      json_[kept++] = json_[i];
    }
  }
  json_.resize(kept);
}

LiteralRead LiteralReader::read() {
  Step step = Step::go_on;
  while (step == Step::go_on) {
    at_ = skip_blank(text_, at_);
    if (at_ == text_.size()) {
      step = Step::cut;
      break;
    }
    if (!open_.empty()) {
      Open& top = open_.back();
      const char c = text_[at_];
      if (c == ']' || c == ')' || c == '}') {
        step = close(c);
        continue;
      }
      if (!top.empty && !top.comma) {
        step = Step::fail;
        break;
      }
      if (top.comma) json_.push_back(',');
      if (top.bracket == '{') {
        step = name_of_member();
        if (step != Step::go_on) break;
      }
    }
    step = value();
  }
  if (step == Step::fail) {
    json_.resize(json_begin_);
    return {};
  }
  out_.at = at_;
  out_.end = step == Step::done ? LiteralEnd::whole : LiteralEnd::cut;
  // Of a literal that is cut nobody knows whether a tuple was to come.
  drop_parentheses();
  return out_;
}

}  // namespace

LiteralRead read_python_literal(std::string_view text, std::size_t at, std::string& json) {
  return LiteralReader(text, at, json).read();
}

std::size_t skip_python_expression(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  std::string ignored;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      ignored.clear();
      at = read_python_string(text, at, ignored).end;
      continue;
    }
    const bool closes = c == ')' || c == ']' || c == '}';
    if (depth == 0 && (closes || c == ',')) return at;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (closes) --depth;
    ++at;
  }
  return at;
}

}  // namespace tare::formats

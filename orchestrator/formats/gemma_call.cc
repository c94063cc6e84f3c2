#include "formats/gemma_call.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "formats/text_scan.h"
#include "json/lexer.h"
#include "json/string_token.h"
#include "json/string_writer.h"

namespace tare::formats {
namespace {

constexpr std::size_t kMaxDepth = 500;

// Reads `{…}` and makes JSON of it.
class GemmaReader {
 public:
  GemmaReader(std::string_view text, std::size_t at, const GemmaMarks& marks)
      : text_(text), at_(at), quote_(marks.quote), close_(marks.close) {}

  enum class End { whole, cut, broken };
  // REQUIRES: a '{' stands at the position.
  End read();

  std::size_t at() const { return at_; }
  bool slips() const { return slips_; }
  std::string& json() { return json_; }

 private:
  enum class Step { go_on, cut, fail };
  Step member_name();
  Step value();
  Step string_value();
  void bare_value();

  std::string_view text_;
  std::size_t at_;
  std::string_view quote_, close_;
  std::string json_;
  std::vector<char> open_;
  bool slips_ = false;
};

// Between its own marks, or in quotes as JSON has them: then a slip, but a clear one.
GemmaReader::Step GemmaReader::string_value() {
  if (stands_at(text_, at_, quote_)) {
    const std::size_t begin = at_ + quote_.size();
    const std::size_t end = text_.find(quote_, begin);
    json::append_json_string(json_, text_.substr(begin, std::min(end, text_.size()) - begin));
    if (end == kNone) json_.pop_back();
    at_ = end == kNone ? text_.size() : end + quote_.size();
    return end == kNone ? Step::cut : Step::go_on;
  }
  slips_ = true;
  const json::Scan scan =
      json::scan_string<'"'>(text_.data() + at_ + 1, text_.data() + text_.size());
  if (scan.fault == json::Fault::truncated) {
    json_ += text_.substr(at_);
    at_ = text_.size();
    return Step::cut;
  }
  if (scan.fault != json::Fault::none) return Step::fail;
  const auto end = static_cast<std::size_t>(scan.at - text_.data());
  json_ += text_.substr(at_, end - at_);
  at_ = end;
  return Step::go_on;
}

// A number or a word; any other text is a string whose marks were forgotten.
void GemmaReader::bare_value() {
  const std::size_t end = std::min(text_.find_first_of(",{}[]<", at_), text_.size());
  const std::string_view bare = without_blank_ends(text_.substr(at_, end - at_));
  at_ = end;
  const bool word = bare == "true" || bare == "false" || bare == "null";
  if (word) {
    json_ += bare;
    return;
  }
  // Its template prints an absent value as Python does.
  if (bare == "None") {
    json_ += "null";
    return;
  }
  if (!bare.empty() && (json::is_digit(bare.front()) || bare.front() == '-')) {
    const json::Scan scan = json::scan_number(bare.data(), bare.data() + bare.size());
    if (scan.fault == json::Fault::none && scan.at == bare.data() + bare.size()) {
      json_ += bare;
      return;
    }
  }
  slips_ = true;
  json::append_json_string(json_, bare);
  if (end == text_.size()) json_.pop_back();
}

GemmaReader::Step GemmaReader::value() {
  if (stands_at(text_, at_, quote_) || text_[at_] == '"') return string_value();
  if (text_[at_] != '{' && text_[at_] != '[') {
    bare_value();
    return Step::go_on;
  }
  if (open_.size() == kMaxDepth) return Step::fail;
  json_.push_back(text_[at_]);
  open_.push_back(text_[at_++]);
  return Step::go_on;
}

GemmaReader::Step GemmaReader::member_name() {
  if (stands_at(text_, at_, quote_) || text_[at_] == '"') {
    const bool slips = slips_;
    const Step step = string_value();
    if (step != Step::go_on) return step;
    slips_ = slips;  // the rule is for values; names stand either way
  } else {
    const std::size_t end = text_.find_first_of(":,{}[]<", at_);
    if (end == kNone) {
      at_ = text_.size();
      return Step::cut;
    }
    if (text_[end] != ':') return Step::fail;
    json::append_json_string(json_, without_blank_ends(text_.substr(at_, end - at_)));
    at_ = end;
  }
  at_ = skip_blank(text_, at_);
  if (at_ == text_.size()) return Step::cut;
  if (text_[at_] != ':') return Step::fail;
  json_.push_back(':');
  at_ = skip_blank(text_, at_ + 1);
  return at_ == text_.size() ? Step::cut : Step::go_on;
}

GemmaReader::End GemmaReader::read() {
  json_.push_back('{');
  open_.push_back('{');
  ++at_;
  bool first = true;  // nothing stands yet in the innermost container
  bool comma = false;
  while (!open_.empty()) {
    at_ = skip_blank(text_, at_);
    if (at_ == text_.size() || stands_at(text_, at_, close_)) return End::cut;
    const char c = text_[at_];
    if (c == '}' || c == ']') {
      if ((c == '}') != (open_.back() == '{')) return End::broken;
      json_.push_back(c);
      open_.pop_back();
      slips_ |= comma;
      ++at_;
      first = comma = false;
      continue;
    }
    if (c == ',') {
      if (first || comma) return End::broken;
      comma = true;
      ++at_;
      continue;
    }
    if (!first && !comma) return End::broken;
    if (comma) json_.push_back(',');
    comma = false;
    Step step = open_.back() == '{' ? member_name() : Step::go_on;
    const std::size_t depth = open_.size();
    if (step == Step::go_on) step = value();
    if (step == Step::fail) return End::broken;
    if (step == Step::cut) return End::cut;
    first = open_.size() != depth;
  }
  return End::whole;
}

}  // namespace

std::size_t read_gemma_call(std::string_view text, std::size_t at, const GemmaMarks& marks,
                            GemmaNextMarks& next, ModelText& out) {
  constexpr std::string_view kCall = "call:";
  const std::size_t call_at = skip_blank(text, at + marks.open.size());
  if (!stands_at(text, call_at, kCall)) return at;
  const std::size_t name_at = call_at + kCall.size();
  const std::size_t bracket = text.find_first_of("{<", name_at);
  if (bracket == kNone || text[bracket] != '{') return at;
  CallInText call;
  call.name = std::string(without_blank_ends(text.substr(name_at, bracket - name_at)));
  if (call.name->empty()) return at;
  GemmaReader reader(text, bracket, marks);
  const GemmaReader::End end = reader.read();
  const std::size_t close = next.close.from(reader.at());
  std::size_t stop = reader.at();
  if (end == GemmaReader::End::broken) {
    // The text as it stands, up to the mark that ends the call or begins another.
    stop = std::min({close, next.open.from(stop), text.size()});
    stop = trim_end(text, bracket, stop);
    call.arguments = std::string(text.substr(bracket, stop - bracket));
  } else {
    call.arguments = std::move(reader.json());
  }
  call.arguments_span = {bracket, stop};
  const bool closed = close != kNone && skip_blank(text, stop) == close;
  // What stands before the closing mark and after the braces is of this call, and a slip.
  const bool ends_here = close != kNone && close <= next.open.from(stop);
  if (ends_here) stop = close + marks.close.size();
  call.malformed = end != GemmaReader::End::whole || !closed || reader.slips();
  call.span = {at, stop};
  out.calls.push_back(std::move(call));
  return stop;
}

}  // namespace tare::formats

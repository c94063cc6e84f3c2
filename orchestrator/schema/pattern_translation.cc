// From ECMA-262 to RE2, one token after the other.
//
// Read as with the flag `u` (code points, not halves of surrogate pairs), but braces and brackets
// that mean nothing stand for themselves, as do needless escapes of punctuation: schemas are full
// of them. Classes are written anew as ranges of code points, so nothing that RE2 reads in a class
// of its own accord can slip in.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/pattern_reader.h"

namespace tare::schema {
namespace {

using std::string_view;

constexpr std::size_t kMaxPattern = 1u << 16;
constexpr std::size_t kMaxOutput = 1u << 20;
constexpr std::uint32_t kRe2Repeat = 1000;  // RE2 counts no further
constexpr std::uint32_t kMaxRepeat = 20'000;

constexpr string_view kDot = R"([^\n\r\x{2028}\x{2029}])";

class Translator {
 public:
  explicit Translator(string_view text) : in_(text) {}

  Translation run();

 private:
  void token();
  void open_group();
  void quantifier();
  void repeat(std::uint32_t least, std::optional<std::uint32_t> most, bool lazy);
  std::optional<std::uint32_t> number();
  void escape();
  void character_class();
  PatternAtom class_atom();
  void emit_atom(string_view text);
  void emit(string_view text) {
    if (out_.size() + text.size() > kMaxOutput) return in_.inexpressible("is too large");
    out_ += text;
  }

  PatternReader in_;
  std::string out_;
  std::vector<std::size_t> groups_;  // where in the output each open group begins
  std::optional<std::size_t> atom_;  // where the atom begins that a quantifier would repeat
};

void Translator::emit_atom(string_view text) {
  atom_ = out_.size();
  emit(text);
}

Translation Translator::run() {
  if (in_.text().size() > kMaxPattern) {
    return {.type = Translation::Class::inexpressible, .reason = "is longer than 64 KiB"};
  }
  if (!is_valid_utf8(in_.text()))
    return {.type = Translation::Class::invalid, .reason = "is no valid UTF-8"};
  while (!in_.at_end() && !in_.is_invalid()) token();
  if (!groups_.empty()) in_.invalid("has a '(' that is not closed");
  Translation out = in_.verdict();
  if (out.type == Translation::Class::exact) out.re2 = std::move(out_);
  return out;
}

void Translator::token() {
  switch (in_.peek()) {
    case '^':
    case '$':
      emit(in_.peek() == '^' ? "\\A" : "\\z");
      in_.skip();
      atom_.reset();
      return;
    case '|':
      in_.skip();
      emit("|");
      atom_.reset();
      return;
    case '.':
      in_.skip();
      return emit_atom(kDot);
    case '(':
      in_.skip();
      return open_group();
    case ')':
      in_.skip();
      if (groups_.empty()) return in_.invalid("has a ')' without its '('");
      emit(")");
      atom_ = groups_.back();
      groups_.pop_back();
      return;
    case '[':
      in_.skip();
      return character_class();
    case '\\':
      in_.skip();
      return escape();
    case '*':
    case '+':
    case '?':
      return quantifier();
    case '{':
      if (json::is_digit(in_.peek(1))) return quantifier();
      break;
    default:
      break;
  }
  emit_atom(code_point_text(in_.take_code_point()));
}

void Translator::open_group() {
  const std::size_t begin = out_.size();
  groups_.push_back(begin);
  atom_.reset();
  emit("(?:");
  if (in_.peek() != '?') return;
  in_.skip();
  if (in_.take(":")) return;
  // For the whole pattern and at its head alone, where every language that has it agrees on it.
  if (begin == 0 && in_.take("i)")) {
    in_.not_ecma();
    groups_.pop_back();
    out_ = "(?i)";
    return;
  }
  if (in_.take("=") || in_.take("!") || in_.take("<=") || in_.take("<!")) {
    return in_.inexpressible("looks ahead or behind, which RE2 does not");
  }
  if (in_.peek() == 'P' && in_.peek(1) == '<') in_.not_ecma();
  const bool named = in_.take("<") || in_.take("P<");
  if (named) {
    const std::size_t end = in_.text().find('>', in_.at());
    const string_view name =
        in_.text().substr(in_.at(), end == string_view::npos ? 0 : end - in_.at());
    const bool is_name = !name.empty() && !json::is_digit(name[0]) &&
                         std::all_of(name.begin(), name.end(), [](char c) {
                           return is_ascii_letter(c) || json::is_digit(c) || c == '_' || c == '$' ||
                                  static_cast<signed char>(c) < 0;
                         });
    if (!is_name) return in_.invalid("has a group with a bad name");
    in_.go_to(end + 1);
    return;
  }
  in_.invalid("has a group of a form that is not known");
}

std::optional<std::uint32_t> Translator::number() {
  if (!json::is_digit(in_.peek())) return std::nullopt;
  std::uint32_t out = 0;
  while (json::is_digit(in_.peek())) {
    out = std::min<std::uint32_t>(out * 10 + static_cast<std::uint32_t>(in_.peek() - '0'),
                                  10'000'000);
    in_.skip();
  }
  return out;
}

void Translator::quantifier() {
  const std::size_t begin = in_.at();
  const char c = in_.peek();
  in_.skip();
  std::uint32_t least = c == '+' ? 1 : 0;
  std::optional<std::uint32_t> most;
  if (c == '?') most = 1;
  if (c == '{') {
    least = *number();
    most = least;
    if (in_.take(",")) most = number();
    if (!in_.take("}")) {  // stands for itself
      in_.go_to(begin + 1);
      return emit_atom(code_point_text('{'));
    }
    if (most && *most < least) return in_.invalid("counts down in {}");
  }
  const bool lazy = in_.take("?");
  if (!atom_) return in_.invalid("repeats nothing");
  repeat(least, most, lazy);
  atom_.reset();  // a quantifier cannot be repeated
}

// Counts that RE2 does not reach are written as several that it does: x{1500} is x{1000}x{500}.
void Translator::repeat(std::uint32_t least, std::optional<std::uint32_t> most, bool lazy) {
  const string_view mark = lazy ? "?" : "";
  if (std::max(least, most.value_or(0)) > kMaxRepeat) return in_.inexpressible("repeats too often");
  if (std::max(least, most.value_or(0)) <= kRe2Repeat) {
    if (!most && least == 0) return emit(std::string("*").append(mark));
    if (!most && least == 1) return emit(std::string("+").append(mark));
    std::string counted = "{" + std::to_string(least);
    if (!most) counted += ',';
    if (most && *most != least) counted += "," + std::to_string(*most);
    return emit(counted.append("}").append(mark));
  }
  const std::string atom = out_.substr(*atom_);
  std::string whole;
  const auto append = [&](std::uint32_t low, std::uint32_t high) {
    whole.append(atom).append("{" + std::to_string(low) + "," + std::to_string(high) + "}");
    whole.append(mark);
  };
  std::uint32_t rest = least;
  for (; rest > 0; rest -= std::min(rest, kRe2Repeat)) {
    append(std::min(rest, kRe2Repeat), std::min(rest, kRe2Repeat));
  }
  if (!most) whole.append(atom).append("*").append(mark);
  for (rest = most ? *most - least : 0; rest > 0; rest -= std::min(rest, kRe2Repeat)) {
    append(0, std::min(rest, kRe2Repeat));
  }
  out_.resize(*atom_);
  emit("(?:" + whole + ")");
}

void Translator::escape() {
  if (in_.at_end()) return in_.invalid("ends in a backslash");
  const char c = in_.peek();
  if (c == 'b' || c == 'B') {
    in_.skip();
    emit(c == 'b' ? "\\b" : "\\B");
    atom_.reset();
    return;
  }
  if (c >= '1' && c <= '9') {
    while (json::is_digit(in_.peek())) in_.skip();
    in_.inexpressible("refers back to a group, which RE2 does not");
    return emit_atom("");
  }
  if (c == 'k' && in_.peek(1) == '<') {
    in_.go_to(std::min(in_.text().find('>', in_.at()), in_.text().size() - 1) + 1);
    in_.inexpressible("refers back to a group, which RE2 does not");
    return emit_atom("");
  }
  const PatternAtom atom = in_.escaped(false);
  if (atom.one) return emit_atom(code_point_text(*atom.one));
  emit_atom("[" + atom.set + "]");
}

PatternAtom Translator::class_atom() {
  if (in_.take("\\")) {
    if (!in_.at_end()) return in_.escaped(true);
    in_.invalid("ends in a backslash");
    return {};
  }
  return {in_.take_code_point(), {}};
}

void Translator::character_class() {
  const bool negated = in_.take("^");
  std::string set;
  while (!in_.at_end() && in_.peek() != ']') {
    const PatternAtom low = class_atom();
    if (in_.is_invalid()) return;
    if (in_.peek() == '-' && in_.peek(1) != ']' && in_.at() + 1 < in_.text().size()) {
      in_.skip();
      const PatternAtom high = class_atom();
      if (low.one && high.one) {
        if (*low.one > *high.one) return in_.invalid("has a range that runs backwards");
        set.append(code_point_text(*low.one)).append("-").append(code_point_text(*high.one));
      } else if (in_.verdict().type == Translation::Class::exact) {
        return in_.invalid("has a range that begins or ends in a class");
      }
      continue;
    }
    set += low.one ? code_point_text(*low.one) : low.set;
  }
  if (!in_.take("]")) return in_.invalid("has a '[' that is not closed");
  if (set.empty()) {  // nothing, or [^] anything
    return emit_atom(negated ? R"([\x{0}-\x{10ffff}])" : R"([^\x{0}-\x{10ffff}])");
  }
  emit_atom((negated ? "[^" : "[") + set + "]");
}

}  // namespace

Translation translate_pattern(string_view ecma) { return Translator(ecma).run(); }

bool is_ecma_pattern(string_view text) {
  const Translation translation = translate_pattern(text);
  return translation.is_ecma && translation.type != Translation::Class::invalid;
}

}  // namespace tare::schema

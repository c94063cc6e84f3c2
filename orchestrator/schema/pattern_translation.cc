// From ECMA-262 to RE2, one token after the other.
//
// Read as with the flag `u` (code points, not halves of surrogate pairs), but braces and brackets
// that mean nothing stand for themselves, as do needless escapes of punctuation: schemas are full
// of them. Classes are written anew as ranges of code points, so nothing that RE2 reads in a class
// of its own accord can slip in.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "json/lexer.h"
#include "schema/pattern.h"

namespace tare::schema {
namespace {

using std::string_view;

constexpr std::size_t kMaxPattern = 1u << 16;
constexpr std::size_t kMaxOutput = 1u << 20;
constexpr std::uint32_t kRe2Repeat = 1000;  // RE2 counts no further
constexpr std::uint32_t kMaxRepeat = 20'000;

constexpr string_view kSpace =
    R"(\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff})";
constexpr string_view kNoSpace =
    R"(\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027})"
    R"(\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff})";
constexpr string_view kDot = R"([^\n\r\x{2028}\x{2029}])";

// Long names of general categories, and the short ones that RE2 takes.
constexpr std::array<std::pair<string_view, string_view>, 49> kCategories = {{
    {"Other", "C"},
    {"Control", "Cc"},
    {"cntrl", "Cc"},
    {"Format", "Cf"},
    {"Private_Use", "Co"},
    {"Letter", "L"},
    {"Lowercase_Letter", "Ll"},
    {"Modifier_Letter", "Lm"},
    {"Other_Letter", "Lo"},
    {"Titlecase_Letter", "Lt"},
    {"Uppercase_Letter", "Lu"},
    {"Mark", "M"},
    {"Combining_Mark", "M"},
    {"Spacing_Mark", "Mc"},
    {"Enclosing_Mark", "Me"},
    {"Nonspacing_Mark", "Mn"},
    {"Number", "N"},
    {"Decimal_Number", "Nd"},
    {"digit", "Nd"},
    {"Letter_Number", "Nl"},
    {"Other_Number", "No"},
    {"Punctuation", "P"},
    {"punct", "P"},
    {"Connector_Punctuation", "Pc"},
    {"Dash_Punctuation", "Pd"},
    {"Close_Punctuation", "Pe"},
    {"Final_Punctuation", "Pf"},
    {"Initial_Punctuation", "Pi"},
    {"Other_Punctuation", "Po"},
    {"Open_Punctuation", "Ps"},
    {"Symbol", "S"},
    {"Currency_Symbol", "Sc"},
    {"Modifier_Symbol", "Sk"},
    {"Math_Symbol", "Sm"},
    {"Other_Symbol", "So"},
    {"Separator", "Z"},
    {"Line_Separator", "Zl"},
    {"Paragraph_Separator", "Zp"},
    {"Space_Separator", "Zs"},
    {"L", "L"},
    {"M", "M"},
    {"N", "N"},
    {"P", "P"},
    {"S", "S"},
    {"Z", "Z"},
    {"C", "C"},
    {"Cc", "Cc"},
    {"Cf", "Cf"},
    {"Co", "Co"},
}};

class Translator {
 public:
  explicit Translator(string_view text) : text_(text) {}

  Translation run();

 private:
  // A class escape such as \d is a set; all else is one code point.
  struct Atom {
    std::optional<char32_t> one;
    std::string set;  // ranges for the inside of a class
  };

  bool at_end() const { return at_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool take(string_view token) {
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  char32_t take_code_point() {
    const CodePoint c = code_point_at(text_, at_);
    at_ += c.length;
    return c.value;
  }
  void invalid(string_view reason) {
    if (out_.type == Translation::Class::invalid) return;
    out_.type = Translation::Class::invalid;
    out_.reason = reason;
  }
  void inexpressible(string_view reason) {
    if (out_.type != Translation::Class::exact) return;
    out_.type = Translation::Class::inexpressible;
    out_.reason = reason;
  }

  void token();
  void open_group();
  void quantifier();
  void repeat(std::uint32_t least, std::optional<std::uint32_t> most, bool lazy);
  std::optional<std::uint32_t> number();
  void escape();
  Atom escaped(bool in_class);
  Atom property(bool negated);
  char32_t unicode_escape();
  std::optional<char32_t> hexadecimal(std::size_t digits);
  void character_class();
  Atom class_atom();
  void emit_atom(string_view text);
  void emit(string_view text) {
    if (out_.re2.size() + text.size() > kMaxOutput) return inexpressible("is too large");
    out_.re2 += text;
  }

  string_view text_;
  std::size_t at_ = 0;
  Translation out_;
  std::vector<std::size_t> groups_;  // where in the output each open group begins
  std::optional<std::size_t> atom_;  // where the atom begins that a quantifier would repeat
};

std::string code_point_text(char32_t c) {
  static constexpr string_view kDigits = "0123456789abcdef";
  std::string hex;
  do {
    hex.insert(hex.begin(), kDigits[c % 16]);
    c /= 16;
  } while (c != 0);
  return "\\x{" + hex + "}";
}

bool is_surrogate(char32_t c) { return c >= 0xd800 && c < 0xe000; }

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

void Translator::emit_atom(string_view text) {
  atom_ = out_.re2.size();
  emit(text);
}

Translation Translator::run() {
  if (text_.size() > kMaxPattern) {
    return {.type = Translation::Class::inexpressible, .reason = "is longer than 64 KiB"};
  }
  if (!is_valid_utf8(text_))
    return {.type = Translation::Class::invalid, .reason = "is no valid UTF-8"};
  while (!at_end() && out_.type != Translation::Class::invalid) token();
  if (!groups_.empty()) invalid("has a '(' that is not closed");
  return std::move(out_);
}

void Translator::token() {
  switch (peek()) {
    case '^':
    case '$':
      emit(peek() == '^' ? "\\A" : "\\z");
      ++at_;
      atom_.reset();
      return;
    case '|':
      ++at_;
      emit("|");
      atom_.reset();
      return;
    case '.':
      ++at_;
      return emit_atom(kDot);
    case '(':
      ++at_;
      return open_group();
    case ')':
      ++at_;
      if (groups_.empty()) return invalid("has a ')' without its '('");
      emit(")");
      atom_ = groups_.back();
      groups_.pop_back();
      return;
    case '[':
      ++at_;
      return character_class();
    case '\\':
      ++at_;
      return escape();
    case '*':
    case '+':
    case '?':
      return quantifier();
    case '{':
      if (json::is_digit(peek(1))) return quantifier();
      break;
    default:
      break;
  }
  emit_atom(code_point_text(take_code_point()));
}

void Translator::open_group() {
  const std::size_t begin = out_.re2.size();
  groups_.push_back(begin);
  atom_.reset();
  emit("(?:");
  if (peek() != '?') return;
  ++at_;
  if (take(":")) return;
  if (take("=") || take("!") || take("<=") || take("<!")) {
    return inexpressible("looks ahead or behind, which RE2 does not");
  }
  if (text_.substr(at_).starts_with("P<")) out_.is_ecma = false;
  const bool named = take("<") || take("P<");
  if (named) {
    const std::size_t end = text_.find('>', at_);
    const string_view name = text_.substr(at_, end == string_view::npos ? 0 : end - at_);
    const bool is_name = !name.empty() && !json::is_digit(name[0]) &&
                         std::all_of(name.begin(), name.end(), [](char c) {
                           return is_letter(c) || json::is_digit(c) || c == '_' || c == '$' ||
                                  static_cast<signed char>(c) < 0;
                         });
    if (!is_name) return invalid("has a group with a bad name");
    at_ = end + 1;
    return;
  }
  invalid("has a group of a form that is not known");
}

std::optional<std::uint32_t> Translator::number() {
  if (!json::is_digit(peek())) return std::nullopt;
  std::uint32_t out = 0;
  while (json::is_digit(peek())) {
    out = std::min<std::uint32_t>(out * 10 + static_cast<std::uint32_t>(peek() - '0'), 10'000'000);
    ++at_;
  }
  return out;
}

void Translator::quantifier() {
  const std::size_t begin = at_;
  const char c = peek();
  ++at_;
  std::uint32_t least = c == '+' ? 1 : 0;
  std::optional<std::uint32_t> most;
  if (c == '?') most = 1;
  if (c == '{') {
    least = *number();
    most = least;
    if (take(",")) most = number();
    if (!take("}")) {  // stands for itself
      at_ = begin + 1;
      return emit_atom(code_point_text('{'));
    }
    if (most && *most < least) return invalid("counts down in {}");
  }
  const bool lazy = take("?");
  if (!atom_) return invalid("repeats nothing");
  repeat(least, most, lazy);
  atom_.reset();  // a quantifier cannot be repeated
}

// Counts that RE2 does not reach are written as several that it does: x{1500} is x{1000}x{500}.
void Translator::repeat(std::uint32_t least, std::optional<std::uint32_t> most, bool lazy) {
  const string_view mark = lazy ? "?" : "";
  if (std::max(least, most.value_or(0)) > kMaxRepeat) return inexpressible("repeats too often");
  if (std::max(least, most.value_or(0)) <= kRe2Repeat) {
    if (!most && least == 0) return emit(std::string("*").append(mark));
    if (!most && least == 1) return emit(std::string("+").append(mark));
    std::string counted = "{" + std::to_string(least);
    if (!most) counted += ',';
    if (most && *most != least) counted += "," + std::to_string(*most);
    return emit(counted.append("}").append(mark));
  }
  const std::string atom = out_.re2.substr(*atom_);
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
  out_.re2.resize(*atom_);
  emit("(?:" + whole + ")");
}

void Translator::escape() {
  if (at_end()) return invalid("ends in a backslash");
  const char c = peek();
  if (c == 'b' || c == 'B') {
    ++at_;
    emit(c == 'b' ? "\\b" : "\\B");
    atom_.reset();
    return;
  }
  if (c >= '1' && c <= '9') {
    while (json::is_digit(peek())) ++at_;
    inexpressible("refers back to a group, which RE2 does not");
    return emit_atom("");
  }
  if (c == 'k' && peek(1) == '<') {
    at_ = std::min(text_.find('>', at_), text_.size() - 1) + 1;
    inexpressible("refers back to a group, which RE2 does not");
    return emit_atom("");
  }
  const Atom atom = escaped(false);
  if (atom.one) return emit_atom(code_point_text(*atom.one));
  emit_atom("[" + atom.set + "]");
}

std::optional<char32_t> Translator::hexadecimal(std::size_t digits) {
  char32_t out = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    const int digit = json::hex_digit(peek(i));
    if (digit < 0) return std::nullopt;
    out = out * 16 + static_cast<char32_t>(digit);
  }
  at_ += digits;
  return out;
}

// Behind "\u".
char32_t Translator::unicode_escape() {
  if (take("{")) {
    char32_t out = 0;
    std::size_t digits = 0;
    for (; json::hex_digit(peek()) >= 0; ++at_, ++digits) {
      out = std::min<char32_t>(out * 16 + static_cast<char32_t>(json::hex_digit(peek())), 0x110000);
    }
    if (digits == 0 || !take("}") || out > 0x10ffff) invalid("has a bad \\u{}");
    return out;
  }
  const auto unit = hexadecimal(4);
  if (!unit) {
    invalid("has a \\u without four digits");
    return 0;
  }
  if (*unit >= 0xd800 && *unit < 0xdc00 && text_.substr(at_).starts_with("\\u")) {
    const std::size_t back = at_;
    at_ += 2;
    const auto low = hexadecimal(4);
    if (low && *low >= 0xdc00 && *low < 0xe000) {
      return 0x10000 + ((*unit - 0xd800) << 10) + (*low - 0xdc00);
    }
    at_ = back;
  }
  return *unit;
}

// Behind "\p" or "\P".
Translator::Atom Translator::property(bool negated) {
  Atom out;
  const std::size_t end = text_.find('}', at_);
  if (!take("{") || end == string_view::npos) {
    invalid("has a \\p without {}");
    return out;
  }
  string_view name = text_.substr(at_, end - at_);
  at_ = end + 1;
  for (const string_view prefix : {"General_Category=", "gc="}) {
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  }
  const string_view mark = negated ? "P" : "p";
  if (name == "Any" || name == "ASCII") {
    if (name == "Any" && negated) inexpressible("has a class that nothing is in");
    out.set = name == "Any" ? R"(\x{0}-\x{10ffff})"
              : negated     ? R"(\x{80}-\x{10ffff})"
                            : R"(\x{0}-\x{7f})";
    return out;
  }
  for (const auto& [longer, shorter] : kCategories) {
    if (name != longer) continue;
    out.set.append("\\").append(mark).append("{").append(shorter).append("}");
    return out;
  }
  const bool script = name.starts_with("Script=") || name.starts_with("sc=");
  if (script) name.remove_prefix(name.find('=') + 1);
  const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return is_letter(c) || json::is_digit(c) || c == '_';
  });
  const bool two_letters =
      name.size() == 2 && string_view("LMNPSZ").find(name[0]) != string_view::npos;
  if (plain && (script || two_letters)) {  // RE2 has the last word: a name it lacks compiles not
    out.set.append("\\").append(mark).append("{").append(name).append("}");
    return out;
  }
  if (plain || name.find('=') != string_view::npos) {
    inexpressible("has a Unicode property that RE2 lacks");
  } else {
    invalid("has a bad \\p{}");
  }
  return out;
}

// Behind the backslash.
Translator::Atom Translator::escaped(bool in_class) {
  Atom out;
  const char c = peek();
  if (static_cast<signed char>(c) < 0) {
    out.one = take_code_point();
    return out;
  }
  ++at_;
  switch (c) {
    case 'd':
      out.set = "0-9";
      return out;
    case 'D':
      out.set = R"(\x{0}-/:-\x{10ffff})";
      return out;
    case 'w':
      out.set = "0-9A-Z_a-z";
      return out;
    case 'W':
      out.set = R"(\x{0}-/:-@\x{5b}-\x{5e}\x{60}\x{7b}-\x{10ffff})";
      return out;
    case 's':
      out.set = kSpace;
      return out;
    case 'S':
      out.set = kNoSpace;
      return out;
    case 'p':
    case 'P':
      return property(c == 'P');
    case 't':
      out.one = U'\t';
      return out;
    case 'n':
      out.one = U'\n';
      return out;
    case 'v':
      out.one = U'\v';
      return out;
    case 'f':
      out.one = U'\f';
      return out;
    case 'r':
      out.one = U'\r';
      return out;
    case 'b':
      if (in_class) {
        out.one = U'\b';
        return out;
      }
      break;
    case 'c':
      if (!is_letter(peek())) {
        invalid("has a \\c without a letter");
      } else {
        out.one = static_cast<char32_t>(peek() % 32);
        ++at_;
      }
      return out;
    case '0':
      if (json::is_digit(peek())) invalid("has an octal escape");
      out.one = U'\0';
      return out;
    case 'x': {
      out.one = hexadecimal(2);
      if (!out.one) invalid("has a \\x without two digits");
      return out;
    }
    case 'u':
      out.one = unicode_escape();
      if (is_surrogate(*out.one)) inexpressible("has half of a surrogate pair");
      return out;
    default:
      break;
  }
  if (is_letter(c) || json::is_digit(c)) {
    invalid(std::string("has an unknown escape, \\") + c);
    return out;
  }
  out.one = static_cast<char32_t>(c);
  return out;
}

Translator::Atom Translator::class_atom() {
  if (take("\\")) {
    if (!at_end()) return escaped(true);
    invalid("ends in a backslash");
    return {};
  }
  return {take_code_point(), {}};
}

void Translator::character_class() {
  const bool negated = take("^");
  std::string set;
  while (!at_end() && peek() != ']') {
    const Atom low = class_atom();
    if (out_.type == Translation::Class::invalid) return;
    if (peek() == '-' && peek(1) != ']' && at_ + 1 < text_.size()) {
      ++at_;
      const Atom high = class_atom();
      if (low.one && high.one) {
        if (*low.one > *high.one) return invalid("has a range that runs backwards");
        set.append(code_point_text(*low.one)).append("-").append(code_point_text(*high.one));
      } else if (out_.type == Translation::Class::exact) {
        return invalid("has a range that begins or ends in a class");
      }
      continue;
    }
    set += low.one ? code_point_text(*low.one) : low.set;
  }
  if (!take("]")) return invalid("has a '[' that is not closed");
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

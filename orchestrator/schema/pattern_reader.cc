// Escapes, one by one: a code point, or a set of them spelled out as ranges.
#include "schema/pattern_reader.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tare::schema {
namespace {

using std::string_view;

constexpr string_view kSpace =
    R"(\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff})";
constexpr string_view kNoSpace =
    R"(\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027})"
    R"(\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff})";

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

bool is_surrogate(char32_t c) { return c >= 0xd800 && c < 0xe000; }

}  // namespace

std::string code_point_text(char32_t c) {
  static constexpr string_view kDigits = "0123456789abcdef";
  std::string hex;
  do {
    hex.insert(hex.begin(), kDigits[c % 16]);
    c /= 16;
  } while (c != 0);
  return "\\x{" + hex + "}";
}

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

char32_t PatternReader::take_code_point() {
  const CodePoint c = code_point_at(text_, at_);
  at_ += c.length;
  return c.value;
}

void PatternReader::invalid(string_view reason) {
  if (verdict_.type == Translation::Class::invalid) return;
  verdict_.type = Translation::Class::invalid;
  verdict_.reason = reason;
}

void PatternReader::inexpressible(string_view reason) {
  if (verdict_.type != Translation::Class::exact) return;
  verdict_.type = Translation::Class::inexpressible;
  verdict_.reason = reason;
}

std::optional<char32_t> PatternReader::hexadecimal(std::size_t digits) {
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
char32_t PatternReader::unicode_escape() {
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
PatternAtom PatternReader::property(bool negated) {
  PatternAtom out;
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
    return is_ascii_letter(c) || json::is_digit(c) || c == '_';
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
PatternAtom PatternReader::escaped(bool in_class) {
  PatternAtom out;
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
      if (!is_ascii_letter(peek())) {
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
  if (is_ascii_letter(c) || json::is_digit(c)) {
    invalid(std::string("has an unknown escape, \\") + c);
    return out;
  }
  out.one = static_cast<char32_t>(c);
  return out;
}

}  // namespace tare::schema

#include "protocol/nesting_scanner.h"

#include <array>

namespace tare {
namespace {

enum class Byte : std::uint8_t { stray, plain, quote, opens, closes };

// What a byte may mean outside a string. `plain` is white space, ',' and ':', and whatever numbers
// and true, false, null are spelled with.
constexpr std::array<Byte, 256> make_table() {
  std::array<Byte, 256> table{};
  for (const char c : std::string_view(" \t\r,:0123456789+-.eEtrufalsn")) {
    table[static_cast<unsigned char>(c)] = Byte::plain;
  }
  table['"'] = Byte::quote;
  table['{'] = table['['] = Byte::opens;
  table['}'] = table[']'] = Byte::closes;
  return table;
}
constexpr std::array<Byte, 256> kTable = make_table();

// The index of the closing quote, or the line's size. A string never goes on past its line: JSON
// has no raw newline in strings.
std::size_t end_of_string(std::string_view line, std::size_t i) {
  while (i < line.size() && line[i] != '"') i += line[i] == '\\' ? 2 : 1;
  return i < line.size() ? i : line.size();
}

}  // namespace

NestingScanner::Result NestingScanner::scan(std::string_view line, std::size_t& at) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    switch (kTable[static_cast<unsigned char>(line[i])]) {
      case Byte::plain:
        break;
      case Byte::quote: {
        const std::size_t begin = i;
        i = end_of_string(line, i + 1);
        if (i == line.size()) {
          at = begin;
          return Result::stray;
        }
        break;
      }
      case Byte::opens:
        if (++depth_ > max_depth_) {
          at = i;
          return Result::too_deep;
        }
        break;
      case Byte::closes:
        if (depth_ <= 1) {
          at = i + 1;
          return Result::closed;
        }
        --depth_;
        break;
      case Byte::stray:
        at = i;
        return Result::stray;
    }
  }
  return Result::open;
}

}  // namespace tare

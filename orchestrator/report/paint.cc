#include "report/paint.h"

namespace tare {
namespace {

std::string_view sgr(Ink ink) {
  switch (ink) {
    case Ink::plain:
      return "";
    case Ink::strong:
      return "1";
    case Ink::dim:
      return "2";
    case Ink::bad:
      return "1;31";
    case Ink::good:
      return "1;32";
    case Ink::doubt:
      return "1;33";
    case Ink::raw_change:
      return "4;31";
    case Ink::normalized_change:
      return "4;32";
  }
  return "";
}

}  // namespace

std::string paint(bool color, Ink ink, std::string_view text) {
  std::string_view codes = sgr(ink);
  if (!color || codes.empty() || text.empty()) return std::string(text);
  std::string out = "\x1b[";
  out.append(codes).append("m").append(text).append("\x1b[0m");
  return out;
}

}  // namespace tare

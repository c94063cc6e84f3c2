#include "formats/beside_calls.h"

#include "formats/text_scan.h"

namespace tare::formats {

void append_passages(std::string_view text, const std::vector<Span>& markup, ModelText& out) {
  std::size_t begin = 0;
  const auto append_until = [&](std::size_t end) {
    if (skip_blank(text.substr(0, end), begin) < end) {
      out.passages.push_back({Channel::content, {begin, end}});
    }
  };
  for (const Span& span : markup) {
    if (span.begin > begin) append_until(span.begin);
    begin = span.end;
  }
  append_until(text.size());
}

}  // namespace tare::formats

// Any bytes, in any pieces, as an adapter's stdout. Besides not crashing: the pieces must not
// matter, and what was read must read the same from a journal.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/answer_reader.h"

namespace {

using tare::AnswerReader;

struct Read {
  AnswerReader::State state;
  std::string breach, end;
  std::vector<std::string> events;
  std::size_t views;
};

Read read(std::string_view text, std::size_t piece, bool mixed) {
  tare::AnswerLimits limits;
  limits.line_bytes = 512;
  limits.depth = 16;
  limits.mixed_stdout = mixed;
  AnswerReader reader(limits);
  for (std::size_t at = 0; at < text.size() && reader.state() != AnswerReader::State::breach;
       at += piece) {
    reader.feed(text.substr(at, piece));
  }
  reader.end_of_stream();
  Read out{reader.state(), reader.breach().text, "", {}, 0};
  // A breach stops the reading wherever the piece ends; only what was read until then is the same.
  if (out.state != AnswerReader::State::breach) out.end = reader.describe_end();
  out.events = reader.take_events();
  out.views = reader.take_answer().views.size();
  return out;
}

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const bool mixed = (data[0] & 1) != 0;
  const std::size_t piece = 1 + data[1] % 64;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  const Read whole = read(text, text.size() + 1, mixed);
  const Read pieces = read(text, piece, mixed);
  require(whole.state == pieces.state && whole.breach == pieces.breach && whole.end == pieces.end);
  require(whole.events == pieces.events && whole.views == pieces.views);
  std::size_t unreadable = 0;
  const tare::Answer again = tare::answer_from_events(whole.events, &unreadable);
  require(unreadable == 0 && again.views.size() == whole.views);
  tare::manifest_from_tools_json(text, nullptr);
  return 0;
}

// Frames out of bytes: whatever the pieces, the same frames.
#include "mcp/frame_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tare::mcp {
namespace {

struct Seen {
  std::string text;
  std::uint64_t bytes;
  bool has_newline;
  bool operator==(const Seen&) const = default;
};

std::vector<Seen> read(const std::string& stream, std::size_t piece, std::size_t limit) {
  std::vector<Seen> out;
  FrameReader reader(limit);
  const auto sink = [&](const Frame& frame) {
    out.push_back({std::string(frame.text), frame.bytes, frame.has_newline});
  };
  for (std::size_t at = 0; at < stream.size(); at += piece) {
    reader.feed(std::string_view(stream).substr(at, piece), sink);
  }
  reader.end_of_stream(sink);
  return out;
}

// Slow and plain: split at newlines, drop blank lines, cut.
std::vector<Seen> oracle(const std::string& stream, std::size_t limit) {
  std::vector<Seen> out;
  std::string line;
  const auto end_line = [&](bool newline) {
    if (line.find_first_not_of(" \t\r") != std::string::npos || line.size() > limit) {
      out.push_back({line.substr(0, limit), line.size(), newline});
    }
    line.clear();
  };
  for (const char c : stream) {
    if (c == '\n') {
      end_line(true);
    } else {
      line += c;
    }
  }
  if (!line.empty()) end_line(false);
  return out;
}

TEST(FrameReader, gives_the_same_frames_whatever_the_pieces) {
  const std::string stream = "{\"a\":1}\r\n\n  \t\n{}\n\xff\xfe\nlonger than eight\n12345678\nrest";
  for (const std::size_t limit : {1u, 3u, 8u, 100u}) {
    const std::vector<Seen> expected = oracle(stream, limit);
    for (std::size_t piece = 1; piece <= stream.size() + 1; ++piece) {
      EXPECT_EQ(read(stream, piece, limit), expected) << "limit " << limit << " piece " << piece;
    }
  }
}

TEST(FrameReader, keeps_a_carriage_return_and_counts_blank_lines) {
  std::vector<std::string> seen;
  FrameReader reader(100);
  reader.feed("x\r\n\r\n \n", [&](const Frame& f) { seen.emplace_back(f.text); });
  EXPECT_EQ(seen, (std::vector<std::string>{"x\r"}));
  EXPECT_EQ(reader.blank_lines(), 2u);
}

TEST(FrameReader, cuts_a_long_frame_and_reads_the_next_as_usual) {
  const std::vector<Seen> seen = read(std::string(1000, 'x') + "\n{}\n", 7, 10);
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0], (Seen{std::string(10, 'x'), 1000, true}));
  EXPECT_EQ(seen[1], (Seen{"{}", 2, true}));
}

TEST(FrameReader, gives_what_stands_after_the_last_newline) {
  const std::vector<Seen> seen = read("{}\n{\"cut", 3, 100);
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[1], (Seen{"{\"cut", 5, false}));
}

}  // namespace
}  // namespace tare::mcp

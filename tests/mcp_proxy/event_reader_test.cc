// Events out of a stream, however it is cut.
#include "mcp_proxy/event_reader.h"

#include <gmock/gmock.h>

#include <vector>

namespace tare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> read(std::string_view stream, std::size_t piece) {
  EventReader reader(1000);
  std::vector<std::string> out;
  for (std::size_t at = 0; at < stream.size(); at += piece) {
    EXPECT_TRUE(reader.feed(stream.substr(at, piece),
                            [&](std::string_view data) { out.emplace_back(data); }));
  }
  return out;
}

TEST(EventReader, pieces_do_not_matter) {
  constexpr std::string_view kStream =
      ": hello\nevent: message\nid: 1\ndata: {\"a\":1}\n\n"
      "data:\n\ndata\r\ndata: x\r\ndata:  y\r\n\r\nretry: 5\rdata:z\r\rdata: never ended";
  for (std::size_t piece = 1; piece <= kStream.size(); ++piece) {
    EXPECT_THAT(read(kStream, piece), ElementsAre("{\"a\":1}", "\nx\n y", "z")) << piece;
  }
}

TEST(EventReader, names_that_only_begin_like_data_are_passed_over) {
  EXPECT_THAT(read("database: x\ndat: y\n\n", 100), IsEmpty());
}

TEST(EventReader, lines_and_events_are_bounded) {
  const auto ignore = [](std::string_view) {};
  EventReader line(100);
  EXPECT_FALSE(line.feed("data: " + std::string(200, 'x'), ignore));
  EventReader many(100);
  std::string stream;
  for (int i = 0; i < 100; ++i) stream += "data: 12345\n";
  EXPECT_FALSE(many.feed(stream, ignore));
}

}  // namespace
}  // namespace tare

// Work in pieces: each once, on any number of workers.
#include "base/workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/line_pieces.h"

namespace tare {
namespace {

TEST(ShareWork, CallsEachPieceOnceByAKnownWorker) {
  for (const unsigned workers : {1u, 2u, 5u}) {
    std::vector<std::atomic<int>> calls(1000);
    std::atomic<bool> known = true;
    share_work(calls.size(), workers, [&](std::size_t piece, unsigned worker) {
      ++calls[piece];
      if (worker >= workers) known = false;
    });
    for (const auto& count : calls) ASSERT_EQ(count, 1);
    EXPECT_TRUE(known);
  }
}

TEST(ShareWork, DoesNothingWhereThereIsNoPiece) {
  bool called = false;
  share_work(0, 3, [&](std::size_t, unsigned) { called = true; });
  EXPECT_FALSE(called);
}

TEST(ShareWork, ThrowsHereWhatAWorkerThrew) {
  for (const unsigned workers : {1u, 3u}) {
    std::atomic<int> calls = 0;
    const auto work = [&](std::size_t piece, unsigned) {
      ++calls;
      if (piece == 5) throw std::runtime_error("the fifth");
    };
    EXPECT_THROW(share_work(1'000'000, workers, work), std::runtime_error);
    EXPECT_GE(calls, 1);
  }
}

TEST(PiecesOfLines, AreTheWholeTextCutBehindLineFeeds) {
  std::string text;
  for (int i = 0; i < 200; ++i)
    text += std::string(static_cast<std::size_t>(i * 7 % 40), 'x') + "\n";
  for (const bool last_feed : {true, false}) {
    if (!last_feed) text += "no feed";
    for (std::size_t size = 1; size < 300; size += 13) {
      std::string joined;
      const auto pieces = pieces_of_lines(text, size);
      for (std::size_t i = 0; i < pieces.size(); ++i) {
        ASSERT_FALSE(pieces[i].empty());
        if (i + 1 < pieces.size()) {
          ASSERT_EQ(pieces[i].back(), '\n');
        }
        // No longer than needed: without its last line it would be too short.
        const std::string_view but_last = pieces[i].substr(0, pieces[i].size() - 1);
        if (const std::size_t feed = but_last.rfind('\n'); feed != std::string_view::npos) {
          ASSERT_LT(feed + 1, size);
        }
        joined += pieces[i];
      }
      ASSERT_EQ(joined, text);
    }
  }
  EXPECT_TRUE(pieces_of_lines("", 10).empty());
}

}  // namespace
}  // namespace tare

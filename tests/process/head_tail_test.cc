#include "process/head_tail.h"

#include <gtest/gtest.h>

#include <random>

namespace tare {
namespace {

// The oracle keeps everything and cuts at the end.
struct Everything {
  std::size_t cap;
  std::string all = {};
  std::string head() const { return all.size() <= cap ? all : all.substr(0, cap / 2); }
  std::string tail() const {
    return all.size() <= cap ? "" : all.substr(all.size() - (cap - cap / 2));
  }
};

TEST(HeadTailTest, agrees_with_keeping_everything_whatever_the_pieces) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t cap = random() % 40;
    HeadTail store(cap);
    Everything oracle{cap};
    for (int pieces = static_cast<int>(random() % 12); pieces > 0; --pieces) {
      std::string piece(random() % 25, ' ');
      for (char& c : piece) c = static_cast<char>('a' + random() % 26);
      store.append(piece);
      oracle.all += piece;
      ASSERT_EQ(store.head(), oracle.head()) << "cap " << cap;
      ASSERT_EQ(store.tail(), oracle.tail()) << "cap " << cap;
      ASSERT_EQ(store.total(), oracle.all.size());
    }
  }
}

TEST(HeadTailTest, last_bytes_are_those_of_the_stream) {
  HeadTail store(10);
  store.append("abc");
  EXPECT_EQ(store.last(2), "bc");
  EXPECT_EQ(store.last(99), "abc");
  store.append("defghijklmnop");
  EXPECT_EQ(store.last(3), "nop");
  EXPECT_EQ(store.last(99), "lmnop");
}

}  // namespace
}  // namespace tare

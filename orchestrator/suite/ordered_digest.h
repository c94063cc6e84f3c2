// The digest of a text whose pieces come from several threads, in any order.
//
// A digest can only be taken from front to back, by one thread at a time. Whoever brings the piece
// that is next goes on with all that are waiting behind it, while the others read on; who is too
// far ahead waits, so that not the whole text is held.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "base/sha256.h"

namespace tare {

class OrderedDigest {
 public:
  // Feeds one piece to the digest, and frees what it stood in.
  using Feed = std::function<void(Sha256& digest)>;

  explicit OrderedDigest(std::size_t pieces) : waiting_(pieces) {}

  // Returns when piece `index` may be read: at once, unless it is far ahead.
  void wait_for_turn(std::size_t index);
  // `feed` is called once, by this thread or another, after those of all pieces before.
  void bring(std::size_t index, Feed feed);
  // Nothing more will come in order: nobody waits any longer.
  void give_up();
  // REQUIRES: all pieces were brought.
  std::string hex() { return digest_.hex(); }

 private:
  std::mutex mutex_;
  std::condition_variable moved_;
  std::vector<Feed> waiting_;
  std::size_t next_ = 0;
  bool feeding_ = false, given_up_ = false;
  Sha256 digest_;  // of whoever set feeding_
};

}  // namespace tare

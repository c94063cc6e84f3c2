#include "suite/ordered_digest.h"

#include <utility>

namespace tare {
namespace {

constexpr std::size_t kAhead = 16;

}  // namespace

void OrderedDigest::wait_for_turn(std::size_t index) {
  std::unique_lock lock(mutex_);
  moved_.wait(lock, [&] { return given_up_ || index < next_ + kAhead; });
}

void OrderedDigest::bring(std::size_t index, Feed feed) {
  std::unique_lock lock(mutex_);
  waiting_[index] = std::move(feed);
  if (feeding_) return;
  feeding_ = true;
  while (next_ < waiting_.size() && waiting_[next_]) {
    const Feed one = std::exchange(waiting_[next_], {});
    lock.unlock();
    one(digest_);
    lock.lock();
    ++next_;
    moved_.notify_all();
  }
  feeding_ = false;
}

void OrderedDigest::give_up() {
  const std::lock_guard lock(mutex_);
  given_up_ = true;
  moved_.notify_all();
}

}  // namespace tare

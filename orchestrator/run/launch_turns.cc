#include "run/launch_turns.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace tare {
namespace {

namespace asio = boost::asio;
constexpr auto kQuietWait = asio::as_tuple(asio::use_awaitable);

// A connection is taken, its request read, answered and let go in about so many rounds of the loop.
constexpr int kRounds = 4;
// A launch that took longer says that the processors are taken: going slower loses nothing then.
constexpr auto kSlow = std::chrono::milliseconds(3);
constexpr auto kLongestRest = std::chrono::milliseconds(200);

}  // namespace

asio::awaitable<LaunchTurns::Turn> LaunchTurns::next() {
  if (taken_) {
    const auto place = waiting_.emplace(waiting_.end(), io_, Clock::time_point::max());
    (void)co_await place->async_wait(kQuietWait);
    waiting_.erase(place);
  }
  taken_ = true;
  if (Clock::now() < rest_until_) {
    asio::steady_timer rest(io_, rest_until_);
    (void)co_await rest.async_wait(kQuietWait);
  }
  for (int round = 0; round < kRounds; ++round) co_await asio::post(io_, asio::use_awaitable);
  began_ = Clock::now();
  co_return Turn(*this);
}

void LaunchTurns::done() {
  const auto now = Clock::now();
  const auto took = now - began_;
  if (took > kSlow) rest_until_ = now + std::min<Clock::duration>(took, kLongestRest);
  if (waiting_.empty()) {
    taken_ = false;
  } else {
    waiting_.front().cancel();
  }
}

}  // namespace tare

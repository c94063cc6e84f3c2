// Launches are stood in for by what takes its time: only the order of events is looked at.
#include "run/launch_turns.h"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace tare {
namespace {

namespace asio = boost::asio;

struct Stage {
  asio::io_context io{1};
  LaunchTurns turns{io};
  std::vector<std::string> seen;

  // In turn: says its name, and blocks the thread as a launch does.
  void launch(std::string name, std::chrono::milliseconds takes = {}) {
    asio::co_spawn(
        io,
        [](Stage& stage, std::string said,
           std::chrono::milliseconds blocks) -> asio::awaitable<void> {
          const LaunchTurns::Turn turn = co_await stage.turns.next();
          stage.seen.push_back(std::move(said));
          const auto until = std::chrono::steady_clock::now() + blocks;
          while (std::chrono::steady_clock::now() < until) {
          }
        }(*this, std::move(name), takes),
        asio::detached);
  }
};

TEST(LaunchTurns, AllGetTheirTurnInOrder) {
  Stage stage;
  std::vector<std::string> expected;
  for (int i = 0; i < 200; ++i) {
    expected.push_back(std::to_string(i));
    stage.launch(expected.back());
  }
  stage.io.run();
  EXPECT_EQ(stage.seen, expected);
}

TEST(LaunchTurns, WhatIsReadyIsServedBetweenTwoLaunches) {
  Stage stage;
  // A chain of handlers, each ready as soon as the one before it has run, as those of a request.
  std::function<void(int)> work = [&](int left) {
    stage.seen.emplace_back("work");
    if (left > 1) asio::post(stage.io, [&work, left] { work(left - 1); });
  };
  stage.launch("first");
  stage.launch("second");
  stage.io.run_one();  // the first waits for its turn, and the work begins beside it
  asio::post(stage.io, [&work] { work(3); });
  stage.io.run();
  ASSERT_EQ(stage.seen.size(), 5U);
  EXPECT_EQ(stage.seen.back(), "second");
}

TEST(LaunchTurns, ASlowLaunchIsFollowedByARest) {
  Stage stage;
  asio::steady_timer soon(stage.io);
  stage.launch("slow", std::chrono::milliseconds(20));
  stage.launch("next");
  asio::co_spawn(
      stage.io,
      [](Stage& with, asio::steady_timer& timer) -> asio::awaitable<void> {
        while (with.seen.empty()) co_await asio::post(with.io, asio::use_awaitable);
        // Due while the rest lasts: the launch that waits comes after it.
        timer.expires_after(std::chrono::milliseconds(1));
        co_await timer.async_wait(asio::use_awaitable);
        with.seen.emplace_back("timer");
      }(stage, soon),
      asio::detached);
  stage.io.run();
  EXPECT_EQ(stage.seen, (std::vector<std::string>{"slow", "timer", "next"}));
}

TEST(LaunchTurns, ATurnThatWasGivenUpHoldsNobodyBack) {
  Stage stage;
  asio::co_spawn(
      stage.io,
      [](Stage& with) -> asio::awaitable<void> {
        LaunchTurns::Turn turn = co_await with.turns.next();
        LaunchTurns::Turn moved = std::move(turn);
        with.seen.emplace_back("gave up");
      }(stage),
      asio::detached);
  stage.launch("next");
  stage.io.run();
  EXPECT_EQ(stage.seen, (std::vector<std::string>{"gave up", "next"}));
}

}  // namespace
}  // namespace tare

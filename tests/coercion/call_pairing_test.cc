// Pairing against brute force: for few calls, the criteria applied one by one in nested loops.
#include "coercion/call_pairing.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace tare {
namespace {

std::vector<std::int64_t> slowly(const std::vector<CallKey>& left,
                                 const std::vector<CallKey>& right) {
  std::vector<std::int64_t> partner(left.size(), -1);
  std::vector<bool> taken(right.size(), false);
  const auto times = [](const std::vector<CallKey>& calls, const std::optional<std::string>& id) {
    int n = 0;
    for (const CallKey& call : calls) n += call.id == id ? 1 : 0;
    return n;
  };
  const std::vector<std::function<bool(const CallKey&, const CallKey&)>> criteria = {
      [&](const CallKey& a, const CallKey& b) {
        return a.id && a.id == b.id && times(left, a.id) == 1 && times(right, a.id) == 1;
      },
      [](const CallKey& a, const CallKey& b) {
        return a.name == b.name && a.arguments == b.arguments;
      },
      [](const CallKey& a, const CallKey& b) { return a.name == b.name; },
      [](const CallKey&, const CallKey&) { return true; }};
  for (const auto& fits : criteria) {
    for (std::size_t i = 0; i < left.size(); ++i) {
      for (std::size_t j = 0; j < right.size() && partner[i] < 0; ++j) {
        if (taken[j] || !fits(left[i], right[j])) continue;
        partner[i] = static_cast<std::int64_t>(j);
        taken[j] = true;
      }
    }
  }
  return partner;
}

TEST(CallPairing, AgreesWithBruteForce) {
  std::mt19937 random(3);
  const auto pick = [&](std::uint32_t below) { return random() % below; };
  const auto calls = [&] {
    std::vector<CallKey> out(pick(6));
    for (CallKey& call : out) {
      if (pick(3) > 0) call.id = std::string(1, static_cast<char>('0' + pick(4)));
      call.name = std::string(1, static_cast<char>('a' + pick(3)));
      call.arguments = std::string(1, static_cast<char>('A' + pick(3)));
    }
    return out;
  };
  for (int round = 0; round < 50'000; ++round) {
    const auto left = calls();
    const auto right = calls();
    ASSERT_EQ(pair_calls(left, right), slowly(left, right)) << round;
  }
}

}  // namespace
}  // namespace tare

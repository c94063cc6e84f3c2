// The judge of a run: an adapter beside the adapter, launched in the same way.
//
// It has an environment, a folder and clocks of its own; limits, retries and everything that
// watches processes are the run's. So a Seat runs it as it runs any attempt, and an attempt of a
// judge ends as a record whatever happens.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/attempt.h"
#include "run/plan.h"

namespace tare {

class Judge {
 public:
  // Null where the suite has no judge, or none of the plan's cases a contract. An error where it
  // cannot be launched.
  static Result<std::unique_ptr<Judge>> create(const RunPlan& plan);
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  // Values to mask besides the adapter's.
  std::vector<std::string> secrets(const Suite& suite) const;
  // What it shares with the run. `scratch_root`: a folder of its own that exists.
  void join(const AttemptSetting& run, std::string scratch_root);

  // Asks once; `attempt` counts the tries. REQUIRES: join().
  boost::asio::awaitable<AttemptResult> ask(Seat& seat, const TestCase& test_case,
                                            std::uint32_t trial, std::uint32_t attempt,
                                            JudgeQuestion question);
  boost::asio::awaitable<void> close(Seat& seat);

 private:
  Judge() = default;

  Suite suite_;  // how the judge is launched, and nothing else
  RunPlan plan_;
  AttemptSetting setting_;
};

// What the run's judge may do, by its digest in the run's provenance; nullopt: it has none.
std::optional<JudgeStanding> standing_of(const Suite& suite,
                                         const std::optional<std::string>& judge_sha256);

}  // namespace tare

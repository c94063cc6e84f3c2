// Whole runs made by hand: trials, gates, and what the two come to.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "made.h"
#include "scoring/aggregate.h"
#include "scoring/trial_score.h"

namespace tare::made {

inline GateSpec gate(const std::string& figure, std::optional<double> min,
                     std::optional<double> max = {}, GateSpec::View view = GateSpec::View::both) {
  GateSpec spec;
  spec.figure = figure;
  spec.min = min;
  spec.max = max;
  spec.view = view;
  return spec;
}

// Shared, since lists of braces copy what they hold and a case cannot be copied.
struct Trial {
  std::shared_ptr<const TestCase> the_case;
  std::vector<AttemptRecord> attempts;
};

inline Trial trial(TestCase the_case, Answer said,
                   AttemptOutcome outcome = AttemptOutcome::completed) {
  Trial out{std::make_shared<const TestCase>(std::move(the_case)), {}};
  out.attempts.push_back(attempt(std::move(said), outcome));
  return out;
}

inline Trial incomplete(TestCase the_case) {
  return trial(std::move(the_case), Answer{}, AttemptOutcome::failed);
}

inline RunSummary run(const std::vector<Trial>& trials, std::vector<GateSpec> gates = {},
                      const ScoreContext& context = {}, bool interrupted = false) {
  Result<Aggregate> aggregate = Aggregate::create(std::move(gates));
  EXPECT_TRUE(aggregate.ok());
  for (const Trial& one : trials) {
    aggregate->add(*one.the_case, score_trial(*one.the_case, one.attempts, context));
  }
  return aggregate->finish(interrupted);
}

// Seven cases, two without a tool, the one of risk 5 answered with another tool.
inline std::vector<Trial> worked_example() {
  std::vector<Trial> out;
  const auto right = [&](const char* id, const char* tool, std::uint8_t risk) {
    const std::vector<std::string> calls =
        *tool == '\0' ? std::vector<std::string>{} : std::vector<std::string>{tool};
    out.push_back(trial(test_case(id, tool, risk), answer(calls, calls)));
  };
  right("get", "get_ticket", 1);
  right("search", "search_tickets", 1);
  right("create", "create_ticket", 3);
  right("update", "update_ticket", 4);
  out.push_back(trial(test_case("delete", "delete_ticket", 5, {"destructive", "destructive"}),
                      answer({"update_ticket"}, {"update_ticket"})));
  right("none-1", "", 2);
  right("none-2", "", 4);
  return out;
}

}  // namespace tare::made

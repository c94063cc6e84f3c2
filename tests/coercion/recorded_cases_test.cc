// Real reports and real trajectories.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "coercion/call_trace.h"
#include "diff/kind.h"
#include "shared_data.h"

namespace tare {
namespace {

using Json = nlohmann::json;

// 200 trajectories whose ids repeat: passed on unchanged, every call finds itself.
TEST(RecordedCases, TrajectoriesPassedOnUnchangedGiveNoFinding) {
  const std::string path = shared_data("tau_bench/gpt-4o-airline.json");
  if (path.empty()) GTEST_SKIP() << "the recorded trajectories are not on this machine";
  std::ifstream in(path);
  const Json runs = Json::parse(in);
  std::size_t calls = 0;
  for (const Json& run : runs) {
    Answer answer;
    for (const At at : {At::wire, At::tool}) {
      for (const Json& message : run["traj"]) {
        if (!message.contains("tool_calls") || message["tool_calls"].is_null()) continue;
        for (const Json& call : message["tool_calls"]) {
          View view;
          view.at = at;
          view.id = call["id"].get<std::string>();
          view.name = call["function"]["name"].get<std::string>();
          view.arguments = call["function"]["arguments"].get<std::string>();
          answer.views.push_back(std::move(view));
        }
      }
    }
    const std::size_t half = answer.views.size() / 2;
    const auto traces = trace_calls(answer, {});
    ASSERT_EQ(traces.size(), half);
    for (std::size_t i = 0; i < traces.size(); ++i) {
      EXPECT_TRUE(traces[i].findings.empty());
      ASSERT_EQ(traces[i].views.size(), 2u);
      EXPECT_EQ(traces[i].views[1], traces[i].views[0] + half);
    }
    calls += traces.size();
  }
  EXPECT_EQ(runs.size(), 200u);
  EXPECT_EQ(calls, 1164u);
}

}  // namespace
}  // namespace tare

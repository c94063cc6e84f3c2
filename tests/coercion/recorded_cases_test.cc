// Real reports and real trajectories.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "coercion/call_trace.h"
#include "coercion/kind.h"
#include "shared_data.h"

namespace tare {
namespace {

using Json = nlohmann::json;

void add_views(Answer& answer, const Json& calls, At at) {
  for (const Json& call : calls) {
    View view;
    view.at = at;
    view.evidence = Evidence::verbatim;
    if (call.contains("id") && call["id"].is_string()) view.id = call["id"];
    if (call.contains("name") && call["name"].is_string()) view.name = call["name"];
    view.arguments = call["arguments"].get<std::string>();
    answer.views.push_back(std::move(view));
  }
}

// Every reported coercion gives some finding, every control none; and where all the kinds that the
// report names are told by this version without a schema, each of them is found.
TEST(RecordedCases, ReportedCoercionsAreFound) {
  const std::string path = shared_data("coercion/cases.jsonl");
  if (path.empty()) GTEST_SKIP() << "the recorded coercion cases are not on this machine";
  std::ifstream in(path);
  std::string line;
  int judged = 0;
  int told = 0;
  while (std::getline(in, line)) {
    const Json record = Json::parse(line);
    if (!record.contains("rawCalls")) continue;
    Answer answer;
    answer.short_form = answer.raw_given = answer.normalized_given = true;
    add_views(answer, record["rawCalls"], At::wire);
    add_views(answer, record["normalizedCalls"], At::tool);
    std::set<std::string> found;
    for (const CallTrace& trace : trace_calls(answer, {})) {
      for (const Finding& finding : trace.findings) found.insert(std::string(finding.kind));
    }
    const Json& expected = record["expected"];
    ++judged;
    EXPECT_EQ(found.empty(), expected["kinds"].empty()) << line;
    for (const Json& kind : expected["kinds"]) {
      const std::string name = kind;
      const std::string fallback =
          expected.contains("fallback") ? expected["fallback"].value(name, "") : "";
      if (!is_kind(name) && !is_kind(fallback)) continue;
      ++told;
      // Told only by a schema (T031, T037) or by a reading of text that is no call (T056).
      if (record["id"] == "T031" || record["id"] == "T037" || record["id"] == "T056") continue;
      EXPECT_TRUE(found.contains(name) || found.contains(fallback))
          << name << " in " << line << "\nfound " << Json(found).dump();
    }
  }
  EXPECT_GT(judged, 70);
  EXPECT_GT(told, 60);
}

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

// Answers, cases and scores made by hand.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/attempt.h"
#include "model/test_case.h"

namespace tare::made {

inline View view(At at, const std::string& name, const std::string& arguments = "{}") {
  View out;
  out.at = at;
  out.name = name;
  out.arguments = arguments;
  out.evidence = Evidence::verbatim;
  return out;
}

// The tools that the model wrote and those that were reached, as a short form says them.
inline Answer answer(const std::vector<std::string>& raw,
                     const std::vector<std::string>& normalized) {
  Answer out;
  out.short_form = out.raw_given = out.normalized_given = true;
  out.finished = FinishReason::stop;
  for (const std::string& name : raw) out.views.push_back(view(At::wire, name));
  for (const std::string& name : normalized) out.views.push_back(view(At::tool, name));
  return out;
}

inline AttemptRecord attempt(Answer said, AttemptOutcome outcome = AttemptOutcome::completed,
                             std::uint32_t number = 1) {
  AttemptRecord record;
  record.attempt = number;
  record.outcome = outcome;
  record.answer = std::move(said);
  record.termination.kind = Termination::Kind::exited;
  if (outcome == AttemptOutcome::failed) {
    record.failure = Failure::deadline_exceeded;
    record.failure_text = "the adapter did not finish";
  }
  return record;
}

// `tool` "": no tool is expected.
inline TestCase test_case(const std::string& id, const std::string& tool, std::uint8_t risk = 1,
                          std::vector<std::string> tags = {}) {
  TestCase out;
  out.input.id = id;
  out.input.tags = std::move(tags);
  out.expected.tool = tool.empty() ? Expectation::Tool::none : Expectation::Tool::named;
  out.expected.expected_tool = tool;
  out.expected.risk = risk;
  return out;
}

inline Never never(const std::string& tool, Never::Level level = Never::Level::called,
                   const std::string& args = "") {
  Never out;
  out.tool = tool;
  out.level = level;
  out.args_json = args;
  return out;
}

}  // namespace tare::made

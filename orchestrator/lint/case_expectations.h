// What a case expects of tools and arguments, whichever way it states it, as one list.
//
// expectedTool, acceptableTools, the calls of a trajectory and the call of an `invoke` case ask for
// the same thing in different members; rules and coverage look at this and at nothing else.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "json/value.h"
#include "model/test_case.h"

namespace tare {

struct ExpectedUse {
  std::vector<std::string> tools;  // the first is the canonical one, the others will do as well
  json::Value args;                // an object of what is expected; invalid: nothing is said
  bool whole = false;              // `args` are all arguments, literally: an `invoke` case
};

class CaseExpectations {
 public:
  explicit CaseExpectations(const TestCase& test_case);
  CaseExpectations(const CaseExpectations&) = delete;
  CaseExpectations& operator=(const CaseExpectations&) = delete;

  const std::vector<ExpectedUse>& uses() const { return uses_; }
  bool accepts(std::string_view tool) const;

 private:
  // Reads a JSON object that lives as long as this; invalid where it is none.
  json::Value object_in(std::string text);

  std::deque<std::string> texts_;
  std::deque<json::Document> documents_;
  std::vector<ExpectedUse> uses_;
};

// Does the status that the case expects say that the call is refused?
bool expects_refusal(const TestCase& test_case);

}  // namespace tare

// Where the rules put what they find, before waivers are held against it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lint/lint_rule.h"
#include "model/test_case.h"
#include "suite/suite.h"

namespace tare {

struct LintFinding {
  LintRule rule;
  const TestCase* test_case = nullptr;  // null: of the suite as a whole
  Violation violation;
};

class LintFindings {
 public:
  // The suite must outlive this.
  explicit LintFindings(const Suite& suite) : suite_(suite) {}

  // Of a case, at its place.
  void add(LintRule rule, const TestCase& test_case, std::string text, std::string mend = {});
  // Of the suite as a whole; `at` may be without a line.
  void add(LintRule rule, SourcePosition at, std::string subject, std::string text,
           std::string mend = {});

  // What a rule could not look at, for the reader of the report.
  void add_note(std::string text) { notes_.push_back(std::move(text)); }
  const std::vector<std::string>& notes() const { return notes_; }

  std::vector<LintFinding>& list() { return list_; }
  const Suite& suite() const { return suite_; }

 private:
  Violation violation(LintRule rule, SourcePosition at, std::string subject, std::string text,
                      std::string mend) const;

  const Suite& suite_;
  std::vector<LintFinding> list_;
  std::vector<std::string> notes_;
};

// `given`, or an error where it is a warning and the suite is strict.
ViolationLevel level_in(const Suite& suite, ViolationLevel given);

}  // namespace tare

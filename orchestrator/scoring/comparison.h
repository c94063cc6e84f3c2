// Two runs of one suite: what differs in what they were, and what in what they came to.
//
// Everything is paired by case: a case that passed before and fails now says more than two rates
// do. For each figure the cases that changed are counted by direction and held against a fair coin
// (significance.h). The pass rate on normalized is the question that was asked, and stands alone at
// 5 %; all other figures, the tools and the tags are one family under Holm's correction, so that
// looking at many things does not find what is not there. Confusions and kinds of coercion are a
// second family: they say where a change is, and decide nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/run_summary.h"
#include "scoring/changed_tool.h"
#include "scoring/run_facts.h"

namespace tare {

struct ComparedFigure {
  enum class Group : std::uint8_t { pass_rate, figure, tool, tag, confusion, coercion };
  Group group = Group::figure;
  std::string name;  // the figure; of a slice the tool or tag; of a confusion the pair
  std::string view;  // "raw", "normalized"; "" for coercions
  // Rates; for confusions and coercions how many. Each over all cases of its own run; nullopt where
  // there is nothing to count.
  std::optional<double> base, now;
  std::uint64_t cases = 0;              // paired: with a value in both runs
  std::uint64_t better = 0, worse = 0;  // of those, by direction
  bool single = true;                   // one trial a case on both sides: McNemar's test
  double p = 1, corrected = 1;
  std::optional<double> smallest_drop;  // that could have been told among its family
  Direction change = Direction::cannot_tell;
};
std::string_view group_name(ComparedFigure::Group group);  // "passRate", "figure", …

struct ChangedCase {
  std::string id;
  Count base, now;  // passed
  std::uint8_t risk = 1;
};

struct Difference {
  std::string what;
  std::string base, now;  // "" where it is not known
};

// Did the change of a tool's description do what it was made for?
struct Experiment {
  std::string target;               // a glob on "expected -> selected"
  std::string view;                 // where the target was counted
  std::uint64_t base = 0, now = 0;  // trials with such a confusion
  std::uint64_t base_of = 0, now_of = 0;
  bool fell = false;
  double p = 1;
  // Figures that fell, which must not: "noToolAccuracy, raw: 1 to 0.9".
  std::vector<std::string> broken;
  bool passed = false;
  std::string reason;
};

struct Comparison {
  std::string base_name, now_name;
  bool dataset_changed = false;
  std::vector<Difference> identity, thresholds, circumstance;
  std::vector<std::string> only_base, only_now;           // cases without a partner
  std::uint64_t cases = 0;                                // with one
  std::vector<ComparedFigure> figures;                    // [0] is the pass rate on normalized
  std::vector<ChangedCase> newly_failing, newly_passing;  // the greatest change first
  // nullopt: which tools either run had is not known. Whoever has both manifests fills it in.
  std::optional<std::vector<ChangedTool>> tools;
  std::optional<Experiment> experiment;
  Direction change = Direction::cannot_tell;  // worse where any deciding figure is
};

// `target` "": no experiment.
Comparison compare_runs(const RunFacts& base, const RunFacts& now, const std::string& target = "");

// The few lines that a run says of its baseline.
BaselineSummary summary_of(const Comparison& comparison);

}  // namespace tare

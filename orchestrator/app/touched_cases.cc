#include "app/touched_cases.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/run_tools.h"
#include "base/escape.h"
#include "base/glob.h"
#include "lint/case_expectations.h"
#include "policy/check_policy.h"
#include "policy/policy_rules.h"

namespace tare {
namespace {

constexpr std::size_t kMaxChangeText = 240;

Result<std::optional<LiveManifest>> tools_in(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return std::optional<LiveManifest>();
  return tools_of_run(path);
}

}  // namespace

Result<std::optional<std::vector<ChangedTool>>> changed_tools(const std::string& base,
                                                              const std::string& now) {
  using Known = std::optional<std::vector<ChangedTool>>;
  auto before = tools_in(base);
  if (!before) return before.error();
  auto after = tools_in(now);
  if (!after) return after.error();
  if (!*before || !*after) return Known();
  std::vector<ChangedTool> out;
  std::map<std::string, std::size_t> index;
  for (const Violation& change : manifest_changes(**before, **after)) {
    if (change.subject.empty()) continue;  // of no tool by itself: the order of all
    const auto [at, is_new] = index.emplace(change.subject, out.size());
    if (is_new) out.push_back({.name = change.subject});
    ChangedTool& tool = out[at->second];
    if (change.rule == rule_id(PolicyRule::extra_tool)) {
      tool.how = ChangedTool::How::added;
    } else if (change.rule == rule_id(PolicyRule::missing_tool)) {
      tool.how = ChangedTool::How::removed;
    } else {
      tool.changes.push_back(shorten(change.text, kMaxChangeText));
    }
  }
  return Known(std::move(out));
}

TouchedCases::TouchedCases(std::vector<ChangedTool> tools)
    : tools_(std::move(tools)), touched_(tools_.size()) {
  for (std::size_t i = 0; i < tools_.size(); ++i) index_.emplace(tools_[i].name, i);
}

void TouchedCases::touch(const std::string& tool, std::uint32_t number) {
  const auto found = index_.find(tool);
  if (found == index_.end()) return;
  auto& list = touched_[found->second];
  if (list.empty() || list.back() != number) list.push_back(number);
}

void TouchedCases::add_expectation(const TestCase& test_case, std::uint32_t number) {
  const CaseExpectations expectations(test_case);
  for (const ExpectedUse& use : expectations.uses()) {
    for (const std::string& tool : use.tools) touch(tool, number);
  }
  // A list of accepted tools is read with the expected one, and may stand without it.
  for (const std::string& tool : test_case.expected.acceptable_tools) touch(tool, number);
  if (!test_case.expected.rare) return;
  for (const Never& never : test_case.expected.rare->never) {
    if (is_literal_glob(never.tool)) {
      touch(never.tool, number);
      continue;
    }
    for (const auto& [name, at] : index_) {
      if (glob_match(never.tool, name)) touch(name, number);
    }
  }
}

void TouchedCases::add(const TestCase& test_case, const TrialScore& score) {
  if (tools_.empty()) return;
  const auto [at, is_new] =
      numbers_.emplace(test_case.id(), static_cast<std::uint32_t>(ids_.size()));
  if (is_new) ids_.push_back(test_case.id());
  if (last_ != &test_case) add_expectation(test_case, at->second);
  last_ = &test_case;
  for (const CallTrace& trace : score.traces) {
    for (const std::string& tool : trace.tools) touch(tool, at->second);
  }
}

std::vector<ChangedTool> TouchedCases::take() {
  for (std::size_t i = 0; i < tools_.size(); ++i) {
    auto& list = touched_[i];
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    tools_[i].cases = list.size();
    for (const std::uint32_t number : list) {
      if (tools_[i].case_ids.size() == kMaxTouchedCases) break;
      tools_[i].case_ids.push_back(ids_[number]);
    }
  }
  return std::move(tools_);
}

}  // namespace tare

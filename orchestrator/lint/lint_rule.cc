// The table is the list: docs/lint.md has a section for each line, and a test holds them together.
#include "lint/lint_rule.h"

#include <array>

namespace tare {
namespace {

using F = LintFamily;
using L = ViolationLevel;
using R = LintRule;

constexpr std::array<LintRuleInfo, 28> kRules = {{
    {R::duplicate_id, F::lint, L::error, "lint/duplicate-id",
     "Two cases with one id: results, waivers and baselines could mean either.",
     "docs/lint.md#lintduplicate-id"},
    {R::retired_id, F::lint, L::error, "lint/retired-id",
     "An id that was retired goes on with the old case's history and baseline.",
     "docs/lint.md#lintretired-id"},
    {R::id_shape, F::lint, L::warning, "lint/id-shape",
     "An id that does not fit the suite's shape says nothing, or no longer the truth, of its case.",
     "docs/lint.md#lintid-shape"},
    {R::missing_tags, F::lint, L::warning, "lint/missing-tags",
     "A case without tags is in no slice: no gate and no report can ask for its like.",
     "docs/lint.md#lintmissing-tags"},
    {R::names_its_tool, F::lint, L::warning, "lint/names-its-tool",
     "A request that names the tool it expects tests reading, not choosing.",
     "docs/lint.md#lintnames-its-tool"},
    {R::placeholder, F::lint, L::warning, "lint/placeholder",
     "Models know made-up domains and addresses and treat them unlike a user's own.",
     "docs/lint.md#lintplaceholder"},
    {R::near_duplicate, F::lint, L::warning, "lint/near-duplicate",
     "Two requests that are nearly one count one behaviour twice.",
     "docs/lint.md#lintnear-duplicate"},
    {R::contradicting_cases, F::lint, L::error, "lint/contradicting-cases",
     "One request with two expectations: one of the cases fails whatever the model does.",
     "docs/lint.md#lintcontradicting-cases"},
    {R::error_not_expected, F::lint, L::warning, "lint/error-not-expected",
     "An agent case that makes a tool fail on purpose counts as a tool error unless it says so.",
     "docs/lint.md#linterror-not-expected"},
    {R::unknown_tool, F::lint, L::warning, "lint/unknown-tool",
     "An expected tool that the manifest does not have can never be called.",
     "docs/lint.md#lintunknown-tool"},
    {R::unknown_argument, F::lint, L::error, "lint/unknown-argument",
     "An expected argument that the tool does not have can never be right.",
     "docs/lint.md#lintunknown-argument"},
    {R::impossible_value, F::lint, L::error, "lint/impossible-value",
     "An expected value that the tool's schema refuses can never be right.",
     "docs/lint.md#lintimpossible-value"},
    {R::missing_argument, F::lint, L::error, "lint/missing-argument",
     "A call without a required argument is no good call of the tool.",
     "docs/lint.md#lintmissing-argument"},
    {R::forbids_expected, F::lint, L::error, "lint/forbids-expected",
     "A case that forbids what it expects cannot pass.", "docs/lint.md#lintforbids-expected"},
    {R::accepts_most_tools, F::lint, L::warning, "lint/accepts-most-tools",
     "A case that most tools satisfy tells nothing of the choice between them.",
     "docs/lint.md#lintaccepts-most-tools"},
    {R::matches_anything, F::lint, L::warning, "lint/matches-anything",
     "A matcher that every value satisfies checks nothing.", "docs/lint.md#lintmatches-anything"},
    {R::vague_contract, F::lint, L::warning, "lint/vague-contract",
     "A contract that two readers would judge differently makes the judge a coin.",
     "docs/lint.md#lintvague-contract"},
    {R::gate_cannot_fail, F::lint, L::error, "lint/gate-cannot-fail",
     "A gate that no run can fail looks like protection and is none.",
     "docs/lint.md#lintgate-cannot-fail"},
    {R::gate_selects_nothing, F::lint, L::error, "lint/gate-selects-nothing",
     "A gate over no case, or over a figure that the suite cannot have, decides nothing or always "
     "the same.",
     "docs/lint.md#lintgate-selects-nothing"},
    {R::limit_matches_no_tool, F::lint, L::warning, "lint/limit-matches-no-tool",
     "A limit on a tool that the agent does not have is a slip of spelling more often than not.",
     "docs/lint.md#lintlimit-matches-no-tool"},
    {R::judge_threshold, F::lint, L::error, "lint/judge-threshold",
     "A judge whose lowest score passes fails nothing.", "docs/lint.md#lintjudge-threshold"},
    {R::unused_waiver, F::lint, L::error, "lint/unused-waiver",
     "A waiver that covers nothing waits for a mistake to hide.", "docs/lint.md#lintunused-waiver"},
    {R::uncovered_tool, F::coverage, L::error, "lint/uncovered-tool",
     "A tool that no case expects may break unseen.", "docs/coverage.md#lintuncovered-tool"},
    {R::uncovered_argument, F::coverage, L::error, "lint/uncovered-argument",
     "An argument that no case expects may be dropped or changed unseen.",
     "docs/coverage.md#lintuncovered-argument"},
    {R::uncovered_value, F::coverage, L::error, "lint/uncovered-value",
     "A value of an enum that no case shows may be confused with its neighbours unseen.",
     "docs/coverage.md#lintuncovered-value"},
    {R::no_near_neighbour, F::coverage, L::error, "lint/no-near-neighbour",
     "Only a case that looks like a write and is none shows that the tool is not called too often.",
     "docs/coverage.md#lintno-near-neighbour"},
    {R::no_no_tool_case, F::coverage, L::error, "lint/no-no-tool-case",
     "Without cases that expect no call, an agent that always calls scores best.",
     "docs/coverage.md#lintno-no-tool-case"},
    {R::few_cases, F::coverage, L::note, "lint/few-cases",
     "A rate over few cases is a guess: one slip in three reads as 67 %.",
     "docs/coverage.md#lintfew-cases"},
}};

}  // namespace

std::span<const LintRuleInfo> lint_rules() { return kRules; }

const LintRuleInfo& lint_rule_info(LintRule rule) { return kRules[static_cast<std::size_t>(rule)]; }

std::optional<LintRule> lint_rule_from_id(std::string_view id) {
  constexpr std::string_view kPrefix = "lint/";
  if (id.starts_with(kPrefix)) id.remove_prefix(kPrefix.size());
  for (const LintRuleInfo& info : kRules) {
    if (info.id.substr(kPrefix.size()) == id) return info.rule;
  }
  return std::nullopt;
}

}  // namespace tare

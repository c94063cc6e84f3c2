// Cases that ask the same, or nearly.
//
// Of two cases that nearly ask the same and expect the same tool, the second tells little that the
// first does not, and weighs as much. Where they expect different tools they are the best there is,
// a minimal pair; but where the words are the very same, one of the two must fail.
#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

#include "base/byte_hash.h"
#include "base/escape.h"
#include "lint/case_expectations.h"
#include "lint/case_texts.h"
#include "lint/likeness.h"
#include "lint/lint_rules.h"
#include "scoring/value_matcher.h"
#include "suite/matchers.h"

namespace tare {
namespace {

constexpr double kNearlyOne = 0.8;
constexpr std::uint64_t kSeed = 0x616c'696b;

// All that the model is given beside the words: cases that differ in it are other cases.
std::string setting_of(const TestCase& test_case) {
  const CaseInput& input = test_case.input;
  return fmt::format("{}\n{}\n{}\n{}\n{}", case_kind_name(input.kind), input.tools_json,
                     input.instructions_json, input.identity_json, input.input_json);
}

std::string expectation_of(const TestCase& test_case) {
  const Expectation& expected = test_case.expected;
  std::string out;
  switch (expected.tool) {
    case Expectation::Tool::unstated:
      out = "-";
      break;
    case Expectation::Tool::none:
      out = "none";
      break;
    case Expectation::Tool::named:
      out = "tool " + expected.expected_tool;
      break;
  }
  if (expected.rare) {
    out += '\n' + expected.rare->expected_calls_json + '\n' + expected.rare->expected_output_json +
           '\n' + expected.rare->expected_status_json + '\n' + expected.rare->bfcl_json;
  }
  return out;
}

// A top-level argument for which both want a literal, and not the same: no call passes both. Only
// texts and booleans, which have one spelling; "" where there is none such.
std::string contradicted_argument(const TestCase& a, const TestCase& b) {
  const CaseExpectations of_a(a), of_b(b);
  if (of_a.uses().empty() || of_b.uses().empty()) return {};
  const json::Value args_a = of_a.uses().front().args, args_b = of_b.uses().front().args;
  if (!args_a.valid() || !args_b.valid() || matcher_of(args_a) || matcher_of(args_b)) return {};
  MatcherCache cache;
  for (const json::Member& member : args_a.members()) {
    const json::Value mine = member.value, other = args_b.find(member.name.decoded());
    if (!other.valid() || mine.kind() != other.kind()) continue;
    if (!mine.is_string() && !mine.is_boolean()) continue;
    if (!ValueMatcher(cache).matches(mine, other) && !ValueMatcher(cache).matches(other, mine)) {
      return literal_name(member.name);
    }
  }
  return {};
}

// The first case of its words and setting decides; a later one of another tool contradicts it.
std::unordered_set<const TestCase*> contradicting(LintCases cases, LintFindings& out) {
  std::unordered_set<const TestCase*> found;
  std::unordered_map<std::uint64_t, const TestCase*> first;
  for (const TestCase* one : cases) {
    if (one->expected.tool == Expectation::Tool::unstated) continue;
    const std::string words = conversation_text(*one) + "\n" + setting_of(*one);
    const auto [at, is_new] = first.emplace(byte_hash(words, kSeed), one);
    if (is_new) continue;
    const Expectation& a = at->second->expected;
    const Expectation& b = one->expected;
    const auto accepts = [](const Expectation& e, const std::string& tool) {
      for (const std::string& other : e.acceptable_tools) {
        if (other == tool) return true;
      }
      return e.expected_tool == tool;
    };
    const bool both_named =
        a.tool == Expectation::Tool::named && b.tool == Expectation::Tool::named;
    bool share = a.tool == b.tool && !both_named;
    if (both_named) {
      share = accepts(a, b.expected_tool) || accepts(b, a.expected_tool);
      for (const std::string& tool : b.acceptable_tools) share = share || accepts(a, tool);
    }
    if (share) {
      const bool one_tool = both_named && one->input.kind == CaseKind::tool_call &&
                            a.expected_tool == b.expected_tool && a.acceptable_tools.empty() &&
                            b.acceptable_tools.empty();
      const std::string argument =
          one_tool ? contradicted_argument(*at->second, *one) : std::string();
      if (argument.empty()) continue;
      out.add(LintRule::contradicting_cases, *one,
              fmt::format("asks what \"{}\" ({}) asks, and expects another value for argument "
                          "\"{}\" of the same tool",
                          escape_for_terminal(shorten(at->second->id(), 80)),
                          out.suite().where(at->second->position),
                          escape_for_terminal(shorten(argument, 60))),
              "one of them must fail: mend one, or ask differently");
      found.insert(one);
      continue;
    }
    const auto text = [](const Expectation& e) {
      return e.tool == Expectation::Tool::none
                 ? std::string("no call")
                 : "\"" + escape_for_terminal(shorten(e.expected_tool, 60)) + "\"";
    };
    out.add(LintRule::contradicting_cases, *one,
            fmt::format("asks what \"{}\" ({}) asks, and expects {} where that expects {}",
                        escape_for_terminal(shorten(at->second->id(), 80)),
                        out.suite().where(at->second->position), text(b), text(a)),
            "one of them must fail: mend one, or ask differently");
  }
  return found;
}

}  // namespace

void lint_alike_requests(LintCases cases, LintFindings& out) {
  std::vector<const TestCase*> asked;
  for (const TestCase* one : cases) {
    const CaseKind kind = one->input.kind;
    if (kind == CaseKind::tool_call || kind == CaseKind::agent) asked.push_back(one);
  }
  const std::unordered_set<const TestCase*> contradicted = contradicting(asked, out);
  std::vector<std::vector<std::uint64_t>> texts;
  std::vector<std::uint64_t> groups;
  for (const TestCase* one : asked) {
    texts.push_back(shingles_of(conversation_text(*one)));
    groups.push_back(byte_hash(setting_of(*one) + "\n" + expectation_of(*one), kSeed));
  }
  const Likenesses found = find_alike(texts, groups, kNearlyOne);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (!found.of[i] || contradicted.contains(asked[i])) continue;
    const TestCase& like = *asked[found.of[i]->index];
    out.add(LintRule::near_duplicate, *asked[i],
            fmt::format("asks nearly what \"{}\" ({}) asks: {:.0f} % alike, and expects the same{}",
                        escape_for_terminal(shorten(like.id(), 80)),
                        out.suite().where(like.position), 100 * found.of[i]->likeness,
                        asked[i]->expected.tool == Expectation::Tool::named ? " tool" : ""),
            "ask for something else, ask differently, or keep one of them");
  }
  if (found.cut_short > 0) {
    out.add_note(
        fmt::format("{} requests are like so many others in part that they were not held "
                    "against all of them",
                    found.cut_short));
  }
}

}  // namespace tare

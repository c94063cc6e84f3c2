#include "scoring/call_checks.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/escape.h"
#include "json/reader.h"
#include "scoring/argument_matcher.h"

namespace tare {
namespace {

struct Expected {
  json::Document args;
  bool has_args = false;
  std::string status;  // "" where none is stated
};

// The texts were checked when the suite was read.
void read(const TestCase& test_case, Expected& out) {
  if (!test_case.expected.rare) return;
  const RareExpectation& rare = *test_case.expected.rare;
  out.has_args =
      !rare.expected_args_json.empty() && !json::read_strict(rare.expected_args_json, out.args);
  json::Document status;
  if (rare.expected_status_json.empty() || json::read_strict(rare.expected_status_json, status)) {
    return;
  }
  out.status = status.root().as_string().value_or("");
}

void compare_status(CallChecks& checks, const std::string& wanted, const std::string& seen) {
  if (seen.empty()) {
    checks.status_reason = "what became of the call is not on record: expected is status \"" +
                           wanted + "\", and no view of it gives a \"status\"";
    return;
  }
  checks.status_right = seen == wanted;
  if (seen == wanted) return;
  checks.status_reason = "expected status \"" + wanted + "\"; the call was " + seen;
}

CallChecks check_view(const Expected& expected, const View& view, const Answer& answer,
                      bool with_status, MatcherCache& cache) {
  CallChecks out;
  if (expected.has_args && answer.choices_only) {
    out.args.unknown = true;
    out.args_unknown = "expectedArgs: what was called is told, and not with which arguments";
  } else if (expected.has_args) {
    out.args.judged = true;
    out.args.comparison = compare_arguments(expected.args.root(), view.arguments, cache);
  }
  if (with_status && !expected.status.empty()) {
    compare_status(out, expected.status, view.status ? std::string(status_name(*view.status)) : "");
  }
  return out;
}

// How far a call is from what is expected: the less, the better.
std::pair<int, std::uint64_t> distance(const CallChecks& checks) {
  const bool args_wrong = checks.args.judged && !checks.args.comparison.match();
  const bool status_wrong = checks.status_right == false;
  return {(args_wrong ? 2 : 0) + (status_wrong ? 1 : 0),
          checks.args.comparison.mismatches.size() + checks.args.comparison.more};
}

CallChecks nearest(const Expected& expected, const Answer& answer,
                   const std::vector<std::uint32_t>& views, bool with_status, MatcherCache& cache) {
  std::optional<CallChecks> best;
  for (const std::uint32_t view : views) {
    CallChecks checks = check_view(expected, answer.views[view], answer, with_status, cache);
    if (!best || distance(checks) < distance(*best)) best = std::move(checks);
    if (distance(*best).first == 0) break;
  }
  return best ? std::move(*best) : CallChecks();
}

// An answer to a direct call that is an error was a refusal, whatever word the adapter has for it;
// so was a client that did not let the call through.
std::string invoked_status(const Answer& answer, const std::optional<View>& call) {
  if (std::ranges::any_of(answer.results, &ToolResult::is_error)) return "rejected";
  if (call && call->status) {
    switch (*call->status) {
      case CallStatus::executed:
        return "executed";
      case CallStatus::held:
        return "held";
      case CallStatus::denied:
      case CallStatus::rejected:
      case CallStatus::failed:
        return "rejected";
    }
  }
  if (answer.finished == FinishReason::held) return "held";
  if (answer.finished == FinishReason::refused_by_client) return "rejected";
  return answer.results.empty() ? "" : "executed";
}

std::string invoked_tool(const TestCase& test_case) {
  json::Document document;
  if (json::read_strict(test_case.input.invoke_json, document)) return "";
  const json::Value tool = document.root().find("tool");
  return tool.valid() && tool.is_string() ? tool.decoded() : "";
}

}  // namespace

CallChecks check_call(const TestCase& test_case, const Answer& answer, const SideSelection& side,
                      bool with_status, MatcherCache& cache) {
  Expected expected;
  read(test_case, expected);
  if (!expected.has_args && expected.status.empty()) return {};
  return nearest(expected, answer, side.candidates, with_status, cache);
}

CallChecks check_invoked(const TestCase& test_case, const Answer& answer,
                         const SideSelection& normalized, MatcherCache& cache) {
  Expected expected;
  read(test_case, expected);
  const std::string tool = invoked_tool(test_case);
  std::vector<std::uint32_t> views;
  for (std::size_t i = 0; i < normalized.calls.size(); ++i) {
    if (normalized.calls[i] == tool) views.push_back(normalized.views[i]);
  }
  CallChecks out = nearest(expected, answer, views, false, cache);
  if (expected.has_args && views.empty()) {
    out.args.unknown = true;
    out.args_unknown = "expectedArgs: no call of " + quote_json(shorten(tool, 200)) +
                       " is on record; have the adapter tell what the tool received";
  }
  if (expected.status.empty()) return out;
  std::optional<View> call;
  if (!views.empty()) call = answer.views[views.back()];
  compare_status(out, expected.status, invoked_status(answer, call));
  return out;
}

}  // namespace tare

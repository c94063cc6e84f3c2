#include "scoring/approvals.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace tare {
namespace {

Manifest tools() {
  Manifest manifest;
  for (const auto& [name, approval] :
       std::vector<std::pair<std::string, std::optional<std::string>>>{
           {"pay", "always"}, {"get", "never"}, {"odd", std::nullopt}}) {
    ToolSpec tool;
    tool.name = name;
    tool.approval = approval;
    manifest.tools.push_back(tool);
  }
  return manifest;
}

View seen(At at, const std::string& name, std::optional<CallStatus> status = std::nullopt,
          Evidence evidence = Evidence::verbatim) {
  View view;
  view.at = at;
  view.id = name;
  view.name = name;
  view.arguments = "{}";
  view.status = status;
  view.evidence = evidence;
  return view;
}

AttemptRecord attempt(std::vector<View> views) {
  AttemptRecord record;
  record.outcome = AttemptOutcome::completed;
  record.answer.views = std::move(views);
  return record;
}

void expect(const ApprovalCounts& got, std::vector<std::uint64_t> wanted) {
  EXPECT_EQ(
      (std::vector<std::uint64_t>{got.calls, got.proven, got.unapproved, got.unapproved_proven}),
      wanted);
}

TEST(Approvals, ACallThatRanWithoutBeingShownIsCountedAndWhoSaysSoToo) {
  const Manifest manifest = tools();
  const auto count = [&](std::vector<View> views) {
    const std::vector<AttemptRecord> attempts = {attempt(std::move(views))};
    return count_approvals(attempts, &manifest);
  };
  const View wire = seen(At::wire, "pay");
  expect(count({wire, seen(At::tool, "pay", CallStatus::executed)}), {1, 0, 1, 0});
  expect(count({wire, seen(At::tool, "pay", CallStatus::failed)}), {1, 0, 1, 0});
  expect(count({wire, seen(At::tool, "pay", CallStatus::executed, Evidence::recorded)}),
         {1, 1, 1, 1});
  expect(count({wire, seen(At::approval, "pay"), seen(At::tool, "pay", CallStatus::executed)}),
         {1, 0, 0, 0});
  for (const CallStatus status : {CallStatus::held, CallStatus::denied, CallStatus::rejected}) {
    expect(count({wire, seen(At::tool, "pay", status)}), {1, 0, 0, 0});
  }
  expect(count({wire, seen(At::tool, "pay", CallStatus::held, Evidence::recorded)}), {1, 1, 0, 0});
}

TEST(Approvals, OtherToolsAndAgentsThatSetNoneCountNothing) {
  const Manifest manifest = tools();
  const std::vector<AttemptRecord> attempts = {attempt(
      {seen(At::tool, "get", CallStatus::executed), seen(At::tool, "odd", CallStatus::executed),
       seen(At::tool, "unknown", CallStatus::executed)})};
  expect(count_approvals(attempts, &manifest), {0, 0, 0, 0});
  expect(count_approvals(attempts, nullptr), {0, 0, 0, 0});
}

TEST(Approvals, EveryAttemptCountsThoseThatCameToNothingToo) {
  const Manifest manifest = tools();
  AttemptRecord cut = attempt({seen(At::tool, "pay", CallStatus::executed)});
  cut.outcome = AttemptOutcome::failed;
  cut.failure = Failure::exit_code;
  const std::vector<AttemptRecord> attempts = {cut,
                                               attempt({seen(At::tool, "pay", CallStatus::held)})};
  expect(count_approvals(attempts, &manifest), {2, 0, 1, 0});
}

}  // namespace
}  // namespace tare

#include "report/approvals_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/figure_text.h"
#include "scoring/statistics.h"

namespace tare {

std::string approvals_sentence(const ApprovalCounts& counts) {
  if (counts.calls == 0) return "";
  std::string out = fmt::format(
      "{} of {} of tools that need one ran without; with 95 % confidence at most {}; what became "
      "of "
      "them: {} seen by Tare's proxy, {} said by the adapter",
      count_text(counts.unapproved), counted(counts.calls, "call"),
      percent_text(upper_bound_95(counts.unapproved, counts.calls)), count_text(counts.proven),
      count_text(counts.calls - counts.proven));
  if (counts.unapproved > 0) {
    out += fmt::format("; of those that ran, {} seen", count_text(counts.unapproved_proven));
  }
  return out;
}

std::string approvals_json(const ApprovalCounts& counts) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  out["calls"] = counts.calls;
  out["proven"] = counts.proven;
  out["unapproved"] = counts.unapproved;
  out["unapprovedProven"] = counts.unapproved_proven;
  out["upperBound95"] =
      counts.calls == 0 ? nlohmann::ordered_json(nullptr)
                        : nlohmann::ordered_json(upper_bound_95(counts.unapproved, counts.calls));
  return out.dump();
}

}  // namespace tare

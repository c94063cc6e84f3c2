#include "scoring/gate_figure.h"

#include <utility>

namespace tare {

std::optional<GateFigure> gate_figure_from_name(std::string_view name) {
  using enum GateFigure;
  static constexpr std::pair<std::string_view, GateFigure> kNames[] = {
      {"exactAccuracy", exact_accuracy},
      {"acceptableAccuracy", acceptable_accuracy},
      {"noToolAccuracy", no_tool_accuracy},
      {"riskWeightedAccuracy", risk_weighted_accuracy},
      {"passRate", pass_rate},
      {"minCasePassRate", min_case_pass_rate},
      {"passHatK", pass_hat_k},
      {"toolErrors", tool_errors},
      {"neverCalled", never_called},
      {"neverExecuted", never_executed},
      {"findings", findings},
      {"rescued", rescued},
      {"damaged", damaged},
      {"clientDelta", client_delta},
      {"confusions", confusions},
      {"unaudited", unaudited},
      {"unread", unread},
      {"incomplete", incomplete},
      {"costUsd", cost_usd},
      {"p95Ms", p95_ms},
      {"argsAccuracy", args_accuracy},
      {"schemaValid", schema_valid},
      {"judgePassRate", judge_pass_rate},
      {"drop", drop},
  };
  for (const auto& [known, figure] : kNames) {
    if (known == name) return figure;
  }
  return std::nullopt;
}

bool is_two_sided(GateFigure figure) {
  switch (figure) {
    case GateFigure::exact_accuracy:
    case GateFigure::acceptable_accuracy:
    case GateFigure::no_tool_accuracy:
    case GateFigure::risk_weighted_accuracy:
    case GateFigure::pass_rate:
    case GateFigure::min_case_pass_rate:
    case GateFigure::pass_hat_k:
    case GateFigure::confusions:
    case GateFigure::args_accuracy:
    case GateFigure::schema_valid:
      return true;
    case GateFigure::tool_errors:
    case GateFigure::never_called:
    case GateFigure::never_executed:
    case GateFigure::findings:
    case GateFigure::rescued:
    case GateFigure::damaged:
    case GateFigure::client_delta:
    case GateFigure::unaudited:
    case GateFigure::unread:
    case GateFigure::incomplete:
    case GateFigure::cost_usd:
    case GateFigure::p95_ms:
    case GateFigure::judge_pass_rate:
    case GateFigure::drop:
      return false;
  }
  return false;
}

bool is_not_computed(GateFigure figure) { return figure == GateFigure::drop; }

}  // namespace tare

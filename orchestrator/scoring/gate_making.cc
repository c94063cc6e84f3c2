#include "scoring/gate_making.h"

#include <cmath>
#include <utility>

#include "base/nearest_name.h"
#include "diff/kind.h"

namespace tare {

Result<std::vector<GateTally>> make_gate_tallies(GateSpec spec, bool always_on) {
  std::optional<GateFigure> figure = gate_figure_from_name(spec.figure);
  if (!figure) return Error{.reason = "unknown figure \"" + spec.figure + "\" in a gate"};
  const auto is_number = [](const std::optional<double>& x) { return x && !std::isnan(*x); };
  if (!is_number(spec.min) && !is_number(spec.max)) {
    return Error{.reason = "the gate on \"" + spec.figure + "\" has neither min nor max",
                 .mend = "give it the value that it is to hold"};
  }
  if (!spec.of.empty() && *figure == GateFigure::client_delta) {
    const std::optional<GateFigure> of = gate_figure_from_name(spec.of);
    if (!of || *of > GateFigure::risk_weighted_accuracy) {
      return Error{.reason = "clientDelta of \"" + spec.of + "\" is no figure of tool choice"};
    }
  }
  if (spec.kind && !is_kind(*spec.kind)) {
    std::vector<std::string_view> known;
    for (const KindInfo& info : all_kinds()) known.push_back(info.name);
    return Error{
        .reason = "unknown kind \"" + *spec.kind + "\" in the gate on \"" + spec.figure + "\"",
        .mend = nearest_name_hint(*spec.kind, known)};
  }
  if (*figure == GateFigure::drop) {
    figure = gate_figure_from_name(spec.of);
    if (!figure || *figure == GateFigure::drop) {
      return Error{.reason = "a drop of \"" + spec.of + "\", which is no figure"};
    }
  }
  Filter filter;
  if (!spec.where.empty()) {
    Result<Filter> parsed = Filter::parse(spec.where);
    if (!parsed) return parsed.error();
    filter = std::move(*parsed);
  }
  std::vector<GateTally> out;
  if (!is_two_sided(*figure)) {
    out.emplace_back(std::move(spec), *figure, std::move(filter), Side::neither, always_on);
    return out;
  }
  if (spec.view != GateSpec::View::normalized) {
    out.emplace_back(spec, *figure, filter, Side::raw, always_on);
  }
  if (spec.view != GateSpec::View::raw) {
    out.emplace_back(spec, *figure, filter, Side::normalized, always_on);
  }
  return out;
}

}  // namespace tare

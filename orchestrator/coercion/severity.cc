// Rules R1, R2, R5, R6, R8 and R9; R3 and R4 need schemas read as a whole, and R7 needs Unicode
// normal forms.
#include "coercion/severity.h"

#include <algorithm>

namespace tare {
namespace {

bool any_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

Effect effect_of(const Change& change, const PairFacts& facts) {
  // The id links a result to its call and is no part of what the tool does.
  if (change.kind == "callIdRewritten") return Effect::neutral;
  // What is not offered cannot be told without a list; these kinds mean that it was not.
  if (any_of(change.kind, {"doubleEncodingUnwrapped", "keyRenamed"})) return Effect::rescued;
  if (!facts.tool_list &&
      any_of(change.kind, {"nameFuzzyMapped", "namePrefixStripped", "nameCaseChanged"})) {
    return Effect::rescued;
  }
  if (any_of(change.kind, {"invalidArgsEmptied", "invalidArgsWrapped"})) {
    return facts.executed ? Effect::damaged : Effect::neutral;
  }
  if (change.equal_as_double) return Effect::neutral;
  if (!facts.raw_ok && facts.normalized_ok) return Effect::rescued;
  if (facts.raw_ok) {
    return !facts.normalized_ok || change.value_changed ? Effect::damaged : Effect::neutral;
  }
  return facts.executed ? Effect::damaged : Effect::neutral;
}

Severity moved(Severity from, int grades) {
  const int to = std::clamp(static_cast<int>(from) + grades, static_cast<int>(Severity::info),
                            static_cast<int>(Severity::critical));
  return static_cast<Severity>(to);
}

}  // namespace

Change change_of(std::string_view kind) {
  return {.kind = kind, .lossless = kind_info(kind).lossless};
}

Severity weighed_for_side_effect(Severity severity, bool executed) {
  const Severity more = moved(severity, 1);
  return executed ? more : std::min(more, Severity::medium);
}

Finding graded(FindingOn on, const Change& change, const PairFacts& facts) {
  const KindInfo& info = kind_info(change.kind);
  Finding finding;
  finding.on = on;
  finding.kind = info.name;
  finding.lossless = change.lossless;
  finding.value_changed = change.value_changed;
  finding.remark = change.remark;
  finding.effect = effect_of(change, facts);

  finding.severity = moved(info.severity, change.shift - (change.equal_as_double ? 1 : 0));
  const bool softened = (info.group >= 'A' && info.group <= 'C') ||
                        any_of(info.name, {"repairSyntax", "repairPythonLiteral"});
  if (softened && finding.effect == Effect::rescued && finding.lossless &&
      finding.severity > Severity::low) {
    finding.severity = moved(finding.severity, -1);  // R2
  }
  if (!facts.executed) finding.severity = std::min(finding.severity, Severity::medium);  // R5
  return finding;
}

}  // namespace tare

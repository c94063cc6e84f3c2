// The rules R1 to R9 and the rule of effects. A classifier has put R1, R7 and R9 into the change's
// shift; what depends on the pair of calls is added here, in the order of the rules' numbers: R1,
// R2, R4 and R6 to R9 add up, R3 is a floor under the sum, R5 a ceiling over it.
#include "diff/severity.h"

#include <algorithm>

namespace tare {
namespace {

bool any_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

Effect damaged_if_run(const PairFacts& facts) {
  return facts.executed ? Effect::damaged : Effect::neutral;
}

// By which of the two calls is ok.
Effect effect_by_ok(const Change& change, const PairFacts& facts) {
  if (facts.raw_ok) {
    return !facts.normalized_ok || change.value_changed ? Effect::damaged : Effect::neutral;
  }
  return facts.normalized_ok ? Effect::rescued : damaged_if_run(facts);
}

// A change of spelling does not make a call ok or spoil it. Of the kinds that leave the value as it
// is, only those on arguments as a whole can: `null` is no object, `{}` is one.
bool is_spelling(const Change& change) {
  return !change.value_changed && !any_of(change.kind, {"typeChanged", "emptyArgsToObject"});
}

Effect effect_of(const Change& change, const PairFacts& facts) {
  // These are no part of what the tool does.
  if (any_of(change.kind, {"callIdRewritten", "historyRewritten", "textDropped"})) {
    return Effect::neutral;
  }
  if (change.untyped || change.equal_as_double || is_spelling(change)) return Effect::neutral;
  // Raw was ok, by definition of the kind.
  if (change.kind == "argsLost") return Effect::damaged;
  // What is not offered cannot be told without a list; these kinds mean that it was not.
  if (!facts.tool_list &&
      any_of(change.kind, {"nameFuzzyMapped", "namePrefixStripped", "nameCaseChanged"})) {
    return Effect::rescued;
  }
  if (facts.schema == nullptr && any_of(change.kind, {"doubleEncodingUnwrapped", "keyRenamed"})) {
    return Effect::rescued;
  }
  if (any_of(change.kind, {"invalidArgsEmptied", "invalidArgsWrapped"})) {
    return damaged_if_run(facts);
  }
  if (any_of(change.kind, {"keyDropped", "nullDropped", "emptyStringDropped", "keyRenamed"})) {
    // The tool does not know the name: the model's mistake becomes invisible, though the schema may
    // leave the object open. In a free form every name is good.
    if (change.placed == Placed::unlisted) return Effect::rescued;
    if (change.placed == Placed::free_form && change.kind != "keyRenamed") return Effect::damaged;
  }
  if (change.kind == "defaultInjected" && facts.raw_ok) return Effect::neutral;
  return effect_by_ok(change, facts);
}

Severity at_grade(int grade) {
  return static_cast<Severity>(
      std::clamp(grade, static_cast<int>(Severity::info), static_cast<int>(Severity::critical)));
}

Severity severity_of(const Change& change, const KindInfo& info, Effect effect,
                     const PairFacts& facts) {
  if (change.untyped) return Severity::info;
  int grade = static_cast<int>(info.severity) + change.shift;
  const bool softened = (info.group >= 'A' && info.group <= 'C') ||
                        any_of(info.name, {"repairSyntax", "repairPythonLiteral"});
  if (softened && effect == Effect::rescued && change.lossless &&
      (facts.schema == nullptr || facts.normalized_fits) &&
      grade > static_cast<int>(Severity::low)) {
    --grade;  // R2
  }
  if (any_of(info.name, {"keyDropped", "keyRenamed"}) &&
      (change.placed == Placed::listed || change.placed == Placed::free_form)) {
    ++grade;  // R4
  }
  if (change.equal_as_double) --grade;  // R6
  if (facts.side_effect) ++grade;       // R8
  Severity severity = at_grade(grade);
  // R3. A change of spelling is not what broke the fit.
  if (facts.schema != nullptr && facts.raw_fits && !facts.normalized_fits && !is_spelling(change)) {
    severity = std::max(severity, Severity::medium);
  }
  if (!facts.executed) severity = std::min(severity, Severity::medium);  // R5
  return severity;
}

}  // namespace

Change change_of(std::string_view kind) {
  return {.kind = kind, .lossless = kind_info(kind).lossless};
}

void mark_made_up(Change& change) {
  change.shift +=
      static_cast<int>(Severity::critical) - static_cast<int>(kind_info(change.kind).severity);
  change.remark = "stands nowhere in the model's text";
}

Finding graded(FindingOn on, const Change& change, const PairFacts& facts) {
  const KindInfo& info = kind_info(change.kind);
  Finding finding;
  finding.on = on;
  finding.kind = info.name;
  finding.lossless = change.lossless;
  finding.value_changed = change.value_changed && !change.untyped;
  finding.remark = change.remark;
  finding.effect = effect_of(change, facts);
  finding.severity = severity_of(change, info, finding.effect, facts);
  return finding;
}

}  // namespace tare

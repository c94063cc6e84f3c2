// One table: the grammar, its hints and docs/suite.md all follow it.
#include "suite/figures.h"

#include <array>

namespace tare {
namespace {

using Range = FigureInfo::Range;

constexpr std::array<FigureInfo, 23> kFigures = {{
    {"exactAccuracy", Range::rate, true},
    {"acceptableAccuracy", Range::rate, true},
    {"noToolAccuracy", Range::rate, true},
    {"riskWeightedAccuracy", Range::rate, true},
    {"argsAccuracy", Range::rate, true},
    {"schemaValid", Range::rate, true},
    {"passRate", Range::rate, true},
    {"minCasePassRate", Range::rate, true},
    {"passHatK", Range::rate, true},
    {"judgePassRate", Range::rate, true},
    {"clientDelta", Range::delta, true},
    {"toolErrors", Range::count, false},
    // Amounts, since a suite may hold forbidden calls to a rate: a value under 1.
    {"neverCalled", Range::amount, false},
    {"neverExecuted", Range::count, false},
    {"findings", Range::count, false},
    {"rescued", Range::count, false},
    {"damaged", Range::count, false},
    {"confusions", Range::count, false},
    {"unaudited", Range::count, false},
    {"unread", Range::count, false},
    {"incomplete", Range::rate, false},
    {"costUsd", Range::amount, false},
    {"p95Ms", Range::amount, false},
}};
// Only in the list of objects: it needs `of`.
constexpr FigureInfo kDrop = {"drop", Range::amount, false};

struct OtherName {
  std::string_view name, figure;
};
constexpr std::array<OtherName, 2> kOtherNames = {
    {{"forbiddenCalls", "neverCalled"}, {"operationalFailures", "incomplete"}}};

constexpr std::size_t kNameCount = kFigures.size() + 1 + kOtherNames.size();

constexpr std::array<std::string_view, kNameCount> make_names() {
  std::array<std::string_view, kNameCount> names;
  std::size_t i = 0;
  for (const FigureInfo& figure : kFigures) names[i++] = figure.name;
  names[i++] = kDrop.name;
  for (const OtherName& other : kOtherNames) names[i++] = other.name;
  return names;
}
constexpr std::array<std::string_view, kNameCount> kNames = make_names();

}  // namespace

std::span<const FigureInfo> all_figures() { return kFigures; }
std::span<const std::string_view> figure_names() { return kNames; }

const FigureInfo* find_figure(std::string_view name) {
  for (const OtherName& other : kOtherNames) {
    if (other.name == name) name = other.figure;
  }
  for (const FigureInfo& figure : kFigures) {
    if (figure.name == name) return &figure;
  }
  return name == kDrop.name ? &kDrop : nullptr;
}

}  // namespace tare

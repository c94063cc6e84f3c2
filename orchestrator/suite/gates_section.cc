// Gates in both grammars: {"exactAccuracy": 0.85}, or a list of objects.
//
// The map says `min` for rates and `max` for counts; figures.cc says which is which. What a bound
// can be is held to the figure's range, so that 85 instead of 0.85 is a fault and not a gate that
// never passes.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <set>

#include "base/nearest_name.h"
#include "model/call.h"
#include "suite/figures.h"
#include "suite/sections.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 12> kMembers = {"figure", "view", "min",    "max",
                                                       "where",  "kind", "effect", "severity",
                                                       "hop",    "pair", "k",      "of"};
constexpr std::array<std::string_view, 3> kViews = {"both", "raw", "normalized"};
constexpr std::array<std::string_view, 6> kSeverities = {"none",   "info", "low",
                                                         "medium", "high", "critical"};
constexpr std::array<std::string_view, 3> kEffects = {"neutral", "rescued", "damaged"};

const FigureInfo* figure_named(ValueReader& reader, json::Value at, std::string_view name) {
  const FigureInfo* figure = find_figure(name);
  if (figure == nullptr) {
    reader.fault(at, fmt::format("unknown figure {}", shown(at)),
                 nearest_name_hint(name, figure_names()));
  }
  return figure;
}

std::string_view range_text(FigureInfo::Range range) {
  switch (range) {
    case FigureInfo::Range::rate:
      return "a number from 0 to 1";
    case FigureInfo::Range::delta:
      return "a number from -1 to 1";
    case FigureInfo::Range::count:
      return "a whole number from 0";
    case FigureInfo::Range::amount:
      return "a number from 0";
  }
  return {};
}

std::optional<double> read_bound(ValueReader& reader, json::Value v, std::string_view name,
                                 FigureInfo::Range range) {
  if (!v.valid()) return std::nullopt;
  const std::optional<double> number = v.is_number() ? v.as_double() : std::nullopt;
  bool good = number && std::isfinite(*number);
  if (good) {
    switch (range) {
      case FigureInfo::Range::rate:
        good = *number >= 0 && *number <= 1;
        break;
      case FigureInfo::Range::delta:
        good = *number >= -1 && *number <= 1;
        break;
      case FigureInfo::Range::count:
        good = *number >= 0 && std::floor(*number) == *number;
        break;
      case FigureInfo::Range::amount:
        good = *number >= 0;
        break;
    }
  }
  if (!good) {
    reader.misfit(v, name, range_text(range));
    return std::nullopt;
  }
  return number;
}

std::vector<GateSpec> read_map(ValueReader& reader, json::Value map) {
  std::vector<GateSpec> gates;
  std::set<std::string_view> seen;
  for (const json::Member& member : map.members()) {
    const std::string name = member.name.decoded();
    const FigureInfo* figure = figure_named(reader, member.name, name);
    if (figure == nullptr) continue;
    if (!seen.insert(figure->name).second) {
      reader.fault(member.name, fmt::format("figure \"{}\" is gated twice", figure->name),
                   "keep one of them");
    }
    if (figure->name == "passHatK" || figure->name == "drop") {
      reader.fault(member.name, fmt::format("a gate on \"{}\" needs more than a number", name),
                   figure->name == "drop"
                       ? "write [{\"figure\": \"drop\", \"of\": \"passRate\", \"max\": 0.02}]"
                       : "write [{\"figure\": \"passHatK\", \"k\": 3, \"min\": 0.8}]");
      continue;
    }
    GateSpec gate;
    gate.figure = figure->name;
    gate.position = reader.position(member.name);
    const std::optional<double> bound = read_bound(reader, member.value, name, figure->range);
    (figure->min_in_map ? gate.min : gate.max) = bound;
    gates.push_back(std::move(gate));
  }
  return gates;
}

// "wire>tool": two views, the earlier first.
std::optional<std::string> read_hop(ValueReader& reader, json::Value v) {
  std::optional<std::string> text = reader.word(v, "hop");
  if (!text) return std::nullopt;
  std::size_t arrow = text->find('>');
  const auto from = at_from_name(std::string_view(*text).substr(0, arrow));
  const auto to = arrow == std::string::npos
                      ? std::nullopt
                      : at_from_name(std::string_view(*text).substr(arrow + 1));
  if (!from || !to || *from >= *to) {
    reader.misfit(v, "hop", "two views in order, such as \"wire>tool\"");
    return std::nullopt;
  }
  return text;
}

std::optional<std::string> read_pair(ValueReader& reader, json::Value v) {
  std::optional<std::string> text = reader.word(v, "pair");
  if (text && text->find(" -> ") == std::string::npos) {
    reader.misfit(v, "pair", "two globs, such as \"* -> delete_*\"");
    return std::nullopt;
  }
  return text;
}

// Members that only one figure takes.
void refuse_foreign(ValueReader& reader, const MemberSet& members, std::string_view figure,
                    std::string_view owner, std::initializer_list<std::string_view> names) {
  if (figure == owner) return;
  for (std::string_view name : names) {
    if (!members[name].valid()) continue;
    reader.fault(members[name],
                 fmt::format("\"{}\" belongs to figure \"{}\", not to \"{}\"", name, owner, figure),
                 "remove it, or change the figure");
  }
}

void read_drop(ValueReader& reader, MemberSet& members, GateSpec& gate) {
  if (!members.require({"of"})) return;
  const std::optional<std::string> of = reader.word(members["of"], "of");
  if (!of) return;
  const FigureInfo* figure = figure_named(reader, members["of"], *of);
  if (figure == nullptr) return;
  if (figure->name == "drop") {
    reader.fault(members["of"], "a drop of a drop");
    return;
  }
  gate.of = figure->name;
}

std::optional<GateSpec> read_gate(ValueReader& reader, json::Value value) {
  MemberSet members(reader, "a gate", kMembers);
  members.read(value);
  if (!members.require({"figure"})) return std::nullopt;
  const std::optional<std::string> name = reader.word(members["figure"], "figure");
  if (!name) return std::nullopt;
  const FigureInfo* figure = figure_named(reader, members["figure"], *name);
  if (figure == nullptr) return std::nullopt;
  GateSpec gate;
  gate.figure = figure->name;
  gate.position = reader.position(value);
  if (auto view = reader.choice(members["view"], "view", kViews)) {
    gate.view = static_cast<GateSpec::View>(*view);
  }
  gate.min = read_bound(reader, members["min"], "min", figure->range);
  gate.max = read_bound(reader, members["max"], "max", figure->range);
  if (!members["min"].valid() && !members["max"].valid()) {
    reader.fault(value, fmt::format("the gate on \"{}\" has neither \"min\" nor \"max\"", *name),
                 figure->min_in_map ? "add \"min\"" : "add \"max\"");
  }
  if (gate.min && gate.max && *gate.min > *gate.max) {
    reader.fault(members["min"], "\"min\" is above \"max\"", "no value could pass");
  }
  if (auto where = read_filter(reader, members["where"], "where")) gate.where = *where;
  if (auto which = reader.choice(members["severity"], "severity", kSeverities)) {
    gate.severity = severity_from_name(kSeverities[*which]);
  }
  if (auto which = reader.choice(members["effect"], "effect", kEffects)) {
    gate.effect = effect_from_name(kEffects[*which]);
  }
  gate.kind = reader.word(members["kind"], "kind");
  gate.hop = read_hop(reader, members["hop"]);
  gate.pair = read_pair(reader, members["pair"]);
  gate.k = reader.whole32(members["k"], "k", 1, 100'000);
  refuse_foreign(reader, members, gate.figure, "findings", {"severity", "kind", "effect", "hop"});
  refuse_foreign(reader, members, gate.figure, "confusions", {"pair"});
  refuse_foreign(reader, members, gate.figure, "drop", {"of"});
  if (gate.figure == "drop") read_drop(reader, members, gate);
  const std::string& counted = gate.figure == "drop" ? gate.of : gate.figure;
  refuse_foreign(reader, members, counted, "passHatK", {"k"});
  if (counted == "passHatK") members.require({"k"});
  return gate;
}

}  // namespace

std::vector<GateSpec> read_gates(ValueReader& reader, json::Value v) {
  std::vector<GateSpec> gates;
  if (!v.valid()) return gates;
  if (v.is_object()) return read_map(reader, v);
  if (!v.is_array()) {
    reader.misfit(v, "gates", "an object of figures, or an array of gates");
    return gates;
  }
  for (json::Value element : v.elements()) {
    if (!reader.object(element, fmt::format("gates[{}]", gates.size()))) continue;
    if (std::optional<GateSpec> gate = read_gate(reader, element))
      gates.push_back(std::move(*gate));
  }
  return gates;
}

}  // namespace tare

#include "lint/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/glob.h"
#include "json/equal.h"
#include "json/pointer.h"
#include "json/reader.h"
#include "lint/case_expectations.h"
#include "lint/lint_rules.h"
#include "lint/lint_waivers.h"
#include "suite/matchers.h"

namespace tare {
namespace {

constexpr std::size_t kMaxDepth = 12;
constexpr std::string_view kNearTag = "near:";

// A tool's line in the table while it is counted.
struct Row {
  std::unordered_map<std::string, std::size_t> by_pointer;  // into arguments
  // Of each argument with an enum: canonical text of a value, its place.
  std::vector<std::unordered_map<std::string, std::size_t>> values;
  const RepeatedPlaces* repeated = nullptr;  // null: the tool has no schema
};

// A place among arguments: where it stands, and the places of which the schema says the same, since
// it leads back to itself.
using Spot = std::vector<std::string>;

// What one case shows of one tool: each place and each value once.
struct Shown {
  std::unordered_set<std::size_t> arguments;
  std::unordered_set<std::uint64_t> values;  // argument and value
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), ascii_lower);
  return text;
}

class Counter {
 public:
  Counter(const Suite& suite, const Manifest& manifest, Coverage& out)
      : out_(out), context_(suite, &manifest) {
    for (const ToolSpec& tool : manifest.tools) {
      if (by_name_.contains(tool.name)) continue;
      by_name_.emplace(tool.name, out_.tools.size());
      ToolCoverage line;
      line.name = tool.name;
      line.write_because = write_reason(tool, suite.side_effects);
      rows_.emplace_back();
      if (const auto schema = context_.schema_of(tool)) {
        line.has_schema = true;
        schemas_.push_back(schema);
        add_arguments(*schema, line, rows_.back());
        rows_.back().repeated = &schema->repeated;
      }
      out_.tools.push_back(std::move(line));
    }
  }

  void count(const TestCase& test_case) {
    if (test_case.expected.tool == Expectation::Tool::none) ++out_.no_tool_cases;
    shown_.clear();
    accepted_.clear();
    if (test_case.input.kind == CaseKind::observe) {
      observe(test_case);
    } else {
      const CaseExpectations expected(test_case);
      for (const ExpectedUse& use : expected.uses()) {
        const std::optional<std::size_t> tool = row_of(use.tools.front());
        if (tool) show(*tool, use.args);
        for (std::size_t i = 1; i < use.tools.size(); ++i) {
          if (const auto other = row_of(use.tools[i])) accepted_.insert(*other);
        }
      }
    }
    for (const auto& [tool, shown] : shown_) {
      ToolCoverage& line = out_.tools[tool];
      ++line.cases;
      for (const std::size_t argument : shown.arguments) ++line.arguments[argument].cases;
      for (const std::uint64_t value : shown.values) {
        ++line.arguments[value >> 32].values[value & 0xffff'ffffu].cases;
      }
    }
    for (const std::size_t tool : accepted_) {
      if (!shown_.contains(tool)) ++out_.tools[tool].accepted;
    }
  }

  // Cases that look like a write and are none.
  void count_neighbours(const std::vector<const TestCase*>& cases) {
    std::unordered_map<std::string_view, const TestCase*> by_id;
    for (const TestCase* one : cases) by_id.emplace(one->id(), one);
    std::vector<std::size_t> writes;
    for (std::size_t i = 0; i < out_.tools.size(); ++i) {
      if (!out_.tools[i].write_because.empty()) writes.push_back(i);
    }
    if (writes.empty()) return;
    for (const TestCase* one : cases) {
      if (one->input.kind == CaseKind::observe || one->input.kind == CaseKind::invoke) continue;
      const CaseExpectations expected(*one);
      const std::vector<std::string> pairs = pairs_of(*one);
      for (const std::size_t tool : writes) {
        const std::string& name = out_.tools[tool].name;
        if (expected.accepts(name)) continue;
        if (forbids(*one, name) || is_tagged(*one, name) || has_pair(pairs, by_id, name)) {
          ++out_.tools[tool].near_neighbours;
        }
      }
    }
  }

 private:
  std::optional<std::size_t> row_of(const std::string& name) const {
    const auto at = by_name_.find(name);
    return at == by_name_.end() ? std::nullopt : std::optional<std::size_t>(at->second);
  }

  static void add_arguments(const KnownSchema& schema, ToolCoverage& line, Row& row) {
    for (const ArgumentName& name : schema.names) {
      if (!name.top && name.enum_values.empty()) continue;
      row.by_pointer.emplace(name.pointer, line.arguments.size());
      ArgumentCoverage argument;
      argument.path = name.pointer.substr(1);
      argument.top = name.top;
      argument.required = name.required;
      row.values.emplace_back();
      for (json::Value one : name.enum_values) {
        row.values.back().emplace(json::canonical_text(one), argument.values.size());
        argument.values.push_back({std::string(one.text()), 0});
      }
      line.arguments.push_back(std::move(argument));
    }
  }

  // The calls that a model is made to say.
  void observe(const TestCase& test_case) {
    if (!test_case.expected.rare || test_case.expected.rare->reply_json.empty()) return;
    json::Document document;
    if (json::read_strict(test_case.expected.rare->reply_json, document)) return;
    const auto turn = [&](json::Value one) {
      const json::Value calls = one.is_object() ? one.find("calls") : json::Value();
      if (!calls.valid() || !calls.is_array()) return;
      for (json::Value call : calls.elements()) {
        const json::Value name = call.is_object() ? call.find("name") : json::Value();
        const auto tool = name.valid() && name.is_string() ? row_of(name.decoded()) : std::nullopt;
        if (!tool) continue;
        const json::Value arguments = call.find("arguments");
        json::Document inner;
        std::string text;
        if (arguments.valid() && arguments.is_string()) {
          text = arguments.decoded();
          const bool good = !json::read_strict(text, inner);
          show(*tool, good && inner.root().is_object() ? inner.root() : json::Value());
        } else {
          show(*tool, arguments);
        }
      }
    };
    if (document.root().is_array()) {
      for (json::Value one : document.root().elements()) turn(one);
    } else {
      turn(document.root());
    }
  }

  void show(std::size_t tool, json::Value args) {
    Shown& shown = shown_[tool];
    if (args.valid() && args.is_object()) value(tool, args, {""}, shown, 0);
  }

  Spot below(std::size_t tool, const Spot& spot, const std::string& step) const {
    Spot out;
    for (const std::string& one : spot) out.push_back(one + step);
    const RepeatedPlaces* repeated = rows_[tool].repeated;
    for (std::size_t i = 0; repeated != nullptr && i < out.size(); ++i) {
      const auto above = repeated->find(out[i]);
      if (above == repeated->end()) continue;
      if (std::find(out.begin(), out.end(), above->second) == out.end()) {
        out.push_back(above->second);
      }
    }
    return out;
  }

  // Lines of the table for a place. That an argument is there is shown by itself alone.
  std::vector<std::size_t> lines_of(std::size_t tool, const Spot& spot) const {
    std::vector<std::size_t> out;
    for (const std::string& one : spot) {
      const auto at = rows_[tool].by_pointer.find(one);
      if (at != rows_[tool].by_pointer.end()) out.push_back(at->second);
    }
    return out;
  }

  void argument(std::size_t tool, const Spot& spot, Shown& shown) const {
    for (const std::size_t line : lines_of(tool, {spot.front()})) shown.arguments.insert(line);
  }

  void members(std::size_t tool, json::Value object, const Spot& spot, Shown& shown,
               std::size_t depth) {
    for (const json::Member& member : object.members()) {
      const std::optional<MatcherUse> use = matcher_of(member.value);
      if (use && use->matcher == Matcher::absent && use->operand.boolean()) continue;
      std::string step;
      json::append_pointer(step, literal_name(member.name));
      const Spot there = below(tool, spot, step);
      argument(tool, there, shown);
      value(tool, member.value, there, shown, depth + 1);
    }
  }

  void value(std::size_t tool, json::Value v, const Spot& spot, Shown& shown, std::size_t depth) {
    if (depth > kMaxDepth) return;
    if (const std::optional<MatcherUse> use = matcher_of(v)) {
      switch (use->matcher) {
        case Matcher::one_of:
          for (json::Value one : use->operand.elements()) {
            value(tool, one, spot, shown, depth + 1);
          }
          return;
        case Matcher::ignore_case:
          return ignoring_case(tool, use->operand, spot, shown);
        case Matcher::unordered:
        case Matcher::contains:
          return items(tool, use->operand, spot, shown, depth);
        case Matcher::regex:
        case Matcher::range:
        case Matcher::approx:
        case Matcher::type:
        case Matcher::absent:
        case Matcher::any:
        case Matcher::date:
        case Matcher::schema:
          return;
      }
      return;
    }
    if (v.is_object()) return members(tool, v, spot, shown, depth);
    if (v.is_array()) return items(tool, v, spot, shown, depth);
    for (const std::size_t line : lines_of(tool, spot)) {
      const auto& known = rows_[tool].values[line];
      if (known.empty()) continue;
      if (const auto found = known.find(json::canonical_text(v)); found != known.end()) {
        shown.values.insert(std::uint64_t{line} << 32 | found->second);
      }
    }
  }

  void items(std::size_t tool, json::Value v, const Spot& spot, Shown& shown, std::size_t depth) {
    const Spot there = below(tool, spot, "/*");
    const auto one = [&](json::Value item) {
      argument(tool, there, shown);
      value(tool, item, there, shown, depth + 1);
    };
    if (!v.is_array()) return one(v);
    for (json::Value item : v.elements()) one(item);
  }

  void ignoring_case(std::size_t tool, json::Value operand, const Spot& spot, Shown& shown) {
    if (!operand.is_string()) return;
    const std::string wanted = lower(quote_json(operand.decoded()));
    for (const std::size_t line : lines_of(tool, spot)) {
      const auto& values = out_.tools[tool].arguments[line].values;
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (lower(values[i].text) == wanted) shown.values.insert(std::uint64_t{line} << 32 | i);
      }
    }
  }

  static bool forbids(const TestCase& test_case, const std::string& tool) {
    const RareExpectation* rare = test_case.expected.rare.get();
    return rare != nullptr &&
           std::any_of(rare->never.begin(), rare->never.end(), [&](const Never& limit) {
             return limit.args_json.empty() && limit.level == Never::Level::called &&
                    glob_match(limit.tool, tool);
           });
  }

  static bool is_tagged(const TestCase& test_case, const std::string& tool) {
    return std::any_of(test_case.input.tags.begin(), test_case.input.tags.end(),
                       [&](const std::string& tag) {
                         return tag.starts_with(kNearTag) && tag.substr(kNearTag.size()) == tool;
                       });
  }

  // metadata.pair: an id, or several.
  static std::vector<std::string> pairs_of(const TestCase& test_case) {
    std::vector<std::string> out;
    const RareExpectation* rare = test_case.expected.rare.get();
    json::Document document;
    if (rare == nullptr || rare->metadata_json.empty() ||
        json::read_strict(rare->metadata_json, document) || !document.root().is_object()) {
      return out;
    }
    const json::Value pair = document.root().find("pair");
    if (!pair.valid()) return out;
    if (pair.is_string()) out.push_back(pair.decoded());
    if (pair.is_array()) {
      for (json::Value one : pair.elements()) {
        if (one.is_string()) out.push_back(one.decoded());
      }
    }
    return out;
  }

  static bool has_pair(const std::vector<std::string>& pairs,
                       const std::unordered_map<std::string_view, const TestCase*>& by_id,
                       const std::string& tool) {
    return std::any_of(pairs.begin(), pairs.end(), [&](const std::string& id) {
      const auto at = by_id.find(id);
      return at != by_id.end() && CaseExpectations(*at->second).accepts(tool);
    });
  }

  Coverage& out_;
  LintContext context_;
  std::unordered_map<std::string, std::size_t> by_name_;
  std::vector<Row> rows_;
  std::vector<std::shared_ptr<KnownSchema>> schemas_;
  std::unordered_map<std::size_t, Shown> shown_;  // of the case that is counted
  std::unordered_set<std::size_t> accepted_;
};

}  // namespace

Result<Coverage> coverage_of(const Suite& suite, const Manifest& manifest,
                             const std::vector<const TestCase*>& cases,
                             const CoverageOptions& options) {
  Coverage out;
  out.cases = cases.size();
  out.min_cases = options.min_cases;
  out.min_cases_is_gate = options.min_cases_is_gate;
  Counter counter(suite, manifest, out);
  for (const TestCase* one : cases) counter.count(*one);
  counter.count_neighbours(cases);
  Result<std::vector<Violation>> gaps =
      coverage_gaps(suite, out, cases.size() == suite.cases.size());
  if (!gaps) return gaps.error();
  out.gaps = std::move(*gaps);
  return out;
}

}  // namespace tare

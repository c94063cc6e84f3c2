#include "scoring/schema_validity.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "diff/arguments_reading.h"

namespace tare {
namespace {

constexpr std::size_t kMaxFaults = 20;   // of one side
constexpr std::size_t kMaxReason = 500;  // bytes

void add_fault(SchemaScore& score, const std::string& tool, std::string path,
               const std::string& reason) {
  if (score.faults.size() == kMaxFaults) {
    ++score.more;
  } else {
    score.faults.push_back({tool, std::move(path), shorten(reason, kMaxReason)});
  }
}

// "" where the text is one object that every reader reads alike. No text counts as {}.
std::string form_fault(const ArgumentsReading& reading) {
  switch (reading.form()) {
    case ArgumentsForm::absent:
    case ArgumentsForm::empty:
    case ArgumentsForm::beyond:
      return "";
    case ArgumentsForm::object:
      return reading.is_ok() ? "" : "a member stands twice in one object";
    case ArgumentsForm::other_json:
      return fmt::format("the arguments are of type {}, not object",
                         json::kind_name(reading.root().kind()));
    case ArgumentsForm::double_encoded:
      return "the arguments are a string that holds JSON, not an object";
    case ArgumentsForm::broken:
      return fmt::format("the arguments are no JSON (byte {}: {})", reading.error().offset,
                         reading.error().reason);
  }
  return "";
}

void look_at(const View& view, const Manifest& manifest, schema::SchemaCache& schemas,
             SchemaScore& score) {
  if (!view.name || !view.arguments) return;
  const ToolSpec* tool = manifest.find(manifest.canonical_name(*view.name));
  if (tool == nullptr || tool->input_schema.empty()) return;
  const auto schema = schemas.get(tool->input_schema);
  const ArgumentsReading reading(view.arguments);
  if (reading.form() == ArgumentsForm::beyond) return;
  if (std::string fault = form_fault(reading); !fault.empty()) {
    ++score.calls;
    add_fault(score, tool->name, "", std::move(fault));
    return;
  }
  if (!schema) {
    ++score.unjudged;
    return;
  }
  json::Document nothing;
  if (reading.is_nothing() && json::read_strict("{}", nothing)) return;
  const json::Value root = reading.is_nothing() ? nothing.root() : reading.root();
  switch (schema->check(root)) {
    case schema::Fit::unknown:
      return;
    case schema::Fit::fits:
      // What is wrong by the rest of the schema is wrong; what is right may not be.
      if (schema->passes_over()) {
        ++score.unjudged;
      } else {
        ++score.calls, ++score.valid;
      }
      return;
    case schema::Fit::does_not_fit:
      break;
  }
  ++score.calls;
  for (const schema::Violation& violation : schema->violations(root)) {
    add_fault(score, tool->name, violation.at, violation.message);
  }
}

}  // namespace

BothSchemaScores schema_scores(const Answer& answer, std::span<const CallTrace> traces,
                               const Manifest* manifest, schema::SchemaCache* schemas) {
  BothSchemaScores out;
  if (manifest == nullptr || schemas == nullptr) return out;
  for (const CallTrace& trace : traces) {
    if (!trace.invented) {
      const auto written = std::ranges::find_if(trace.views, [&](std::uint32_t i) {
        return answer.views[i].at <= At::wire && answer.views[i].name.has_value();
      });
      if (written != trace.views.end()) {
        look_at(answer.views[*written], *manifest, *schemas, out.raw);
      }
    }
    const View& last = answer.views[trace.views.back()];
    if (!trace.dropped && last.at >= At::client) {
      look_at(last, *manifest, *schemas, out.normalized);
    }
  }
  return out;
}

}  // namespace tare

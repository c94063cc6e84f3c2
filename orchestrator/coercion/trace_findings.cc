#include "coercion/trace_findings.h"

#include <optional>
#include <string>
#include <utility>

#include "base/glob.h"
#include "coercion/name_change.h"
#include "coercion/value_diff.h"
#include "json/string_writer.h"

namespace tare {
namespace {

// Did the call certainly not run? One that was held or denied counts as run: what would have run is
// what is audited.
bool may_have_run(const Answer& answer, const TraceContext& context, const CallTrace& trace) {
  const View& last = answer.views[trace.views.back()];
  if (last.status) return *last.status != CallStatus::rejected;
  return !context.client_stopped || last.at == At::tool;
}

bool is_offered(const Manifest* manifest, const View& view) {
  if (manifest == nullptr || !view.name) return true;
  return manifest->find(manifest->canonical_name(*view.name)) != nullptr;
}

// The schema that a call is held to: that of the tool it reached, or of the one it named.
std::shared_ptr<const schema::Schema> schema_of(const TraceContext& context, const View& raw,
                                                const View& normalized) {
  if (context.schemas == nullptr) return nullptr;
  if (context.manifest == nullptr) return context.schemas->get(context.input_schema);
  for (const View* view : {&normalized, &raw}) {
    if (!view->name) continue;
    const ToolSpec* tool = context.manifest->find(context.manifest->canonical_name(*view->name));
    if (tool != nullptr) return context.schemas->get(tool->input_schema);
  }
  return nullptr;
}

// Declared by the suite, or by the tool's own annotations; never guessed from a name.
bool has_side_effect(const TraceContext& context, const Answer& answer, const CallTrace& trace) {
  for (const std::uint32_t index : trace.views) {
    if (!answer.views[index].name) continue;
    std::string_view name = *answer.views[index].name;
    if (context.manifest != nullptr) {
      name = context.manifest->canonical_name(name);
      const ToolSpec* tool = context.manifest->find(name);
      if (tool != nullptr && tool->destructive) return true;
    }
    for (const std::string& glob : context.side_effects) {
      if (glob_match(glob, name)) return true;
    }
  }
  return false;
}

std::optional<Change> changed_name(const Manifest* manifest, const View& raw,
                                   const View& normalized) {
  // A text that holds no name says nothing about it; a name that went missing is a change.
  if (!raw.name) return std::nullopt;
  if (!normalized.name) return change_of("nameChanged");
  if (manifest == nullptr) return name_change(*raw.name, *normalized.name, {});
  if (manifest->canonical_name(*raw.name) == manifest->canonical_name(*normalized.name)) {
    return std::nullopt;
  }
  return name_change(*raw.name, *normalized.name,
                     {true, is_offered(manifest, raw), is_offered(manifest, normalized)});
}

// A name is evidence: bytes that are no UTF-8 stay, or two names that differ would look alike.
std::string quote_bytes(std::string_view bytes) {
  std::string out;
  json::append_json_string(out, bytes);
  return out;
}

void set_strings(Finding& finding, const std::optional<std::string>& raw,
                 const std::optional<std::string>& normalized) {
  if (raw) {
    finding.raw = quote_bytes(*raw);
    finding.raw_type = "string";
  }
  if (normalized) {
    finding.normalized = quote_bytes(*normalized);
    finding.normalized_type = "string";
  }
}

// The place in the trace of the first arguments, where nothing stood before them and they are {}:
// that a client puts braces where the model wrote nothing is a change that is on record. Members
// that come from nowhere are not: nobody recorded what they were made of.
std::optional<std::size_t> first_emptied(const Answer& answer, const CallTrace& trace) {
  for (std::size_t i = 0; i < trace.views.size(); ++i) {
    const View& view = answer.views[trace.views[i]];
    if (view.arguments) {
      return i > 0 && is_empty_object(view.arguments) ? std::optional(i) : std::nullopt;
    }
    if (view.text) return std::nullopt;  // its arguments stand in the text
  }
  return std::nullopt;
}

std::string call_as_json(const View& view) {
  std::string out = "{\"name\":";
  out += view.name ? quote_bytes(*view.name) : "null";
  out += ",\"arguments\":";
  out += view.arguments ? quote_bytes(*view.arguments) : "null";
  return out + "}";
}

}  // namespace

void add_hop_findings(const Answer& answer, const TraceContext& context,
                      const std::vector<std::uint32_t>& index_in_level, CallTrace& trace) {
  const bool executed = may_have_run(answer, context, trace);
  const bool side_effect = has_side_effect(context, answer, trace);
  const auto keep = [&](Finding finding, std::uint32_t from, std::uint32_t to) {
    finding.hop = Hop{answer.views[from].at, answer.views[to].at};
    finding.raw_call = index_in_level[from];
    finding.normalized_call = index_in_level[to];
    trace.findings.push_back(std::move(finding));
  };

  std::optional<std::uint32_t> with_arguments;
  bool any_arguments = false;
  for (const std::uint32_t index : trace.views) {
    any_arguments = any_arguments || answer.views[index].arguments.has_value();
  }
  const std::optional<std::size_t> emptied = first_emptied(answer, trace);
  for (const std::uint32_t end : {trace.views.front(), trace.views.back()}) {
    const View& view = answer.views[end];
    if (emptied && end == trace.views.front()) continue;
    if (!view.arguments && (any_arguments || view.text)) trace.unread = true;
  }

  for (std::size_t i = 0; i < trace.views.size(); ++i) {
    const std::uint32_t to = trace.views[i];
    const View& normalized = answer.views[to];
    if (i > 0) {
      const std::uint32_t from = trace.views[i - 1];
      const View& raw = answer.views[from];
      if (const auto change = changed_name(context.manifest, raw, normalized)) {
        const auto schema = schema_of(context, raw, normalized);
        PairFacts facts =
            pair_facts(raw.arguments, normalized.arguments,
                       {.raw_name_ok = is_offered(context.manifest, raw),
                        .normalized_name_ok = is_offered(context.manifest, normalized),
                        .executed = executed,
                        .side_effect = side_effect,
                        .schema = schema.get()});
        facts.tool_list = context.manifest != nullptr;
        // What is not on record cannot be held against either side.
        if (!raw.arguments) facts.raw_ok = is_offered(context.manifest, raw);
        if (!normalized.arguments) facts.normalized_ok = is_offered(context.manifest, normalized);
        Finding finding = graded(FindingOn::name, *change, facts);
        set_strings(finding, raw.name, normalized.name);
        keep(std::move(finding), from, to);
      }
      if (raw.id && normalized.id && *raw.id != *normalized.id) {
        Change change = change_of("callIdRewritten");
        change.value_changed = false;
        Finding finding = graded(FindingOn::id, change,
                                 {.executed = executed, .side_effect = side_effect});
        set_strings(finding, raw.id, normalized.id);
        keep(std::move(finding), from, to);
      }
    }
    if (!normalized.arguments) continue;
    if (emptied == i) with_arguments = trace.views[i - 1];
    if (with_arguments) {
      const View& before = answer.views[*with_arguments];
      if (before.arguments != normalized.arguments &&
          (is_beyond_reader(before.arguments) || is_beyond_reader(normalized.arguments))) {
        trace.unread = true;
      }
      const View& raw = answer.views[*with_arguments];
      const auto schema = schema_of(context, raw, normalized);
      for (Finding& finding :
           diff_arguments(raw.arguments, normalized.arguments,
                          {.raw_name_ok = is_offered(context.manifest, raw),
                          .normalized_name_ok = is_offered(context.manifest, normalized),
                          .executed = executed,
                          .side_effect = side_effect,
                          .schema = schema.get()})) {
        keep(std::move(finding), *with_arguments, to);
      }
    }
    with_arguments = to;
  }
}

Finding call_finding(std::string_view kind, Hop hop, const View* raw, const View* normalized) {
  Finding finding = graded(FindingOn::call, change_of(kind), {});
  finding.hop = hop;
  if (raw != nullptr) {
    finding.raw = call_as_json(*raw);
    finding.raw_type = "object";
  }
  if (normalized != nullptr) {
    finding.normalized = call_as_json(*normalized);
    finding.normalized_type = "object";
  }
  return finding;
}

}  // namespace tare

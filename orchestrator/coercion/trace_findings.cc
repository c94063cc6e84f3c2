#include "coercion/trace_findings.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "coercion/call_findings.h"
#include "coercion/name_change.h"
#include "diff/value_diff.h"

namespace tare {
namespace {

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

class HopFindings {
 public:
  HopFindings(const Answer& answer, const TraceContext& context, CallFacts& facts,
              const std::vector<std::uint32_t>& index_in_level, CallTrace& trace)
      : answer_(answer),
        context_(context),
        facts_(facts),
        index_in_level_(index_in_level),
        trace_(trace),
        executed_(facts.may_have_run(trace.views)),
        side_effect_(facts.has_side_effect(trace.views)) {}

  void run(const Explained& explained) {
    const std::optional<std::size_t> emptied = first_emptied(answer_, trace_);
    note_if_unread(emptied.has_value());
    std::optional<std::uint32_t> with_arguments;
    for (std::size_t i = 0; i < trace_.views.size(); ++i) {
      const std::uint32_t to = trace_.views[i];
      if (i > 0) {
        const std::uint32_t from = trace_.views[i - 1];
        if (!explained.holds(to)) compare_names(from, to);
        compare_ids(from, to);
        if (emptied == i) with_arguments = from;
      }
      if (!answer_.views[to].arguments) continue;
      if (with_arguments && !explained.holds(to)) compare_arguments(*with_arguments, to);
      with_arguments = to;
    }
  }

 private:
  void keep(Finding finding, std::uint32_t from, std::uint32_t to) {
    finding.hop = Hop{answer_.views[from].at, answer_.views[to].at};
    finding.raw_call = index_in_level_[from];
    finding.normalized_call = index_in_level_[to];
    trace_.findings.push_back(std::move(finding));
  }

  void note_if_unread(bool emptied) {
    bool any_arguments = false;
    for (const std::uint32_t index : trace_.views) {
      any_arguments = any_arguments || answer_.views[index].arguments.has_value();
    }
    for (const std::uint32_t end : {trace_.views.front(), trace_.views.back()}) {
      const View& view = answer_.views[end];
      if (emptied && end == trace_.views.front()) continue;
      if (!view.arguments && (any_arguments || view.text)) trace_.unread = true;
    }
  }

  void compare_names(std::uint32_t from, std::uint32_t to) {
    const View& raw = answer_.views[from];
    const View& normalized = answer_.views[to];
    if (raw.name == normalized.name) return;
    const auto change = raw.name ? changed_name(raw, normalized) : given_name(raw, normalized);
    if (!change) return;
    PairFacts pair = pair_of(from, to).facts();
    pair.tool_list = context_.manifest != nullptr;
    // What is not on record cannot be held against either side.
    if (!raw.arguments) pair.raw_ok = facts_.is_ok(raw);
    if (!normalized.arguments) pair.normalized_ok = facts_.is_offered(normalized);
    Finding finding = graded(FindingOn::name, *change, pair);
    set_strings(finding, raw.name, normalized.name);
    keep(std::move(finding), from, to);
  }

  // A call that the model wrote without a name says nothing about it. But a parser that gives it
  // one which stands nowhere in the text made it up.
  std::optional<Change> given_name(const View& raw, const View& normalized) {
    if (!normalized.name || raw.format == "arguments" || !is_made_up(raw, *normalized.name)) {
      return std::nullopt;
    }
    Change change = change_of("nameChanged");
    mark_made_up(change);
    return change;
  }

  std::optional<Change> changed_name(const View& raw, const View& normalized) {
    if (!normalized.name) return change_of("nameChanged");  // it went missing
    if (facts_.canonical_name(*raw.name) == facts_.canonical_name(*normalized.name)) {
      return std::nullopt;
    }
    auto change = name_change(*raw.name, *normalized.name, context_.manifest);
    if (change && (change->kind == "nameChanged" || change->kind == "nameFuzzyMapped") &&
        facts_.is_joined_name(raw, *normalized.name)) {
      return change_of("nameConcatenated");
    }
    if (change && change->kind == "nameChanged" && is_made_up(raw, *normalized.name)) {
      mark_made_up(*change);
    }
    return change;
  }

  // The parser of a text has nothing but the text to take a name from.
  bool is_made_up(const View& raw, std::string_view name) const {
    if (!raw.from_text) return false;
    const std::optional<std::string>& text = answer_.views[raw.from_text->holder].text;
    return text && text->find(name) == std::string::npos;
  }

  void compare_ids(std::uint32_t from, std::uint32_t to) {
    const View& raw = answer_.views[from];
    const View& normalized = answer_.views[to];
    if (!raw.id || !normalized.id || *raw.id == *normalized.id) return;
    Change change = change_of("callIdRewritten");
    change.value_changed = false;
    if (facts_.is_link_broken(raw, normalized)) {
      change.shift = static_cast<int>(Severity::high) - static_cast<int>(Severity::info);
      change.remark = "a result bears neither id";
    }
    Finding finding = graded(FindingOn::id, change, {.executed = executed_});
    set_strings(finding, raw.id, normalized.id);
    keep(std::move(finding), from, to);
  }

  void compare_arguments(std::uint32_t from, std::uint32_t to) {
    const View& raw = answer_.views[from];
    const View& normalized = answer_.views[to];
    if (raw.arguments == normalized.arguments) return;
    if (is_beyond_reader(raw.arguments) || is_beyond_reader(normalized.arguments)) {
      trace_.unread = true;
    }
    for (Finding& finding : pair_of(from, to).findings()) {
      keep(std::move(finding), from, to);
    }
  }

  // One hop asks twice, for its name and for its arguments; the texts are read once.
  ArgumentsPair& pair_of(std::uint32_t from, std::uint32_t to) {
    if (!pair_ || pair_ends_ != std::pair(from, to)) {
      const View& raw = answer_.views[from];
      const View& normalized = answer_.views[to];
      raw_schema_ = facts_.schema_of(raw, normalized);
      normalized_schema_ = facts_.schema_of(normalized, raw);
      pair_ends_ = {from, to};
      ArgumentsContext context = facts_.arguments_context(raw, normalized, executed_, side_effect_);
      context.schema = raw_schema_.get();
      context.normalized_schema = normalized_schema_.get();
      pair_.emplace(raw.arguments, normalized.arguments, context);
    }
    return *pair_;
  }

  const Answer& answer_;
  const TraceContext& context_;
  CallFacts& facts_;
  const std::vector<std::uint32_t>& index_in_level_;
  CallTrace& trace_;
  std::shared_ptr<const schema::Schema> raw_schema_, normalized_schema_;  // of the pair
  std::optional<ArgumentsPair> pair_;
  std::pair<std::uint32_t, std::uint32_t> pair_ends_;
  bool executed_;
  bool side_effect_;
};

}  // namespace

void add_hop_findings(const Answer& answer, const TraceContext& context, CallFacts& facts,
                      const std::vector<std::uint32_t>& index_in_level, const Explained& explained,
                      CallTrace& trace) {
  HopFindings(answer, context, facts, index_in_level, trace).run(explained);
}

}  // namespace tare

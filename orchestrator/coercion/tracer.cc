#include "coercion/tracer.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "coercion/history_findings.h"
#include "coercion/text_calls.h"

namespace tare {
namespace {

bool is_raw_level(At at) { return at == At::text || at == At::wire; }

}  // namespace

Tracer::Tracer(const Answer& answer, const TraceContext& context)
    : answer_(answer),
      context_(context),
      index_in_level_(answer.views.size(), 0),
      keys_(answer, context.manifest),
      facts_(answer, context),
      said_(answer, context.manifest, context.input_schema),
      raw_on_record_(raw_on_record(answer)) {
  for (std::uint32_t i = 0; i < answer.views.size(); ++i) {
    const View& view = answer.views[i];
    if (view.reading) {
      texts_.push_back(i);
      call_in_text_ = call_in_text_ || view.reading->calls > 0;
    }
    if (view.reading && !view.reading->unread) continue;  // its calls stand behind it
    unread_text_ = unread_text_ || is_unread_text(view);
    std::vector<std::uint32_t>& level = levels_[static_cast<std::size_t>(view.at)];
    index_in_level_[i] = static_cast<std::uint32_t>(level.size());
    level.push_back(i);
  }
}

std::vector<CallTrace> Tracer::run() {
  for (int level = 0; level < kAtCount; ++level) {
    if (!views_at(static_cast<At>(level)).empty()) add_level(static_cast<At>(level));
  }
  for (std::size_t i = 0; i < traces_.size(); ++i) {
    CallTrace& trace = traces_[i];
    if (is_raw_level(first(trace).at)) trace.raw_evidence = first(trace).evidence;
    add_hop_findings(answer_, context_, facts_, index_in_level_, explained_, trace);
    note_if_dropped(i);
  }
  for (const CallEvent& event : events_) {
    CallTrace& trace = traces_[event.trace];
    trace.findings.push_back(call_finding(answer_, facts_, event, index_in_level_, trace.views));
  }
  if (!texts_.empty()) note_dropped_passages();
  if (!answer_.histories.empty()) {
    add_history_findings(answer_, facts_, index_in_level_, traces_);
  }
  return std::move(traces_);
}

void Tracer::add_level(At level) {
  const std::vector<std::uint32_t>& views = views_at(level);
  if (traces_.empty()) {
    traces_.reserve(views.size());
    for (const std::uint32_t view : views) begin_trace(view, false, std::nullopt);
    return;
  }
  if (traces_.size() == 1 && views.size() == 1) {
    traces_[0].views.push_back(views[0]);
    return;
  }
  Step step{level,
            {},
            {},
            {},
            {},
            std::vector<std::int64_t>(views.size(), -1),
            std::vector<bool>(views.size(), false)};
  step.open.resize(traces_.size());
  for (std::size_t i = 0; i < step.open.size(); ++i) step.open[i] = i;
  std::ranges::sort(step.open, {}, [&](std::size_t i) { return traces_[i].views.back(); });
  for (const std::size_t i : step.open) step.left.push_back(keys_.of(traces_[i].views.back()));
  for (const std::uint32_t view : views) step.right.push_back(keys_.of(view));
  step.pairing = pair_calls(step.left, step.right);
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < step.open.size(); ++i) {
    const std::int64_t partner = step.pairing.partner[i];
    if (partner < 0) continue;
    ++pairs;
    step.back[static_cast<std::size_t>(partner)] = static_cast<std::int64_t>(i);
  }
  note_if_reordered(step);
  if (pairs > 0 && (pairs < step.left.size() || pairs < step.right.size())) group(step);
  for (std::size_t i = 0; i < step.open.size(); ++i) {
    const std::int64_t partner = step.pairing.partner[i];
    if (partner >= 0) {
      traces_[step.open[i]].views.push_back(views[static_cast<std::size_t>(partner)]);
    }
  }
  if (pairs < step.right.size()) begin_traces(step);
}

void Tracer::group(Step& step) {
  for (const CallGroup& group : find_groups(Grouping::merged, step.right, step.left, step.back)) {
    note_merged(step, group);
  }
  for (const CallGroup& group :
       find_groups(Grouping::split, step.left, step.right, step.pairing.partner)) {
    note_split(step, group);
  }
}

void Tracer::note_merged(const Step& step, const CallGroup& group) {
  const std::uint32_t whole = views_at(step.level)[group.whole];
  const auto partner = static_cast<std::size_t>(step.back[group.whole]);
  const std::size_t trace = step.open[partner];
  CallEvent event{.trace = trace, .kind = "callsMerged"};
  event.hop = {last(traces_[trace]).at, step.level};
  event.raw.push_back(traces_[trace].views.back());
  event.normalized.push_back(whole);
  merged_.resize(traces_.size(), false);
  for (const std::size_t piece : group.pieces) {
    if (piece == partner) continue;
    event.raw.push_back(traces_[step.open[piece]].views.back());
    merged_[step.open[piece]] = true;
  }
  events_.push_back(std::move(event));
  explained_.add(whole);
}

void Tracer::note_split(Step& step, const CallGroup& group) {
  const std::vector<std::uint32_t>& views = views_at(step.level);
  const std::size_t trace = step.open[group.whole];
  const auto partner = static_cast<std::size_t>(step.pairing.partner[group.whole]);
  CallEvent event{.trace = trace, .kind = "callSplit"};
  event.hop = {last(traces_[trace]).at, step.level};
  event.raw.push_back(traces_[trace].views.back());
  event.normalized.push_back(views[partner]);
  for (const std::size_t piece : group.pieces) {
    if (piece == partner) continue;
    event.normalized.push_back(views[piece]);
    step.part[piece] = true;
  }
  events_.push_back(std::move(event));
  explained_.add(views[partner]);
}

// One finding for a hop, on the first call that came later than one that stood behind it. Pairs
// that order itself has made say nothing about it.
void Tracer::note_if_reordered(const Step& step) {
  std::array<std::int64_t, kAtCount> furthest;
  furthest.fill(-1);
  for (std::size_t i = 0; i < step.open.size(); ++i) {
    const std::int64_t partner = step.pairing.partner[i];
    if (partner < 0 || step.pairing.by[i] == PairedBy::order) continue;
    const std::uint32_t from = traces_[step.open[i]].views.back();
    const At at = answer_.views[from].at;
    std::int64_t& reached = furthest[static_cast<std::size_t>(at)];
    if (partner > reached) {
      reached = partner;
      continue;
    }
    CallEvent event{.trace = step.open[i], .kind = "callsReordered"};
    event.hop = {at, step.level};
    event.raw.push_back(from);
    event.normalized.push_back(views_at(step.level)[static_cast<std::size_t>(partner)]);
    events_.push_back(std::move(event));
    return;
  }
}

void Tracer::begin_traces(const Step& step) {
  std::set<std::pair<std::string_view, std::string_view>> calls;
  std::set<std::pair<std::uint32_t, std::string_view>> ids;
  const auto add = [&](const CallKey& key) {
    calls.emplace(key.name, key.arguments);
    if (key.id) ids.emplace(key.turn, *key.id);
  };
  for (const CallKey& key : step.left) add(key);
  for (std::size_t j = 0; j < step.right.size(); ++j) {
    if (step.back[j] >= 0) add(step.right[j]);
  }
  for (std::size_t j = 0; j < step.right.size(); ++j) {
    if (step.back[j] >= 0) continue;
    const CallKey& key = step.right[j];
    const bool same_id = key.id && ids.contains({key.turn, *key.id});
    std::optional<bool> again;
    if (same_id || calls.contains({key.name, key.arguments})) again = same_id;
    begin_trace(views_at(step.level)[j], step.part[j], again);
  }
}

// `part`: of a call that was split, which a finding says already. `again`: an equal call stands
// there already; whether with the same id.
void Tracer::begin_trace(std::uint32_t view, bool part, std::optional<bool> again) {
  const At level = answer_.views[view].at;
  CallTrace trace;
  trace.views.push_back(view);
  const bool text_on_record = !texts_.empty() || !views_at(At::text).empty();
  const bool earlier_on_record =
      level == At::wire ? text_on_record : level != At::text && raw_on_record_;
  trace.raw_known = level == At::text || level == At::wire || raw_on_record_;
  trace.unread = earlier_on_record && unread_text_ && !part;  // it may stand in that text
  trace.invented = earlier_on_record && !trace.unread;
  if (trace.invented && !part) events_.push_back(event_of_new(view, again));
  traces_.push_back(std::move(trace));
}

CallEvent Tracer::event_of_new(std::uint32_t view, std::optional<bool> again) {
  const View& call = answer_.views[view];
  CallEvent event{.trace = traces_.size(), .kind = "callInjected"};
  const bool text_on_record = !texts_.empty() || !views_at(At::text).empty();
  const bool wire_before = call.at != At::wire && !views_at(At::wire).empty();
  event.hop = {!wire_before && text_on_record ? At::text : At::wire, call.at};
  event.normalized.push_back(view);
  if (again) {
    event.kind = "callDuplicated";
    if (*again) event.remark = "sameId";
  } else if (is_promoted(call, event)) {
    event.kind = "callPromotedFromText";
  }
  return event;
}

// Was it made of a text that holds no such call?
bool Tracer::is_promoted(const View& view, CallEvent& event) {
  if (!texts_.empty()) {
    const std::optional<std::uint32_t> holder = text_behind(view);
    event.text_holder = holder;
    if (holder) event.hop.from = At::text;
    return holder.has_value();
  }
  if (answer_.messages.empty()) return false;
  const SaidTexts::Place place = said_.find(view, keys_.of(event.normalized[0]).arguments);
  event.recovered = place == SaidTexts::Place::alone;
  return place != SaidTexts::Place::nowhere;
}

std::optional<std::uint32_t> Tracer::text_behind(const View& call) {
  // Where no text holds any call, there is nothing else that this one could have come from.
  if (!call_in_text_) return texts_.front();
  if (!call.name || call.name->empty()) return std::nullopt;
  for (const std::uint32_t index : texts_) {
    const View& holder = answer_.views[index];
    for (const TextPassage& passage : holder.reading->passages) {
      const std::string_view text =
          std::string_view(*holder.text).substr(passage.begin, passage.end - passage.begin);
      if (search_left_ <= text.size()) return std::nullopt;
      search_left_ -= text.size() + 1;
      if (holds_text(text, *call.name)) return index;
    }
  }
  return std::nullopt;
}

bool Tracer::is_present(At at) const {
  return !views_at(at).empty() || (at == At::tool && answer_.normalized_given) ||
         (at == At::wire && answer_.raw_given);
}

void Tracer::note_if_dropped(std::size_t index) {
  CallTrace& trace = traces_[index];
  const View& end = last(trace);
  if (trace.invented || !is_raw_level(first(trace).at) || end.status) return;
  if (is_unread_text(end) && !end.name) return;  // perhaps no call at all
  if (!has_normalized_evidence(answer_, context_.client_stopped)) {
    trace.normalized_known = false;
    return;
  }
  if (end.answered) {
    // The client told the model what became of it: no loss, and nothing arrived. A program that
    // tells of no call may have run it as a tool of its own, which no recorder sees.
    const bool own_tool = answer_.short_form && !facts_.is_offered(end);
    own_tool ? trace.normalized_known = false : trace.dropped = true;
    return;
  }
  std::optional<At> next;
  bool further = false;  // is any level from client on present?
  for (int i = 0; i < kAtCount; ++i) {
    const At at = static_cast<At>(i);
    if (!is_present(at)) continue;
    if (at > end.at && !next) next = at;
    further = further || at >= At::client;
  }
  if (further && !next) return;
  trace.dropped = true;
  if (context_.client_stopped || is_merged(index)) return;
  CallEvent event{.trace = index, .kind = kind_of_dropped(index)};
  event.hop = {end.at, next.value_or(At::tool)};
  event.raw.push_back(trace.views.back());
  events_.push_back(std::move(event));
}

std::string_view Tracer::kind_of_dropped(std::size_t index) {
  const std::uint32_t view = traces_[index].views.back();
  const At at = answer_.views[view].at;
  if (views_at(at).size() > 1) {
    if (!went_on_) {
      went_on_.emplace();
      for (const CallTrace& trace : traces_) {
        for (std::size_t i = 0; i + 1 < trace.views.size(); ++i) {
          const CallKey& key = keys_.of(trace.views[i]);
          went_on_->insert({answer_.views[trace.views[i]].at, {key.name, key.arguments}});
        }
      }
    }
    const CallKey& key = keys_.of(view);
    if (went_on_->contains({at, {key.name, key.arguments}})) return "callDeduplicated";
  }
  if (answer_.messages.empty()) return "callDropped";
  const bool said =
      said_.find(answer_.views[view], keys_.of(view).arguments) != SaidTexts::Place::nowhere;
  return said ? "callDemotedToText" : "callDropped";
}

// Of each text whose calls went on: what stands beside them and is in no message. Reasoning counts
// where messages show any, for many a client hands on none.
void Tracer::note_dropped_passages() {
  for (std::size_t i = 0; i < traces_.size(); ++i) {
    const View& call = first(traces_[i]);
    if (!call.from_text) continue;
    const View& holder = answer_.views[call.from_text->holder];
    if (i > 0 && first(traces_[i - 1]).from_text &&
        first(traces_[i - 1]).from_text->holder == call.from_text->holder) {
      continue;
    }
    for (const TextPassage& passage : holder.reading->passages) {
      const std::string_view text =
          std::string_view(*holder.text).substr(passage.begin, passage.end - passage.begin);
      if (is_blank(text)) continue;
      if (passage.reasoning && !said_.has_reasoning()) continue;
      if (said_.holds_passage(text).value_or(true)) continue;
      Finding finding = graded(FindingOn::text, change_of("textDropped"),
                               {.executed = facts_.may_have_run(traces_[i].views)});
      finding.hop = Hop{At::text, last(traces_[i]).at == At::text ? At::tool : last(traces_[i]).at};
      finding.raw_call = index_in_level_[traces_[i].views.front()];
      finding.raw = quote_bytes(text);
      finding.raw_type = "text";
      traces_[i].findings.push_back(std::move(finding));
    }
  }
}

}  // namespace tare

#include "coercion/call_trace.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "coercion/call_pairing.h"
#include "coercion/text_calls.h"
#include "coercion/trace_findings.h"
#include "json/equal.h"
#include "json/reader.h"

namespace tare {
namespace {

bool is_raw_level(At at) { return at == At::text || at == At::wire; }

std::string arguments_key(const std::optional<std::string>& arguments) {
  if (!arguments) return "absent";
  json::Document document;
  if (json::read_strict(*arguments, document)) return "text " + *arguments;
  return "value " + json::canonical_text(document.root());
}

class Tracer {
 public:
  Tracer(const Answer& answer, const TraceContext& context) : answer_(answer), context_(context) {
    const bool turns = std::ranges::all_of(
        answer.views, [](const View& view) { return !view.id || view.turn.has_value(); });
    index_in_level_.resize(answer.views.size());
    keys_.reserve(answer.views.size());
    for (std::uint32_t i = 0; i < answer.views.size(); ++i) {
      const View& view = answer.views[i];
      if (view.reading && !view.reading->unread) {
        keys_.emplace_back();  // its calls stand behind it
        continue;
      }
      std::vector<std::uint32_t>& level = levels_[static_cast<std::size_t>(view.at)];
      index_in_level_[i] = static_cast<std::uint32_t>(level.size());
      level.push_back(i);
      keys_.push_back(key_of(view, turns));
      unread_text_ = unread_text_ || is_unread_text(view);
    }
    raw_on_record_ = raw_on_record(answer);
  }

  std::vector<CallTrace> run() {
    for (int level = 0; level < kAtCount; ++level) {
      if (!views_at(static_cast<At>(level)).empty()) add_level(static_cast<At>(level));
    }
    for (CallTrace& trace : traces_) {
      if (is_raw_level(first(trace).at)) trace.raw_evidence = first(trace).evidence;
      std::vector<Finding> on_calls = std::exchange(trace.findings, {});
      add_hop_findings(answer_, context_, index_in_level_, trace);
      trace.findings.insert(trace.findings.end(), on_calls.begin(), on_calls.end());
      note_if_dropped(trace);
    }
    return std::move(traces_);
  }

 private:
  CallKey key_of(const View& view, bool turns) const {
    CallKey key;
    if (view.id) key.id = (turns ? std::to_string(*view.turn) + " " : "") + *view.id;
    if (view.name) {
      key.name = context_.manifest != nullptr
                     ? std::string(context_.manifest->canonical_name(*view.name))
                     : *view.name;
    }
    key.arguments = arguments_key(view.arguments);
    return key;
  }

  const std::vector<std::uint32_t>& views_at(At at) const {
    return levels_[static_cast<std::size_t>(at)];
  }
  const View& first(const CallTrace& trace) const { return answer_.views[trace.views.front()]; }
  const View& last(const CallTrace& trace) const { return answer_.views[trace.views.back()]; }

  struct CallsBefore {
    std::set<std::pair<std::string_view, std::string_view>> calls;
    std::set<std::string_view> ids;
  };

  void add_level(At level) {
    const std::vector<std::uint32_t>& views = views_at(level);
    // Open calls in the order in which they were last seen.
    std::vector<std::size_t> open(traces_.size());
    for (std::size_t i = 0; i < open.size(); ++i) open[i] = i;
    std::ranges::sort(open, {}, [&](std::size_t i) { return traces_[i].views.back(); });
    std::vector<CallKey> left;
    std::vector<CallKey> right;
    left.reserve(open.size());
    right.reserve(views.size());
    for (const std::size_t i : open) left.push_back(keys_[traces_[i].views.back()]);
    for (const std::uint32_t view : views) right.push_back(keys_[view]);

    const std::vector<std::int64_t> partners = pair_calls(left, right);
    note_if_reordered(open, partners, views);
    std::vector<bool> paired(views.size(), false);
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (partners[i] < 0) continue;
      const auto at = static_cast<std::size_t>(partners[i]);
      paired[at] = true;
      traces_[open[i]].views.push_back(views[at]);
    }
    CallsBefore before;
    for (const CallKey& key : left) {
      before.calls.emplace(key.name, key.arguments);
      if (key.id) before.ids.insert(*key.id);
    }
    for (std::size_t i = 0; i < views.size(); ++i) {
      if (!paired[i]) begin_trace(views[i], before);
    }
  }

  void begin_trace(std::uint32_t view, const CallsBefore& before) {
    const At level = answer_.views[view].at;
    CallTrace trace;
    trace.views.push_back(view);
    const bool earlier_on_record =
        level == At::wire ? !views_at(At::text).empty() : level != At::text && raw_on_record_;
    trace.raw_known = level == At::text || level == At::wire || raw_on_record_;
    if (earlier_on_record && unread_text_) {
      trace.unread = true;  // it may stand in the text that could not be read
    } else if (earlier_on_record) {
      trace.invented = true;
      const CallKey& key = keys_[view];
      const bool again = before.calls.contains({key.name, key.arguments}) ||
                         (key.id && before.ids.contains(*key.id));
      At from = At::wire;
      if (level == At::wire || views_at(At::wire).empty()) from = At::text;
      if (from == At::text && views_at(At::text).empty()) from = At::wire;
      Finding finding = call_finding(again ? "callDuplicated" : "callInjected", {from, level},
                                     nullptr, &answer_.views[view]);
      finding.normalized_call = index_in_level_[view];
      trace.findings.push_back(std::move(finding));
    }
    traces_.push_back(std::move(trace));
  }

  // One finding for a hop, on the first call that came later than one that stood behind it.
  void note_if_reordered(const std::vector<std::size_t>& open,
                         const std::vector<std::int64_t>& partners,
                         const std::vector<std::uint32_t>& views) {
    std::array<std::int64_t, kAtCount> furthest;
    furthest.fill(-1);
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (partners[i] < 0) continue;
      CallTrace& trace = traces_[open[i]];
      const std::uint32_t from = trace.views.back();
      const std::uint32_t to = views[static_cast<std::size_t>(partners[i])];
      if (keys_[from].name != keys_[to].name) continue;
      std::int64_t& reached = furthest[static_cast<std::size_t>(answer_.views[from].at)];
      if (partners[i] > reached) {
        reached = partners[i];
        continue;
      }
      Finding finding =
          call_finding("callsReordered", {answer_.views[from].at, answer_.views[to].at},
                       &answer_.views[from], &answer_.views[to]);
      finding.raw_call = index_in_level_[from];
      finding.normalized_call = index_in_level_[to];
      trace.findings.push_back(std::move(finding));
      return;
    }
  }

  bool is_present(At at) const {
    return !views_at(at).empty() || (at == At::tool && answer_.normalized_given) ||
           (at == At::wire && answer_.raw_given);
  }

  void note_if_dropped(CallTrace& trace) {
    const View& end = last(trace);
    if (trace.invented || !is_raw_level(first(trace).at) || end.status) return;
    if (is_unread_text(end) && !end.name) return;  // perhaps no call at all
    if (!has_normalized_evidence(answer_, context_.client_stopped)) {
      trace.normalized_known = false;
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
    if (context_.client_stopped) return;
    Finding finding = call_finding("callDropped", {end.at, next.value_or(At::tool)}, &end, nullptr);
    finding.raw_call = index_in_level_[trace.views.back()];
    trace.findings.push_back(std::move(finding));
  }

  const Answer& answer_;
  const TraceContext& context_;
  std::array<std::vector<std::uint32_t>, kAtCount> levels_;  // indices of views
  std::vector<std::uint32_t> index_in_level_;                // by view
  std::vector<CallKey> keys_;                                // by view
  std::vector<CallTrace> traces_;
  bool unread_text_ = false;
  bool raw_on_record_ = false;
};

}  // namespace

std::vector<CallTrace> trace_calls(const Answer& answer, const TraceContext& context) {
  return Tracer(answer, context).run();
}

bool raw_on_record(const Answer& answer) {
  return answer.raw_given ||
         std::ranges::any_of(answer.views, [](const View& view) { return is_raw_level(view.at); });
}

bool has_raw_evidence(const Answer& answer) {
  if (answer.short_form) return answer.raw_given;
  if (!answer.views.empty()) return raw_on_record(answer);
  // No call at all is what the model wrote, unless the client refused one that nobody recorded.
  return answer.finished != FinishReason::refused_by_client;
}

bool has_normalized_evidence(const Answer& answer, bool client_stopped) {
  return !answer.short_form || answer.normalized_given || client_stopped ||
         std::ranges::any_of(answer.views, [](const View& view) { return !is_raw_level(view.at); });
}

}  // namespace tare

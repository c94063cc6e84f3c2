// Behind trace_calls: goes along the levels and pairs each with the calls seen so far.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "coercion/call_facts.h"
#include "coercion/call_findings.h"
#include "coercion/call_groups.h"
#include "coercion/call_keys.h"
#include "coercion/call_pairing.h"
#include "coercion/call_trace.h"
#include "coercion/said_texts.h"
#include "coercion/trace_findings.h"

namespace tare {

class Tracer {
 public:
  Tracer(const Answer& answer, const TraceContext& context);
  std::vector<CallTrace> run();

 private:
  // Of one level: the open calls in the order in which they were last seen, and the level's views.
  struct Step {
    At level;
    std::vector<std::size_t> open;  // indices of traces
    std::vector<CallKey> left;      // of their last views
    std::vector<CallKey> right;     // of the level's views
    CallPairing pairing;
    std::vector<std::int64_t> back;  // by right call: its left partner, or -1
    std::vector<bool> part;          // by right call: a part of a split call
  };

  const std::vector<std::uint32_t>& views_at(At at) const {
    return levels_[static_cast<std::size_t>(at)];
  }
  const View& first(const CallTrace& trace) const { return answer_.views[trace.views.front()]; }
  const View& last(const CallTrace& trace) const { return answer_.views[trace.views.back()]; }

  void add_level(At level);
  void group(Step& step);
  void note_merged(const Step& step, const CallGroup& group);
  void note_split(Step& step, const CallGroup& group);
  void note_if_reordered(const Step& step);
  void begin_traces(const Step& step);
  void begin_trace(std::uint32_t view, bool part, std::optional<bool> again);
  CallEvent event_of_new(std::uint32_t view, std::optional<bool> again);
  bool is_promoted(const View& view, CallEvent& event);

  std::optional<std::uint32_t> text_behind(const View& call);

  bool is_present(At at) const;
  void note_if_dropped(std::size_t index);
  std::string_view kind_of_dropped(std::size_t index);
  void note_dropped_passages();
  bool is_merged(std::size_t trace) const { return trace < merged_.size() && merged_[trace]; }

  const Answer& answer_;
  const TraceContext& context_;
  std::array<std::vector<std::uint32_t>, kAtCount> levels_;  // indices of views that are calls
  std::vector<std::uint32_t> index_in_level_;                // by view
  std::vector<std::uint32_t> texts_;                         // views whose text was read
  CallKeys keys_;
  CallFacts facts_;
  SaidTexts said_;
  std::vector<CallTrace> traces_;
  std::vector<CallEvent> events_;
  std::vector<bool> merged_;  // by trace: its call went into another one; may be shorter
  Explained explained_;
  // Calls (level, name, arguments) that went on from a level, once they are asked for.
  std::optional<std::set<std::pair<At, std::pair<std::string_view, std::string_view>>>> went_on_;
  std::size_t search_left_ = 64u << 20;  // bytes of passages that names are looked for in
  bool call_in_text_ = false;            // some text that was read holds a call
  bool unread_text_ = false;
  bool raw_on_record_ = false;
};

}  // namespace tare

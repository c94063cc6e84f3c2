#include "protocol/recorded_answer.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "json/equal.h"
#include "json/reader.h"
#include "protocol/answer_reader.h"
#include "protocol/recorded_events.h"

namespace tare {
namespace {

// What the recorders' own notes say. Lines that are no notes cost a look at their beginning.
RecorderNotes notes_of(const std::vector<std::string>& recorded) {
  RecorderNotes notes;
  for (const std::string& line : recorded) {
    if (!line.starts_with("{\"event\":\"x-recorder\"")) continue;
    json::Document document;
    if (!json::read_strict(line, document)) read_recorder_event(document.root(), notes);
  }
  return notes;
}

// Views still without an answer, in order, under one key.
class Waiting {
 public:
  void add(std::size_t view) { views_.push_back(view); }
  std::size_t size() const { return views_.size(); }
  template <typename Pick>
  void put_first(const Pick& pick) {
    std::stable_partition(views_.begin(), views_.end(), pick);
  }
  View* take(std::vector<View>& views) {
    while (next_ < views_.size() && views[views_[next_]].answered) ++next_;
    return next_ < views_.size() ? &views[views_[next_++]] : nullptr;
  }

 private:
  std::vector<std::size_t> views_;
  std::size_t next_ = 0;
};

struct WaitingViews {
  Waiting all;
  std::unordered_map<std::string, Waiting> by_name;

  void add(const View& view, std::size_t index) {
    all.add(index);
    by_name[view.name.value_or("")].add(index);
  }
  View* take(const std::optional<std::string>& name, std::vector<View>& views) {
    if (!name) return all.take(views);
    const auto found = by_name.find(*name);
    return found == by_name.end() ? nullptr : found->second.take(views);
  }
};

// Which of several calls under one id a tool got, as far as it is plain: with the very arguments.
// Each call that a tool got stands for one of the model's.
class Arrived {
 public:
  // What a recorder saw and what the adapter told of may be one call.
  Arrived(const std::vector<View>& seen, const std::vector<View>& told,
          const std::vector<std::pair<std::string, std::string>>& wire_names) {
    for (const auto& [offered, sent] : wire_names) own_names_.emplace(sent, offered);
    for (const std::vector<View>* views : {&seen, &told}) {
      std::unordered_map<std::string, std::size_t> counts;
      for (const View& view : *views) {
        if (view.at != At::tool) continue;
        const std::string key = key_of(view);
        left_[key] = std::max(left_[key], ++counts[key]);
      }
    }
  }

  // Takes it.
  bool take(const View& wire) {
    const auto found = left_.find(key_of(wire));
    return found != left_.end() && found->second > 0 && found->second-- > 0;
  }

 private:
  std::string key_of(const View& view) const {
    std::string name = view.name.value_or("");
    if (const auto own = own_names_.find(name); own != own_names_.end()) name = own->second;
    json::Document document;
    const std::string arguments = view.arguments.value_or("");
    const bool broken = static_cast<bool>(json::read_strict(arguments, document));
    return name + '\n' + (broken ? arguments : json::canonical_text(document.root()));
  }

  std::unordered_map<std::string, std::string> own_names_;
  std::unordered_map<std::string, std::size_t> left_;
};

// Calls under one id share its results. One that a tool got is the first to take one: else a call
// that was dropped would pass as told of, by the result of its namesake.
void put_arrived_first(std::unordered_map<std::string, Waiting>& by_id, std::vector<View>& views,
                       const std::vector<View>& told, const RecorderNotes& notes) {
  const auto shared = [](const auto& entry) { return entry.second.size() > 1; };
  if (std::ranges::none_of(by_id, shared)) return;
  Arrived arrived(views, told, notes.wire_names);
  // Calls with an id of their own first: what arrived of them is no other's.
  for (const View& view : views) {
    if (view.at == At::wire && (!view.id || by_id[*view.id].size() == 1)) (void)arrived.take(view);
  }
  for (auto& [id, waiting] : by_id) {
    if (waiting.size() < 2) continue;
    waiting.put_first([&](std::size_t i) { return arrived.take(views[i]); });
  }
}

// Each wire call for which a result went back to the model: by id, else by name, in order. A result
// answers one call, the first that has no answer yet.
void mark_answered(std::vector<View>& views, const std::vector<ToolResult>& results,
                   const std::vector<View>& told, const RecorderNotes& notes) {
  std::unordered_map<std::string, Waiting> by_id;
  WaitingViews any, without_id;
  std::vector<const ToolResult*> renamed;
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (views[i].at != At::wire) continue;
    any.add(views[i], i);
    views[i].id ? by_id[*views[i].id].add(i) : without_id.add(views[i], i);
  }
  put_arrived_first(by_id, views, told, notes);
  for (const ToolResult& result : results) {
    View* view = nullptr;
    if (result.id) {
      const auto found = by_id.find(*result.id);
      view = found == by_id.end() ? nullptr : found->second.take(views);
      if (view == nullptr) view = without_id.take(result.name, views);
      if (view == nullptr) renamed.push_back(&result);
    } else {
      view = any.take(result.name, views);
    }
    if (view != nullptr) view->answered = true;
  }
  // A client may tell of its calls under ids of its own making: where there are as many such
  // results as calls that nobody told of, they are theirs, in order.
  const auto untold = std::ranges::count_if(
      views, [](const View& view) { return view.at == At::wire && !view.answered; });
  if (static_cast<std::size_t>(untold) != renamed.size()) return;
  for (const ToolResult* result : renamed) {
    View* view = any.take(result->name, views);
    if (view != nullptr) view->answered = true;
  }
}

// The lines of calls whose reply ended within them, and after which the client asked again: its
// answer is the next request, and nobody expects it to run a piece.
void mark_asked_again(std::vector<View>& views, const std::vector<std::string>& recorded) {
  std::size_t call = 0;
  for (const std::string& line : recorded) {
    if (!line.starts_with("{\"event\":\"call\"")) continue;
    const std::size_t view = call++;
    if (view >= views.size() || line.find("\"askedAgain\":true") == std::string::npos) continue;
    json::Document document;  // the same letters may stand in the arguments
    if (json::read_strict(line, document)) continue;
    if (document.root().find("askedAgain").valid()) views[view].answered = true;
  }
}

// Takes the views that `is_claim` picks out of the answer's; they become claims.
template <typename Pick>
void to_claims(Answer& answer, std::vector<View>& claims, const Pick& is_claim) {
  std::vector<View> kept;
  for (View& view : answer.views) (is_claim(view) ? claims : kept).push_back(std::move(view));
  answer.views = std::move(kept);
}

// The model's words first: the last one of an adapter stays the final answer. What both tell of is
// there once.
void merge_messages(Answer& answer, std::vector<Message> seen) {
  const auto key_of = [](const Message& message) {
    return message.role + (message.reasoning ? "\n-" : "\n+") + message.text;
  };
  std::unordered_map<std::string, std::size_t> told;
  for (const Message& message : answer.messages) ++told[key_of(message)];
  std::erase_if(seen, [&](const Message& message) {
    const auto found = told.find(key_of(message));
    return found != told.end() && found->second > 0 && found->second-- > 0;
  });
  answer.messages.insert(answer.messages.begin(), std::make_move_iterator(seen.begin()),
                         std::make_move_iterator(seen.end()));
}

// `read`: a reply said what the model wrote. Else no call on record is not known to be none.
void merge_wire(Answer& answer, Answer& seen, RecorderNotes& notes, bool read) {
  to_claims(answer, notes.claims, [](const View& view) { return view.at == At::wire; });
  answer.raw_given = read;
  if (!seen.histories.empty()) answer.histories = std::move(seen.histories);
  merge_messages(answer, std::move(seen.messages));
}

// A claim for each frame of the same name; further ones are of tools of the adapter's own.
void merge_tool(Answer& answer, const Answer& seen, RecorderNotes& notes) {
  std::unordered_map<std::string, std::size_t> frames;
  for (const View& view : seen.views) {
    if (view.at == At::tool && view.name) ++frames[*view.name];
  }
  to_claims(answer, notes.claims, [&](const View& view) {
    if (view.at != At::tool || !view.name) return false;
    const auto found = frames.find(*view.name);
    return found != frames.end() && found->second > 0 && found->second-- > 0;
  });
  if (notes.mcp_whole) answer.normalized_given = true;
}

}  // namespace

Answer answer_of(AdapterKind kind, const std::vector<std::string>& events,
                 const std::vector<std::string>& recorded) {
  Answer answer = answer_from_events(events);
  switch (kind) {
    case AdapterKind::protocol:
      break;
    case AdapterKind::command:
      answer.short_form = true;
      break;
  }
  if (recorded.empty()) return answer;
  Answer seen = answer_from_events(recorded);
  RecorderNotes notes = notes_of(recorded);
  for (View& view : seen.views) view.evidence = Evidence::recorded;
  mark_answered(seen.views, seen.results, answer.views, notes);
  mark_asked_again(seen.views, recorded);
  if (notes.model && notes.model_requests > 0)
    merge_wire(answer, seen, notes, notes.model_replies > 0);
  if (notes.mcp_connected) merge_tool(answer, seen, notes);
  if (notes.model && (notes.model_requests == 0 || notes.model_replies == 0) &&
      answer.views.empty()) {
    // Nobody asked the model, or no reply could be read: that there is no call is a wrong address
    // or a broken body sooner than an answer.
    answer.short_form = true;
  }
  notes.sent_back = std::move(seen.results);
  std::vector<View> views = std::move(seen.views);
  views.insert(views.end(), std::make_move_iterator(answer.views.begin()),
               std::make_move_iterator(answer.views.end()));
  answer.views = std::move(views);
  answer.recorders = std::move(notes);
  return answer;
}

}  // namespace tare

#include "protocol/recorded_answer.h"

#include <algorithm>
#include <iterator>
#include <utility>

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

// Each wire call for which a result went back to the model: by id, else by name, in order.
void mark_answered(std::vector<View>& views, const std::vector<ToolResult>& results) {
  for (const ToolResult& result : results) {
    const auto of_result = [&](const View& view) {
      if (view.at != At::wire || view.answered) return false;
      if (result.id && view.id) return view.id == result.id;
      return !result.name || view.name == result.name;
    };
    const auto found = std::ranges::find_if(views, of_result);
    if (found != views.end()) found->answered = true;
  }
}

// Takes the views that `is_claim` picks out of the answer's; they become claims.
template <typename Pick>
void to_claims(Answer& answer, std::vector<View>& claims, const Pick& is_claim) {
  std::vector<View> kept;
  for (View& view : answer.views) (is_claim(view) ? claims : kept).push_back(std::move(view));
  answer.views = std::move(kept);
}

void merge_wire(Answer& answer, Answer& seen, RecorderNotes& notes) {
  to_claims(answer, notes.claims, [](const View& view) { return view.at == At::wire; });
  answer.raw_given = true;
  if (!seen.histories.empty()) answer.histories = std::move(seen.histories);
  // The model's words first: the last one of an adapter stays the final answer.
  answer.messages.insert(answer.messages.begin(), std::make_move_iterator(seen.messages.begin()),
                         std::make_move_iterator(seen.messages.end()));
}

// A claim for each frame of the same name; further ones are of tools of the adapter's own.
void merge_tool(Answer& answer, const Answer& seen, RecorderNotes& notes) {
  std::vector<std::string> names;
  for (const View& view : seen.views) {
    if (view.at == At::tool && view.name) names.push_back(*view.name);
  }
  to_claims(answer, notes.claims, [&](const View& view) {
    if (view.at != At::tool || !view.name) return false;
    const auto found = std::ranges::find(names, *view.name);
    if (found == names.end()) return false;
    names.erase(found);
    return true;
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
  mark_answered(seen.views, seen.results);
  if (notes.model && notes.model_requests > 0) merge_wire(answer, seen, notes);
  if (notes.mcp_connected) merge_tool(answer, seen, notes);
  if (notes.model && notes.model_requests == 0 && answer.views.empty()) {
    // Nobody asked the model: that no call was made is a wrong address sooner than an answer.
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

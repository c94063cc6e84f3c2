#include "coercion/call_findings.h"

#include <algorithm>

#include "json/string_writer.h"

namespace tare {
namespace {

constexpr std::size_t kMaxShownText = 4096;  // of a text that holds no call

void set_calls(std::optional<std::string>& side, std::string_view& type, const Answer& answer,
               const std::vector<std::uint32_t>& views) {
  if (views.empty()) return;
  if (views.size() == 1) {
    side = call_as_json(answer.views[views[0]]);
    type = "object";
    return;
  }
  std::string list;
  for (const std::uint32_t view : views) {
    list += list.empty() ? '[' : ',';
    list += call_as_json(answer.views[view]);
  }
  side = list + "]";
  type = "array";
}

}  // namespace

std::string quote_bytes(std::string_view bytes) {
  std::string out;
  json::append_json_string(out, bytes);
  return out;
}

std::string call_as_json(const View& view) {
  std::string out = "{\"name\":";
  out += view.name ? quote_bytes(*view.name) : "null";
  out += ",\"arguments\":";
  out += view.arguments ? quote_bytes(*view.arguments) : "null";
  return out + "}";
}

Finding call_finding(const Answer& answer, const CallFacts& facts, const CallEvent& event,
                     const std::vector<std::uint32_t>& index_in_level,
                     const std::vector<std::uint32_t>& views) {
  const auto is_ok = [&](std::uint32_t view) { return facts.is_ok(answer.views[view]); };
  PairFacts pair;
  // Order is no part of a call: the calls themselves arrived.
  const bool whole = event.kind != "callsReordered";
  pair.raw_ok = !event.recovered && (!whole || std::ranges::all_of(event.raw, is_ok));
  pair.normalized_ok =
      !event.normalized.empty() && (!whole || std::ranges::all_of(event.normalized, is_ok));
  pair.executed = facts.may_have_run(views);
  pair.side_effect = facts.has_side_effect(views);
  Change change = change_of(event.kind);
  change.remark = event.remark;

  Finding finding = graded(FindingOn::call, change, pair);
  finding.hop = event.hop;
  if (!event.raw.empty()) finding.raw_call = index_in_level[event.raw[0]];
  if (!event.normalized.empty()) finding.normalized_call = index_in_level[event.normalized[0]];
  set_calls(finding.raw, finding.raw_type, answer, event.raw);
  set_calls(finding.normalized, finding.normalized_type, answer, event.normalized);
  if (event.text_holder) {
    const std::string& text = *answer.views[*event.text_holder].text;
    if (text.size() <= kMaxShownText) {
      finding.raw = quote_bytes(text);
      finding.raw_type = "text";
    } else {
      finding.remark = "the text has " + std::to_string(text.size()) + " bytes";
    }
  }
  return finding;
}

}  // namespace tare

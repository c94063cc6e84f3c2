// Group G: calls that get lost, double, join, part, change places, become text or come from it.
#pragma once

#include "mutation_names.h"
#include "mutation_strings.h"

namespace tare::mutation {

struct Call {
  std::optional<std::string> id;
  std::string name, arguments;
};

inline std::vector<Call> some_calls(Rng& rng, std::size_t least, std::size_t most) {
  std::vector<Call> out;
  const bool with_ids = rng.chance(50);
  const std::size_t count = least + rng.below(most - least + 1);
  for (std::size_t i = 0; i < count; ++i) {
    Call call{std::nullopt, tool_name(rng), object_text(some_members(rng, 1, 3))};
    if (with_ids) call.id = "call_" + std::to_string(i);
    out.push_back(std::move(call));
  }
  return out;
}

inline Pair calls_pair(const std::vector<Call>& raw, const std::vector<Call>& normalized) {
  Pair out;
  std::vector<View> before, after;
  for (const Call& call : raw) {
    before.push_back(view(At::wire, call.name, call.arguments, call.id));
    out.note += call.name + call.arguments + " ";
  }
  out.note += " => ";
  for (const Call& call : normalized) {
    after.push_back(view(At::tool, call.name, call.arguments, call.id));
    out.note += " " + call.name + call.arguments;
  }
  out.answer = answer_of(std::move(before), std::move(after));
  return out;
}

inline Pair call_dropped(Rng& rng) {
  const std::vector<Call> raw = some_calls(rng, 1, 4);
  std::vector<Call> after = raw;
  after.erase(after.begin() + static_cast<std::ptrdiff_t>(rng.below(after.size())));
  return calls_pair(raw, after);
}
inline Pair call_injected(Rng& rng) {
  const std::vector<Call> raw = some_calls(rng, 1, 3);
  std::vector<Call> after = raw;
  const auto at = static_cast<std::ptrdiff_t>(rng.below(after.size() + 1));
  Call extra{std::nullopt, "extra_" + tool_name(rng), object_text(some_members(rng, 1, 3))};
  if (raw[0].id) extra.id = "call_new";
  after.insert(after.begin() + at, std::move(extra));
  return calls_pair(raw, after);
}
inline Pair call_duplicated(Rng& rng) {
  const std::vector<Call> raw = some_calls(rng, 1, 3);
  std::vector<Call> after = raw;
  const std::size_t at = rng.below(after.size());
  after.insert(after.begin() + static_cast<std::ptrdiff_t>(at) + 1, after[at]);
  return calls_pair(raw, after);
}
inline Pair call_deduplicated(Rng& rng) {
  std::vector<Call> after = some_calls(rng, 1, 3);
  for (Call& call : after) call.id.reset();
  std::vector<Call> raw = after;
  const std::size_t at = rng.below(raw.size());
  for (std::uint64_t more = 1 + rng.below(2); more > 0; --more)
    raw.insert(raw.begin() + static_cast<std::ptrdiff_t>(at), raw[at]);
  return calls_pair(raw, after);
}
inline Pair calls_merged(Rng& rng) {
  const std::string name = tool_name(rng);
  std::vector<Call> raw = some_calls(rng, 2, 2);
  raw[0].name = raw[1].name = name;
  const std::string joined = rng.chance(70) ? raw[0].arguments + raw[1].arguments
                                            : "[" + raw[0].arguments + "," + raw[1].arguments + "]";
  return calls_pair(raw, {{raw[rng.below(2)].id, name, joined}});
}
inline Pair call_split(Rng& rng) {
  Call raw{std::nullopt, tool_name(rng), object_text(some_members(rng, 2, 4))};
  if (rng.chance(50)) raw.id = "call_0";
  const std::size_t cut = 2 + rng.below(raw.arguments.size() - 3);
  Pair out = calls_pair({raw}, {{raw.id, raw.name, raw.arguments.substr(0, cut)}});
  View rest = view(At::tool, std::nullopt, raw.arguments.substr(cut));
  if (rng.chance(50)) rest.name = raw.name;
  out.note += " + " + *rest.arguments;
  out.answer.views.push_back(std::move(rest));
  return out;
}
inline Pair calls_reordered(Rng& rng) {
  const std::vector<Call> raw = some_calls(rng, 2, 5);
  std::vector<Call> after = raw;
  std::rotate(after.begin(),
              after.begin() + 1 + static_cast<std::ptrdiff_t>(rng.below(after.size() - 1)),
              after.end());
  return calls_pair(raw, after);
}
inline Pair call_promoted_from_text(Rng& rng) {
  const std::string name = tool_name(rng), arguments = object_text(some_members(rng, 1, 2));
  const std::string sample =
      "{\"name\": " + string_text(name) + ", \"arguments\": " + arguments + "}";
  std::string text = "You could send " + sample + " to it, " + sentence(rng) + ".";
  if (rng.chance(30)) text = "<think>" + sample + " " + sentence(rng) + "</think>\nNo.";
  Pair out = text_pair(text, "hermes", arguments, "");
  out.answer.views.back().name = name;
  return out;
}
inline Pair call_demoted_to_text(Rng& rng) {
  const Call call{std::nullopt, tool_name(rng), object_text(some_members(rng, 1, 3))};
  Pair out = calls_pair({call}, {});
  Message said;
  said.role = "assistant";
  said.reasoning = rng.chance(30);
  said.text = "<tool_call>\n{\"name\": " + string_text(call.name) +
              ", \"arguments\": " + call.arguments + "}\n</tool_call>";
  if (rng.chance(50)) said.text = sentence(rng) + "\n" + said.text;
  out.note += " said: " + said.text;
  out.answer.messages.push_back(std::move(said));
  return out;
}
inline Pair call_id_rewritten(Rng& rng) {
  std::vector<Call> raw = some_calls(rng, 1, 3);
  for (std::size_t i = 0; i < raw.size(); ++i) raw[i].id = "call_" + std::to_string(i);
  std::vector<Call> after = raw;
  for (Call& call : after) call.id = "x" + letters(rng, 8, 9);
  return calls_pair(raw, after);
}
inline Pair text_dropped(Rng& rng) {
  const std::string arguments = object_text(some_members(rng, 1, 3));
  const std::string beside = sentence(rng) + " " + sentence(rng) + ".";
  const std::string call =
      "<tool_call>\n{\"name\": \"tool\", \"arguments\": " + arguments + "}\n</tool_call>";
  Pair out = text_pair(beside + "\n" + call, "hermes", arguments, "");
  // Messages are on record, and none of them holds it.
  Message said;
  said.role = "assistant";
  out.answer.messages.push_back(said);
  return out;
}

inline std::vector<Mutator> call_mutators() {
  return {{"callDropped", call_dropped},
          {"callDuplicated", call_duplicated},
          {"callDeduplicated", call_deduplicated},
          {"callsMerged", calls_merged},
          {"callSplit", call_split},
          {"callsReordered", calls_reordered},
          {"callPromotedFromText", call_promoted_from_text},
          {"callDemotedToText", call_demoted_to_text},
          {"callIdRewritten", call_id_rewritten},
          {"textDropped", text_dropped},
          {"callInjected", call_injected}};
}

}  // namespace tare::mutation

#include "suite/prediction_answers.h"

#include <array>

#include "model/answer.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 7> kMembers = {
    "caseId", "raw", "normalized", "finished", "message", "underscoreNames", "selectedTool"};

}  // namespace

bool tells_calls(json::Value value) {
  return value.find("raw").valid() || value.find("normalized").valid();
}

std::optional<PredictedAnswer> read_prediction_answer(ValueReader& reader, json::Value value,
                                                      json::Value& case_id) {
  MemberSet members(reader, "a prediction with calls", kMembers);
  members.read(value);
  if (!members.require({"caseId"})) return std::nullopt;
  case_id = members["caseId"];
  PredictedAnswer out;
  bool good = true;
  if (members["selectedTool"].valid()) {
    good = false;
    reader.fault(members["selectedTool"], "\"selectedTool\" beside calls",
                 "leave it out: the calls say which tool it was");
  }
  for (const char* side : {"raw", "normalized"}) {
    const json::Value calls = members[side];
    if (!calls.valid()) continue;
    good = good && reader.array(calls, side);
    out.short_form += out.short_form.empty() ? "{\"" : ",\"";
    out.short_form += std::string(side) + "\":" + json_text(calls);
  }
  const json::Value finished = members["finished"];
  if (finished.valid()) {
    const std::optional<std::string> word = reader.word(finished, "finished");
    const bool known = word && finish_from_name(*word);
    if (word && !known) {
      reader.misfit(finished, "finished",
                    "stop, held, refusedByClient, maxTurns or refusal, as in the protocol");
    }
    good = good && known;
    if (known) out.short_form += ",\"finished\":" + json_text(finished);
  }
  const json::Value message = members["message"];
  if (reader.text(message, "message")) {
    out.short_form += ",\"message\":" + json_text(message);
  }
  out.short_form += '}';
  out.underscore_names = reader.flag(members["underscoreNames"], "underscoreNames").value_or(false);
  if (!good) return std::nullopt;
  return out;
}

}  // namespace tare

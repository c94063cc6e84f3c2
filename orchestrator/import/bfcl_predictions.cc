#include "import/bfcl_predictions.h"

#include "import/case_text.h"
#include "json/writer.h"

namespace tare {
namespace {

// The format (formats/model_text.h) that a family's models were asked to write.
std::string_view format_of(formats::BfclFamily family) {
  if (formats::form_of(family) == formats::BfclForm::python) return "pythonic";
  if (family == formats::BfclFamily::hermes) return "hermes";
  if (family == formats::BfclFamily::xlam) return "bareJson";
  if (family == formats::BfclFamily::granite) return "granite20b";
  return "";
}

std::string text_entry(json::Value text, std::string_view format) {
  std::string out = "{\"text\":" + std::string(text.text());
  if (!format.empty()) out += ",\"format\":" + json_string(format);
  return out + "}";
}

std::string call_entry(std::string_view name, std::string_view arguments) {
  return "{\"name\":" + json_string(name) + ",\"arguments\":" + std::string(arguments) + "}";
}

// One recorded item: a call by its name, or whatever else stands there as text.
std::string raw_entry(json::Value item) {
  if (item.is_object()) {
    for (const json::Member member : item.members()) {
      const bool readable = member.value.is_string() || member.value.is_object();
      if (!member.name.decoded_equals("") && readable) {
        return call_entry(member.name.decoded(), json::as_strict_json(member.value));
      }
      break;
    }
  }
  return item.is_string() ? text_entry(item, "")
                          : "{\"text\":" + json_string(json::as_strict_json(item)) + "}";
}

std::string raw_list(json::Value result, std::string_view format) {
  if (result.is_string()) {
    return result.decoded_equals("") ? "[]" : "[" + text_entry(result, format) + "]";
  }
  if (!result.is_array()) return "[" + raw_entry(result) + "]";
  std::string out = "[";
  for (const json::Value item : result.elements()) {
    out += (out.size() > 1 ? "," : "") + raw_entry(item);
  }
  return out + "]";
}

}  // namespace

BfclPrediction bfcl_prediction(const std::string& case_id, json::Value result, bool v4,
                               const formats::BfclDecoder& decoder, bool underscore_names) {
  const formats::BfclDecoded decoded = formats::decode_bfcl(decoder, result, v4);
  BfclPrediction out;
  out.line = "{\"caseId\":" + json_string(case_id) +
             ",\"raw\":" + raw_list(result, format_of(decoder.family)) + ",\"normalized\":[";
  bool first = true;
  for (const formats::DecodedCall& call : decoded.calls) {
    if (!first) out.line.push_back(',');
    first = false;
    // A name of no length is none to the protocol; no function of the leaderboard bears it.
    out.line += call_entry(call.name.empty() ? "?" : call.name, json_string(call.arguments));
  }
  out.line.push_back(']');
  out.refused = decoded.end != formats::BfclDecoded::End::calls;
  if (out.refused) {
    const bool failed = decoded.end == formats::BfclDecoded::End::failed;
    const std::string type =
        failed ? "ast_decoder:decoder_failed" : "ast_decoder:decoder_wrong_output_format";
    out.line +=
        ",\"finished\":\"refusedByClient\",\"message\":" + json_string(type + ": " + decoded.why);
  }
  if (underscore_names) out.line += ",\"underscoreNames\":true";
  out.line.push_back('}');
  return out;
}

BfclPrediction missing_prediction(const std::string& case_id) {
  return {"{\"caseId\":" + json_string(case_id) +
              ",\"raw\":[],\"normalized\":[],\"finished\":\"refusedByClient\","
              "\"message\":\"ast_decoder:decoder_failed: no result was recorded\"}",
          true};
}

}  // namespace tare

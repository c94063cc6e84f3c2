#include "formats/bfcl_decoders.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "formats/bfcl_texts.h"
#include "formats/python_meaning.h"
#include "formats/text_scan.h"
#include "json/reader.h"
#include "json/writer.h"

namespace tare::formats {
namespace {

using End = BfclDecoded::End;

BfclDecoded failed(std::string why) { return {End::failed, std::move(why), {}}; }
BfclDecoded wrong_format(std::string why) { return {End::wrong_format, std::move(why), {}}; }

// JSON as Python's reader takes it: strict, and NaN and Infinity beside.
bool read_python_json(std::string_view text, json::Document& document) {
  if (!json::read_strict(text, document)) return true;
  if (json::read_tolerant(text, document)) return false;
  const auto words_alone = [](const json::Deviation& d) {
    return d.kind == json::DeviationKind::nan_or_infinity;
  };
  return std::ranges::all_of(document.deviations(), words_alone);
}

json::Value first_member_value(json::Value object, std::string& name) {
  for (const json::Member member : object.members()) {
    name = member.name.decoded();
    break;
  }
  return object.find(name);
}

BfclDecoded function_list(json::Value list, bool as_objects) {
  BfclDecoded out;
  for (const json::Value item : list.elements()) {
    if (!item.is_object() || item.size() == 0) return failed("an item that is no call");
    DecodedCall call;
    const json::Value value = first_member_value(item, call.name);
    if (as_objects) {
      call.arguments = std::string(value.text());
    } else {
      json::Document document;
      if (!value.is_string()) return failed("arguments that are no text");
      call.arguments = value.decoded();
      if (!read_python_json(call.arguments, document)) {
        return failed("the arguments of " + call.name + " are not JSON");
      }
    }
    out.calls.push_back(std::move(call));
  }
  return out;
}

// {"name": …, "arguments": …} of text that has been read.
DecodedCall named_call(json::Value name, json::Value arguments) {
  DecodedCall call;
  if (name.valid()) call.name = name.is_string() ? name.decoded() : std::string(name.text());
  call.arguments = arguments.valid() ? std::string(arguments.text()) : "{}";
  return call;
}

BfclDecoded hermes(std::string_view text) {
  BfclDecoded out;
  bool armed = false;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line == "<tool_call>" || line == "</tool_call>") {
      armed = line == "<tool_call>";
      continue;
    }
    if (!std::exchange(armed, false)) continue;
    const std::string json = replaced(line, "'", "\"");
    json::Document document;
    if (!read_python_json(json, document)) return failed("a tool call that is not JSON");
    const json::Value root = document.root();
    if (!root.is_object()) return failed("a tool call that is no object");
    const json::Value name = root.find("name"), arguments = root.find("arguments");
    if (!name.valid() || !arguments.valid()) return failed("a tool call without name or arguments");
    out.calls.push_back(named_call(name, arguments));
  }
  return out;
}

BfclDecoded xlam(std::string_view text) {
  json::Document document;
  if (!read_python_json(text, document)) return wrong_format("not JSON");
  json::Value calls = document.root();
  BfclDecoded out;
  if (calls.is_object()) {
    calls = calls.find("tool_calls");
    // An object or a text is gone through too, and holds no object.
    if (!calls.valid() || calls.is_object() || calls.is_string()) return out;
  }
  if (!calls.is_array()) return failed("no list of tool calls");
  for (const json::Value item : calls.elements()) {
    if (item.is_object())
      out.calls.push_back(named_call(item.find("name"), item.find("arguments")));
  }
  return out;
}

BfclDecoded glm(std::string_view text) {
  const std::size_t line = text.find('\n');
  if (line == kNone) return wrong_format("one line, where a name and arguments are due");
  std::string_view second = text.substr(line + 1);
  second = second.substr(0, second.find('\n'));
  json::Document document;
  if (!read_python_json(second, document)) return failed("the arguments are not JSON");
  BfclDecoded out;
  out.calls.push_back({std::string(text.substr(0, line)), std::string(document.root().text())});
  return out;
}

BfclDecoded granite(std::string_view text) {
  constexpr std::string_view kMark = "<function_call>";
  BfclDecoded out;
  bool text_seen = false;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(kMark, at), text.size());
    const std::string_view part = without_blank_ends(text.substr(at, end - at));
    at = end + kMark.size();
    if (part.empty()) continue;
    json::Document document;
    if (!read_python_json(part, document)) {
      text_seen = true;
      continue;
    }
    const json::Value root = document.root();
    if (!root.is_object()) return failed("a call that is no object");
    const json::Value name = root.find("name");
    if (name.valid() && !name.is_string()) return failed("a call whose name is no text");
    DecodedCall call = named_call(name, root.find("arguments"));
    call.name = std::string(without_blank_ends(call.name));
    if (call.name == "no_function") {
      text_seen = true;
    } else {
      out.calls.push_back(std::move(call));
    }
  }
  return text_seen ? wrong_format("text beside the calls") : out;
}

BfclDecoded python_calls(BfclFamily family, std::string_view text) {
  const bool v4 = family == BfclFamily::python_v4;
  const EmptyCalls empty = v4 ? EmptyCalls::are_calls : EmptyCalls::are_texts;
  std::string why = "no calls where the decoder looks for them";
  const std::optional<std::string> python = bfcl_python_text(family, text);
  std::optional<std::vector<MeantCall>> calls;
  if (python) calls = read_meant_calls(*python, empty, v4, why);
  // This one tries the text as it is where its own mending did not help.
  if (!calls && family == BfclFamily::python_databricks) {
    calls = read_meant_calls(text, empty, v4, why);
  }
  if (!calls) return failed(why);
  if (family == BfclFamily::python_nexus && text.find("out_of_domain") != kNone) {
    return wrong_format("the model says that it is out of its domain");
  }
  BfclDecoded out;
  for (MeantCall& call : *calls) {
    if (!call.is_call)
      return wrong_format("a call without keyword arguments is a text: " + call.name);
    out.calls.push_back({std::move(call.name), std::move(call.arguments)});
  }
  return out;
}

BfclDecoded decode_markup(BfclFamily family, std::string_view text) {
  if (family == BfclFamily::hermes) return hermes(text);
  if (family == BfclFamily::xlam) return xlam(text);
  if (family == BfclFamily::glm) return glm(text);
  return granite(text);
}

BfclDecoded decode_text(BfclFamily family, std::string_view text) {
  switch (form_of(family)) {
    case BfclForm::markup:
      return decode_markup(family, text);
    case BfclForm::python:
      return python_calls(family, text);
    case BfclForm::list:
      break;
  }
  // A text where calls are due; without a character there is nothing to stumble over.
  return text.empty() && family != BfclFamily::function_parts ? BfclDecoded{}
                                                              : failed("a text and no calls");
}

BfclDecoded decode_list(BfclFamily family, json::Value list) {
  if (form_of(family) != BfclForm::list) return failed("a list where a text is due");
  return function_list(list, family == BfclFamily::function_objects);
}

// Of version 4: each call's arguments are an object.
bool has_objects(const BfclDecoded& decoded) {
  return std::ranges::all_of(decoded.calls, [](const DecodedCall& call) {
    return without_blank_ends(call.arguments).starts_with('{');
  });
}

}  // namespace

BfclDecoded decode_bfcl(const BfclDecoder& decoder, json::Value result,
                        bool arguments_are_objects) {
  BfclDecoded out;
  if (result.is_string()) {
    const std::string text = result.decoded();
    out = decode_text(decoder.family, decoder.unfenced ? without_fence(text) : text);
  } else if (result.is_array()) {
    out = decode_list(decoder.family, result);
  } else {
    out = failed("neither a text nor a list");
  }
  if (arguments_are_objects && out.end == End::calls && !has_objects(out)) {
    return wrong_format("a call whose arguments are no object");
  }
  return out;
}

}  // namespace tare::formats

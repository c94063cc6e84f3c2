#include "proxy/failed_generation.h"

#include "base/ascii.h"
#include "formats/model_text.h"
#include "json/reader.h"

namespace tare::proxy {

std::string failed_generation(std::string_view json) {
  // Most events hold no such name, and need not be read for it.
  if (json.find("failed_generation") == json.npos) return "";
  json::Document document;
  if (json::read_strict(json, document) || !document.root().is_object()) return "";
  const json::Value error = document.root().find("error");
  if (!error.valid() || !error.is_object()) return "";
  const json::Value text = error.find("failed_generation");
  return text.valid() && text.is_string() ? text.decoded() : "";
}

std::vector<View> calls_that_failed(std::string_view text) {
  const auto no_schema = [](std::string_view) { return std::string_view(); };
  formats::ModelText read = formats::read_model_text(text, "", no_schema);
  const std::string_view bare = without_blank_ends(text);
  if (read.calls.empty() && (bare.starts_with('{') || bare.starts_with('['))) {
    // The whole of it stood where a call was awaited, so JSON alone is one.
    read = formats::read_model_text(text, "bareJson", no_schema);
  }
  std::vector<View> out;
  for (formats::CallInText& call : read.calls) {
    if (!call.name) continue;
    View view;
    view.at = At::wire;
    view.id = std::move(call.id);
    view.name = std::move(call.name);
    view.arguments = std::move(call.arguments);
    view.evidence = Evidence::recorded;
    out.push_back(std::move(view));
  }
  return out;
}

}  // namespace tare::proxy

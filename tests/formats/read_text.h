// Reading a model's text in a test, without schemas.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/model_text.h"

namespace tare::formats {

inline ModelText read_text(std::string_view text, std::string_view format = "") {
  return read_model_text(text, format, [](std::string_view) { return std::string_view(); });
}

// Calls as "name arguments", with "!" where malformed and "?" for a missing name.
inline std::vector<std::string> calls_of(const ModelText& read) {
  std::vector<std::string> calls;
  for (const CallInText& call : read.calls) {
    calls.push_back((call.malformed ? "!" : "") + call.name.value_or("?") + " " + call.arguments);
  }
  return calls;
}

inline std::vector<std::string> passages_of(const ModelText& read, std::string_view text,
                                            Channel channel) {
  std::vector<std::string> passages;
  for (const Passage& passage : read.passages) {
    if (passage.channel != channel) continue;
    passages.emplace_back(text.substr(passage.span.begin, passage.span.end - passage.span.begin));
  }
  return passages;
}

}  // namespace tare::formats

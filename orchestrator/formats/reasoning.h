// The stretches of a text in which the model thinks aloud.
//
// A call inside closed reasoning is no call. Prompts often end in the opening tag, so the closing
// tag may come alone: then all before it is reasoning. A tag that stands within a well-formed call
// is the call's content, and one in backquotes is talked about.
#pragma once

#include <string_view>
#include <vector>

#include "formats/model_text.h"

namespace tare::formats {

struct ReasoningBlock {
  Span whole;            // with its tags
  Span inner;            // without
  bool is_open = false;  // the text ends before the reasoning does
};

// `calls` in the order of the text. Blocks in order, none overlapping.
std::vector<ReasoningBlock> find_reasoning(std::string_view text,
                                           const std::vector<CallInText>& calls);

}  // namespace tare::formats

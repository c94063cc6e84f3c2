// The call syntax of Gemma 4 and FunctionGemma: `call:name{key:value,…}`.
//
// It looks like JSON and is none: names are bare, and a string stands between two special tokens
// that no text can hold (`<|"|>`, `<escape>`), so that nothing in it is ever escaped.
#pragma once

#include <cstddef>
#include <string_view>

#include "formats/model_text.h"
#include "formats/text_scan.h"

namespace tare::formats {

struct GemmaMarks {
  std::string_view open;   // before `call:`
  std::string_view close;  // after the call
  std::string_view quote;  // at both sides of a string
};

struct GemmaNextMarks {
  NextMark open, close;
};

// The call whose `open` mark begins at `at`, with its markup. Returns its end; `at` itself, and
// appends nothing, where no call follows the mark. `next`: of the same marks in the
// same text.
std::size_t read_gemma_call(std::string_view text, std::size_t at, const GemmaMarks& marks,
                            GemmaNextMarks& next, ModelText& out);

}  // namespace tare::formats

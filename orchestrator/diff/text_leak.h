// Text that slipped into a value from outside it: reasoning, markup, the brackets around it.
//
// A parser that misses a closing tag, or a repair that guesses where a string ends, puts into a
// value what the model wrote beside it. Such a value is the raw one with something before or behind
// it, and that something stands in the model's text. Where it is the markup of parameters that are
// missing as members, those were swallowed.
#pragma once

#include <cstddef>
#include <string_view>

#include "json/value.h"

namespace tare {

class TextLeak {
 public:
  // `model_text`: all that the model wrote, "" where it is not known. `repaired`: the best-effort
  // reading of arguments that are no JSON, else null. Both must outlive this.
  TextLeak(std::string_view model_text, const json::Document* repaired)
      : model_text_(model_text), repaired_(repaired) {}

  // Is `normalized` the string `raw` with reasoning or markup around it that the model's text has?
  // After a repair: does it hold a bracket, comma or quote that stood around values in raw?
  bool in_string(std::string_view raw, std::string_view normalized);

  // The other way about: the name of a member that stands nowhere in the model's text was made up.
  // False where the text is not known, or the budget is spent.
  bool is_made_up(std::string_view name);

  // After a repair, the second question for any string within the value.
  bool in_value(json::Value normalized);

  // Does what `normalized` holds beside the string `raw` spell a member that is missing?
  bool swallowed(std::string_view raw, std::string_view normalized, std::string_view name,
                 json::Value member);

 private:
  bool holds_structure(std::string_view text);
  // Linear, and out of a budget for the whole pair of calls: past it nothing is found.
  std::size_t find(std::string_view text, std::string_view part);
  bool holds(std::string_view text, std::string_view part) {
    return find(text, part) != std::string_view::npos;
  }

  static constexpr std::size_t kSearchedBytes = 64u << 20;

  std::string_view model_text_;
  const json::Document* repaired_;
  std::size_t budget_ = kSearchedBytes;
};

}  // namespace tare

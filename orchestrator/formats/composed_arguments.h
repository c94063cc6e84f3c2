// JSON text of arguments that were not written as JSON.
//
// Members stand in the order in which they were written, a repeated one is repeated. Where the
// model's text ends inside the call, so does the JSON: what was never written is not made up, and
// a cut call looks cut to whoever reads its arguments.
#pragma once

#include <string>
#include <string_view>

#include "json/string_writer.h"

namespace tare::formats {

class ComposedArguments {
 public:
  // `value`: JSON text, or the first part of it where nothing follows.
  void add(std::string_view name, std::string_view value) {
    if (text_.size() > 1) text_.push_back(',');
    json::append_json_string(text_, name);
    text_.push_back(':');
    text_ += value;
  }
  std::string whole() && {
    text_.push_back('}');
    return std::move(text_);
  }
  std::string cut() && { return std::move(text_); }

 private:
  std::string text_ = "{";
};

}  // namespace tare::formats

// What a text speaks of, told from what it calls.
//
// Answers explain formats: with place holders for names (`<function-name>`, `...`) and with tags in
// the midst of a sentence. And texts are cut off in the midst of a call's markup, before anything
// of it can be told.
#pragma once

#include <cstddef>
#include <string_view>

#include "formats/model_text.h"

namespace tare::formats {

// Whether a call may bear this name. `loosely_marked`: its markup is broken, or so slight that
// prose looks like it; then a name with white space is none either.
bool is_tool_name(std::string_view name, bool loosely_marked);

// JSON with place holders for its values.
bool has_place_holders(std::string_view json);

// Takes calls out that only explain, and gives their text back to the content.
void drop_mentions(bool xml, ModelText& read);

// A call that says nothing but its name, and that not well: prose, if anything better is there.
bool may_be_prose(const ModelText& read);

// Whether text[from, end) ends in the markup of a call of which nothing can be told yet.
bool ends_in_begun_call(std::string_view text, std::size_t from);

}  // namespace tare::formats

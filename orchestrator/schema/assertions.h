// Keywords that speak of a value by themselves, with no schema below them.
#pragma once

#include <optional>

#include "json/value.h"
#include "schema/node.h"
#include "schema/words.h"

namespace tare::schema {

// type, enum, const, and what is said of numbers and strings.
void compile_assertions(const Words& words, bool assert_formats, Node& node, Program& program,
                        Notes& notes);

// A keyword that counts: 2 and 2.0, at least 0. nullopt (and a note) where the value is no count.
// A count that is too large to be reached is the largest one.
std::optional<std::size_t> count_of(const Words& words, Keyword keyword, Notes& notes);
void compile_range(const Words& words, Keyword min, Keyword max, CountRange& range, Notes& notes);

// One that does not run is kept, with a note, and answers unknown. Equal ones are one.
Index compile_pattern(std::string_view pattern, json::Value where, Keyword keyword,
                      Program& program, Notes& notes);

}  // namespace tare::schema

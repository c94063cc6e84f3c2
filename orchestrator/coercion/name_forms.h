// How layers respell the names of tools, each as one question about two names.
#pragma once

#include <string_view>

namespace tare {

// `longer` is some prefix, a separator (. : / __ -), `shorter`.
bool is_prefixed(std::string_view longer, std::string_view shorter);

// Equal without - and _; and the case of letters in the second.
bool differs_in_separators(std::string_view a, std::string_view b);
bool differs_in_case(std::string_view a, std::string_view b);

// The characters that a provider does not take (all but A-Z a-z 0-9 _ -) were replaced or left out.
bool is_sanitized(std::string_view raw, std::string_view normalized);

// A cut at either end, or a hash or a mark in place of what went.
bool is_truncated(std::string_view raw, std::string_view normalized);

// `normalized` is `raw` twice or more often.
bool is_repeated(std::string_view raw, std::string_view normalized);

// Two names that one usual mapping makes the same: cut to some length of at least 32 characters
// from either end, sanitised, without case.
bool share_a_form(std::string_view a, std::string_view b);

// A word of a layer for "no such tool": invalid, unknown_tool, error, noop, not_found, …
bool is_placeholder(std::string_view name);

}  // namespace tare

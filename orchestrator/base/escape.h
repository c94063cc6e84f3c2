// Text that an adapter or a case wrote is untrusted; each place it is shown has an escaper here.
//
// All of them take bytes that may be invalid UTF-8 and always return valid UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace tare {

// For a terminal: control characters, ESC, C1, bidirectional and zero-width characters and invalid
// bytes become visible escapes (\x1b, \u202e, \u{e0041}). Newline and tab are kept only where
// `multiline`, else they show as \n and \t. A backslash stays as it is: this is for eyes, not for
// reading back.
std::string escape_for_terminal(std::string_view bytes, bool multiline = false);

// For XML 1.0 text and attributes: the five specials become entities; characters that XML forbids
// and invalid bytes become visible escapes such as \x00. Line ends and tabs become references
// (&#10;), for a parser turns a plain one into a space within an attribute; `multiline` keeps
// newline and tab as they are, for element text alone.
std::string escape_for_xml(std::string_view bytes, bool multiline = false);

// A JSON string literal with its quotes. Valid UTF-8 stays as it is; control characters are
// escaped. Invalid bytes become U+FFFD: callers that must lose nothing test is_valid_utf8 first and
// use base64.
std::string quote_json(std::string_view bytes);
void append_json_quoted(std::string& out, std::string_view bytes);

// At most `max_bytes`, the mark included: cut at a code point border, "…" marking the cut. Invalid
// bytes become U+FFFD.
std::string shorten(std::string_view bytes, std::size_t max_bytes);

}  // namespace tare

// References between schemas (RFC 3986): what does `$ref` mean where the base is that `$id`.
#pragma once

#include <string>
#include <string_view>

namespace tare::schema {

// The reference made absolute by the base, dot segments removed; the fragment stays. Never fails:
// text that is no URI is taken as a path.
std::string resolve_uri(std::string_view base, std::string_view reference);

struct SplitUri {
  std::string_view base;      // without '#'
  std::string_view fragment;  // without '#'; empty where there is none
};
SplitUri split_fragment(std::string_view uri);

// %25 becomes '%'; a percent sign without two hexadecimal digits stays.
std::string percent_decoded(std::string_view text);

}  // namespace tare::schema

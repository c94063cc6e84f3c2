// Dicts, and lists of them, against acceptable ones.
#pragma once

#include <optional>
#include <string_view>

#include "json/value.h"
#include "scoring/bfcl_checker.h"

namespace tare {

// `parameter` is named in the sentence. REQUIRES: value is a dict, acceptable an array
std::optional<BfclFault> check_bfcl_dict(BfclVersion version, std::string_view parameter,
                                         json::Value value, json::Value acceptable);
// REQUIRES: value is a list, acceptable an array
std::optional<BfclFault> check_bfcl_dict_list(BfclVersion version, std::string_view parameter,
                                              json::Value value, json::Value acceptable);

// Some element of `acceptable` has this key; strings in it are compared in their standard form
// where `standard`.
bool is_among(const std::optional<std::string>& key, json::Value acceptable, bool standard);
// The key of a value, of a string that of its standard form.
std::optional<std::string> standard_key(json::Value v);
// "" means that the parameter may be left out. REQUIRES: acceptable is an array
bool may_be_absent(json::Value acceptable);
// A value in a sentence, short.
std::string bfcl_shown(json::Value v);

}  // namespace tare

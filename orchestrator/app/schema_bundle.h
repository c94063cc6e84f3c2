// A JSON Schema that needs no other file.
//
// Tare's schemas refer to each other by file name, as they lie side by side in the repository. Who
// gets one alone from `tare schema` could resolve none of that, so what it refers to is put into
// its `$defs`, under the file's name, and every reference points there.
#pragma once

#include <string>
#include <string_view>

namespace tare {

// `name`: of an embedded schema, "results". One that refers to no other comes out as it is written.
std::string bundled_schema(std::string_view name);

}  // namespace tare

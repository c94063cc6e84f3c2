// YAML as JSON text with a map back, so that one parser serves both.
//
// A second parser for YAML would be a second set of rules, and the two would drift. So YAML's
// events become JSON text, token by token, each with its place in the YAML file. Plain scalars get
// the types of the YAML 1.2 core schema (`no` and `2027-03-01` are strings); number text that is
// JSON number text is kept as written; quoted scalars are strings. Whatever JSON cannot say, or a
// reader may overlook, is refused with its place: repeated keys, merge keys, further documents,
// foreign tags, keys that are no scalars, and aliases that would blow the text up.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "suite/fault_list.h"
#include "suite/source_text.h"

namespace tare {

struct YamlJson {
  std::string json;
  std::vector<MappedToken> map;
};

// Larger YAML files are refused: beyond this, JSON Lines is the form to use.
inline constexpr std::size_t kMaxYamlBytes = std::size_t{16} << 20;

// Faults go to `faults` with file index `file`; true where there was none.
bool yaml_to_json(std::string_view yaml, std::uint32_t file, YamlJson& out, FaultList& faults);

}  // namespace tare

// The closed list of kinds of coercion: identifiers that never change meaning.
//
// A kind knows its default severity and whether the change loses information; the rest (effect)
// depends on the pair it is found on. What a person is told of a kind stands here too, so that
// docs/coercions.md, the schemas and the command line say one thing: a test holds them to it.
#pragma once

#include <span>
#include <string_view>

#include "model/finding.h"

namespace tare {

struct KindInfo {
  std::string_view name;  // "stringToNumber"
  char group;             // 'A'…'G', 'Z' for the fallbacks
  Severity severity;      // default
  bool lossless;
  std::string_view definition;  // one sentence
  std::string_view example_raw, example_normalized;
  std::string_view remedy;  // one sentence: what to change in the client
};

std::span<const KindInfo> all_kinds();
// REQUIRES: a listed name. The returned info has static storage.
const KindInfo& kind_info(std::string_view name);
bool is_kind(std::string_view name);

}  // namespace tare

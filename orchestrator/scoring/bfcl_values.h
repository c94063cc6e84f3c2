// One argument against its acceptable values: types first, then the value by the rule of its type.
#pragma once

#include <optional>
#include <string>

#include "json/value.h"
#include "scoring/bfcl_checker.h"

namespace tare {

struct BfclArgument {
  std::string name;
  json::Value value;
  json::Value description;  // of the parameter: {type, items?}
  json::Value acceptable;   // an array
};

std::optional<BfclFault> check_bfcl_argument(BfclVersion version, const BfclArgument& argument);

}  // namespace tare

// The tree of a filter. Private to suite/: filter_parser.cc builds it, filter.cc asks it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "suite/filter.h"

namespace tare {

struct Filter::Node {
  enum class Kind : std::uint8_t { all_of, any_of, not_of, id, tag, tool, kind, risk };
  enum class Compare : std::uint8_t { equal, less, less_equal, greater, greater_equal };

  Kind node = Kind::id;
  std::string glob;  // id, tag, tool
  CaseKind case_kind = CaseKind::tool_call;
  Compare compare = Compare::equal;
  std::uint8_t risk = 1;
  // all_of and any_of have two or more, not_of one. A list, not pairs: `a | b | c | …` is one
  // level.
  std::vector<std::shared_ptr<const Node>> children = {};
};

// Null where the expression is blank: it matches everything.
Result<std::shared_ptr<const Filter::Node>> parse_filter(std::string_view expression);

}  // namespace tare

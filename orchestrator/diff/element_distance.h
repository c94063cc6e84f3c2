// How far apart two elements of two lists are: what decides which of them is taken for which when
// there are more on one side than on the other.
#pragma once

#include <cstdint>
#include <vector>

#include "diff/list_alignment.h"
#include "diff/value_ids.h"
#include "json/value.h"

namespace tare {

// A look at the elements and their children, no deeper: enough to tell the object that lost a
// member from another object.
class ElementDistance {
 public:
  // What is handed over must outlive this.
  ElementDistance(const std::vector<json::Value>& raw, const std::vector<json::Value>& normalized,
                  const ValueIds& ids)
      : raw_(raw), normalized_(normalized), ids_(ids) {}

  // REQUIRES: the two elements are not equal. 1 … kFarthest.
  std::uint32_t operator()(std::uint32_t raw, std::uint32_t normalized, std::size_t& cells);

 private:
  using Children = std::vector<std::uint64_t>;  // sorted numbers: elements, or members
  const Children& children(std::vector<Children>& known, std::size_t count, std::uint32_t at,
                           json::Value value);

  const std::vector<json::Value>& raw_;
  const std::vector<json::Value>& normalized_;
  const ValueIds& ids_;
  std::vector<Children> raw_children_, normalized_children_;  // filled as they are asked for
};

}  // namespace tare

// Does a value fit a place of a schema? Asked of the validator itself, so that a comparison says
// nothing that a check of arguments would not. Not for use from outside.
//
// An answer is given only where all readers agree: `format` is asserted by some and passed over by
// others, so a value that only one of them refuses has no answer.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "json/value.h"
#include "policy/schema_side.h"
#include "schema/schema.h"

namespace tare {

class PlaceFit {
 public:
  // An invalid `place` lets everything through. What is compiled and asked counts against `budget`;
  // with nothing left of it there are no answers. `side` and `budget` have to outlive it.
  PlaceFit(json::Value place, const SchemaSide& side, std::size_t& budget)
      : place_(place), side_(&side), budget_(&budget) {}

  // nullopt: not known. Compiles on the first call.
  std::optional<bool> fits(json::Value value);

 private:
  bool compile();

  json::Value place_;
  const SchemaSide* side_;
  std::size_t* budget_;
  std::size_t cost_ = 1;  // of one value
  bool compiled_ = false;
  std::shared_ptr<const schema::Schema> plain_, strict_;  // null: it cannot be asked
};

}  // namespace tare

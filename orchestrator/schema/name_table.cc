#include "schema/node.h"

namespace tare::schema {

Index NameTable::add(std::string_view name) {
  if (const auto at = index_.find(name); at != index_.end()) return at->second;
  names_.emplace_back(name);
  const auto slot = static_cast<Index>(names_.size() - 1);
  index_.emplace(name, slot);
  return slot;
}

Index NameTable::find(std::string_view name, Index hint) const {
  if (hint < names_.size() && names_[hint] == name) return hint;
  if (names_.size() <= kLinear) {
    for (Index slot = 0; slot < names_.size(); ++slot) {
      if (names_[slot] == name) return slot;
    }
    return kNone;
  }
  const auto at = index_.find(name);
  return at == index_.end() ? kNone : at->second;
}

}  // namespace tare::schema

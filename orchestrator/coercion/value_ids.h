// One number for all values that are equal, across several documents.
//
// A diff asks "are these two the same value?" again and again: for each element of each list, for
// each name that may have moved. Comparing subtrees anew each time costs depth times size, which an
// adapter can make as large as it likes. Instead every node is numbered once, leaves first: a
// container's key is the list of its children's numbers. Two nodes bear one number exactly when
// they are equal by value (json/equal.h); there is no hash to collide.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "json/value.h"

namespace tare {

class ValueIds {
 public:
  // Numbers all nodes of the document. O(n log n). The document must outlive this.
  void add(const json::Document& document);
  // For a document that ends before this does.
  void forget(const json::Document& document) { ids_.erase(&document); }

  // REQUIRES: the value's document was added.
  std::uint32_t of(json::Value value) const;
  bool same(json::Value a, json::Value b) const { return of(a) == of(b); }

 private:
  std::uint32_t intern(const std::string& key);

  std::unordered_map<std::string, std::uint32_t> known_;
  std::unordered_map<const json::Document*, std::vector<std::uint32_t>> ids_;
};

}  // namespace tare

// One number for all values that are equal, across several documents.
//
// A diff asks "are these two the same value?" again and again: for each element of each list, for
// each name that may have moved. Comparing subtrees anew each time costs depth times size, which an
// adapter can make as large as it likes. Instead every node is numbered once, leaves first: a
// container's key is the list of its children's numbers. Two nodes bear one number exactly when
// they are equal by value (json/equal.h); there is no hash to collide.
//
// Most calls are small, and most of their questions are about scalars: those are compared directly,
// and a document is numbered only when the first question needs it.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "json/value.h"

namespace tare {

class ValueIds {
 public:
  // Numbers all nodes of the document, if that is not done yet. O(n log n). The document must
  // outlive this, or be forgotten.
  void add(const json::Document& document) { (void)ids_of(document); }
  // For a document that ends before this does.
  void forget(const json::Document& document);

  std::uint32_t of(json::Value value) const { return ids_of(*value.document())[value.index()]; }
  bool same(json::Value a, json::Value b) const;

 private:
  const std::vector<std::uint32_t>& ids_of(const json::Document& document) const;
  std::vector<std::uint32_t> number(const json::Document& document) const;
  std::uint32_t intern(const std::string& key) const;

  // What is known so far: filled as it is asked for, and the same whoever asks first.
  mutable std::unordered_map<std::string, std::uint32_t> known_;
  mutable std::vector<std::pair<const json::Document*, std::vector<std::uint32_t>>> ids_;
};

}  // namespace tare

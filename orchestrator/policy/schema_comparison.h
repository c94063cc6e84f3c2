// The comparison of two schemas, keyword by keyword. Not for use from outside: schema_drift.h.
//
// Keywords of one object schema are held together by "and", and most places for subschemas are
// monotone: where every part only widens, so does the whole. What a keyword lets through counts for
// the types that its place takes, so what speaks of other types is told apart, and where a place
// takes a closed list of values its keywords are taken together: the list is held against the other
// schema, value by value. The exceptions (`not`, `oneOf`, `if`,
// `contains`, dependencies, `unevaluated…`) are compared as texts. Names of `properties` and
// `additionalProperties` depend on each other and are worked out name by name.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/value.h"
#include "policy/closed_set.h"
#include "policy/schema_drift.h"
#include "policy/schema_keywords.h"
#include "policy/schema_side.h"

namespace tare {

class SchemaComparison {
 public:
  SchemaComparison(json::Value before, json::Value after, std::size_t limit)
      : before_(before), after_(after), limit_(limit) {}

  void schemas(json::Value a, json::Value b, const std::string& where);
  void add(const std::string& where, DriftWay way, std::string text, bool opened_enum = false);

  std::vector<SchemaChange> take() { return std::move(changes_); }
  bool empty() const { return changes_.empty(); }
  // Somewhere a reference was met that was not followed.
  bool opaque() const { return opaque_; }

 private:
  // Each side of a place as it stands, and what a reference there leads to.
  struct Place {
    json::Value a, b;          // followed
    json::Value own_a, own_b;  // as they stand
  };

  bool full() const { return changes_.size() >= limit_; }
  void compare(json::Value own_a, json::Value own_b, const std::string& where);
  void members(json::Value a, json::Value b, const std::string& where);
  void items(json::Value a, json::Value b, const std::string& where);
  void properties(json::Value a, json::Value b, const std::string& where);
  void added(json::Value rest, json::Value schema, const std::string& at);
  void removed(json::Value schema, json::Value rest, const std::string& at);
  void rest(json::Value was, json::Value is, bool patterns, const std::string& where);
  void branches(json::Value a, json::Value b, std::string_view name, const std::string& where);
  void references(json::Value a, json::Value b, const std::string& where);
  void others(json::Value a, json::Value b, bool told, const std::string& where);
  void format(json::Value a, json::Value b, bool texts, const std::string& where);
  void by_type(json::Value a, json::Value b, const std::string& where);
  void idle(json::Value a, json::Value b, TypeSet types, const std::string& where);
  void mark_references(json::Value v);

  // schema_closed.cc: places that let a closed list of values through. True: all is told.
  bool closed_lists(json::Value a, json::Value b, const std::string& where);
  void opened(const ClosedSet& was, json::Value a, json::Value b, PlaceFit& is,
              const std::string& where);
  void closed(const ClosedSet& is, json::Value b, PlaceFit& was, const std::string& where);
  void said_of_values(const ClosedSet& was, const ClosedSet& is, const std::string& where);

  // schema_assertions.cc: what speaks of a value by itself.
  void said(const Place& place, const std::string& where);
  void by_sets(bool grew, bool shrank, const std::string& where, const std::string& text);
  void whole_keyword(json::Value a, json::Value b, std::string_view name, const std::string& where);
  void types(json::Value a, json::Value b, const std::string& where);
  void values(json::Value a, json::Value b, const std::string& where);
  void bounds(json::Value a, json::Value b, bool lower, const std::string& where);
  void multiple_of(json::Value a, json::Value b, const std::string& where);
  void counts(json::Value a, json::Value b, std::string_view least, std::string_view most,
              const std::string& where);
  void text_keyword(json::Value a, json::Value b, std::string_view name, const std::string& where);
  void unique_items(json::Value a, json::Value b, const std::string& where);
  void required(json::Value a, json::Value b, const std::string& where);

  SchemaSide before_, after_;
  std::size_t limit_;
  std::size_t depth_ = 0, visits_ = 0;
  std::size_t fit_budget_ = std::size_t{32} << 20;
  bool opaque_ = false;
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen_;
  std::vector<SchemaChange> changes_;
};

// What of a sorted list is not in another, some of it shown; "" where nothing is.
std::string missing(const std::vector<std::string>& list, const std::vector<std::string>& other);
bool same_value(json::Value a, json::Value b);
// "went from 100 to 1000"
std::string change_from(json::Value a, json::Value b);
std::string short_text(json::Value v);
// What a place takes that is no closed list: "free text", "any integer".
std::string open_text(json::Value schema);

}  // namespace tare

// The comparison of two schemas, keyword by keyword. Not for use from outside: schema_drift.h.
//
// Keywords of one object schema are held together by "and", and most places for subschemas are
// monotone: where every part only widens, so does the whole. The exceptions (`not`, `oneOf`, `if`,
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
#include "policy/schema_drift.h"
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
  // A schema that is nothing but a reference stands for its target.
  static json::Value follow(json::Value v, const SchemaSide& side);
  void members(json::Value a, json::Value b, const std::string& where);
  void items(json::Value a, json::Value b, const std::string& where);
  void properties(json::Value a, json::Value b, const std::string& where);
  void added(json::Value rest, json::Value schema, const std::string& at);
  void removed(json::Value schema, json::Value rest, const std::string& at);
  void rest(json::Value was, json::Value is, bool patterns, const std::string& where);
  void branches(json::Value a, json::Value b, std::string_view name, const std::string& where);
  void references(json::Value a, json::Value b, const std::string& where);
  void others(json::Value a, json::Value b, const std::string& where);
  void mark_references(json::Value v);

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
  bool opaque_ = false;
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen_;
  std::vector<SchemaChange> changes_;
};

// Keywords that a model or a person reads, and that refuse no value.
bool is_said_keyword(std::string_view name);
// Where definitions lie: they count where a reference leads to them.
bool is_definitions_keyword(std::string_view name);

json::Value keyword_of(json::Value schema, std::string_view name);
bool same_value(json::Value a, json::Value b);
// "went from 100 to 1000"
std::string change_from(json::Value a, json::Value b);
std::string short_text(json::Value v);

}  // namespace tare

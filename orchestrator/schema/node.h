// A schema as it is checked: each subschema that can be reached is one node, its keywords sorted
// into rules by the kind of value that they speak of. A string never meets `required`.
//
// Nodes refer to one another by number, so that references may form circles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "json/value.h"
#include "schema/format.h"
#include "schema/keyword.h"
#include "schema/library.h"
#include "schema/pattern.h"

namespace tare::schema {

using NodeId = std::uint32_t;
using Index = std::uint32_t;
inline constexpr std::uint32_t kNone = 0xffff'ffff;

// At most and at least so many; numbers too large to count are "no end".
struct CountRange {
  std::size_t min = 0;
  std::size_t max = std::numeric_limits<std::size_t>::max();
};

// The values of `enum` or `const`, by kind; sorted, so that a long list costs a few looks.
struct ValueSet {
  bool null = false;
  bool truth = false;
  bool falsehood = false;
  std::vector<std::string> strings;     // decoded
  std::vector<std::string> numbers;     // canonical
  std::vector<std::string> containers;  // canonical text
};

struct Bound {
  Keyword keyword;  // minimum, maximum, exclusive_minimum, exclusive_maximum
  std::string text;
  std::optional<std::int64_t> small;  // the same where 64 bits do
};

struct NumberRule {
  std::vector<Bound> bounds;
  std::string multiple_of;
};

struct StringRule {
  CountRange length;
  Index pattern = kNone;
  std::optional<Format> format;
};

struct ArrayRule {
  CountRange size;
  bool unique = false;
  Keyword prefix_word = Keyword::prefix_items;
  std::vector<NodeId> prefix;
  Keyword rest_word = Keyword::items;
  NodeId rest = kNone;
  NodeId contains = kNone;
  CountRange contained{1, std::numeric_limits<std::size_t>::max()};
  bool contains_evaluates = true;  // an item that `contains` met counts as evaluated
};

// The names that an object's keywords speak of, each with a number of its own.
class NameTable {
 public:
  Index add(std::string_view name);
  // kNone where no keyword speaks of it. `hint`: the number it likely has, since arguments mostly
  // come in the order of the schema.
  Index find(std::string_view name, Index hint) const;
  const std::string& name(Index slot) const { return names_[slot]; }
  std::size_t size() const { return names_.size(); }

 private:
  static constexpr std::size_t kLinear = 8;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  std::vector<std::string> names_;
  std::unordered_map<std::string, Index, Hash, std::equal_to<>> index_;
};

struct ObjectRule {
  CountRange size;
  NameTable names;
  std::vector<NodeId> properties;  // by slot; kNone where `properties` does not name it
  std::vector<Index> required;     // slots
  // Where the first is there, the others must be: dependentRequired.
  struct Needs {
    Keyword word;
    Index slot;
    std::vector<Index> others;
  };
  std::vector<Needs> needs;
  struct Brings {
    Keyword word;
    Index slot;
    NodeId node;
  };
  std::vector<Brings> brings;  // dependentSchemas
  struct Matching {
    Index pattern;
    NodeId node;
  };
  std::vector<Matching> patterns;
  NodeId additional = kNone;
  NodeId property_names = kNone;
  bool lists_properties = false;
};

// What is applied to the same value.
struct Combinator {
  Keyword keyword;            // ref, dynamic_ref, all_of, any_of, one_of, negation, condition
  std::vector<NodeId> nodes;  // condition: if, then, else; kNone where one is missing
  std::string anchor = {};    // dynamic_ref: sought in the dynamic scope, if not empty
};

struct Node {
  json::Value schema;
  ResourceId resource = 0;
  bool never = false;      // the schema `false`
  std::uint8_t types = 0;  // bits: 1 << json::Kind
  bool integers = false;   // of the numbers only whole ones
  bool any_type = true;
  Index enumeration = kNone;
  Index constant = kNone;
  Index number = kNone;
  Index string = kNone;
  Index array = kNone;
  Index object = kNone;
  std::vector<Combinator> combinators;
  NodeId unevaluated_items = kNone;
  NodeId unevaluated_properties = kNone;
};

struct Program {
  std::vector<Node> nodes;  // the first is the schema itself
  std::vector<ValueSet> values;
  std::vector<NumberRule> numbers;
  std::vector<StringRule> strings;
  std::vector<ArrayRule> arrays;
  std::vector<ObjectRule> objects;
  std::vector<Pattern> patterns;
  std::map<std::string, Index, std::less<>> pattern_index;
  std::size_t pattern_size = 0;  // instructions of all of them
  bool dynamic = false;          // some reference is sought in the dynamic scope
  bool passes_over = false;      // some keyword's value means nothing
  std::map<std::pair<ResourceId, std::string>, NodeId> dynamic_anchors;
};

}  // namespace tare::schema

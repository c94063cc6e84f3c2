// How grave one finding is, and what it did to a score.
//
// Both depend on the pair of calls and not only on the kind: the same repair hides a model's
// mistake in one call and is beside the point in another. docs/scoring.md has the rules by name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "diff/kind.h"
#include "model/finding.h"
#include "schema/schema.h"

namespace tare {

// What is known about the two calls as wholes. "ok": the arguments parse strictly as an object with
// no name repeated, fit the types that the tool's schema plainly declares, and the name is offered.
struct PairFacts {
  bool raw_ok = true;
  bool normalized_ok = true;
  bool executed = true;    // false: it certainly did not run
  bool tool_list = false;  // it is known which tools are offered
  // The tool's schema, null where none is known, and which side fits it (rules R2 and R3).
  const schema::Schema* schema = nullptr;
  bool raw_fits = true;
  bool normalized_fits = true;
  bool side_effect = false;  // the tool is declared to have one (rule R8)
};

// Where the schema puts the member that a finding is on. It decides whose fault a lost member is:
// the layer's, if the tool knows it, the model's, if the tool lists others.
enum class Placed : std::uint8_t {
  unknown,   // no schema, or not asked
  listed,    // among the properties of its object
  unlisted,  // its object lists properties, and this is none of them
  free_form  // its object lists no properties
};

// What a classifier makes of one difference.
struct Change {
  std::string_view kind;
  bool value_changed = true;
  bool lossless = true;          // set by change_of to the kind's default
  bool equal_as_double = false;  // floatPrecisionLoss: the two are one double (rule R6)
  int shift = 0;                 // grades up or down by rules R1, R7, R9 and R10
  std::string remark = {};       // Finding::remark
  Placed placed = Placed::unknown;
  // Raw has no types in its text, and the value is what the text spells: nobody's fault, `info`.
  bool untyped = false;
};

// Rule R10: critical, since a parser has nothing but the model's text to take it from.
void mark_made_up(Change& change);

// A change of that kind with the kind's own defaults.
Change change_of(std::string_view kind);

// A finding with kind, severity, effect and losslessness set; where and what are the caller's.
Finding graded(FindingOn on, const Change& change, const PairFacts& facts);

}  // namespace tare

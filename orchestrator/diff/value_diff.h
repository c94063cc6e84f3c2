// Two arguments texts, compared to the byte and to the value.
//
// First what the texts are (empty, an object, JSON in a JSON string, broken), since a repair is
// judged before what came of it; then, where both can be read, a walk over the two trees
// (tree_diff.h). A repair and a changed value are two findings.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diff/arguments_reading.h"
#include "diff/severity.h"
#include "model/finding.h"

namespace tare {

// What is known of two calls beside their arguments.
struct ArgumentsContext {
  bool raw_name_ok = true;  // the name is offered (true where no list is given)
  bool normalized_name_ok = true;
  bool executed = true;                    // the call ran, or may have
  bool side_effect = false;                // the tool is declared to have one
  const schema::Schema* schema = nullptr;  // the tool's; null where none is known
  // That of what arrived, where the call reached another tool than it named.
  std::optional<const schema::Schema*> normalized_schema = {};
  bool raw_malformed = false;                 // the markup around raw is broken (formats/)
  std::span<const std::string> untyped = {};  // arguments whose type raw does not show (formats/)
  std::string_view raw_text = {};             // the model's whole text, where raw was read from it
  bool repair_ran = false;                    // the adapter says that a repair step ran
};

// A pair of calls as far as its arguments go. Each text is read once, when the first question needs
// it; texts that are equal to the byte are not read for findings at all.
class ArgumentsPair {
 public:
  // The texts, and what the context points to, must outlive this.
  ArgumentsPair(const std::optional<std::string>& raw, const std::optional<std::string>& normalized,
                const ArgumentsContext& context)
      : raw_text_(raw), normalized_text_(normalized), context_(context) {}

  // What the effect of every finding on the two calls depends on, those on the name too.
  const PairFacts& facts();

  // The findings on arguments, without hop and call indices (the caller knows them). An absent text
  // counts as an empty one. Texts that differ only in white space outside strings, in \u escapes of
  // the same character, or in \/ give none; nor does a text that is beyond the reader, which the
  // caller counts as unread.
  std::vector<Finding> findings();

  const ArgumentsReading& raw();
  const ArgumentsReading& normalized();

 private:
  const std::optional<std::string>& raw_text_;
  const std::optional<std::string>& normalized_text_;
  const ArgumentsContext context_;
  std::optional<ArgumentsReading> raw_, normalized_;
  std::optional<PairFacts> facts_;
};

// The two answers by themselves.
std::vector<Finding> diff_arguments(const std::optional<std::string>& raw,
                                    const std::optional<std::string>& normalized,
                                    const ArgumentsContext& context);
PairFacts pair_facts(const std::optional<std::string>& raw,
                     const std::optional<std::string>& normalized, const ArgumentsContext& context);

}  // namespace tare

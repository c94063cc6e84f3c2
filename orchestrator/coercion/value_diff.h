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

#include "coercion/severity.h"
#include "model/finding.h"

namespace tare {

// What a reader makes of an arguments text.
enum class ArgumentsForm {
  absent,
  empty,
  object,
  other_json,
  double_encoded,
  broken,
  beyond  // nested deeper, or longer, than the reader goes: perhaps good, nobody knows
};

struct ArgumentsCheck {
  ArgumentsForm form;
  bool duplicate_names = false;
  // Parses strictly as an object (no text counts as {}), no member name repeated.
  bool ok() const {
    return (form == ArgumentsForm::object || form == ArgumentsForm::empty ||
            form == ArgumentsForm::absent) &&
           !duplicate_names;
  }
};
ArgumentsCheck check_arguments(const std::optional<std::string>& arguments);

// Past the reader's limits, so that nothing can be said of it. Cheap on texts of few brackets.
bool is_beyond_reader(const std::optional<std::string>& arguments);

bool is_empty_object(const std::optional<std::string>& arguments);

// What is known of two calls beside their arguments.
struct ArgumentsContext {
  bool raw_name_ok = true;  // the name is offered (true where no list is given)
  bool normalized_name_ok = true;
  bool executed = true;                       // the call ran, or may have
  const schema::Schema* schema = nullptr;     // the tool's; null where none is known
  bool raw_malformed = false;                 // the markup around raw is broken (formats/)
  std::span<const std::string> untyped = {};  // arguments whose type raw does not show (formats/)
  std::string_view raw_text = {};             // the model's whole text, where raw was read from it
  bool repair_ran = false;                    // the adapter says that a repair step ran
};

// The findings on arguments between two views, without hop and call indices (the caller knows
// them). An absent text counts as an empty one. Texts that differ only in white space outside
// strings, in \u escapes of the same character, or in \/ give none; nor does a text that is beyond
// the reader, which the caller counts as unread.
std::vector<Finding> diff_arguments(const std::optional<std::string>& raw,
                                    const std::optional<std::string>& normalized,
                                    const ArgumentsContext& context);

// What the effect of every finding on the two calls depends on.
PairFacts pair_facts(const std::optional<std::string>& raw,
                     const std::optional<std::string>& normalized, const ArgumentsContext& context);

}  // namespace tare

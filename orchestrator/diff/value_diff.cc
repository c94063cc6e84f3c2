#include "diff/value_diff.h"

#include <utility>

#include "base/ascii.h"
#include "diff/scalar_change.h"
#include "diff/text_repair.h"
#include "diff/tree_diff.h"
#include "json/writer.h"

namespace tare {
namespace {

using json::Document;
using json::Value;
using Form = ArgumentsForm;

// A text as one side of a finding: not JSON, so shown as it stands.
void set_text(std::optional<std::string>& side, std::string_view& type,
              const ArgumentsReading& reading) {
  if (reading.form() == Form::absent) return;
  side = std::string(reading.text());
  type = reading.parses() ? json::kind_name(reading.root().kind()) : "text";
}

// Step 3 of the decision order (docs/scoring.md): what kind of text became what kind of text.
class TextDiff {
 public:
  TextDiff(const ArgumentsReading& raw, const ArgumentsReading& normalized,
           const ArgumentsContext& context, const FactsOf& facts)
      : raw_(raw), normalized_(normalized), context_(context), facts_(facts) {
    evidence_ = {.schema = context.schema,
                 .normalized_schema = context.normalized_schema.value_or(context.schema),
                 .untyped = context.untyped,
                 .model_text = context.raw_text};
  }

  std::vector<Finding> run() {
    if (raw_.form() == Form::beyond || normalized_.form() == Form::beyond) return {};
    const bool nothing = raw_.is_nothing() || raw_.is_null();
    const bool nothing_arrived = normalized_.is_nothing() || normalized_.is_null();
    if (nothing && normalized_.is_empty_object()) {
      add_spelling("emptyArgsToObject", 0);
    } else if ((nothing || raw_.is_empty_object()) && nothing_arrived) {
      // No text and {} mean one thing, but a strict tool may want the braces. null is no object.
      if (raw_.is_nothing() != normalized_.is_nothing() ||
          raw_.is_null() != normalized_.is_null()) {
        add_spelling("typeChanged", normalized_.is_null() ? 0 : -2);
      }
    } else if (raw_.form() == Form::broken) {
      from_broken();
    } else if (normalized_.form() == Form::broken) {
      to_broken();
    } else {
      from_value();
    }
    return std::move(out_);
  }

 private:
  void add(const Change& change) {
    Finding finding = graded(FindingOn::arguments, change, facts_());
    finding.path = "";
    set_text(finding.raw, finding.raw_type, raw_);
    set_text(finding.normalized, finding.normalized_type, normalized_);
    out_.push_back(std::move(finding));
  }

  void add_spelling(std::string_view kind, int shift) {
    Change change = change_of(kind);
    change.value_changed = false;
    change.lossless = true;
    change.shift = shift;
    add(change);
  }

  // No text is JSON, so the text is what can be compared; white space around it means nothing.
  void broken_texts() {
    if (raw_.is_nearly_json() && normalized_.is_nearly_json()) {
      diff_values(raw_.best()->root(), normalized_.best()->root(), evidence_, facts_, out_);
      return;
    }
    const std::string_view raw = without_blank_ends(raw_.text());
    if (const auto change = string_change(raw, without_blank_ends(normalized_.text()), nullptr))
      add(*change);
  }

  void from_broken() {
    const Document* best = raw_.best();
    // A repair that found no member in raw did not make a tool run on defaults.
    const bool no_member = best != nullptr && best->tail() == json::TruncationTail::none &&
                           best->root().is_object() && best->root().size() == 0;
    if (normalized_.is_nothing() || (normalized_.is_empty_object() && !no_member)) {
      add(change_of("invalidArgsEmptied"));
    } else if (normalized_.holds_verbatim(raw_.text())) {
      add(change_of("invalidArgsWrapped"));
    } else if (normalized_.form() == Form::broken) {
      broken_texts();
    } else {
      for (const Change& repair : repairs_of(raw_)) add(repair);
      if (best == nullptr) {
        add(change_of("typeChanged"));
        return;
      }
      evidence_.repaired = true;
      diff_values(best->root(), normalized_.root(), evidence_, facts_, out_);
    }
  }

  // Good arguments, or none, became a text that is no JSON.
  void to_broken() {
    if (normalized_.is_nearly_json() && raw_.parses()) {
      diff_values(raw_.root(), normalized_.best()->root(), evidence_, facts_, out_);
      return;
    }
    if (!raw_.parses()) {
      add(change_of("stringAltered"));  // a text from nowhere
      return;
    }
    const std::string_view arrived = without_blank_ends(normalized_.text());
    const bool cut = without_blank_ends(raw_.text()).starts_with(arrived) ||
                     json::minified(raw_.root()).starts_with(arrived);
    add(change_of(cut ? "valueTruncated" : "streamMisassembled"));
  }

  void from_value() {
    Document none;
    (void)json::read_strict("{}", none);
    Value raw = raw_.is_nothing() || (raw_.is_null() && normalized_.form() == Form::object)
                    ? none.root()
                    : raw_.root();
    const Value normalized = normalized_.is_nothing() ? none.root() : normalized_.root();
    const bool emptied = normalized.is_object() && normalized.size() == 0;
    if (emptied) evidence_.raw_ok = facts_().raw_ok;
    if (raw_.form() == Form::double_encoded && normalized.is_object()) {
      add(change_of("doubleEncodingUnwrapped"));
      raw = raw_.inner();
      evidence_.raw_ok = emptied && context_.raw_name_ok && !context_.raw_malformed &&
                         raw_.is_inner_ok() && raw_.inner_fits(context_.schema);
    }
    evidence_.repair_ran = context_.repair_ran && raw_.parses();
    diff_values(raw, normalized, evidence_, facts_, out_);
  }

  const ArgumentsReading& raw_;
  const ArgumentsReading& normalized_;
  const ArgumentsContext& context_;
  const FactsOf& facts_;
  ValueEvidence evidence_;
  std::vector<Finding> out_;
};

}  // namespace

const ArgumentsReading& ArgumentsPair::raw() {
  if (!raw_) raw_.emplace(raw_text_);
  return *raw_;
}

const ArgumentsReading& ArgumentsPair::normalized() {
  if (!normalized_) normalized_.emplace(normalized_text_);
  return *normalized_;
}

const PairFacts& ArgumentsPair::facts() {
  if (facts_) return *facts_;
  PairFacts& facts = facts_.emplace();
  facts.schema = context_.schema;
  facts.raw_fits = raw().is_ok() && raw().fits(context_.schema);
  facts.normalized_fits = normalized().is_ok() &&
                          normalized().fits(context_.normalized_schema.value_or(context_.schema));
  facts.raw_ok = context_.raw_name_ok && !context_.raw_malformed && facts.raw_fits;
  facts.normalized_ok = context_.normalized_name_ok && facts.normalized_fits;
  facts.executed = context_.executed;
  facts.side_effect = context_.side_effect;
  return facts;
}

std::vector<Finding> ArgumentsPair::findings() {
  if (raw_text_ == normalized_text_) return {};
  const FactsOf facts = [this]() -> const PairFacts& { return this->facts(); };
  return TextDiff(raw(), normalized(), context_, facts).run();
}

std::vector<Finding> diff_arguments(const std::optional<std::string>& raw,
                                    const std::optional<std::string>& normalized,
                                    const ArgumentsContext& context) {
  return ArgumentsPair(raw, normalized, context).findings();
}

PairFacts pair_facts(const std::optional<std::string>& raw,
                     const std::optional<std::string>& normalized,
                     const ArgumentsContext& context) {
  return ArgumentsPair(raw, normalized, context).facts();
}

}  // namespace tare

#include "coercion/value_diff.h"

#include <algorithm>
#include <array>

#include "coercion/scalar_change.h"
#include "coercion/tree_diff.h"
#include "json/reader.h"

namespace tare {
namespace {

using json::DeviationKind;
using json::Document;
using json::Value;
using Kinds = std::initializer_list<DeviationKind>;

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

bool is_limit(const json::ReadError& error) {
  return error.kind == json::ReadErrorKind::too_deep ||
         error.kind == json::ReadErrorKind::too_large;
}

// One arguments text as read; the text must outlive it.
struct Reading {
  std::string_view text;
  ArgumentsForm form = ArgumentsForm::empty;
  Document document;       // where form is object, other_json or double_encoded
  std::string inner_text;  // double_encoded: the text in the string
  Document inner;          // double_encoded: the object in it
  json::ReadError error;   // where broken
};

void read(const std::optional<std::string>& text, Reading& out) {
  out.text = text ? std::string_view(*text) : std::string_view();
  if (!text || is_blank(*text)) {
    out.form = text ? ArgumentsForm::empty : ArgumentsForm::absent;
    return;
  }
  out.error = json::read_strict(*text, out.document);
  if (out.error) {
    out.form = is_limit(out.error) ? ArgumentsForm::beyond : ArgumentsForm::broken;
    return;
  }
  const Value root = out.document.root();
  out.form = root.is_object() ? ArgumentsForm::object : ArgumentsForm::other_json;
  if (!root.is_string()) return;
  out.inner_text = root.decoded();
  if (!json::read_strict(out.inner_text, out.inner) && out.inner.root().is_object()) {
    out.form = ArgumentsForm::double_encoded;
  }
}

// A name repeated in any object of the document.
bool repeats_a_name(const Document& document) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < document.nodes().size(); ++i) {
    const Value value(&document, i);
    if (!value.is_object()) continue;
    names.clear();
    for (const json::Member member : value.members()) names.push_back(member.name.decoded());
    std::ranges::sort(names);
    if (std::ranges::adjacent_find(names) != names.end()) return true;
  }
  return false;
}

ArgumentsCheck check_of(const Reading& reading) {
  return {reading.form, reading.form == ArgumentsForm::object && repeats_a_name(reading.document)};
}

bool is_nothing(const Reading& reading) {
  return reading.form == ArgumentsForm::absent || reading.form == ArgumentsForm::empty;
}

bool is_empty_object(const Reading& reading) {
  return reading.form == ArgumentsForm::object && reading.document.root().size() == 0;
}

bool is_null(const Reading& reading) {
  return reading.form == ArgumentsForm::other_json && reading.document.root().is_null();
}

bool holds_verbatim(const Reading& normalized, std::string_view raw) {
  if (normalized.form != ArgumentsForm::object) return false;
  for (const json::Member member : normalized.document.root().members()) {
    if (member.value.is_string() && member.value.decoded_equals(raw)) return true;
  }
  return false;
}

bool among(DeviationKind kind, Kinds kinds) {
  return std::ranges::find(kinds, kind) != kinds.end();
}

// A text as one side of a finding: not JSON, so shown as it stands.
void set_text(std::optional<std::string>& side, std::string_view& type, const Reading& reading) {
  if (reading.form == ArgumentsForm::absent) return;
  side = std::string(reading.text);
  type = reading.document.empty() ? "text" : json::kind_name(reading.document.root().kind());
}

class ArgumentsDiff {
 public:
  ArgumentsDiff(const Reading& raw, const Reading& normalized, const PairFacts& facts)
      : raw_(raw), normalized_(normalized), facts_(facts) {}

  std::vector<Finding> run() {
    if (is_nothing(raw_) && is_nothing(normalized_)) return {};
    if (raw_.form == ArgumentsForm::beyond || normalized_.form == ArgumentsForm::beyond) return {};
    if ((is_nothing(raw_) || is_null(raw_)) && is_empty_object(normalized_)) {
      Change change = change_of("emptyArgsToObject");
      change.value_changed = false;
      add(change);
    } else if (raw_.form == ArgumentsForm::broken) {
      from_broken();
    } else if (normalized_.form == ArgumentsForm::broken) {
      texts_differ();
    } else {
      from_value();
    }
    return std::move(out_);
  }

 private:
  void add(const Change& change) {
    Finding finding = graded(FindingOn::arguments, change, facts_);
    finding.path = "";
    set_text(finding.raw, finding.raw_type, raw_);
    set_text(finding.normalized, finding.normalized_type, normalized_);
    out_.push_back(std::move(finding));
  }

  // At least one text is no JSON: all that can be compared is the text.
  void texts_differ() {
    if (const auto change = string_change(raw_.text, normalized_.text, nullptr)) add(*change);
  }

  void from_broken() {
    if (is_nothing(normalized_) || is_empty_object(normalized_)) {
      add(change_of("invalidArgsEmptied"));
      return;
    }
    if (holds_verbatim(normalized_, raw_.text)) {
      add(change_of("invalidArgsWrapped"));
      return;
    }
    if (normalized_.form == ArgumentsForm::broken) {
      texts_differ();
      return;
    }
    Document best;
    const json::ReadError unreadable = json::read_tolerant(raw_.text, best);
    if (unreadable) {
      add(change_of("repairSyntax"));
      add(change_of("typeChanged"));
      return;
    }
    add_repairs(best);
    diff_values(best.root(), normalized_.document.root(), facts_, out_);
  }

  void add_repairs(const Document& best) {
    const bool truncated = best.tail() != json::TruncationTail::none ||
                           raw_.error.kind == json::ReadErrorKind::truncated;
    if (truncated) {
      Change change = change_of("repairTruncation");
      if (best.tail() == json::TruncationTail::after_value) change.shift = -1;  // R9
      add(change);
    }
    bool any = false;
    bool python = true;
    bool lossless = true;
    for (const json::Deviation& deviation : best.deviations()) {
      if (deviation.kind == DeviationKind::truncated) continue;
      any = true;
      python = python &&
               among(deviation.kind, {DeviationKind::python_literal, DeviationKind::single_quotes});
      lossless = lossless && !among(deviation.kind,
                                    {DeviationKind::comment, DeviationKind::nan_or_infinity,
                                     DeviationKind::text_after_value,
                                     DeviationKind::text_before_value, DeviationKind::bad_escape,
                                     DeviationKind::bare_word, DeviationKind::unexpected_character,
                                     DeviationKind::invalid_utf8_outside_string});
    }
    if (!any && truncated) return;
    Change change = change_of(any && python ? "repairPythonLiteral" : "repairSyntax");
    change.lossless = any && lossless;
    add(change);
  }

  void from_value() {
    const Document* raw = &raw_.document;
    if (raw_.form == ArgumentsForm::double_encoded && normalized_.form == ArgumentsForm::object) {
      add(change_of("doubleEncodingUnwrapped"));
      raw = &raw_.inner;
    }
    Document no_raw;
    Document no_normalized;
    const bool raw_empty = is_nothing(raw_);
    const bool normalized_empty = is_nothing(normalized_);
    if (normalized_empty && is_empty_object(raw_)) {
      // "{}" and no text at all mean one thing, but a strict tool may want the braces.
      Change change = change_of("typeChanged");
      change.value_changed = false;
      change.lossless = true;
      change.shift = -2;
      add(change);
      return;
    }
    if (raw_empty && json::read_strict("{}", no_raw)) return;
    if (normalized_empty && json::read_strict("{}", no_normalized)) return;
    diff_values((raw_empty ? no_raw : *raw).root(),
                (normalized_empty ? no_normalized : normalized_.document).root(), facts_, out_);
  }

  const Reading& raw_;
  const Reading& normalized_;
  const PairFacts& facts_;
  std::vector<Finding> out_;
};

bool fits(const Reading& reading, const schema::Schema* schema) {
  // What could not be read cannot be held against either side.
  if (schema == nullptr || reading.form == ArgumentsForm::beyond) return true;
  Document none;
  if (is_nothing(reading) && json::read_strict("{}", none)) return true;
  const Document& document = is_nothing(reading) ? none : reading.document;
  return !document.empty() && schema->check(document.root()) != schema::Fit::does_not_fit;
}

bool parses(const Reading& reading) {
  return reading.form == ArgumentsForm::beyond || check_of(reading).ok();
}

PairFacts facts_of(const Reading& raw, const Reading& normalized, const ArgumentsContext& context) {
  PairFacts facts;
  facts.schema = context.schema;
  facts.raw_fits = parses(raw) && fits(raw, context.schema);
  facts.normalized_fits = parses(normalized) && fits(normalized, context.schema);
  facts.raw_ok = context.raw_name_ok && !context.raw_malformed && facts.raw_fits;
  facts.normalized_ok = context.normalized_name_ok && facts.normalized_fits;
  facts.executed = context.executed;
  return facts;
}

}  // namespace

ArgumentsCheck check_arguments(const std::optional<std::string>& arguments) {
  Reading reading;
  read(arguments, reading);
  return check_of(reading);
}

bool is_beyond_reader(const std::optional<std::string>& arguments) {
  if (!arguments) return false;
  // No deeper than it has opening brackets: most texts need not be read to know.
  const json::ReadLimits limits;
  const auto opening =
      std::ranges::count_if(*arguments, [](char c) { return c == '[' || c == '{'; });
  if (arguments->size() <= limits.max_bytes && opening <= limits.max_depth) return false;
  Document document;
  return is_limit(json::read_strict(*arguments, document, limits));
}

bool is_empty_object(const std::optional<std::string>& arguments) {
  if (!arguments) return false;
  Reading reading;
  read(arguments, reading);
  return is_empty_object(reading);
}

PairFacts pair_facts(const std::optional<std::string>& raw,
                     const std::optional<std::string>& normalized,
                     const ArgumentsContext& context) {
  Reading from;
  Reading to;
  read(raw, from);
  read(normalized, to);
  return facts_of(from, to, context);
}

std::vector<Finding> diff_arguments(const std::optional<std::string>& raw,
                                    const std::optional<std::string>& normalized,
                                    const ArgumentsContext& context) {
  if (raw == normalized) return {};
  Reading from;
  Reading to;
  read(raw, from);
  read(normalized, to);
  const PairFacts facts = facts_of(from, to, context);
  return ArgumentsDiff(from, to, facts).run();
}

}  // namespace tare

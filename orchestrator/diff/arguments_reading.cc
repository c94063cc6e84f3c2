#include "diff/arguments_reading.h"

#include <algorithm>
#include <vector>

#include "base/ascii.h"

namespace tare {
namespace {

using json::Document;
using json::Value;

bool is_limit(const json::ReadError& error) {
  return error.kind == json::ReadErrorKind::too_deep ||
         error.kind == json::ReadErrorKind::too_large;
}

bool same_name(Value a, Value b) {
  const auto plain = a.undecoded();
  return plain ? b.decoded_equals(*plain) : b.decoded_equals(a.decoded());
}

// Few members are compared each with each, which needs no memory.
bool repeats_among_few(Value object) {
  std::uint32_t seen = 0;
  for (const json::Member member : object.members()) {
    std::uint32_t before = 0;
    for (const json::Member other : object.members()) {
      if (before++ == seen) break;
      if (same_name(other.name, member.name)) return true;
    }
    ++seen;
  }
  return false;
}

bool repeats_among_many(Value object) {
  std::vector<std::string> names;
  names.reserve(object.size());
  for (const json::Member member : object.members()) names.push_back(member.name.decoded());
  std::ranges::sort(names);
  return std::ranges::adjacent_find(names) != names.end();
}

// A name repeated in any object of the document.
bool repeats_a_name(const Document& document) {
  constexpr std::size_t kFew = 8;
  for (std::uint32_t i = 0; i < document.nodes().size(); ++i) {
    const Value value(&document, i);
    if (!value.is_object() || value.size() < 2) continue;
    if (value.size() <= kFew ? repeats_among_few(value) : repeats_among_many(value)) return true;
  }
  return false;
}

// A string in a string in a string: a layer that encodes once too often may do so again and again.
constexpr int kEncodings = 8;

}  // namespace

ArgumentsReading::ArgumentsReading(const std::optional<std::string>& text) {
  if (!text) return;
  text_ = *text;
  form_ = ArgumentsForm::empty;
  if (is_blank(text_)) return;
  error_ = json::read_strict(text_, document_);
  if (error_) {
    form_ = is_limit(error_) ? ArgumentsForm::beyond : ArgumentsForm::broken;
    return;
  }
  if (root().is_object()) {
    form_ = ArgumentsForm::object;
    repeats_ = repeats_a_name(document_);
    return;
  }
  form_ = ArgumentsForm::other_json;
  if (!root().is_string()) return;
  inner_text_ = root().decoded();
  for (int i = 0; i < kEncodings && !json::read_strict(inner_text_, inner_); ++i) {
    if (inner().is_object()) {
      form_ = ArgumentsForm::double_encoded;
      inner_repeats_ = repeats_a_name(inner_);
      return;
    }
    if (!inner().is_string()) return;
    std::string next = inner().decoded();
    inner_text_ = std::move(next);
  }
}

bool ArgumentsReading::is_ok() const {
  // What could not be read cannot be held against anybody.
  if (form_ == ArgumentsForm::beyond || is_nothing()) return true;
  return form_ == ArgumentsForm::object && !repeats_;
}

bool ArgumentsReading::fits(const schema::Schema* schema) const {
  if (schema == nullptr || form_ == ArgumentsForm::beyond) return true;
  if (form_ == ArgumentsForm::broken) return false;
  if (!is_nothing()) return schema->check(root()) != schema::Fit::does_not_fit;
  Document none;
  (void)json::read_strict("{}", none);
  return schema->check(none.root()) != schema::Fit::does_not_fit;
}

bool ArgumentsReading::inner_fits(const schema::Schema* schema) const {
  return schema == nullptr || schema->check(inner()) != schema::Fit::does_not_fit;
}

const Document* ArgumentsReading::best() const {
  if (!best_read_) {
    best_read_ = true;
    (void)json::read_tolerant(text_, best_);  // on an error it stays empty
  }
  return best_.empty() ? nullptr : &best_;
}

bool ArgumentsReading::is_nearly_json() const {
  if (form_ != ArgumentsForm::broken || best() == nullptr) return false;
  return best_.tail() == json::TruncationTail::none &&
         std::ranges::all_of(best_.deviations(), [](const json::Deviation& deviation) {
           return deviation.kind == json::DeviationKind::nan_or_infinity;
         });
}

bool ArgumentsReading::holds_verbatim(std::string_view text) const {
  if (form_ != ArgumentsForm::object) return false;
  for (const json::Member member : root().members()) {
    if (member.value.is_string() && member.value.decoded_equals(text)) return true;
  }
  return false;
}

bool is_beyond_reader(const std::optional<std::string>& arguments) {
  if (!arguments) return false;
  // No deeper than it has opening brackets: most texts need not be read to know.
  const json::ReadLimits limits;
  if (arguments->size() <= limits.max_depth) return false;
  const auto opening =
      std::ranges::count_if(*arguments, [](char c) { return c == '[' || c == '{'; });
  if (arguments->size() <= limits.max_bytes && opening <= limits.max_depth) return false;
  Document document;
  return is_limit(json::read_strict(*arguments, document, limits));
}

bool is_empty_object(const std::optional<std::string>& arguments) {
  return arguments && ArgumentsReading(arguments).is_empty_object();
}

}  // namespace tare

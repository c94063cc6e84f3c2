#include "diff/value_refinement.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "diff/scalar_change.h"
#include "json/reader.h"
#include "schema/declared.h"

namespace tare {
namespace {

using json::Value;

bool is_python_spelling(std::string_view text, Value value) {
  if (value.is_null()) return text == "None";
  return value.is_boolean() && text == (value.boolean() ? "True" : "False");
}

bool is_scalar_reading(std::string_view kind) {
  return kind == "stringToNumber" || kind == "stringToBool" || kind == "stringToNull";
}

// Word for word what the text says.
bool is_spelled(Value raw, Value normalized) {
  const std::string text(without_blank_ends(raw.decoded()));
  if (is_python_spelling(text, normalized)) return true;
  json::Document spelled;
  if (json::read_strict(text, spelled) || spelled.root().kind() != normalized.kind()) return false;
  // A numbering of its own: the text ends before the pair's numbering does.
  const ValueIds local;
  return local.same(spelled.root(), normalized);
}

}  // namespace

void note_untyped(Change& change, const ValueEvidence& evidence, std::string_view name, Value raw,
                  Value normalized) {
  if (!raw.is_string() || normalized.is_string()) return;
  if (std::ranges::find(evidence.untyped, name) == evidence.untyped.end()) return;
  if (!is_scalar_reading(change.kind) && !is_spelled(raw, normalized)) {
    if (!normalized.is_array() || normalized.size() != 1) return;
    const Value only = *normalized.elements().begin();
    if (only.is_string()) return;
    const Change inner = type_change(raw, only, nullptr);
    if (!is_scalar_reading(inner.kind) && !is_spelled(raw, only)) return;
    change = change_of("arrayWrapped");
    change.lossless = inner.lossless;
  }
  change.untyped = true;
  change.remark = "RAW untyped";
}

bool is_content_change(const Change& change) {
  const char group = kind_info(change.kind).group;
  return group == 'D' || group == 'Z';
}

Change repair_corrupted(const Change& change) {
  Change corrupted = change_of("repairCorruptedValid");
  if (change.kind != "stringAltered") corrupted.remark = std::string(change.kind);
  return corrupted;
}

Placed placed(const schema::Schema* schema, std::string_view object, std::string_view member) {
  if (schema == nullptr) return Placed::unknown;
  if (schema::names_member(*schema, object, member)) return Placed::listed;
  return schema::declared_at(*schema, object).lists_properties ? Placed::unlisted
                                                               : Placed::free_form;
}

bool is_default(const schema::Schema* schema, std::string_view member_path, Value value,
                const ValueIds& ids) {
  if (schema == nullptr) return false;
  const schema::Declared declared = schema::declared_at(*schema, member_path);
  return std::ranges::any_of(declared.defaults,
                             [&](const Value one) { return ids.same(one, value); });
}

}  // namespace tare

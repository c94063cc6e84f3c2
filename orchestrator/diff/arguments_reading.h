// One arguments text, read once: what it is, and what can be asked of it after that.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "json/reader.h"
#include "json/value.h"
#include "schema/schema.h"

namespace tare {

// What a reader makes of an arguments text.
enum class ArgumentsForm {
  absent,
  empty,
  object,
  other_json,
  double_encoded,  // a JSON string that holds an object, or a string that does
  broken,
  beyond  // nested deeper, or longer, than the reader goes: perhaps good, nobody knows
};

// The text must outlive this. Not to be copied or moved: values point into it.
class ArgumentsReading {
 public:
  explicit ArgumentsReading(const std::optional<std::string>& text);
  ArgumentsReading(const ArgumentsReading&) = delete;
  ArgumentsReading& operator=(const ArgumentsReading&) = delete;

  std::string_view text() const { return text_; }
  ArgumentsForm form() const { return form_; }
  const json::ReadError& error() const { return error_; }  // where broken

  // No arguments at all: absent, or nothing but white space.
  bool is_nothing() const {
    return form_ == ArgumentsForm::absent || form_ == ArgumentsForm::empty;
  }
  bool is_null() const { return form_ == ArgumentsForm::other_json && root().is_null(); }
  bool is_empty_object() const { return form_ == ArgumentsForm::object && root().size() == 0; }
  bool parses() const {
    return form_ == ArgumentsForm::object || form_ == ArgumentsForm::other_json ||
           form_ == ArgumentsForm::double_encoded;
  }

  // REQUIRES: parses()
  json::Value root() const { return document_.root(); }
  // REQUIRES: double_encoded. The object in the string.
  json::Value inner() const { return inner_.root(); }

  // Parses strictly as an object (no text counts as {}) with no member name repeated.
  bool is_ok() const;
  // The same of the object that a double encoded text holds.
  bool is_inner_ok() const { return !inner_repeats_; }
  // What could not be read cannot be held against anybody.
  bool fits(const schema::Schema* schema) const;
  bool inner_fits(const schema::Schema* schema) const;

  // The best-effort reading of a broken text; null where it has none.
  const json::Document* best() const;
  // Broken, and by nothing but NaN and Infinity, which many printers write.
  bool is_nearly_json() const;

  // Is one member a string that is the whole of `text`?
  bool holds_verbatim(std::string_view text) const;

 private:
  std::string_view text_;
  ArgumentsForm form_ = ArgumentsForm::absent;
  json::Document document_;
  std::string inner_text_;
  json::Document inner_;
  json::ReadError error_;
  bool repeats_ = false, inner_repeats_ = false;
  // Read when first asked for.
  mutable json::Document best_;
  mutable bool best_read_ = false;
};

// Past the reader's limits, so that nothing can be said of it. Cheap on texts of few brackets.
bool is_beyond_reader(const std::optional<std::string>& arguments);

bool is_empty_object(const std::optional<std::string>& arguments);

}  // namespace tare

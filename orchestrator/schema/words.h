// The keywords of one subschema by name, and the notes taken while they are compiled.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/result.h"
#include "json/value.h"
#include "schema/keyword.h"

namespace tare::schema {

// What its dialect knows; of a repeated keyword the last, as most readers take it.
class Words {
 public:
  Words(json::Value schema, const Dialect& dialect);
  // Invalid where the schema does not have it.
  json::Value operator[](Keyword keyword) const {
    return values_[static_cast<std::size_t>(keyword)];
  }
  bool has(Keyword keyword) const { return (*this)[keyword].valid(); }
  const Dialect& dialect() const { return dialect_; }

 private:
  Dialect dialect_;
  std::array<json::Value, kKeywords> values_;
};

// The first hundred; a schema may be wrong everywhere.
class Notes {
 public:
  Notes(std::vector<Error>& out, bool& passed_over) : out_(out), passed_over_(passed_over) {}
  // "`minimum` is no number, so it is not checked"
  void ignored(json::Value where, Keyword keyword, std::string_view why);
  // "`pattern` looks ahead, …: values that meet it are answered with unknown"
  void unknown(json::Value where, Keyword keyword, std::string_view why);

 private:
  static constexpr std::size_t kMax = 100;
  void add(json::Value where, std::string reason);
  std::vector<Error>& out_;
  bool& passed_over_;  // set where a keyword is ignored
};

}  // namespace tare::schema

// A small file that a person wrote, JSON or YAML by its name, as one JSON value with places.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "json/reader.h"
#include "json/value.h"
#include "suite/fault_list.h"
#include "suite/source_text.h"
#include "suite/value_reader.h"
#include "suite/yaml_json.h"

namespace tare {

bool is_yaml_name(std::string_view path);

// Whole and good, or a fault was added.
class TextDocument {
 public:
  // Text that this does not own; it must outlive this. JSON may hold comments and trailing commas.
  static std::unique_ptr<TextDocument> parse(std::string_view text, bool yaml, std::uint32_t file,
                                             FaultList& faults);

  json::Value root() const { return document_.root(); }
  const SourceText& source() const { return *source_; }

 private:
  YamlJson yaml_;
  json::Document document_;
  std::unique_ptr<SourceText> source_;
};

// "not valid JSON: expected ',' or '}' after a member", at its place.
void add_json_fault(const json::ReadError& error, const SourceText& source, std::string mend,
                    FaultList& faults);

// Each record of a file that is a JSON array or, as its first character tells, JSON Lines. Lines
// are read one by one: a bad one is a fault with `each_line` ("each line is one label") and the
// others are still handed on. False, with a fault, where the file as a whole cannot be read.
bool read_records(std::string_view text, std::string_view each_line, FaultList& faults,
                  const std::function<void(json::Value, ValueReader&)>& take);

}  // namespace tare

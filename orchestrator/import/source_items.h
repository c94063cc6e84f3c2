// The items of a file of another tool: a JSON array, JSON Lines, YAML, or one object that holds the
// list; each value with its place.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"
#include "suite/read_document.h"

namespace tare {

class SourceItems {
 public:
  // `lists`: members of a top-level object that may hold the items ("data", "tests"). Where none of
  // them is there, the object itself is the one item.
  static Result<SourceItems> open(const std::string& path,
                                  const std::vector<std::string_view>& lists);

  std::size_t size() const { return items_.size(); }
  json::Value at(std::size_t index) const { return items_[index].value; }
  // "file:3:5" of a value within that item.
  std::string place(std::size_t index, json::Value v) const;
  // "file:3:5" of a value of the whole document. REQUIRES: whole().valid()
  std::string place(json::Value v) const;
  // The top-level object around the items, where there is one.
  json::Value whole() const { return whole_; }
  const std::string& name() const { return name_; }

 private:
  struct Item {
    json::Value value;
    std::size_t base = 0;  // of the line that it stands on
  };
  Result<void> read_lines();
  Result<void> read_document(bool yaml, const std::vector<std::string_view>& lists);

  std::string name_;  // as shown
  std::unique_ptr<std::string> text_;
  std::unique_ptr<TextDocument> document_;
  std::unique_ptr<SourceText> lines_source_;  // over text_; its cursor makes places cheap in order
  std::unique_ptr<std::deque<json::Document>> lines_ =
      std::make_unique<std::deque<json::Document>>();
  json::Value whole_;
  std::vector<Item> items_;
};

}  // namespace tare

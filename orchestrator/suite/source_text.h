// Where in a file a byte of JSON stands, for a person: line and column.
//
// The parsers above know offsets into JSON text only. For a JSON file that text is the file; for
// JSON Lines it is one line of it; for YAML it was made from the file, and a map leads back. Cases
// are met in file order, so a cursor that goes on from the last answer makes a million look-ups as
// cheap as one pass over the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/test_case.h"

namespace tare {

// A token of the made JSON and where it came from; sorted by `json_offset`.
struct MappedToken {
  std::uint32_t json_offset;
  std::uint32_t line, column;  // from 1; column in code points
};

class SourceText {
 public:
  // A file read as it is. The text must outlive this.
  SourceText(std::uint32_t file, std::string_view text) : file_(file), text_(text) {}
  // JSON made from YAML. `map` must outlive this.
  SourceText(std::uint32_t file, const std::vector<MappedToken>& map) : file_(file), map_(&map) {}

  // Offsets are counted from here on: the start of the line that is being read.
  void set_base(std::size_t base) { base_ = base; }

  SourcePosition position(std::size_t offset) const;
  std::uint32_t file() const { return file_; }

 private:
  std::uint32_t file_;
  std::string_view text_ = {};
  const std::vector<MappedToken>* map_ = nullptr;
  std::size_t base_ = 0;

  struct Cursor {
    std::size_t offset = 0;
    std::uint32_t line = 1, column = 1;
  };
  mutable Cursor cursor_;
};

}  // namespace tare

// Cases by the million, for scoring: a few numbers each, read by all cores.
//
// To score a prediction nothing of a case is needed but what it expects, its risk and its tags, and
// for nearly all cases of a large set that is all there is to know (plain_line.h). So the files are
// cut at line ends, each piece is gone over once, names become numbers, and a case is 48 bytes
// where a TestCase is ten times that. A case that is not plain is read as ever, and kept as a place
// to read it from again; `whole` gives the TestCase of any.
//
// This is a way to be fast, and never another reading: where anything is wrong, or would be said of
// the cases, nothing is read in bulk, and the ordinary way finds it again and says it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/manifest.h"
#include "model/test_case.h"
#include "suite/case_files.h"
#include "suite/name_table.h"

namespace tare {

// REQUIRES of all members: set by BulkCases.
struct BulkCase {
  const char* line;  // in the file, without white space around it
  const char* id_data;
  std::uint32_t line_size, id_size;
  std::uint32_t tool;        // the expected one; 0: no call is expected
  std::uint32_t acceptable;  // a list of tools; 0: none. It may hold the expected tool too.
  std::uint32_t tags;        // a list of tags; 0: none
  std::uint32_t selected;    // by the prediction; 0: no tool
  std::uint8_t risk;
  bool is_agent;
  bool is_odd;  // the members from `tool` to `tags`, and risk, say nothing

  std::string_view id() const { return {id_data, id_size}; }
};

class BulkCases {
 public:
  struct Options {
    unsigned workers = 1;
    std::size_t piece_bytes = std::size_t{1} << 19;
  };

  BulkCases();
  ~BulkCases();
  BulkCases(BulkCases&&) noexcept;
  BulkCases& operator=(BulkCases&&) noexcept;

  // Reads all files, which are JSON Lines. False, and this stays empty: the cases need the ordinary
  // way. `manifest` (may be null) must have every tool that a case names.
  bool read(const std::vector<CaseFile>& files, const Manifest* manifest, const Options& options);

  bool any() const { return !all().empty(); }
  std::span<BulkCase> all();
  std::span<const BulkCase> all() const;
  const std::string& dataset_sha256() const;

  // The same as the ordinary way makes of it, but for its position, which says nothing.
  TestCase whole(const BulkCase& one) const;

  // Matches the predictions of a file of JSON Lines: sets `selected` of every case. False: there is
  // no such file, or it does not hold exactly one for each, by its whole id; nothing is set then
  // that counts.
  bool match(const std::string& predictions, const Options& options);

  const NameTable& tools() const;
  const std::vector<std::uint32_t>& tool_list(std::uint32_t list) const;
  const NameTable& tags() const;
  const std::vector<std::uint32_t>& tag_list(std::uint32_t list) const;

  struct State;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace tare

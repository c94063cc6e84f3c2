// From the globs of a suite to its cases.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "base/sha256.h"
#include "json/value.h"
#include "model/test_case.h"
#include "suite/fault_list.h"
#include "suite/id_index.h"
#include "suite/value_reader.h"

namespace tare {

class CaseParser;

struct CaseFile {
  std::string path;   // to open
  std::string shown;  // in messages
};

// Files that the globs of `cases` name, each once, in the order of the globs and sorted within one.
// A glob that matches nothing is a fault at its place. `shown_prefix` stands before shown names.
std::vector<CaseFile> find_case_files(ValueReader& reader, json::Value globs,
                                      const std::string& directory,
                                      const std::string& shown_prefix);

// Reads one file after the other; ids are held unique over all of them.
class CaseLoader {
 public:
  CaseLoader(std::deque<TestCase>& cases, FaultList& faults);

  // `index` is the file's place in `files`, `files` the names shown so far.
  void load(const CaseFile& file, std::uint32_t index, const std::vector<std::string>& files);

  // SHA-256 over the text of all cases so far, one a line, without white space. Call once, last.
  std::string dataset_sha256() { return digest_.hex(); }

 private:
  void take(json::Value value, ValueReader& reader, CaseParser& parser,
            const std::vector<std::string>& files);
  void load_lines(std::string_view text, std::uint32_t index,
                  const std::vector<std::string>& files);
  void load_document(json::Value root, const SourceText& source,
                     const std::vector<std::string>& files);

  std::deque<TestCase>& cases_;
  FaultList& faults_;
  Sha256 digest_;
  IdIndex ids_;
};

}  // namespace tare

// Suites and predictions made from other formats.
//
// An import is only as good as what it leaves out, so each reader says, place by place, what its
// format states and a suite does not: assertions of another kind, categories of another language,
// answers without a question. What is merely without a member here goes to `metadata` and is kept.
// Readers make files in memory; one writer puts them into a folder that was not there before, and
// the folder has to load as a suite.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tare {

// Something that could not be carried over, and how often the like was met.
struct ImportLoss {
  std::string place;   // of the first: "tests.yaml:3:5", or a file's name
  std::string member;  // "assert", "" where it is no member
  std::string why;     // "an assertion of type javascript says nothing about tool calls"
  std::uint64_t count = 1;
};

struct ImportFile {
  std::string name;  // relative to the folder: "cases/simple.jsonl"
  std::string content;
  std::vector<std::string> origins = {};  // of a file of cases: by line, the item it was made of
};

struct Imported {
  std::vector<ImportFile> files;  // tare.json among them
  std::uint64_t cases = 0, predictions = 0;
  std::uint64_t refused = 0;  // predictions whose decoder failed on them
  std::vector<ImportLoss> losses;
};

// How a leaderboard's results are read. Empty `results`: questions alone.
struct BfclOptions {
  std::string results;  // a file, or a folder with one a category
  std::string decoder;  // formats/bfcl_decoders.h
  bool underscore_names = false;
};

// `source`: a file, for bfcl a folder too.
Result<Imported> import_bfcl(const std::string& source, const BfclOptions& options);
Result<Imported> import_langfuse(const std::string& source);
Result<Imported> import_promptfoo(const std::string& source);
Result<Imported> import_scenarios(const std::string& source);
Result<Imported> import_openai_evals(const std::string& source);

// "bfcl", "langfuse", "promptfoo", "scenarios", "openai-evals"
const std::vector<std::string_view>& import_formats();

// Refuses a folder that is there. What was written is read as a suite; `today` dates it.
Result<void> write_import(const Imported& imported, const std::string& folder,
                          const std::string& today);

// What was made and what was lost: for a person, and as one JSON document (tare-import/1).
std::string import_text(const Imported& imported, std::string_view format,
                        const std::string& folder);
std::string import_json(const Imported& imported, std::string_view format,
                        const std::string& source, const std::string& folder);

}  // namespace tare

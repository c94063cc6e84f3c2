// The files of the Berkeley leaderboard, known by their names.
//
//   gorilla_openfunctions_v1_test_simple.json   BFCL_v4_simple_python.json          questions
//   possible_answer/<the same name>                                                 answer keys
//   …_test_simple_result.json                   BFCL_v4_simple_python_result.json   results
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tare {

struct BfclFile {
  std::string path;
  bool v1 = false;
  std::string category;  // "simple", "live_multiple"
};

// nullopt: not named as one.
std::optional<BfclFile> bfcl_question_file(const std::string& path);
std::optional<BfclFile> bfcl_result_file(const std::string& path);

// The files of a folder and those below it, or the one file; sorted by path, answer keys left out.
Result<std::vector<std::string>> files_below(const std::string& source);

// "" where the file of questions has no answer key beside it.
std::string bfcl_answer_path(const BfclFile& questions);

// Are its questions for one turn in Python, with the rules of scoring/bfcl_checker.h?
bool is_bfcl_category(std::string_view category);

}  // namespace tare

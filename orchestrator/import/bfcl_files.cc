#include "import/bfcl_files.h"

#include <algorithm>
#include <filesystem>

#include "base/escape.h"
#include "suite/bfcl_expectation.h"

namespace tare {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kV1 = "gorilla_openfunctions_v1_test_";
constexpr std::string_view kMark = "BFCL_v";
constexpr std::string_view kResult = "_result";
constexpr std::string_view kAnswers = "possible_answer";

std::optional<BfclFile> file_named(const std::string& path, std::string_view stem) {
  if (stem.starts_with(kV1)) {
    return BfclFile{path, true, std::string(stem.substr(kV1.size()))};
  }
  if (!stem.starts_with(kMark)) return std::nullopt;
  const std::size_t line = stem.find('_', kMark.size());
  if (line == std::string_view::npos) return std::nullopt;
  return BfclFile{path, false, std::string(stem.substr(line + 1))};
}

std::string stem_of(const std::string& path) { return fs::path(path).stem().string(); }

bool is_data(const fs::path& path) {
  return path.extension() == ".json" || path.extension() == ".jsonl";
}

}  // namespace

std::optional<BfclFile> bfcl_question_file(const std::string& path) {
  const std::string stem = stem_of(path);
  return stem.ends_with(kResult) ? std::nullopt : file_named(path, stem);
}

std::optional<BfclFile> bfcl_result_file(const std::string& path) {
  const std::string stem = stem_of(path);
  if (!stem.ends_with(kResult)) return std::nullopt;
  return file_named(path, std::string_view(stem).substr(0, stem.size() - kResult.size()));
}

Result<std::vector<std::string>> files_below(const std::string& source) {
  std::error_code error;
  if (!fs::exists(source, error)) {
    return Error{ErrorKind::input, "no such file or folder", escape_for_terminal(source), ""};
  }
  if (!fs::is_directory(source, error)) return std::vector<std::string>{source};
  std::vector<std::string> out;
  fs::recursive_directory_iterator walk(source, error), end;
  for (; !error && walk != end; walk.increment(error)) {
    std::error_code ignored;
    if (walk->is_directory(ignored) && walk->path().filename() == kAnswers) {
      walk.disable_recursion_pending();
    } else if (walk->is_regular_file(ignored) && is_data(walk->path())) {
      out.push_back(walk->path().string());
    }
  }
  if (error) return system_error("cannot read " + source, error.value());
  std::sort(out.begin(), out.end());
  return out;
}

std::string bfcl_answer_path(const BfclFile& questions) {
  const fs::path path(questions.path);
  const fs::path answers = path.parent_path() / kAnswers / path.filename();
  std::error_code error;
  return fs::exists(answers, error) ? answers.string() : "";
}

bool is_bfcl_category(std::string_view category) {
  return std::ranges::find(kBfclCategories, category) != kBfclCategories.end();
}

}  // namespace tare

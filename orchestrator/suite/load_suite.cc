// The order of reading: suite file, local file, what it names (tools, instructions), cases. Faults
// of all of them come out together.
#include <fmt/format.h>

#include <filesystem>

#include "base/escape.h"
#include "base/file.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "suite/bulk_loading.h"
#include "suite/case_files.h"
#include "suite/command_cases.h"
#include "suite/id_ledger.h"
#include "suite/proxy_cases.h"
#include "suite/read_document.h"
#include "suite/sections.h"
#include "suite/suite_parser.h"
#include "suite/tool_list.h"

namespace tare {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxSuiteBytes = std::size_t{16} << 20;
constexpr std::array<std::string_view, 3> kSuiteNames = {"tare.json", "tare.yaml", "tare.yml"};

// A folder means the suite file in it.
Result<std::string> suite_file_of(const std::string& given) {
  std::error_code error;
  if (!fs::is_directory(given, error)) {
    if (fs::exists(given, error)) return given;
    return Error{ErrorKind::input,
                 "no such file",
                 escape_for_terminal(given),
                 "name a suite file, or the folder that holds tare.json",
                 {}};
  }
  std::vector<std::string> found;
  for (std::string_view name : kSuiteNames) {
    std::string path = given;
    if (!path.ends_with('/')) path += '/';
    path += name;
    if (path.starts_with("./")) path.erase(0, 2);
    if (fs::exists(path, error)) found.push_back(std::move(path));
  }
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    return Error{ErrorKind::input,
                 "no tare.json and no tare.yaml in this folder",
                 escape_for_terminal(given),
                 "name a suite file: tare run SUITE",
                 {}};
  }
  return Error{ErrorKind::input,
               fmt::format("{} and {} are both there", found[0], found[1]),
               escape_for_terminal(given),
               "name the one that is meant",
               {}};
}

// Reads what one suite file leads to. Lives for one call of load_suite.
class Loading {
 public:
  // `bulk` and `aside` may be null.
  Loading(std::string path, const std::string& today, BulkLoading* bulk,
          std::vector<SetAside>* aside = nullptr)
      : today_(today), bulk_(bulk), aside_(aside) {
    faults_.set_aside_into(aside);
    suite_.path = std::move(path);
    const std::size_t slash = suite_.path.rfind('/');
    if (slash != std::string::npos) shown_prefix_ = suite_.path.substr(0, slash + 1);
    std::error_code error;
    fs::path whole = fs::absolute(suite_.path, error).lexically_normal();
    suite_.directory = whole.parent_path().string();
  }

  Result<Suite> run() {
    Result<std::string> text = read_file(suite_.path, kMaxSuiteBytes);
    if (!text) return text.error();
    suite_.suite_sha256 = sha256_hex(*text);
    add_file(suite_.path);
    const auto document = TextDocument::parse(*text, is_yaml_name(suite_.path), 0, faults_);
    if (!document) return faults_.to_error(suite_.files);
    ValueReader reader(document->source(), faults_);
    if (!document->root().is_object()) {
      reader.fault(document->root(), fmt::format("the suite file holds {}; it must be an object",
                                                 shown(document->root())));
      return faults_.to_error(suite_.files);
    }
    const SuiteReferences references =
        read_suite_members(reader, document->root(), today_, shown_prefix_, suite_);
    read_local_file();
    read_profiles(reader, references.profiles, suite_);
    read_tools_file(reader, references);
    read_instructions(reader, references);
    read_calibration_file(reader, references);
    read_retired_ids(reader, references);
    read_cases(reader, references);
    if (!faults_.any() && suite_.adapter.kind == AdapterKind::command) {
      check_command_cases(suite_, faults_);
    }
    if (!faults_.any()) check_proxy_cases(suite_, faults_);
    if (!faults_.any() && aside_ == nullptr) check_tools();
    if (!faults_.any()) check_calibration();
    if (faults_.any()) return faults_.to_error(suite_.files);
    if (tools_error_) return std::move(*tools_error_);
    suite_.gates_sha256 = gates_digest(suite_.gates, suite_.never);
    return std::move(suite_);
  }

 private:
  std::uint32_t add_file(const std::string& shown_name) {
    suite_.files.push_back(escape_for_terminal(shown_name));
    return static_cast<std::uint32_t>(suite_.files.size() - 1);
  }

  void read_local_file() {
    const std::string path = suite_.directory + "/tare.local.json";
    std::error_code error;
    if (!fs::exists(path, error)) return;
    const std::uint32_t file = add_file(shown_prefix_ + "tare.local.json");
    const Result<std::string> text = read_file(path, kMaxSuiteBytes);
    if (!text) {
      faults_.add({file, 0, 0}, text.error().reason, text.error().mend, text.error().kind);
      return;
    }
    const auto document = TextDocument::parse(*text, false, file, faults_);
    if (!document) return;
    ValueReader reader(document->source(), faults_);
    read_local_members(reader, document->root(), suite_);
  }

  void read_tools_file(ValueReader& reader, const SuiteReferences& references) {
    if (!references.tools_path) return;
    const Result<std::string> text = read_file(*references.tools_path, kMaxSuiteBytes);
    if (!text) {
      reader.fault(references.tools_at, fmt::format("\"tools\": {}", text.error().reason),
                   "paths are relative to the suite file");
      return;
    }
    const std::uint32_t file = add_file(references.tools_shown);
    const auto document =
        TextDocument::parse(*text, is_yaml_name(*references.tools_path), file, faults_);
    if (!document) return;
    ValueReader tools_reader(document->source(), faults_);
    suite_.tools = read_tools_document(tools_reader, document->root());
  }

  void read_instructions(ValueReader& reader, const SuiteReferences& references) {
    if (!references.instructions_path) return;
    Result<std::string> text = read_file(*references.instructions_path, kMaxSuiteBytes);
    if (!text) {
      reader.fault(references.instructions_at,
                   fmt::format("\"instructions\": {}", text.error().reason),
                   "it is the path of a text file, relative to the suite file");
      return;
    }
    if (!is_valid_utf8(*text)) {
      reader.fault(references.instructions_at, "the instructions file is not UTF-8",
                   "save it as UTF-8");
      return;
    }
    suite_.instructions_sha256 = sha256_hex(*text);
    suite_.instructions = std::move(*text);
  }

  void read_calibration_file(ValueReader& reader, const SuiteReferences& references) {
    if (!references.calibration_path || !suite_.judge) return;
    const Result<std::string> text = read_file(*references.calibration_path, kMaxSuiteBytes);
    if (!text) {
      reader.fault(
          references.calibration_at, fmt::format("\"calibration\": {}", text.error().reason),
          "`tare judge calibrate LABELS DIR --out FILE` writes it; leave \"calibration\" out "
          "until then");
      return;
    }
    const std::uint32_t file = add_file(references.calibration_shown);
    const auto document = TextDocument::parse(*text, false, file, faults_);
    if (!document) return;
    ValueReader calibration_reader(document->source(), faults_);
    suite_.judge->calibration = read_calibration(calibration_reader, document->root());
  }

  void read_retired_ids(ValueReader& reader, const SuiteReferences& references) {
    if (!references.retired_path) return;
    const Result<std::string> text = read_file(*references.retired_path, kMaxSuiteBytes);
    if (!text) {
      reader.fault(references.retired_at, fmt::format("\"retiredIds\": {}", text.error().reason),
                   "it is a text file, one id a line; # begins a comment");
      return;
    }
    const std::uint32_t file = add_file(references.retired_shown);
    if (!is_valid_utf8(*text)) {
      faults_.add({file, 0, 0}, "the list of retired ids is not UTF-8", "save it as UTF-8");
      return;
    }
    suite_.lint.retired = read_id_ledger(*text, file);
  }

  void read_cases(ValueReader& reader, const SuiteReferences& references) {
    if (!references.cases.valid()) return;
    const std::vector<CaseFile> files =
        find_case_files(reader, references.cases, suite_.directory, shown_prefix_);
    if (read_in_bulk(files)) return;
    const std::size_t before = faults_.count();
    CaseLoader loader(suite_.cases, faults_);
    for (const CaseFile& file : files) {
      const std::uint32_t index = add_file(file.shown);
      loader.load(file, index, suite_.files);
    }
    if (suite_.cases.empty() && faults_.count() == before && !files.empty()) {
      reader.fault(references.cases, "the suite has no case");
    }
    suite_.dataset_sha256 = loader.dataset_sha256();
  }

  // The judge decides all the same: a case more is a contract more, and calls for no new labels.
  void check_calibration() {
    if (!suite_.judge || !suite_.judge->calibration) return;
    if (suite_.judge->calibration->contracts_sha256 == contracts_digest(suite_)) return;
    suite_.warnings.push_back(
        "judge.calibration was made with other contracts (expectedOutput) than the cases have now; "
        "`tare judge calibrate` on a run of them makes it anew");
  }

  // False: nothing was read, and nothing was said.
  bool read_in_bulk(const std::vector<CaseFile>& files) {
    if (bulk_ == nullptr || faults_.any() || files.empty()) return false;
    // These look at each case.
    const bool replays = suite_.proxy.mode == ProxyMode::replay && suite_.proxy.cassettes.empty();
    if (suite_.adapter.kind == AdapterKind::command || replays) return false;
    std::uint64_t bytes = 0;
    for (const CaseFile& file : files) {
      std::error_code error;
      const std::uintmax_t size = fs::file_size(file.path, error);
      if (error || !file.path.ends_with(".jsonl")) return false;
      bytes += size;
    }
    const Manifest* manifest = suite_.tools_from == ToolsFrom::file ? &suite_.tools : nullptr;
    if (bytes < bulk_->min_bytes || (bulk_->fits && !bulk_->fits(suite_)) ||
        !bulk_->cases.read(files, manifest, bulk_->options)) {
      return false;
    }
    for (const CaseFile& file : files) add_file(file.shown);
    suite_.dataset_sha256 = bulk_->cases.dataset_sha256();
    return true;
  }

  void check_tools() {
    const Manifest* manifest = suite_.tools_from == ToolsFrom::file ? &suite_.tools : nullptr;
    Result<std::vector<std::string>> warnings = check_expected_tools(suite_, manifest);
    if (warnings) {
      suite_.warnings = std::move(*warnings);
      if (suite_.adapter.kind == AdapterKind::command) {
        for (std::string& warning : command_warnings(suite_)) {
          suite_.warnings.push_back(std::move(warning));
        }
      }
    } else {
      tools_error_ = std::move(warnings.error());
    }
  }

  const std::string& today_;
  BulkLoading* bulk_;
  std::vector<SetAside>* aside_;
  Suite suite_;
  std::string shown_prefix_;
  FaultList faults_;
  std::optional<Error> tools_error_;
};

}  // namespace

std::string Suite::where(SourcePosition p) const { return place_text(p, files); }

Result<Suite> load_suite(const std::string& path, const std::string& today) {
  Result<std::string> file = suite_file_of(path);
  if (!file) return file.error();
  return Loading(std::move(*file), today, nullptr).run();
}

Result<Suite> load_suite_to_lint(const std::string& path, const std::string& today,
                                 std::vector<SetAside>& aside) {
  Result<std::string> file = suite_file_of(path);
  if (!file) return file.error();
  return Loading(std::move(*file), today, nullptr, &aside).run();
}

Result<Suite> load_suite(const std::string& path, const std::string& today, BulkLoading& bulk) {
  Result<std::string> file = suite_file_of(path);
  if (!file) return file.error();
  return Loading(std::move(*file), today, &bulk).run();
}

}  // namespace tare

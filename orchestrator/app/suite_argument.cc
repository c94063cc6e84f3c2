#include "app/suite_argument.h"

#include <filesystem>

#include "base/names.h"
#include "record/journal.h"

namespace tare {

namespace {

constexpr std::size_t kDateLength = 10;  // "2026-11-30"

// The journal names the suite by its whole path. Where it lies below, messages and reports name it
// as whoever ran it would have.
std::string as_named_from_here(const std::string& path) {
  std::error_code error;
  const auto here = std::filesystem::current_path(error);
  if (error) return path;
  const std::string near = std::filesystem::path(path).lexically_relative(here).string();
  return near.empty() || near.starts_with("..") ? path : near;
}

}  // namespace

Result<Suite> load_suite_argument(const std::string& argument, const std::string& run_folder) {
  std::string date = utc_today();
  std::string of_run;
  if (!run_folder.empty()) {
    // A folder without a whole journal is begun afresh, or refused by whoever needs the journal.
    if (auto journal = JournalReader::open(run_folder + "/journal.jsonl")) {
      of_run = journal->header().suite_path;
      const std::string& started = journal->header().provenance.started;
      if (started.size() >= kDateLength) date = started.substr(0, kDateLength);
    }
  }
  if (!argument.empty()) return load_suite(argument, date);
  if (of_run.empty()) return load_suite(".", date);
  auto suite = load_suite(as_named_from_here(of_run), date);
  if (suite) return suite;
  suite.error().mend += suite.error().mend.empty() ? "" : "; ";
  suite.error().mend += "the run names this suite: if it has moved, say where it is now";
  return suite.error();
}

Result<Suite> load_suite_argument(const std::string& argument, BulkLoading& bulk) {
  return load_suite(argument.empty() ? "." : argument, utc_today(), bulk);
}

}  // namespace tare

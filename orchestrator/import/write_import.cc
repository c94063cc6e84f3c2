// Writes into a folder beside the target first, so that a suite which does not load leaves nothing.
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <filesystem>

#include "base/escape.h"
#include "base/file.h"
#include "import/import.h"
#include "suite/suite.h"

namespace tare {
namespace {

namespace fs = std::filesystem;

Result<void> write_files(const Imported& imported, const std::string& folder) {
  for (const ImportFile& file : imported.files) {
    const std::string path = folder + "/" + file.name;
    if (auto made = make_directories(fs::path(path).parent_path().string()); !made) return made;
    if (auto written = write_file_atomically(path, file.content); !written) return written;
  }
  return {};
}

// The folder that was read is gone when a person reads the error: what counts there is the item of
// the source.
std::string place_in_source(const Imported& imported, const std::string& folder,
                            std::string place) {
  const std::string prefix = escape_for_terminal(folder) + "/";
  if (!place.starts_with(prefix)) return place;
  place.erase(0, prefix.size());
  for (const ImportFile& file : imported.files) {
    if (!place.starts_with(file.name + ":")) continue;
    std::size_t line = 0;
    const char* const end = place.data() + place.size();
    const auto read = std::from_chars(place.data() + file.name.size() + 1, end, line);
    if (read.ec == std::errc() && line > 0 && line <= file.origins.size()) {
      return file.origins[line - 1];
    }
  }
  return place;
}

Result<void> write_checked(const Imported& imported, const std::string& folder,
                           const std::string& today) {
  if (auto written = write_files(imported, folder); !written) return written;
  const Result<Suite> suite = load_suite(folder, today);
  if (suite) return {};
  Error error = suite.error();
  error.reason = "what was made of it does not load as a suite: " + error.reason;
  error.where = place_in_source(imported, folder, error.where);
  for (Error& other : error.more) {
    other.where = place_in_source(imported, folder, std::move(other.where));
  }
  error.mend = "mend the item that the case stands for, or leave it out";
  return error;
}

}  // namespace

const std::vector<std::string_view>& import_formats() {
  static const std::vector<std::string_view> kFormats = {"bfcl", "langfuse", "promptfoo",
                                                         "scenarios", "openai-evals"};
  return kFormats;
}

Result<void> write_import(const Imported& imported, const std::string& folder,
                          const std::string& today) {
  std::error_code error;
  std::string target = folder;
  while (target.size() > 1 && target.ends_with('/')) target.pop_back();
  if (fs::symlink_status(target, error).type() != fs::file_type::not_found) {
    return Error{ErrorKind::input, "it is there already", escape_for_terminal(target),
                 "name a folder that is not there yet: --out DIR"};
  }
  const std::string beside = fmt::format("{}.import-{}", target, ::getpid());
  Result<void> done = write_checked(imported, beside, today);
  if (done) {
    fs::rename(beside, target, error);
    if (error) done = system_error("cannot make " + target, error.value());
  }
  if (!done) fs::remove_all(beside, error);
  return done;
}

}  // namespace tare

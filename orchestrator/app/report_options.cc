#include "app/report_options.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "base/file.h"

namespace tare {
namespace {

// Hands everything on to another reporter, if there is one.
class ForwardingReporter : public Reporter {
 public:
  void begin(const ReportContext& context) override {
    if (inner_) inner_->begin(context);
  }
  void trial(const TestCase& test_case, const TrialScore& score,
             const AttemptRecord& record) override {
    if (inner_) inner_->trial(test_case, score, record);
  }
  std::optional<std::uint64_t> shown_of_a_kind() const override {
    return inner_ ? inner_->shown_of_a_kind() : std::nullopt;
  }
  void alike(const TestCase& test_case, const TrialScore& score, const AttemptRecord& record,
             std::uint64_t times) override {
    if (inner_) inner_->alike(test_case, score, record, times);
  }

 protected:
  std::unique_ptr<Reporter> inner_;
};

// A terminal report in a file: the reporter writes to a descriptor, this keeps it open.
class FileTerminalReporter : public ForwardingReporter {
 public:
  FileTerminalReporter(std::string path, TerminalStyle style) : path_(std::move(path)) {
    fd_.reset(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!fd_) error_ = system_error("cannot write the report " + path_, errno);
    if (fd_) inner_ = make_terminal_reporter(fd_.get(), style);
  }
  Result<void> end(const RunSummary& summary) override {
    if (!inner_) return error_;
    return inner_->end(summary);
  }

 private:
  std::string path_;
  UniqueFd fd_;
  Error error_;
};

// A report to a pipe or a device: made in a file of its own first, since reports are finished by a
// rename, and then copied there. Nothing that is no plain file is ever replaced.
class CopiedReporter : public ForwardingReporter {
 public:
  using Make = std::unique_ptr<Reporter> (*)(const std::string& path);
  CopiedReporter(std::string target, Make make) : target_(std::move(target)) {
    std::error_code error;
    const std::filesystem::path tmp = std::filesystem::temp_directory_path(error);
    std::string name = (tmp / "tare-report-XXXXXX").string();
    const UniqueFd fd(error ? -1 : ::mkostemp(name.data(), O_CLOEXEC));
    if (!fd) return;
    file_ = std::move(name);
    inner_ = make(file_);
  }
  ~CopiedReporter() override {
    if (!file_.empty()) ::unlink(file_.c_str());
  }
  Result<void> end(const RunSummary& summary) override {
    if (!inner_)
      return system_error("cannot make a temporary file for the report " + target_, errno);
    if (auto ended = inner_->end(summary); !ended) return ended;
    auto bytes = MappedFile::open(file_);
    if (!bytes) return bytes.error();
    const UniqueFd out(::open(target_.c_str(), O_WRONLY | O_CLOEXEC));
    if (!out) return system_error("cannot write the report " + target_, errno);
    return write_all(out.get(), bytes->bytes());
  }

 private:
  std::string target_, file_;
};

// The reporter for a path: links are followed, so that a link stays one.
std::unique_ptr<Reporter> reporter_for(const std::string& path, CopiedReporter::Make make) {
  if (path == "-") return make(path);
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (error || status.type() == std::filesystem::file_type::not_found) return make(path);
  if (status.type() != std::filesystem::file_type::regular) {
    return std::make_unique<CopiedReporter>(path, make);
  }
  const auto real = std::filesystem::canonical(path, error);
  return make(error ? path : real.string());
}

std::string place_of(const std::string& path) {
  std::error_code error;
  const auto real = std::filesystem::weakly_canonical(std::filesystem::absolute(path), error);
  return error ? path : real.string();
}

std::string default_path(const ReportRequest& request, const std::string& folder) {
  if (!request.path.empty()) return request.path;
  const std::string base = folder.empty() ? "" : folder + "/";
  return base + (request.format == "json" ? "results.json" : "junit.xml");
}

std::string check_format(const std::string& word) {
  const std::string format = word.substr(0, word.find('='));
  if (format == "terminal" || format == "json" || format == "junit") return "";
  return fmt::format("unknown report format \"{}\"; known: terminal, json, junit", format);
}

}  // namespace

void add_report_option(CLI::App& command, std::vector<ReportRequest>& requests) {
  command
      .add_option_function<std::vector<std::string>>(
          "--report",
          [&requests](const std::vector<std::string>& words) {
            for (const auto& word : words) {
              const auto equals = word.find('=');
              requests.push_back({word.substr(0, equals),
                                  equals == std::string::npos ? "" : word.substr(equals + 1)});
            }
          },
          "A report besides: terminal, json or junit; =PATH says where (- is stdout). Repeatable")
      ->check(CLI::Validator(check_format, "", "format"))
      ->type_name("FORMAT[=PATH]")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->take_all();
}

Result<void> check_report_requests(const std::vector<ReportRequest>& requests,
                                   const Console& console, const std::string& folder) {
  std::set<std::string> taken;
  if (console.format == OutputFormat::json) taken.insert("-");
  if (!folder.empty()) {
    for (const char* own : {"/journal.jsonl", "/results.json", "/lock"}) {
      taken.insert(place_of(folder + own));
    }
  }
  for (const auto& request : requests) {
    if (request.path.empty() && request.format != "junit") continue;
    const std::string path = default_path(request, folder);
    const std::string place = path == "-" ? path : place_of(path);
    if (!taken.insert(place).second) {
      return Error{.kind = ErrorKind::usage,
                   .reason = fmt::format("--report {}={} would write over something else: {}",
                                         request.format, request.path,
                                         path == "-" ? "stdout is taken" : place),
                   .mend = "give each report a place of its own"};
    }
  }
  return {};
}

bool needs_each_trial(const std::vector<ReportRequest>& requests, const Console& console) {
  return console.verbose || console.format == OutputFormat::json ||
         std::ranges::any_of(
             requests, [](const ReportRequest& request) { return request.format != "terminal"; });
}

std::vector<std::unique_ptr<Reporter>> make_reporters(const std::vector<ReportRequest>& requests,
                                                      const Console& console,
                                                      const std::string& folder) {
  std::vector<std::unique_ptr<Reporter>> out;
  bool terminal_named = false;
  for (const auto& request : requests) {
    if (request.format == "terminal") {
      terminal_named = true;
      if (request.path.empty()) {
        out.push_back(make_terminal_reporter(STDERR_FILENO, console.style(STDERR_FILENO)));
      } else if (request.path == "-") {
        out.push_back(make_terminal_reporter(STDOUT_FILENO, console.style(STDOUT_FILENO)));
      } else {
        TerminalStyle plain = console.style(-1);
        out.push_back(std::make_unique<FileTerminalReporter>(request.path, plain));
      }
    } else if (request.format == "json") {
      out.push_back(reporter_for(default_path(request, folder), make_results_json_reporter));
    } else {
      out.push_back(reporter_for(default_path(request, folder), make_junit_reporter));
    }
  }
  if (!terminal_named) {
    out.push_back(make_terminal_reporter(STDERR_FILENO, console.style(STDERR_FILENO)));
  }
  if (console.format == OutputFormat::json) out.push_back(make_results_json_reporter("-"));
  return out;
}

}  // namespace tare

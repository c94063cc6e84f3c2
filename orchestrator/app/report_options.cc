#include "app/report_options.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

namespace tare {
namespace {

// A terminal report in a file: the reporter writes to a descriptor, this keeps it open.
class FileTerminalReporter : public Reporter {
 public:
  FileTerminalReporter(std::string path, TerminalStyle style) : path_(std::move(path)) {
    fd_.reset(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!fd_) error_ = system_error("cannot write the report " + path_, errno);
    if (fd_) inner_ = make_terminal_reporter(fd_.get(), style);
  }
  void begin(const ReportContext& context) override {
    if (inner_) inner_->begin(context);
  }
  void trial(const TestCase& test_case, const TrialScore& score,
             const AttemptRecord& record) override {
    if (inner_) inner_->trial(test_case, score, record);
  }
  Result<void> end(const RunSummary& summary) override {
    if (!inner_) return error_;
    return inner_->end(summary);
  }

 private:
  std::string path_;
  UniqueFd fd_;
  Error error_;
  std::unique_ptr<Reporter> inner_;
};

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
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->take_all();
}

std::vector<std::unique_ptr<Reporter>> make_reporters(const std::vector<ReportRequest>& requests,
                                                      const Console& console,
                                                      const std::string& folder) {
  std::vector<std::unique_ptr<Reporter>> out;
  bool terminal_named = false;
  const std::string base = folder.empty() ? "" : folder + "/";
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
      if (request.path.empty() && !folder.empty()) continue;  // a run always writes that one
      out.push_back(
          make_results_json_reporter(request.path.empty() ? base + "results.json" : request.path));
    } else {
      out.push_back(make_junit_reporter(request.path.empty() ? base + "junit.xml" : request.path));
    }
  }
  if (!terminal_named) {
    out.push_back(make_terminal_reporter(STDERR_FILENO, console.style(STDERR_FILENO)));
  }
  if (console.format == OutputFormat::json) out.push_back(make_results_json_reporter("-"));
  return out;
}

}  // namespace tare

// --report FORMAT[=PATH], shared by the commands that print a scored run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/console.h"
#include "report/reporters.h"
#include "run/run_suite.h"

namespace CLI {
class App;
}

namespace tare {

struct ReportRequest {
  std::string format;  // terminal, json, junit
  std::string path;    // "" is the default of the format; "-" is stdout
};

// Adds the option; a bad format is a usage error at once.
void add_report_option(CLI::App& command, std::vector<ReportRequest>& requests);

// Two reports in one place (stdout taken twice too), or one over the run's own files, is a usage
// error. `folder`: of the run, "" where it is not known yet.
Result<void> check_report_requests(const std::vector<ReportRequest>& requests,
                                   const Console& console, const std::string& folder);

// Is there a report among them that tells of every trial, and not of the first few and the sums?
bool needs_each_trial(const std::vector<ReportRequest>& requests, const Console& console);

// The reporters asked for. Without `--report terminal` the terminal report goes to stderr; with
// --format json a results document goes to stdout. Default paths lie in the run folder (`folder`
// "": the current one).
std::vector<std::unique_ptr<Reporter>> make_reporters(const std::vector<ReportRequest>& requests,
                                                      const Console& console,
                                                      const std::string& folder);

}  // namespace tare

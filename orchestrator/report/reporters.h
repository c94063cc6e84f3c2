// The reporters there are.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "report/reporter.h"

namespace tare {

// results.json (tare-results/1), docs/results.md. Streams cases to a temporary file beside `path`
// and joins the parts at the end, by rename. `path` "-": stdout, in one go at the end.
std::unique_ptr<Reporter> make_results_json_reporter(const std::string& path);

// JUnit XML. One testsuite a run, one testcase a trial; incomplete trials are errors, failed ones
// failures, retried attempts flakyFailure/flakyError or rerunFailure/rerunError where the schema
// has them.
std::unique_ptr<Reporter> make_junit_reporter(const std::string& path);

// A terminal narrower than the first breaks the lines itself; lines longer than the second are hard
// to read.
inline constexpr std::uint32_t kMinWidth = 60, kMaxWidth = 200;

struct TerminalStyle {
  bool color = false;
  std::uint32_t width = 80;
  bool quiet = false, verbose = false;
  std::uint32_t max_failures = 50;  // shown in full; the rest are counted
};
// Failures first, each with "model wrote" and "tool received" side by side and the changed bytes
// marked; then scores on both sides, the client delta, confusions, coercions, gates. To `fd`.
std::unique_ptr<Reporter> make_terminal_reporter(int fd, TerminalStyle style);

}  // namespace tare

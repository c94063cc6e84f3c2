// A reporter that writes files: the first error stands, after it nothing more is tried, and nothing
// is thrown out of it.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "report/reporter.h"

namespace tare {

class GuardedReporter : public Reporter {
 protected:
  // `path`: of the report, "-" for stdout; an error that names no place gets it.
  explicit GuardedReporter(std::string path) : path_(std::move(path)) {}

  template <class Step>
  void guard(Step step) {
    if (failed_) return;
    try {
      Result<void> done = step();
      if (!done) failed_ = done.error();
    } catch (const std::exception& problem) {
      failed_ = Error{.kind = ErrorKind::system, .reason = problem.what()};
    }
    if (failed_ && failed_->where.empty() && path_ != "-") failed_->where = path_;
  }

  std::string path_;
  std::optional<Error> failed_;
};

}  // namespace tare

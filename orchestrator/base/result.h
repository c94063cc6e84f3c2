// Errors are values.
//
// An Error says what is wrong, where, and how to mend it; a Result<T> holds either a T or an Error.
// The text of `reason` is a lower-case fragment that fits "tare: cannot {do X}: {reason}". The
// command line alone decides which X and prints it, so a library never writes to a terminal and
// never exits. Exceptions do not cross a folder: a library that throws is caught where it is
// called.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tare {

// A closed list: the command line maps each to an exit code.
enum class ErrorKind {
  usage,        // the command line contradicts itself or names something unknown: exit 2
  input,        // a file that a person wrote is wrong: exit 2
  nothing,      // the filter selected nothing: exit 4
  system,       // the operating system refused (open, fork, disk full): exit 2, or 110 for a report
  interrupted,  // a signal asked to stop: exit 130
};

struct Error {
  ErrorKind kind = ErrorKind::input;
  std::string reason;      // "unknown member \"expectedTol\""
  std::string where = {};  // "cases/a.json:3:5", or empty
  std::string mend = {};   // "did you mean \"expectedTool\"?", or empty; one line
  // Further faults of the same input, so that one run shows all of them. Never nested.
  std::vector<Error> more = {};
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // REQUIRES: ok()
  T& value() & { return *std::get_if<0>(&state_); }
  const T& value() const& { return *std::get_if<0>(&state_); }
  T&& value() && { return std::move(*std::get_if<0>(&state_)); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }

  // REQUIRES: !ok()
  Error& error() { return *std::get_if<1>(&state_); }
  const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)), ok_(false) {}

  bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }

  // REQUIRES: !ok()
  Error& error() { return error_; }
  const Error& error() const { return error_; }

 private:
  Error error_;
  bool ok_ = true;
};

// errno as an Error of kind `system`: "{what}: No such file or directory". The one place that maps
// it.
Error system_error(std::string what, int error_number);

}  // namespace tare

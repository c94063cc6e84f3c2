#include "app/diff_batch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <optional>
#include <utility>

#include "app/exit_code.h"
#include "base/file.h"
#include "coercion/batch_diff.h"
#include "json/reader.h"
#include "protocol/line_framer.h"

namespace tare {
namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 18;
constexpr std::size_t kWriteBytes = std::size_t{1} << 18;
constexpr std::size_t kMaxLine = std::size_t{256} << 20;

constexpr std::string_view kWhat = "diff the batch";

class Batch {
 public:
  Batch(const Console& console, std::string name) : console_(console), name_(std::move(name)) {}

  int run(int fd) {
    std::string buffer(kReadBytes, '\0');
    const auto on_line = [this](std::string_view line) { return take(line); };
    while (true) {
      const ssize_t got = ::read(fd, buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return stop(system_error("cannot read the input", errno));
      if (got == 0) break;
      const std::string_view bytes(buffer.data(), static_cast<std::size_t>(got));
      if (!framer_.feed(bytes, on_line)) break;
      if (!flush()) return kExitReport;
    }
    if (framer_.overflowed()) {
      fault_ = Error{.reason = fmt::format("a line of more than {} bytes", kMaxLine),
                     .where = place(number_ + 1, 1),
                     .mend = "compare texts of that size one by one: `tare diff RAW NORMALIZED`"};
    } else if (!fault_ && !failed_ && !framer_.rest().empty()) {
      (void)take(framer_.rest());
    }
    if (failed_ || !flush()) return kExitReport;
    return fault_ ? stop(*fault_) : kExitGood;
  }

 private:
  // False ends the batch.
  bool take(std::string_view line) {
    ++number_;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
      if (blank_ == 0) blank_ = number_;
      return true;
    }
    // Blank lines may end a file. Between others they would leave an answer missing, and then the
    // answers stand beside the wrong lines.
    if (blank_ != 0) {
      fault_ = Error{.reason = "an empty line before further ones",
                     .where = place(blank_, 1),
                     .mend = "take it out: each line is one JSON object and gets one answer"};
      return false;
    }
    if (const std::optional<LineFault> fault = diff_.run(line, out_)) {
      fault_ = Error{.reason = fault->reason,
                     .where = place(number_, json::line_column_at(line, fault->offset).column),
                     .mend = fault->mend};
      return false;
    }
    if (diff_.has_schema_faults()) warn_of_schemas();
    return out_.size() < kWriteBytes || flush();
  }

  void warn_of_schemas() {
    for (const Error& fault : diff_.take_schema_faults()) {
      console_.warn(fmt::format("a schema judges nothing: {}{}{} (line {})", fault.reason,
                                fault.where.empty() ? "" : " at ", fault.where, place(number_, 1)));
    }
  }

  std::string place(std::uint64_t line, std::uint32_t column) const {
    return fmt::format("{}:{}:{}", name_, line, column);
  }

  bool flush() {
    if (out_.empty()) return true;
    const Result<void> written = write_all(STDOUT_FILENO, out_);
    out_.clear();
    if (written) return true;
    (void)console_.fail("write the answers", written.error());
    failed_ = true;
    return false;
  }

  int stop(const Error& error) {
    if (!flush()) return kExitReport;
    return console_.fail(kWhat, error);
  }

  const Console& console_;
  std::string name_;
  BatchDiff diff_;
  LineFramer framer_{kMaxLine};
  std::string out_;
  std::uint64_t number_ = 0;  // of the line at hand, from 1
  std::uint64_t blank_ = 0;   // the first of the blank lines before it; 0: none
  std::optional<Error> fault_;
  bool failed_ = false;  // an answer could not be written
};

}  // namespace

int run_diff_batch(const Console& console, const std::string& path) {
  if (path == "-") return Batch(console, "stdin").run(STDIN_FILENO);
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return console.fail(kWhat, system_error(fmt::format("cannot open \"{}\"", path), errno));
  return Batch(console, path).run(fd.get());
}

}  // namespace tare

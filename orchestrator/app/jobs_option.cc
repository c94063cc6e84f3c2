#include "app/jobs_option.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>

namespace tare {
namespace {

constexpr std::uint32_t kMaxJobs = 4096;

}  // namespace

Result<std::optional<std::uint32_t>> parse_jobs(const std::string& text) {
  if (text.empty()) return std::optional<std::uint32_t>();
  if (text == "auto") {
    const long cores = ::sysconf(_SC_NPROCESSORS_ONLN);
    return std::optional<std::uint32_t>(cores > 0 ? static_cast<std::uint32_t>(cores) : 1);
  }
  std::uint32_t jobs = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), jobs);
  if (error != std::errc() || end != text.data() + text.size() || jobs < 1 || jobs > kMaxJobs) {
    return Error{.kind = ErrorKind::usage,
                 .reason = fmt::format("--jobs {} is neither auto nor a number from 1 to {}", text,
                                       kMaxJobs)};
  }
  return std::optional<std::uint32_t>(jobs);
}

}  // namespace tare

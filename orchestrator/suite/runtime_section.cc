// How attempts are run: clocks, limits, retries, slots.
#include <fmt/format.h>

#include <array>

#include "suite/sections.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 5> kTimeouts = {"startupMs", "idleMs", "totalMs",
                                                       "killGraceMs", "leakMs"};
constexpr std::array<std::string_view, 5> kLimits = {"stdoutBytes", "stderrBytes", "lineBytes",
                                                     "memoryBytes", "processes"};
constexpr std::array<std::string_view, 2> kRetries = {"operational", "crashAfterCall"};
constexpr std::array<std::string_view, 2> kCrash = {"client", "operational"};
constexpr std::array<std::string_view, 2> kKeep = {"failures", "all"};

constexpr std::uint32_t kMaxMs = 7 * 24 * 3600 * 1000;
constexpr std::uint64_t kMaxOutputBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kMaxMemoryBytes = std::uint64_t{1} << 50;

// null says "no such clock" or "no such limit".
bool is_null(json::Value v) { return v.valid() && v.is_null(); }

}  // namespace

void read_timeouts(ValueReader& reader, json::Value v, TimeoutSpec& out) {
  if (!reader.object(v, "timeouts")) return;
  MemberSet members(reader, "timeouts", kTimeouts);
  members.read(v);
  if (is_null(members["startupMs"])) {
    out.startup_ms.reset();
  } else if (auto ms = reader.whole32(members["startupMs"], "startupMs", 1, kMaxMs)) {
    out.startup_ms = ms;
  }
  if (is_null(members["idleMs"])) {
    out.idle_ms.reset();
  } else if (auto ms = reader.whole32(members["idleMs"], "idleMs", 1, kMaxMs)) {
    out.idle_ms = ms;
  }
  if (auto ms = reader.whole32(members["totalMs"], "totalMs", 1, kMaxMs)) out.total_ms = *ms;
  if (auto ms = reader.whole32(members["killGraceMs"], "killGraceMs", 0, kMaxMs)) {
    out.kill_grace_ms = *ms;
  }
  if (auto ms = reader.whole32(members["leakMs"], "leakMs", 0, kMaxMs)) out.leak_ms = *ms;
}

void read_limits(ValueReader& reader, json::Value v, LimitSpec& out) {
  if (!reader.object(v, "limits")) return;
  MemberSet members(reader, "limits", kLimits);
  members.read(v);
  if (auto n = reader.whole(members["stdoutBytes"], "stdoutBytes", 1, kMaxOutputBytes)) {
    out.stdout_bytes = *n;
  }
  if (auto n = reader.whole(members["stderrBytes"], "stderrBytes", 1, kMaxOutputBytes)) {
    out.stderr_bytes = *n;
  }
  if (auto n = reader.whole(members["lineBytes"], "lineBytes", 1, kMaxOutputBytes)) {
    out.line_bytes = *n;
  }
  if (!is_null(members["memoryBytes"])) {
    out.memory_bytes = reader.whole(members["memoryBytes"], "memoryBytes", 1, kMaxMemoryBytes);
  }
  if (!is_null(members["processes"])) {
    out.processes = reader.whole(members["processes"], "processes", 1, 1'000'000);
  }
}

void read_retries(ValueReader& reader, json::Value v, RetrySpec& out) {
  if (!reader.object(v, "retries")) return;
  MemberSet members(reader, "retries", kRetries);
  members.read(v);
  if (auto n = reader.whole32(members["operational"], "operational", 0, 100)) out.operational = *n;
  if (auto which = reader.choice(members["crashAfterCall"], "crashAfterCall", kCrash)) {
    out.crash_after_call_is_operational = *which == 1;
  }
}

std::optional<std::uint32_t> read_jobs(ValueReader& reader, json::Value v) {
  return reader.whole32(v, "jobs", 1, 100'000);
}

std::optional<std::uint32_t> read_trials(ValueReader& reader, json::Value v) {
  return reader.whole32(v, "trials", 1, 100'000);
}

std::optional<Keep> read_keep(ValueReader& reader, json::Value v) {
  const std::optional<std::size_t> which = reader.choice(v, "keep", kKeep);
  if (!which) return std::nullopt;
  return *which == 0 ? Keep::failures : Keep::all;
}

}  // namespace tare

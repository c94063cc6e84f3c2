// Limits that posix_spawn cannot set: Tare starts itself with a marker, sets them, and becomes the
// adapter by exec. Used only where a limit is asked for, since it costs a second exec.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "process/launch_spec.h"

namespace tare {

namespace {

// As shells have it; the protocol knows both as "could not be started".
constexpr int kNotFound = 127;
constexpr int kCannotStart = 126;

int fail(const char* what, const char* subject, int error_number) {
  std::fprintf(stderr, "tare: cannot %s %s: %s\n", what, subject, std::strerror(error_number));
  return error_number == ENOENT ? kNotFound : kCannotStart;
}

// "-" leaves the limit alone. The hard limit is set too, so that the adapter cannot lift it.
bool set_limit(decltype(RLIMIT_AS) which, std::string_view text) {
  if (text == "-") return true;
  rlim_t value = 0;
  if (text.empty() || text.size() > 19) {
    errno = EINVAL;
    return false;
  }
  for (char c : text) {
    if (c < '0' || c > '9') {
      errno = EINVAL;
      return false;
    }
    value = value * 10 + static_cast<rlim_t>(c - '0');
  }
  rlimit now{};
  if (::getrlimit(which, &now) != 0) return false;
  const rlim_t limit = std::min(value, now.rlim_max);
  const rlimit wanted{limit, limit};
  return ::setrlimit(which, &wanted) == 0;
}

}  // namespace

int run_exec_shim(int argc, char** argv) {
  if (argc < 6) return fail("start an adapter with", kShimMarker, EINVAL);
  if (!set_limit(RLIMIT_NPROC, argv[3])) return fail("limit the processes of", argv[4], errno);
  if (!set_limit(RLIMIT_AS, argv[2])) return fail("limit the memory of", argv[4], errno);
  ::execv(argv[4], argv + 5);
  return fail("start", argv[4], errno);
}

}  // namespace tare

// errno becomes text here and nowhere else, so that one cause reads the same wherever it strikes.
#include "base/result.h"

#include <cerrno>
#include <system_error>

namespace tare {

namespace {

std::string mend_for(int error_number) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
      return "free some space on that disk, or choose another folder";
    case EACCES:
    case EPERM:
    case EROFS:
      return "check who owns it and what it permits";
    case EMFILE:
    case ENFILE:
      return "raise the limit of open files (ulimit -n), or lower --jobs";
    default:
      return {};
  }
}

}  // namespace

Error system_error(std::string what, int error_number) {
  Error error;
  error.kind = ErrorKind::system;
  error.reason = std::move(what) + ": " + std::generic_category().message(error_number);
  error.mend = mend_for(error_number);
  return error;
}

}  // namespace tare

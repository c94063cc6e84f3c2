#include "app/suite_argument.h"

#include "base/names.h"

namespace tare {

Result<Suite> load_suite_argument(const std::string& argument) {
  return load_suite(argument.empty() ? "." : argument, utc_today());
}

}  // namespace tare

#include "suite/trial_id.h"

#include <charconv>

namespace tare {

std::optional<TrialId> find_trial(const CasesById& cases, std::string_view text) {
  if (const auto whole = cases.find(text); whole != cases.end()) {
    return TrialId{whole->second, std::nullopt};
  }
  const std::size_t hash = text.rfind('#');
  if (hash == std::string_view::npos) return std::nullopt;
  const std::string_view digits = text.substr(hash + 1);
  std::uint32_t trial = 0;
  const char* const end = digits.data() + digits.size();
  const auto parsed = std::from_chars(digits.data(), end, trial);
  if (parsed.ec != std::errc() || parsed.ptr != end || digits.front() == '0' ||
      trial > kMaxTrialNumber) {
    return std::nullopt;
  }
  const auto found = cases.find(text.substr(0, hash));
  if (found == cases.end()) return std::nullopt;
  return TrialId{found->second, trial};
}

}  // namespace tare

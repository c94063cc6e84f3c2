// A trial by its name, as people and files give it: a case's whole id, or `id#n`.
//
// Ids may hold a `#` themselves, so a whole id is tried first: with cases `b` and `b#2`, the text
// `b#2` is the case, and never a trial of `b`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace tare {

inline constexpr std::uint32_t kMaxTrialNumber = 100'000;

// By id; the ids outlive this.
using CasesById = std::unordered_map<std::string_view, std::size_t>;

struct TrialId {
  std::size_t case_index = 0;
  std::optional<std::uint32_t> trial;  // nullopt: the whole case was named
};

// nullopt: no such case. A trial is plain digits, from 1 to kMaxTrialNumber, without idle zeros;
// whether the case has so many is not looked at.
std::optional<TrialId> find_trial(const CasesById& cases, std::string_view text);

}  // namespace tare

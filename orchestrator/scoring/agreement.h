// Do two raters agree more than by chance?
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace tare {

// Items by the two raters' categories: `counts[a * categories + b]` were called a by the first and
// b by the second.
struct AgreementTable {
  std::span<const std::uint64_t> counts;
  std::size_t categories = 0;
};

// The share of items on which both agree; nullopt where there are none.
std::optional<double> observed_agreement(const AgreementTable& table);

// Cohen's kappa (1960): (observed - expected) / (1 - expected), where `expected` is the agreement
// of two raters who keep their own shares and know nothing of the item. nullopt where there are no
// items, and where both call everything the same: then chance alone explains all of it.
std::optional<double> cohen_kappa(const AgreementTable& table);

}  // namespace tare

#include "scoring/agreement.h"

namespace tare {
namespace {

double sum_of(const AgreementTable& table) {
  double all = 0;
  for (std::size_t i = 0; i < table.categories * table.categories; ++i) {
    all += static_cast<double>(table.counts[i]);
  }
  return all;
}

double agreed(const AgreementTable& table) {
  double same = 0;
  for (std::size_t a = 0; a < table.categories; ++a) {
    same += static_cast<double>(table.counts[a * table.categories + a]);
  }
  return same;
}

}  // namespace

std::optional<double> observed_agreement(const AgreementTable& table) {
  const double all = sum_of(table);
  if (all == 0) return std::nullopt;
  return agreed(table) / all;
}

// Multiplied through by the square of the count, so that one division is left and equal raters get
// exactly 1.
std::optional<double> cohen_kappa(const AgreementTable& table) {
  const double all = sum_of(table);
  if (all == 0) return std::nullopt;
  double by_chance = 0;
  for (std::size_t a = 0; a < table.categories; ++a) {
    double first = 0;
    double second = 0;
    for (std::size_t b = 0; b < table.categories; ++b) {
      first += static_cast<double>(table.counts[a * table.categories + b]);
      second += static_cast<double>(table.counts[b * table.categories + a]);
    }
    by_chance += first * second;
  }
  const double room = all * all - by_chance;
  if (room <= 0) return std::nullopt;
  return (all * agreed(table) - by_chance) / room;
}

}  // namespace tare

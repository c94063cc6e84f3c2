#include "scoring/significance.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tare {
namespace {

// C(n,k) and the next step's product fit 64 bits up to here.
constexpr std::uint64_t kWhole = 60;

// Whole numbers, so that six heads in a row have the chance 1/32 and not something beside it.
double small_sign_test(std::uint64_t n, std::uint64_t fewer) {
  std::uint64_t term = 1;
  std::uint64_t tail = 0;
  for (std::uint64_t k = 0; k <= fewer; ++k) {
    tail += term;
    term = term * (n - k) / (k + 1);
  }
  return std::min(1.0, std::ldexp(static_cast<double>(tail), 1 - static_cast<int>(n)));
}

}  // namespace

// From the middle of the distribution outwards each term follows from its neighbour by one
// quotient: no factorial and no power of two that could overflow, and the walk ends where terms
// vanish beside the middle one, after some 40 standard deviations however many cases there are.
double sign_test(std::uint64_t better, std::uint64_t worse) {
  const std::uint64_t n = better + worse;
  const std::uint64_t fewer = std::min(better, worse);
  if (n == 0 || fewer == n - fewer) return 1;
  if (n <= kWhole) return small_sign_test(n, fewer);
  const std::uint64_t middle = n / 2;
  double term = 1;  // C(n,k), the middle one being 1
  double lower = 0;
  double tail = 0;
  for (std::uint64_t k = middle + 1; k-- > 0 && term > 0;) {
    lower += term;
    if (k <= fewer) tail += term;
    term *= static_cast<double>(k) / static_cast<double>(n - k + 1);
  }
  // The distribution is its own mirror image; with n even the middle term stands once in it.
  const double whole = 2 * lower - (n % 2 == 0 ? 1 : 0);
  return std::min(1.0, 2 * tail / whole);
}

std::vector<double> holm(const std::vector<double>& p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> out(p_values.size());
  double least = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double raised = p_values[order[i]] * static_cast<double>(order.size() - i);
    least = std::max(least, std::min(1.0, raised));
    out[order[i]] = least;
  }
  return out;
}

// All of n one way has the chance 2 / 2^n.
std::uint64_t fewest_telling_cases(double level) {
  std::uint64_t n = 1;
  for (double p = 1; p > level && n < 1000; p /= 2) ++n;
  return n;
}

std::optional<double> smallest_visible_drop(std::uint64_t cases, double level) {
  const std::uint64_t fewest = fewest_telling_cases(level);
  if (cases < fewest) return std::nullopt;
  return static_cast<double>(fewest) / static_cast<double>(cases);
}

}  // namespace tare

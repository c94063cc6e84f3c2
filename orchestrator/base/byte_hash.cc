#include "base/byte_hash.h"

#include <random>

namespace tare {

std::uint64_t new_hash_seed() {
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32) | device();
}

}  // namespace tare

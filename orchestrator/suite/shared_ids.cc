#include "suite/shared_ids.h"

#include <bit>

namespace tare {

SharedIds::SharedIds(std::size_t count)
    : seed_(new_hash_seed()),
      mask_(std::bit_ceil(count * 2 + 2) - 1),
      entries_(std::make_unique<std::atomic<std::uint64_t>[]>(mask_ + 1)) {}

}  // namespace tare

// The ledger of retired ids: those that no case may bear again.
//
// Histories, baselines and waivers know a case by its id. An id that comes back for another case
// would go on with the old one's record, so what is taken out of a suite is noted here.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "suite/suite.h"

namespace tare {

// One id a line; blank lines and lines that begin with # say nothing, and so does what stands
// behind " #" on a line. `file`: index into Suite::files.
std::vector<RetiredId> read_id_ledger(std::string_view text, std::uint32_t file);

}  // namespace tare

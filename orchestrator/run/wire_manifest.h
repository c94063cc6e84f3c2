// The tools as they were sent to the model: out of the records that the model proxy kept of a run.
#pragma once

#include <string>

#include "base/result.h"
#include "policy/live_manifest.h"
#include "policy/policy.h"

namespace tare {

// Of all attempts that were kept; a tool that was sent in two wordings is there twice. Names that
// a client gave to a reviewed tool on the way are led back to it. The wire says nothing of approval
// and servers.
Result<LiveManifest> wire_manifest(const std::string& run_folder, const Policy* policy);

}  // namespace tare

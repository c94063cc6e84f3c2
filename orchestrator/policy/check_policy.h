// Holds the tools as they are against the policy as it was reviewed.
//
// Pure, and free of a model: configuration drift costs milliseconds to find. Linear in tools and
// texts but for what changed.
#pragma once

#include <string_view>
#include <vector>

#include "model/violation.h"
#include "policy/live_manifest.h"
#include "policy/policy.h"

namespace tare {

// By family: the policy itself, tools, approval, descriptions, arguments, servers, names, hidden
// text, limits, live servers; within one in the policy's or the manifest's order.
// `today`: no review was made on a later day (latest_today()).
std::vector<Violation> check_policy(const Policy& policy, const LiveManifest& live,
                                    std::string_view today);

// The same without what is wrong with the tools whoever reviewed them: is the manifest the reviewed
// one? An unsigned policy reviewed none.
std::vector<Violation> policy_drift(const Policy& policy, const LiveManifest& live,
                                    std::string_view today);

// What a reviewer of a change sees: two manifests, and what became of each tool; also of what no
// policy holds, and where only the digest is another. Empty only where both have one
// `toolManifestSha256` and say the same in value.
std::vector<Violation> manifest_changes(const LiveManifest& before, const LiveManifest& after);

}  // namespace tare

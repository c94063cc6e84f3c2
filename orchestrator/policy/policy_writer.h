// A first policy out of the tools as they are (`tare policy snapshot`).
//
// It says what there is and vouches for nothing: `reviewedBy` is empty, so every check fails until
// a person has read it. Where a tool sets no approval the policy wants "always", for the tool of
// which nothing is known is not the one that runs unasked.
#pragma once

#include <cstdint>
#include <string>

#include "policy/live_manifest.h"
#include "policy/policy.h"

namespace tare {

// The policy under which that manifest would be as reviewed, unsigned.
// `kept`: where two servers offer one name both are in it, in the manifest's order; a policy that
// is written has each name once.
enum class SameName : std::uint8_t { once, kept };
Policy policy_of(const LiveManifest& live, SameName same_name = SameName::once);

// As a file: JSON, indented, schemas with their numbers as they were spelled.
std::string policy_json(const Policy& policy);

}  // namespace tare

// What this run is: every hash is computed here, none is believed.
#pragma once

#include "base/mask.h"
#include "model/provenance.h"
#include "run/options.h"
#include "run/plan.h"

namespace tare {

Provenance provenance_of(const RunPlan& plan, const RunOptions& options, const Manifest* manifest,
                         const std::string& resolved_program, const std::string& run_id,
                         const Masker& masker);

// SHA-256 of the suite's policy file; nullopt: it names none, or none that can be read.
std::optional<std::string> policy_sha256_of(const Suite& suite);

// SHA-256 over gates as they are in force, a profile's included.
std::string gates_sha256_of(const RunPlan& plan);

}  // namespace tare

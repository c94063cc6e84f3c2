// The parts of results.json that speak of the whole run, each as compact JSON text.
#pragma once

#include <string>

#include "model/provenance.h"
#include "model/run_summary.h"

namespace tare {

std::string provenance_part(const Provenance* provenance);  // "null" where there is none
std::string totals_part(const Totals& totals);
std::string scores_part(const RunSummary& summary);
std::string trajectories_part(const RunSummary& summary);
std::string confusions_part(const RunSummary& summary);
std::string slices_part(const RunSummary& summary);
std::string coercions_part(const CoercionSummary& coercions);
std::string outcomes_part(const TaskOutcomes& outcomes);
std::string trials_part(const TrialSummary& trials);
// `"passRate":{…}` of one case.
std::string pass_rate_member(std::uint32_t passed, std::uint32_t trials);
std::string baseline_part(const BaselineSummary& baseline);
std::string gates_part(const RunSummary& summary);
std::string waivers_part(const RunSummary& summary);

}  // namespace tare

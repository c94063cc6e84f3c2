// One trial as an object of results.json (docs/results.md). Text only, so that a run of any size is
// written with one trial in memory.
#pragma once

#include <string>

#include "model/score.h"
#include "model/test_case.h"

namespace tare {

// `{"trial":1,…}`, on one line. Views that `score` points to and `record` does not have are left
// out.
std::string trial_to_json(const TrialScore& score, const AttemptRecord& record);

// `"id":"…"`, and `,"idBase64":"…"` where the id is not UTF-8.
std::string case_id_members(const std::string& id);

}  // namespace tare

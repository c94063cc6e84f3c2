// `lint:RULE` waivers against what the rules found.
//
// They cover as waivers do in a run: what is covered is shown and decides nothing; an entry that
// covers nothing is a finding itself, so that the list cannot rot.
#pragma once

#include <vector>

#include "base/result.h"
#include "lint/lint_findings.h"
#include "suite/suite.h"

namespace tare {

// Marks what is covered and adds lint/unused-waiver for entries of `family` that covered nothing,
// where `can_tell`: the whole suite was looked at. A rule that does not exist is an error at its
// entry. RULE may be a glob; it is of one family where all that it names are, else of both, and
// then nobody can tell that it is unused.
Result<void> apply_lint_waivers(LintFamily family, bool can_tell, LintFindings& findings);

}  // namespace tare

// That a run went on with tools that are not the reviewed ones.
#pragma once

#include <string>

#include "model/provenance.h"
#include "report/reporters.h"

namespace tare {

// "" where nothing differs. The first lines, and how many more; all of them where style.verbose.
std::string policy_text(const Provenance* provenance, const TerminalStyle& style);

}  // namespace tare

// An audit as a document (`tare-audit/1`), and back: what `--against` compares with.
#pragma once

#include <string>
#include <string_view>

#include "audit/audit.h"
#include "base/result.h"

namespace tare {

// Members in a fixed order, so that two audits of the same clients differ where these do; no times,
// no paths.
std::string audit_to_json(const Audit& audit);

// What a comparison needs comes back: outcomes, kinds, both texts; findings do not. `path` is named
// in errors.
Result<Audit> audit_from_json(std::string_view text, const std::string& path);

}  // namespace tare

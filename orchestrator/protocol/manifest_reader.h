// Tools as an adapter or a suite describes them, from JSON to a Manifest with verbatim schemas.
#pragma once

#include "json/value.h"
#include "model/manifest.h"
#include "protocol/fields.h"

namespace tare {

// REQUIRES: tools.is_array(). Appends to `out`.
EventFault read_tools(json::Value tools, Manifest& out);

}  // namespace tare

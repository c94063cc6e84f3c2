// Tools as an adapter or a suite describes them, from JSON to a Manifest with verbatim schemas.
#pragma once

#include "json/value.h"
#include "model/manifest.h"
#include "protocol/fields.h"

namespace tare {

// REQUIRES: tools.is_array(). Appends to `out`.
EventFault read_tools(json::Value tools, Manifest& out);

// REQUIRES: limits.is_object()
EventFault read_manifest_limits(json::Value limits, Manifest& out);

// REQUIRES: servers.is_array(). Appends to `out`.
EventFault read_manifest_servers(json::Value servers, Manifest& out);

}  // namespace tare

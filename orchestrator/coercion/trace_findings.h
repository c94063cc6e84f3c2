// What changed on one hop of one call, and what is to be said of calls that came or went.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "coercion/call_trace.h"
#include "model/finding.h"

namespace tare {

// Name, id and arguments along the trace's views. Arguments are compared between neighbouring views
// that hold any; an end of the trace without them, where the other has them, leaves it `unread`.
void add_hop_findings(const Answer& answer, const TraceContext& context,
                      const std::vector<std::uint32_t>& index_in_level, CallTrace& trace);

// A finding on a whole call: callDropped, callInjected, callDuplicated, callsReordered. A missing
// view is a side that is absent.
Finding call_finding(std::string_view kind, Hop hop, const View* raw, const View* normalized);

}  // namespace tare

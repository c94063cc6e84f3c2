// What changed on the hops of one call: its name, its id and its arguments.
#pragma once

#include <cstdint>
#include <vector>

#include "coercion/call_facts.h"
#include "model/finding.h"

namespace tare {

// What a finding on whole calls has said of a view already: its arguments (and name) are those of
// several calls, or a part of one.
struct Explained {
  std::vector<bool> views;  // by view; may be shorter
  bool holds(std::uint32_t view) const { return view < views.size() && views[view]; }
  void add(std::uint32_t view) {
    if (view >= views.size()) views.resize(view + 1, false);
    views[view] = true;
  }
};

// Arguments are compared between neighbouring views that hold any; an end of the trace without
// them, where the other has them, leaves it `unread`. Nothing is said of the hop to an explained
// view but its id.
void add_hop_findings(const Answer& answer, const TraceContext& context, CallFacts& facts,
                      const std::vector<std::uint32_t>& index_in_level, const Explained& explained,
                      CallTrace& trace);

}  // namespace tare

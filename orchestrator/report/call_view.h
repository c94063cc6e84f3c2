// One call for a person: what the model wrote beside what the tool received, the changed bytes
// marked.
//
// Side by side where both fit into half the width (or the terminal is wide enough to cut them
// there), else one above the other, cut around the change.
#pragma once

#include <string>

#include "model/answer.h"
#include "model/score.h"
#include "report/reporters.h"

namespace tare {

// Worth showing: something happened to it on the way.
bool call_changed(const CallTrace& trace);

// Heading, both sides, a sentence a finding. Ends with a newline.
std::string render_changed_call(const CallTrace& trace, const Answer& answer,
                                const TerminalStyle& style);
// One line: name and arguments, and that nothing changed.
std::string render_unchanged_call(const CallTrace& trace, const Answer& answer,
                                  const TerminalStyle& style);
// The same of two texts that are compared by hand: a trace of two views, without a heading.
std::string render_compared_texts(const CallTrace& trace, const Answer& answer,
                                  const TerminalStyle& style);
// Every view in full, earliest first, each marked against its neighbour. Ends with a newline.
std::string render_all_views(const CallTrace& trace, const Answer& answer,
                             const TerminalStyle& style);

}  // namespace tare

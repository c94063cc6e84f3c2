// A comparison in words and numbers, as the terminal and Markdown both say them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scoring/comparison.h"

namespace tare {

// "exactAccuracy, model": a figure with the side that it is of.
std::string figure_name(const ComparedFigure& figure);
std::string base_text(const ComparedFigure& figure);
std::string now_text(const ComparedFigure& figure);
// "-5.0 points", "+2".
std::string difference_text(const ComparedFigure& figure);
// "+2 -7": cases by direction; "-" where none has a partner.
std::string moved_text(const ComparedFigure& figure);
// "0.18", "<0.001"; "-" where there was nothing to test.
std::string p_text(double p, bool tested);
std::string change_text(Direction change);  // "cannot tell"

// Rows of one group that changed at all, the surest first; of the figures all, as they stand.
std::vector<const ComparedFigure*> rows_of(const Comparison& comparison,
                                           ComparedFigure::Group group);

// "30 paired cases: the smallest drop of the pass rate that they could have shown is 20.0 points".
std::string power_sentence(const Comparison& comparison);
// "pass rate 90.0 % -> 80.0 % (-10.0 points, 1 case better, 4 worse, p 0.38)".
std::string rate_sentence(const Comparison& comparison);
std::string experiment_sentence(const Experiment& experiment);
// "3 of 3 -> 1 of 3".
std::string count_change(const ChangedCase& changed);
// A digest is cut, and what is not known says so.
std::string difference_sentence(const Difference& difference);

// What the command exits with: 1 where something is worse or the experiment failed.
int exit_code_of(const Comparison& comparison);

}  // namespace tare

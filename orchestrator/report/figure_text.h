// Figures as a person reads them: "85.7 %", "+77.3 points", "1,164", "1 min 12 s".
//
// One place, so that the terminal, JUnit and `tare show` never spell a figure in two ways.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/run_summary.h"

namespace tare {

// 0.857 -> "85.7 %"; nothing to count -> "-". Only a whole rate reads "100.0 %": 0.9996 does not.
std::string percent_text(std::optional<double> rate);
// 0.773 -> "+77.3 points"; nullopt -> "-".
std::string points_text(std::optional<double> difference);
// 1164 -> "1,164".
std::string count_text(std::uint64_t count);
// "1 trial", "1,164 trials".
std::string counted(std::uint64_t count, std::string_view singular, std::string_view plural = {});
// "812 ms", "3.4 s", "2 min 05 s", "1 h 04 min".
std::string duration_text(std::uint64_t ms);
// The value or the bound of a gate, in the unit of its figure.
std::string gate_value_text(std::string_view figure, std::optional<double> value);
// A difference of two values of that figure: "+10.0 points", "+2", "+250 ms".
std::string gate_difference_text(std::string_view figure, std::optional<double> difference);

// The client delta of every figure: normalized minus raw, both over the trials that have raw
// evidence
// (`trials` says how many); nullopt where either is missing.
Figures client_delta(const BothFigures& both);

}  // namespace tare

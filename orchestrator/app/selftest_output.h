// What a self-test found, for a person and as JSON (`tare-selftest/1`).
#pragma once

#include <string>
#include <vector>

#include "lint/selftest.h"
#include "report/reporters.h"

namespace tare {

// Of the mutants, how many may live where nothing else is said.
inline constexpr double kMaxLiveShare = 0.05;

struct SelftestVerdict {
  double max_live = kMaxLiveShare;
  std::vector<std::string> findings;  // a sentence each; none: the suite is good
  std::vector<std::string> notes;     // mistakes that no gate would stop if every case had them
};
SelftestVerdict selftest_verdict(const SelftestResult& result, double max_live);

std::string selftest_text(const SelftestResult& result, const SelftestVerdict& verdict,
                          const TerminalStyle& style);
std::string selftest_json(const SelftestResult& result, const SelftestVerdict& verdict);

}  // namespace tare

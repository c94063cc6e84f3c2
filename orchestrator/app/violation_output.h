// How the commands that check something print what they found: --format and --report, alike in all.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/console.h"
#include "model/violation.h"
#include "report/violations.h"

namespace tare {

struct ViolationOutputs {
  std::string format = "text";       // on stdout
  std::vector<std::string> reports;  // "junit=policy.xml", as given
};

// Adds --format text|json|junit|sarif|markdown and --report FORMAT[=PATH], repeatable; the
// console's own --format is not to be added beside.
void add_violation_options(CLI::App& command, ViolationOutputs& outputs);

// A format that is not known, or two reports in one place. Before anything is looked at.
Result<void> check_violation_outputs(const ViolationOutputs& outputs);

// A check's own form of a format; "": the usual one.
using ViolationRenderer = std::function<std::string(std::string_view, const TerminalStyle&)>;

// Prints and writes; returns the exit code: 0, 1, or 110 where a report could not be written.
int print_violations(const ViolationReport& report, std::span<const RuleInfo> rules,
                     const ViolationOutputs& outputs, const Console& console,
                     const ViolationRenderer& own = {});

}  // namespace tare

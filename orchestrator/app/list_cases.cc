#include "app/list_cases.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/exit_code.h"
#include "base/escape.h"
#include "base/file.h"
#include "scoring/selection.h"

namespace tare {
namespace {

using Json = nlohmann::ordered_json;

int print(const Console& console, const std::string& text) {
  if (auto written = write_all(STDOUT_FILENO, text); !written) {
    (void)console.fail("print", written.error());
    return kExitReport;
  }
  return kExitGood;
}

std::string dump(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// The chance that n trials show a misfire of rate p at least once: 1 - (1-p)^n.
double power(double rate, std::uint32_t trials) { return 1 - std::pow(1 - rate, trials); }

}  // namespace

int list_cases(const RunPlan& plan, const Console& console) {
  if (console.format == OutputFormat::json) {
    Json cases = Json::array();
    for (std::size_t i = 0; i < plan.cases.size(); ++i) {
      const TestCase& c = *plan.cases[i];
      cases.push_back({{"id", c.id()},
                       {"kind", case_kind_name(c.input.kind)},
                       {"tags", c.input.tags},
                       {"risk", c.expected.risk},
                       {"trials", plan.trials_of(i)},
                       {"at", plan.suite->where(c.position)}});
    }
    return print(console, dump({{"cases", cases}}));
  }
  std::string text;
  for (const TestCase* c : plan.cases) text += escape_for_terminal(c->id()) + "\n";
  return print(console, text);
}

int print_dry_run(const RunPlan& plan, const Console& console) {
  const std::uint32_t jobs = std::min(plan.jobs, plan.slots());
  std::uint32_t fewest = plan.trials_of(0);
  std::uint64_t worst_ms = 0, judged = 0;
  for (std::size_t i = 0; i < plan.cases.size(); ++i) {
    fewest = std::min(fewest, plan.trials_of(i));
    if (plan.suite->judge && states_contract(*plan.cases[i])) judged += plan.trials_of(i);
    worst_ms += std::uint64_t{plan.deadline_ms(*plan.cases[i])} * plan.trials_of(i);
  }
  const std::uint64_t tries = plan.suite->retries.operational + 1;
  worst_ms = worst_ms * tries / std::max(1u, jobs);
  // Where nothing was seen in n trials, the true rate is below 1 - 0.05^(1/n), with 95 %
  // confidence.
  const double bound = 1 - std::pow(0.05, 1.0 / fewest);
  if (console.format == OutputFormat::json) {
    return print(
        console,
        dump({{"cases", plan.cases.size()},
              {"trials", plan.slots()},
              {"launchesAtMost", plan.slots() * tries},
              {"judgeLaunchesAtMost", judged * tries},
              {"jobs", jobs},
              {"variant", plan.variant ? Json(plan.variant->name) : Json(nullptr)},
              {"filter", plan.filter},
              {"gates", plan.gates.size()},
              {"worstCaseMs", worst_ms},
              {"warnings", plan.suite->warnings},
              {"power",
               {{"trials", fewest}, {"rate10", power(0.1, fewest)}, {"upperBound95", bound}}}}));
  }
  std::string text =
      fmt::format("{} cases, {} trials, {} at once", plan.cases.size(), plan.slots(), jobs);
  if (plan.variant) text += fmt::format(", variant {}", escape_for_terminal(plan.variant->name));
  text +=
      fmt::format("\nat most {} launches, {:.1f} s if every one of them ran into its deadline\n",
                  plan.slots() * tries, static_cast<double>(worst_ms) / 1000);
  if (judged > 0) text += fmt::format("and {} launches of the judge\n", judged * tries);
  text += fmt::format(
      "power: {} trial{} a case see a misfire of rate 10 % with probability {:.0f} %;\n"
      "       where none is seen, its rate is below {:.0f} % (95 % confidence)\n",
      fewest, fewest == 1 ? "" : "s", 100 * power(0.1, fewest), 100 * bound);
  text += fmt::format("cost: not known before a run; adapters report it in `usage` events\n");
  text +=
      fmt::format("{} gates besides those always on; nothing was launched\n", plan.gates.size());
  for (const std::string& warning : plan.suite->warnings) {
    text += "warning: " + escape_for_terminal(warning) + "\n";
  }
  return print(console, text);
}

}  // namespace tare

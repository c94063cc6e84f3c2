#include "app/baseline_option.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <limits>

#include "app/suite_argument.h"
#include "record/baseline.h"
#include "run/open_run.h"
#include "scoring/identity.h"
#include "suite/figures.h"

namespace tare {
namespace {

constexpr double kNoBound = -std::numeric_limits<double>::infinity();

// A gate without a bound has a value all the same: so every figure that a gate can hold can be read
// off a run, by the code that gates it.
std::vector<GateSpec> every_figure() {
  std::vector<GateSpec> out;
  for (const FigureInfo& figure : all_figures()) {
    if (figure.name == "passHatK") continue;  // a figure for each k
    GateSpec& spec = out.emplace_back();
    spec.figure = figure.name;
    spec.min = kNoBound;
  }
  return out;
}

class FactsReporter final : public Reporter {
 public:
  explicit FactsReporter(RunFacts& out) : out_(out) {}
  void begin(const ReportContext& context) override { provenance_ = context.provenance; }
  void trial(const TestCase& test_case, const TrialScore& score, const AttemptRecord&) override {
    tally_.add(test_case, score);
  }
  Result<void> end(const RunSummary& summary) override {
    out_.cases = tally_.take_cases();
    out_.provenance = *provenance_;
    RunSummary own = summary;
    std::erase_if(own.gates, [](const GateResult& gate) { return gate.min == kNoBound; });
    add_summary(own, out_);
    for (const GateResult& gate : summary.gates) {
      if (gate.min != kNoBound) continue;
      auto& sides = out_.figures[gate.figure];
      (gate.view == "raw" ? sides.first : sides.second) = gate.value;
    }
    return {};
  }

 private:
  RunFacts& out_;
  RunFactsTally tally_;
  const Provenance* provenance_ = nullptr;
};

Result<RunFacts> facts_of_folder(const std::string& folder, const std::string& suite_argument,
                                 const Console& console) {
  auto suite = load_suite_argument(suite_argument, folder);
  if (!suite) return suite.error();
  auto run = open_run(*suite, folder);
  if (!run) return run.error();
  for (const auto& warning : run->warnings) console.warn(folder + ": " + warning);
  if (run->interrupted) console.warn(folder + ": the run did not end by itself");
  for (GateSpec& spec : every_figure()) run->plan->gates.push_back(std::move(spec));
  RunFacts out;
  out.name = folder;
  std::vector<std::unique_ptr<Reporter>> reporters;
  reporters.push_back(std::make_unique<FactsReporter>(out));
  auto scored = score_opened(*run, context_of(*suite, folder, *run), reporters);
  if (!scored) return scored.error();
  return out;
}

}  // namespace

void add_baseline_option(CLI::App& command, BaselineOption& option) {
  command
      .add_option(
          "--baseline", option.path,
          "What the run is held against: a run folder, or a file of tare baseline (default: "
          "the suite's)")
      ->type_name("FILE|DIR");
  command.add_flag("--allow-dataset-change", option.allow_dataset_change,
                   "Compare with a baseline of other cases too, over those that both have");
}

Result<RunFacts> run_facts_of(const std::string& path, const std::string& suite,
                              const Console& console) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return facts_of_folder(path, suite, console);
  return read_baseline(path);
}

Result<std::shared_ptr<const RunFacts>> load_baseline(const Suite& suite,
                                                      const BaselineOption& option,
                                                      const Console& console) {
  std::string path = option.path;
  if (path.empty()) {
    if (!suite.baseline_path) return std::shared_ptr<const RunFacts>();
    path = *suite.baseline_path;
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
      console.warn(fmt::format(
          "the suite's baseline {} is not there yet: `tare baseline RUN` makes it", path));
      return std::shared_ptr<const RunFacts>();
    }
  }
  auto facts = run_facts_of(path, "", console);
  if (!facts) return facts.error();
  // The suite's own is named as the suite does: results do not tell where it lies on a machine.
  if (option.path.empty()) {
    facts->name = std::filesystem::path(path).lexically_relative(suite.directory).string();
  }
  Provenance now;
  now.dataset_sha256 = suite.dataset_sha256;
  if (is_other_dataset(facts->provenance, now) && !option.allow_dataset_change) {
    return Error{.kind = ErrorKind::usage,
                 .reason = fmt::format("the baseline {} was made with other cases ({} there, {} "
                                       "here)",
                                       path, facts->provenance.dataset_sha256.substr(0, 12),
                                       suite.dataset_sha256.substr(0, 12)),
                 .mend =
                     "make it anew (tare baseline RUN), or compare what both have with "
                     "--allow-dataset-change"};
  }
  return std::make_shared<const RunFacts>(std::move(facts).value());
}

}  // namespace tare

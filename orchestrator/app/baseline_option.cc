#include "app/baseline_option.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <limits>

#include "app/suite_argument.h"
#include "base/sha256.h"
#include "record/baseline.h"
#include "record/journal.h"
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
  FactsReporter(RunFacts& out, TouchedCases* touched) : out_(out), touched_(touched) {}
  void begin(const ReportContext& context) override {
    provenance_ = context.provenance;
    if (touched_ != nullptr) touched_->begin_run();
  }
  void trial(const TestCase& test_case, const TrialScore& score, const AttemptRecord&) override {
    tally_.add(test_case, score);
    if (touched_ != nullptr) touched_->add(test_case, score);
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
  TouchedCases* touched_;
  const Provenance* provenance_ = nullptr;
};

Result<RunFacts> facts_of_folder(const std::string& folder, const std::string& suite_argument,
                                 const Console& console, TouchedCases* touched) {
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
  reporters.push_back(std::make_unique<FactsReporter>(out, touched));
  auto scored = score_opened(*run, context_of(*suite, folder, *run), reporters);
  if (!scored) return scored.error();
  if (run->manifest) {
    for (const ToolSpec& tool : run->manifest->tools) {
      out.tools.push_back(tool.name);
      if (tool.wire_name) out.tools.push_back(*tool.wire_name);
    }
  }
  return out;
}

struct Loaded {
  RunFacts facts;
  HeldBaseline held;  // its digest
};

// The digest is over what it says, as `tare baseline` writes it: a folder is scored again by its
// suite as that is today, so its journal alone does not say what the run is held against; and a
// file may be a pipe, which is read once.
Result<Loaded> load_from(const std::string& path, const Console& console) {
  auto facts = run_facts_of(path, "", console);
  if (!facts) return facts.error();
  Loaded out;
  out.held.sha256 = sha256_hex(baseline_document(*facts));
  out.facts = std::move(facts).value();
  return out;
}

Baseline baseline_of(Loaded loaded) {
  return {std::make_shared<const RunFacts>(std::move(loaded.facts)), std::move(loaded.held)};
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
                              const Console& console, TouchedCases* touched) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    return facts_of_folder(path, suite, console, touched);
  return read_baseline(path);
}

Result<Baseline> load_baseline(const Suite& suite, const BaselineOption& option,
                               const Console& console) {
  std::string path = option.path;
  if (path.empty()) {
    if (!suite.baseline_path) return Baseline();
    path = *suite.baseline_path;
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
      console.warn(fmt::format(
          "the suite's baseline {} is not there yet: `tare baseline RUN` makes it", path));
      return Baseline();
    }
  }
  auto loaded = load_from(path, console);
  if (!loaded) return loaded.error();
  auto& [facts, held] = *loaded;
  std::error_code ignored;
  held.path = std::filesystem::absolute(path, ignored).lexically_normal().string();
  // The suite's own is named as the suite does: results do not tell where it lies on a machine.
  if (option.path.empty()) {
    held.path = std::filesystem::path(path).lexically_relative(suite.directory).string();
    facts.name = held.path;
  }
  held.name = facts.name;
  Provenance now;
  now.dataset_sha256 = suite.dataset_sha256;
  if (is_other_dataset(facts.provenance, now) && !option.allow_dataset_change) {
    return Error{.kind = ErrorKind::usage,
                 .reason = fmt::format("the baseline {} was made with other cases ({} there, {} "
                                       "here)",
                                       path, facts.provenance.dataset_sha256.substr(0, 12),
                                       suite.dataset_sha256.substr(0, 12)),
                 .mend =
                     "make it anew (tare baseline RUN), or compare what both have with "
                     "--allow-dataset-change"};
  }
  return baseline_of(std::move(*loaded));
}

Result<Baseline> load_baseline_of_run(const Suite& suite, const std::string& folder,
                                      const BaselineOption& option, const Console& console) {
  auto journal = JournalReader::open(folder + "/journal.jsonl");
  // A folder without a whole journal is begun afresh, or refused by whoever needs the journal.
  if (!journal) return load_baseline(suite, option, console);
  const std::optional<HeldBaseline>& was = journal->header().baseline;
  if (!option.path.empty()) {
    auto named = load_baseline(suite, option, console);
    if (!named || !was || named->held->sha256 != was->sha256) return named;
    // The same, wherever it lies by now: the results are those of the run.
    RunFacts facts = *named->facts;
    facts.name = was->name;
    return baseline_of({std::move(facts), *was});
  }
  if (!was) return Baseline();
  const std::string path = (std::filesystem::path(suite.directory) / was->path).string();
  const auto refused = [&](std::string what) {
    return Error{.kind = ErrorKind::usage,
                 .reason = fmt::format("the baseline {} that the run was held against {}", path,
                                       std::move(what)),
                 .where = folder + "/journal.jsonl:1",
                 .mend = fmt::format("put it back as it was, or say where it is now (--baseline "
                                     "FILE); to hold the run against another one: tare score "
                                     "--from {} --baseline FILE",
                                     folder)};
  };
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return refused("is gone");
  auto loaded = load_from(path, console);
  if (!loaded) return loaded.error();
  if (loaded->held.sha256 != was->sha256) {
    return refused(fmt::format("says something else by now (SHA-256 {} then, {} now)",
                               was->sha256.substr(0, 12), loaded->held.sha256.substr(0, 12)));
  }
  loaded->held = *was;
  loaded->facts.name = was->name;
  return baseline_of(std::move(*loaded));
}

}  // namespace tare

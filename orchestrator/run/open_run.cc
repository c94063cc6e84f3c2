#include "run/open_run.h"

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "run/describe.h"
#include "run/judge.h"
#include "run/options.h"
#include "run/provenance_of.h"
#include "run/schema_warnings.h"

namespace tare {

Result<OpenedRun> open_run(const Suite& suite, const std::string& folder) {
  OpenedRun out;
  auto reader = JournalReader::open(folder + "/journal.jsonl");
  if (!reader) return reader.error();
  out.journal = std::make_unique<JournalReader>(std::move(reader).value());
  const JournalHeader& header = out.journal->header();
  out.provenance = header.provenance;

  RunOptions options;
  if (!header.profile.empty()) options.profile = header.profile;
  if (!header.filter.empty()) options.filter = header.filter;
  const std::string& variant = header.provenance.variant;
  // What a variant says was for the adapter. A run of `tare audit` has one of its client's suite,
  // and names the suite of the cases.
  if (std::ranges::find(suite.variants, variant, &VariantSpec::name) != suite.variants.end()) {
    options.variant = variant;
  } else if (!variant.empty()) {
    out.warnings.push_back("the suite has no variant " + quote_json(variant) +
                           ", as a run of tare audit has it of its client: scored by the cases");
  }
  if (header.trials_forced) options.trials = header.trials;
  auto plan = make_plan(suite, options);
  if (!plan) return plan.error();
  out.plan = std::make_unique<RunPlan>(std::move(plan).value());
  if (header.manifest_json) {
    std::string reason;
    auto manifest = manifest_from_tools_json(*header.manifest_json, &reason);
    if (!manifest) {
      return Error{.kind = ErrorKind::input,
                   .reason = "the journal's list of tools cannot be read: " + reason,
                   .where = folder + "/journal.jsonl:1"};
    }
    out.manifest = std::make_unique<Manifest>(std::move(*manifest));
  }
  for (std::string& warning : schema_warnings(out.manifest.get(), out.plan->cases)) {
    out.warnings.push_back(std::move(warning));
  }
  if (header.provenance.dataset_sha256 != suite.dataset_sha256) {
    out.warnings.push_back(
        "the cases are not those that the run was made with; scored as they are now");
  }
  if (header.provenance.gates_sha256 != gates_sha256_of(*out.plan)) {
    out.warnings.push_back(
        "the gates are not those that the run was made with; judged as they are now");
  }
  out.table = std::make_unique<TrialTable>(*out.plan);
  if (auto loaded = out.table->load(*out.journal, false); !loaded) return loaded.error();
  out.provenance.journal_chain_sha256 = out.journal->chain_sha256();
  out.interrupted = !out.journal->has_footer();
  out.plan->reviewed_approvals = header.reviewed_approvals;
  out.plan->judge = standing_of(suite, out.provenance.judge_sha256);
  if (const auto& footer = out.journal->footer()) {
    out.plan->stopped_early = footer->stopped_early;
    out.plan->cost_stop = footer->cost_stop;
  }
  return out;
}

ReportContext context_of(const Suite& suite, const std::string& folder, const OpenedRun& run) {
  ReportContext context;
  context.suite_path = suite.path;
  context.run_folder = folder;
  context.provenance = &run.provenance;
  context.cases = run.plan->cases.size();
  context.trials = run.plan->slots();
  return context;
}

Result<ScoredRun> score_opened(OpenedRun& run, const ReportContext& context,
                               const std::vector<std::unique_ptr<Reporter>>& reporters) {
  return score_run(*run.plan, run.manifest.get(), attempts_from_journal(*run.journal, *run.table),
                   context, run.interrupted, &run.provenance, reporters);
}

}  // namespace tare

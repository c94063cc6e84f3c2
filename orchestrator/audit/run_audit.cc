#include "audit/run_audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "audit/cell.h"
#include "base/names.h"
#include "run/run_suite.h"
#include "run/version.h"
#include "suite/filter.h"

namespace tare {
namespace {

// Makes a cell of each trial, and takes what the adapter said of itself.
class CellCollector final : public Reporter {
 public:
  explicit CellCollector(AuditedClient& client) : client_(client) {}
  void begin(const ReportContext& context) override { provenance_ = context.provenance; }
  void trial(const TestCase& test_case, const TrialScore& score,
             const AttemptRecord& record) override {
    client_.cells.push_back(cell_of(test_case, score, record));
  }
  Result<void> end(const RunSummary&) override {
    if (provenance_ != nullptr) client_.layers = provenance_->layers;
    return {};
  }

 private:
  AuditedClient& client_;
  const Provenance* provenance_ = nullptr;
};

std::string settings_of(const Suite& suite, const std::string& variant) {
  for (const VariantSpec& one : suite.variants) {
    if (one.name == variant) return one.settings_json;
  }
  return "";
}

// Before anything runs, and with a hint that fits: who audits may have no suite of the cases.
Result<void> check_filter(const Suite& suite, const AuditOptions& options) {
  if (!options.filter) return {};
  auto filter = Filter::parse(*options.filter);
  if (!filter) {
    filter.error().kind = ErrorKind::usage;
    return filter.error();
  }
  std::vector<const TestCase*> all;
  for (const TestCase& one : suite.cases) all.push_back(&one);
  const std::string mend =
      fmt::format("ids of this corpus are like {}; `tare run --list {}` shows them all",
                  all.empty() ? "none" : all.front()->id(), options.corpus);
  if (std::ranges::none_of(all, [&](const TestCase* one) { return filter->matches(*one); })) {
    return Error{.kind = ErrorKind::nothing,
                 .reason = fmt::format("the filter \"{}\" selects none of {} cases",
                                       *options.filter, all.size()),
                 .mend = mend};
  }
  if (const auto unmatched = filter->unmatched_globs(all); !unmatched.empty()) {
    return Error{.kind = ErrorKind::usage,
                 .reason = fmt::format("\"{}\" in the filter matches no case", unmatched.front()),
                 .mend = mend};
  }
  return {};
}

}  // namespace

Result<Audit> run_audit(const std::vector<AuditTarget>& targets, const AuditOptions& options,
                        const TerminalStyle& style) {
  Audit audit;
  audit.tare_version = kVersion;
  std::size_t count = 0, number = 0;
  for (const AuditTarget& target : targets) count += target.variants.size();
  for (const AuditTarget& target : targets) {
    auto suite = suite_of(target, options.corpus, options.today);
    if (!suite) return suite.error();
    if (auto checked = check_filter(*suite, options); !checked) return checked.error();
    audit.corpus_sha256 = suite->dataset_sha256;
    for (const std::string& variant : target.variants) {
      AuditedClient client;
      client.name = target.name;
      client.variant = variant;
      client.settings_json = settings_of(*suite, variant);
      RunOptions run;
      run.jobs = options.jobs;
      run.timeout_ms = options.timeout_ms;
      run.filter = options.filter;
      run.trials = 1;
      run.keep = Keep::all;
      if (!variant.empty()) run.variant = variant;
      run.out = fmt::format("{}/{}", options.out, folder_name_of(client.id()));
      // An audit that was cut off goes on in its folder; what is finished is read again.
      std::error_code ignored;
      run.resume = std::filesystem::exists(run.out + "/journal.jsonl", ignored);
      run.command_line = options.command_line;
      if (options.on_client) options.on_client(client.id(), ++number, count);
      auto outcome = run_suite(*suite, run, style, [&](const std::string& folder) {
        client.run_folder = folder;
        std::vector<std::unique_ptr<Reporter>> reporters;
        reporters.push_back(std::make_unique<CellCollector>(client));
        return reporters;
      });
      if (!outcome) {
        outcome.error().reason = fmt::format("{}: {}", client.id(), outcome.error().reason);
        return outcome.error();
      }
      if (outcome->exit_code == 130) {
        return Error{.kind = ErrorKind::interrupted, .reason = "interrupted"};
      }
      audit.clients.push_back(std::move(client));
    }
  }
  return audit;
}

}  // namespace tare

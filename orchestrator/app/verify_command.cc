// `tare verify DIR`: is this run still what was recorded, and its score what the record says?
//
// The journal's chain and the artifacts first (record/evidence_check.h); then the journal is scored
// again and results.json must come out byte for byte. What was changed is named; where nothing was,
// one digest stands for the whole folder, and can be signed.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/baseline_option.h"
#include "app/commands.h"
#include "app/console.h"
#include "app/exit_code.h"
#include "app/suite_argument.h"
#include "base/file.h"
#include "base/names.h"
#include "report/display_text.h"
#include "report/evidence_text.h"
#include "report/reporters.h"
#include "run/open_run.h"
#include "run/scratch_root.h"
#include "run/version.h"

namespace tare {
namespace {

constexpr std::string_view kWhat = "verify the run";
constexpr std::string_view kFooter =
    "Exit codes: 0 all is as it was written; 1 something was changed, is gone, or cannot be\n"
    "proven (each is named); 2 bad usage, or no run there. docs/verify.md tells more.";

struct VerifyArguments {
  Console console;
  std::string folder, suite;
};

void add_fault(EvidenceReport& report, std::string where, std::string what) {
  report.check.faults.push_back({std::move(where), std::move(what)});
}

// Where two texts part: "results.json:1:4711", and what stands there on both sides.
EvidenceFault difference(std::string_view was, std::string_view now) {
  const std::size_t both = std::min(was.size(), now.size());
  std::size_t at = 0;
  while (at < both && was[at] == now[at]) ++at;
  const std::string_view before = was.substr(0, at);
  const auto newline = before.rfind('\n');
  const std::size_t line_start = newline == std::string_view::npos ? 0 : newline + 1;
  const auto lines = std::ranges::count(before, '\n');
  constexpr std::size_t kBefore = 24, kShown = 60;
  const std::size_t from = std::max(line_start, at > kBefore ? at - kBefore : 0);
  return {.where = fmt::format("results.json:{}:{}", lines + 1, at - line_start + 1),
          .what = fmt::format("says {} where a scoring of the journal gives {}",
                              shown_text(was.substr(from), kShown),
                              shown_text(now.substr(from), kShown))};
}

// The digest of the journal's end with which results.json was written; nullopt: it has none.
std::optional<std::string> chain_in_results(std::string_view results) {
  constexpr std::string_view kMember = "\"journalChainSha256\":\"";
  const auto at = results.find(kMember);
  if (at == std::string_view::npos) return std::nullopt;
  return std::string(results.substr(at + kMember.size(), 64));
}

// Scores the journal into a file of its own and holds results.json against it.
Result<void> hold_results(const Suite& suite, const Console& console, const ScratchRoot& scratch,
                          EvidenceReport& report) {
  auto run = open_run(suite, report.folder);
  if (!run) return run.error();
  auto baseline = load_baseline_of_run(suite, report.folder, {}, console);
  if (!baseline) {
    Error error = baseline.error();
    error.mend = "put it back there as it was and verify again; `tare score --from " +
                 report.folder + " --baseline FILE` scores with one that lies elsewhere";
    return error;
  }
  run->plan->baseline = std::move(baseline->facts);
  for (const std::string& warning : run->warnings) report.notes.push_back(warning);
  if (auto made = make_directories(scratch.path()); !made) return made.error();
  const std::string again = scratch.path() + "/results.json";
  std::vector<std::unique_ptr<Reporter>> reporters;
  reporters.push_back(make_results_json_reporter(again));
  auto scored = score_opened(*run, context_of(suite, report.folder, *run), reporters);
  if (!scored) return scored.error();
  if (scored->report_error) return *scored->report_error;
  report.approvals = scored->summary.approvals;

  const auto was = MappedFile::open(report.folder + "/results.json");
  if (!was) return was.error();
  const auto now = MappedFile::open(again);
  if (!now) return now.error();
  report.rescore = was->bytes() == now->bytes() ? Rescore::same : Rescore::differs;
  if (report.rescore == Rescore::same) return {};
  const auto chain = chain_in_results(was->bytes());
  if (chain && *chain != report.check.chain_sha256) {
    add_fault(report, fmt::format("journal.jsonl:{}", report.check.lines),
              "is not the line that ended the journal when results.json was written: it was "
              "changed, lines are gone, or results.json is another run's");
  }
  report.check.faults.push_back(difference(was->bytes(), now->bytes()));
  const std::string& version = run->provenance.tare_version;
  if (version != kVersion) {
    report.notes.push_back(fmt::format(
        "the run was scored by tare {}, this is {}: another version may score otherwise", version,
        kVersion));
  }
  return {};
}

// What ran, and is another file today: it takes nothing from the record, and is good to know.
void note_changed_files(const Suite& suite, const std::string& folder, EvidenceReport& report) {
  auto journal = JournalReader::open(folder + "/journal.jsonl");
  if (!journal) return;
  for (const auto& [path, sha256] : journal->header().provenance.adapter_files) {
    const std::string full =
        (std::filesystem::path(suite.adapter.cwd) / std::filesystem::path(path)).string();
    const auto now = sha256_of_file(full);
    if (now && *now != sha256) {
      report.notes.push_back(path + " is no longer the file that the run used");
    }
  }
}

// results.json as it is, and as the journal gives it again.
void look_at_results(const VerifyArguments& a, EvidenceReport& report) {
  const std::string results = a.folder + "/results.json";
  std::error_code error;
  if (const std::string why = not_a_file(results); !why.empty()) {
    return add_fault(report, "results.json", why);
  }
  if (!std::filesystem::exists(results, error)) {
    return add_fault(
        report, "results.json",
        "is gone, or was never written; `tare score --from " + a.folder + "` shows the score");
  }
  report.results_bytes = std::filesystem::file_size(results, error);
  const ScratchRoot scratch(new_run_id());
  auto suite = load_suite_argument(a.suite, a.folder);
  auto held =
      suite ? hold_results(*suite, a.console, scratch, report) : Result<void>(suite.error());
  if (!held) {
    add_fault(
        report, "results.json",
        "cannot be held against the journal, which cannot be scored again: " + held.error().reason +
            (held.error().where.empty() ? "" : " (" + held.error().where + ")") +
            (held.error().mend.empty() ? "" : "; " + held.error().mend));
  }
  if (suite) note_changed_files(*suite, a.folder, report);
}

// The digests of both files, and where nothing was found the one to sign. What cannot be read is a
// fault: no digest is made of it.
void add_digests(const std::string& folder, EvidenceReport& report) {
  for (const auto& [name, target] : {std::pair{"journal.jsonl", &report.journal_sha256},
                                     std::pair{"results.json", &report.results_sha256}}) {
    const std::string path = folder + "/" + name;
    std::error_code error;
    if (!not_a_file(path).empty() || !std::filesystem::exists(path, error)) continue;
    auto digest = sha256_of_file(path);
    if (digest) {
      *target = std::move(digest).value();
    } else {
      add_fault(report, name, digest.error().reason);
    }
  }
  if (report.good()) report.digest = digest_to_sign(report.journal_sha256, report.results_sha256);
}

int verify(const VerifyArguments& a) {
  auto checked = check_evidence(a.folder);
  if (!checked) return a.console.fail(kWhat, checked.error());
  EvidenceReport report;
  report.folder = a.folder;
  report.check = std::move(checked).value();
  for (const std::string& name : report.check.others) {
    report.notes.push_back(name +
                           " is no part of the run: no record names it, and the digest does "
                           "not cover it");
  }
  if (report.check.lines > 0 && !report.check.ended) {
    add_fault(report, "journal.jsonl",
              "has no footer: the run did not end by itself, so that nothing proves its last "
              "line; `tare run --resume " +
                  a.folder + "` ends it");
  }
  if (not_a_file(a.folder + "/journal.jsonl").empty()) look_at_results(a, report);
  add_digests(a.folder, report);
  const bool json = a.console.format == OutputFormat::json;
  const std::string text =
      json ? evidence_json(report) : evidence_text(report, a.console.style(STDOUT_FILENO));
  if (!a.console.quiet || json) {
    if (auto written = write_all(STDOUT_FILENO, text); !written) {
      (void)a.console.fail("write the report", written.error());
      return kExitReport;
    }
  }
  return report.good() ? kExitGood : kExitFindings;
}

}  // namespace

void add_verify_command(CLI::App& app, CommandLine& line) {
  auto a = std::make_shared<VerifyArguments>();
  CLI::App& command = *app.add_subcommand(
      "verify", "A run's journal, artifacts and score: still what was written?");
  command.footer(std::string(kFooter));
  command.add_option("DIR", a->folder, "A run folder")->required()->type_name("DIR");
  command.add_option("--suite", a->suite, "The suite file, if it has moved")->type_name("SUITE");
  add_console_options(command, a->console, true);
  command.callback([a, &line] { line.exit_code = verify(*a); });
}

}  // namespace tare

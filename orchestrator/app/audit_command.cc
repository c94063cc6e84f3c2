// `tare audit`: what client layers do to a model's calls, each with the same recorded replies.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/audit_reports.h"
#include "app/commands.h"
#include "app/console.h"
#include "app/corpus.h"
#include "app/exit_code.h"
#include "app/jobs_option.h"
#include "audit/audit_json.h"
#include "audit/audit_report.h"
#include "audit/run_audit.h"
#include "base/file.h"
#include "base/names.h"

namespace tare {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kWhat = "audit";
constexpr std::size_t kMaxAuditBytes = std::size_t{1} << 30;

constexpr std::string_view kFooter =
    "An ADAPTER is a folder with a suite file, or that file: its adapter, proxy, limits and "
    "variants\n"
    "count, its cases do not. Behind -- stands a command that speaks the protocol. Each gets the\n"
    "corpus of tempting replies from Tare's own proxy: no model, no key, no network.\n"
    "Exit codes: 0 done; 1 with --against, a cell is worse than it was; 2 bad usage or input; 3 "
    "some\n"
    "cell could not be measured; 4 the filter selects no case; 110 a report could not be written;\n"
    "130 interrupted.\n"
    "docs/audit.md tells more.";

struct AuditArguments {
  Console console;
  std::vector<std::string> adapters, variants, reports;
  std::string corpus, out, against, jobs;
  std::optional<std::string> filter;
  std::optional<std::uint32_t> timeout_ms;
};

Result<std::vector<AuditTarget>> targets_of(const AuditArguments& a, const CommandLine& line) {
  const std::vector<std::string> command = line.behind_dashes();
  if (!command.empty() && !a.adapters.empty()) {
    return Error{
        .kind = ErrorKind::usage,
        .reason = "a folder and a command behind -- are both to be audited",
        .where = a.adapters.front(),
        .mend = "give the command a folder with a tare.json, or audit one after the other"};
  }
  if (!command.empty() && !a.variants.empty()) {
    return Error{.kind = ErrorKind::usage,
                 .reason = fmt::format("--variant {} is for a suite file, and a command behind -- "
                                       "has none",
                                       a.variants.front()),
                 .mend = "leave it out, or name a folder whose tare.json has variants"};
  }
  std::vector<AuditTarget> targets;
  for (const std::string& adapter : a.adapters) {
    auto target = target_of(adapter, utc_today());
    if (!target) return target.error();
    targets.push_back(std::move(*target));
  }
  if (!command.empty()) targets.push_back(target_of_command(command));
  if (targets.empty()) {
    return Error{.kind = ErrorKind::usage,
                 .reason = "no adapter is named",
                 .mend = "name folders that hold a tare.json, or a command behind --"};
  }
  if (auto kept = keep_variants(targets, a.variants); !kept) return kept.error();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (targets[i].name != targets[j].name) continue;
      return Error{.kind = ErrorKind::usage,
                   .reason = fmt::format("two adapters are called {}", targets[i].name),
                   .mend =
                       "clients are known by the names of their folders: rename one, or audit "
                       "them one after the other"};
    }
  }
  return targets;
}

Result<std::optional<Audit>> earlier_audit(const std::string& against) {
  if (against.empty()) return std::optional<Audit>();
  std::error_code ignored;
  const std::string path = fs::is_directory(against, ignored) ? against + "/audit.json" : against;
  const auto text = read_file(path, kMaxAuditBytes);
  if (!text) return text.error();
  auto audit = audit_from_json(*text, path);
  if (!audit) return audit.error();
  return std::optional<Audit>(std::move(*audit));
}

int exit_code_of_audit(const Audit& audit, const AuditComparison* comparison) {
  if (comparison != nullptr &&
      std::ranges::any_of(comparison->changes, [](const CellChange& change) {
        return change.way == CellChange::Way::worse;
      })) {
    return kExitFindings;
  }
  const auto unmeasured = [](const AuditedClient& client) {
    return std::ranges::any_of(client.cells, [](const AuditCell& cell) {
      return cell.outcome == CellOutcome::not_measured;
    });
  };
  return std::ranges::any_of(audit.clients, unmeasured) ? kExitUndecided : kExitGood;
}

int audit(AuditArguments a, const CommandLine& line) {
  const Console& console = a.console;
  auto targets = targets_of(a, line);
  if (!targets) return console.fail(kWhat, targets.error());
  if (a.out.empty()) a.out = ".tare/audits/" + new_run_id();
  const auto reports = audit_reports(a.reports, a.out, console);
  if (!reports) return console.fail(kWhat, reports.error());
  auto earlier = earlier_audit(a.against);
  if (!earlier) return console.fail("read the earlier audit", earlier.error());
  AuditOptions options;
  auto jobs = parse_jobs(a.jobs);
  if (!jobs) return console.fail(kWhat, jobs.error());
  options.jobs = *jobs;
  options.out = a.out;
  options.timeout_ms = a.timeout_ms;
  options.filter = a.filter;
  options.today = utc_today();
  options.command_line = line.words;
  options.corpus = a.corpus;
  if (a.corpus.empty()) {
    auto corpus = write_corpus(a.out + "/corpus");
    if (!corpus) return console.fail("write the corpus", corpus.error());
    options.corpus = *corpus;
  }
  if (!console.quiet) {
    options.on_client = [](const std::string& id, std::size_t number, std::size_t of) {
      (void)write_all(STDERR_FILENO, fmt::format("tare: audit {} of {}: {}\n", number, of, id));
    };
  }
  auto done = run_audit(*targets, options, console.style(STDERR_FILENO));
  if (!done) return console.fail(kWhat, done.error());
  std::optional<AuditComparison> comparison;
  if (*earlier) {
    comparison = compare_audits(**earlier, *done);
    if (comparison->cells_compared == 0) {
      return console.fail("compare with the earlier audit",
                          {.kind = ErrorKind::usage,
                           .reason = "no client and case is in both audits",
                           .where = a.against,
                           .mend = "clients are known by the names of their folders and variants: "
                                   "name an audit of the same ones"});
    }
  }
  const AuditComparison* compared = comparison ? &*comparison : nullptr;

  std::optional<Error> failed;
  const auto write = [&](const AuditReport& report) {
    auto written = write_audit_report(report, *done, compared, console);
    if (!written && !failed) failed = written.error();
  };
  write({.form = AuditReport::Form::json, .path = a.out + "/audit.json"});
  bool shown = false;
  for (const AuditReport& report : *reports) {
    write(report);
    shown = shown || report.form == AuditReport::Form::terminal;
  }
  if (!shown && !console.quiet) {
    (void)write_all(STDERR_FILENO, audit_terminal(*done, compared, console.style(STDERR_FILENO)));
    (void)write_all(STDERR_FILENO, fmt::format("\naudit {}\n", a.out));
  }
  if (failed) {
    (void)console.fail("write a report", *failed);
    return kExitReport;
  }
  return exit_code_of_audit(*done, compared);
}

}  // namespace

void add_audit_command(CLI::App& app, CommandLine& line) {
  auto a = std::make_shared<AuditArguments>();
  CLI::App& command = *app.add_subcommand(
      "audit", "What client layers do to a model's calls: a matrix client by kind");
  command.add_option("ADAPTER", a->adapters, "Folders with a suite file; or -- COMMAND…");
  command
      .add_option("--variant", a->variants,
                  "Only these variants (a glob), of all adapters that have them; repeatable")
      ->type_name("GLOB")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->take_all();
  command.add_option("--filter", a->filter, "Which cases: id(coercion/bigint*/**) | tag(group-a)")
      ->type_name("EXPR");
  command
      .add_option("--corpus", a->corpus,
                  "A suite whose cases and tools are put to the clients (default: built in)")
      ->type_name("SUITE");
  command.add_option("-j,--jobs", a->jobs, "How many adapters at once: a number, or auto")
      ->type_name("N|auto");
  command.add_option("--timeout", a->timeout_ms, "Milliseconds an attempt may take in all")
      ->check(CLI::Range(1u, 86400000u))
      ->type_name("MS");
  command.add_option("--out", a->out, "Where the runs and audit.json go (default: .tare/audits/…)")
      ->type_name("DIR");
  command
      .add_option("--report", a->reports,
                  "terminal, json, markdown or html; =PATH says where to (- is stdout); repeatable")
      ->type_name("FORM[=PATH]")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->take_all();
  command
      .add_option("--against", a->against,
                  "An earlier audit (its folder or audit.json): what has changed since")
      ->type_name("OLD");
  add_console_options(command, a->console, true);
  command.footer(std::string(kFooter));
  command.callback([a, &line] { line.exit_code = audit(*a, line); });
}

}  // namespace tare

// `tare report`: finished runs, reported again; several of them in one table.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <utility>

#include "app/baseline_option.h"
#include "app/commands.h"
#include "app/console.h"
#include "app/exit_code.h"
#include "app/report_options.h"
#include "app/suite_argument.h"
#include "base/file.h"
#include "report/by_table_text.h"
#include "report/ladder.h"
#include "run/open_run.h"

namespace tare {
namespace {

constexpr std::string_view kWhat = "report";
constexpr std::string_view kFooter =
    "Keys of --by: model, variant, adapter, client (SDK and framework), server, parser, version "
    "(of\n"
    "the layers that the other keys name), suite, run.\n"
    "Exit codes: 0 done, whatever the runs are worth (`tare score` tells); 2 bad usage or input;\n"
    "110 a report could not be written. docs/report.md tells more.";

struct ReportArguments {
  Console console;
  std::vector<std::string> folders, words;
  std::string suite, by;
};

Error usage(std::string reason, std::string mend) {
  return {.kind = ErrorKind::usage, .reason = std::move(reason), .mend = std::move(mend)};
}

Result<std::vector<ReportRequest>> requests_of(const ReportArguments& a) {
  const bool table = !a.by.empty();
  std::vector<ReportRequest> out;
  for (const std::string& word : a.words) {
    const auto equals = word.find('=');
    ReportRequest request{word.substr(0, equals),
                          equals == std::string::npos ? "" : word.substr(equals + 1)};
    const std::set<std::string> known = table
                                            ? std::set<std::string>{"terminal", "json", "markdown"}
                                            : std::set<std::string>{"terminal", "json", "junit"};
    if (!known.contains(request.format)) {
      return usage(fmt::format("--report {}: unknown report format", word),
                   table ? "with --by: terminal, json, markdown"
                         : "known: terminal, json, junit; with --by also markdown");
    }
    out.push_back(std::move(request));
  }
  return out;
}

// A run in two folders would count twice.
Result<void> check_folders(const std::vector<std::string>& folders) {
  std::set<std::string> places, runs;
  for (const std::string& folder : folders) {
    std::error_code error;
    const auto place = std::filesystem::weakly_canonical(folder, error);
    if (!places.insert(error ? folder : place.string()).second) {
      return usage(fmt::format("{} is named twice", folder), "name each run once");
    }
    auto journal = JournalReader::open(folder + "/journal.jsonl");
    if (!journal) return journal.error();
    const std::string& id = journal->header().provenance.run_id;
    if (!id.empty() && !runs.insert(id).second) {
      return usage(fmt::format("{} holds the run {}, which another folder holds too", folder, id),
                   "name each run once");
    }
  }
  return {};
}

// Scores one run into the reporters.
Result<ScoredRun> score_into(const ReportArguments& a, const std::string& folder,
                             std::vector<std::unique_ptr<Reporter>> reporters) {
  auto suite = load_suite_argument(a.suite, folder);
  if (!suite) return suite.error();
  auto run = open_run(*suite, folder);
  if (!run) return run.error();
  for (const auto& warning : run->warnings) a.console.warn(folder + ": " + warning);
  if (run->interrupted) a.console.warn(folder + ": the run did not end by itself");
  ReportContext context = context_of(*suite, folder, *run);
  if (a.by.empty()) {
    // Gates on a drop are judged as the run judged them.
    auto baseline = load_baseline_of_run(*suite, folder, {}, a.console);
    if (!baseline) return baseline.error();
    run->plan->baseline = std::move(baseline->facts);
  }
  for (const VariantSpec& variant : suite->variants) context.variants.push_back(variant.name);
  return score_opened(*run, context, reporters);
}

int finish(const Console& console, const Result<ScoredRun>& scored) {
  if (!scored) return console.fail(kWhat, scored.error());
  if (!scored->report_error) return kExitGood;
  (void)console.fail("write a report", *scored->report_error);
  return kExitReport;
}

int report_run(const ReportArguments& a, const std::vector<ReportRequest>& requests) {
  if (a.folders.size() > 1) {
    return a.console.fail(kWhat, usage("several runs make no one report",
                                       "name one run, or add --by model,variant for a table"));
  }
  const std::string& folder = a.folders.front();
  if (auto checked = check_report_requests(requests, a.console, folder); !checked) {
    return a.console.fail(kWhat, checked.error());
  }
  return finish(a.console, score_into(a, folder, make_reporters(requests, a.console, folder)));
}

class ByReporter final : public Reporter {
 public:
  ByReporter(ByTable& table, Ladder& ladder) : table_(table), ladder_(ladder) {}
  void begin(const ReportContext& context) override {
    ladder_.begin_run(context.provenance->variant, context.variants);
    table_.begin_run({context.suite_path, context.run_folder, context.provenance});
  }
  void trial(const TestCase& test_case, const TrialScore& score,
             const AttemptRecord& record) override {
    ladder_.add(test_case, score);
    table_.add(score, record);
  }
  Result<void> end(const RunSummary&) override {
    table_.end_run();
    return {};
  }

 private:
  ByTable& table_;
  Ladder& ladder_;
};

// The ladder belongs to a table over variants; else it stays empty.
std::string rendered(const ByTable& table, const Ladder& ladder, const std::string& format,
                     const TerminalStyle& style) {
  if (format == "json") return by_table_json(table, ladder);
  if (format == "markdown") return by_table_markdown(table) + ladder_markdown(ladder);
  return by_table_text(table, style) + ladder_text(ladder, style);
}

int report_table(const ReportArguments& a, std::vector<ReportRequest> requests) {
  auto keys = read_by_keys(a.by);
  if (!keys) return a.console.fail(kWhat, keys.error());
  const bool json = a.console.format == OutputFormat::json;
  if (requests.empty())
    requests.push_back({json ? "json" : "terminal", "-"});
  else if (json)
    requests.push_back({"json", "-"});
  std::set<std::string> places;
  for (ReportRequest& request : requests) {
    if (request.path.empty()) request.path = "-";
    if (!places.insert(request.path).second) {
      return a.console.fail(kWhat, usage(fmt::format("two reports go to {}",
                                                     request.path == "-" ? "stdout" : request.path),
                                         "give one of them a path: --report markdown=by.md"));
    }
  }
  const bool by_variant = std::ranges::find(*keys, ByKey::variant) != keys->end();
  ByTable table(std::move(keys).value());
  Ladder ladder;
  for (const std::string& folder : a.folders) {
    std::vector<std::unique_ptr<Reporter>> reporters;
    reporters.push_back(std::make_unique<ByReporter>(table, ladder));
    auto scored = score_into(a, folder, std::move(reporters));
    if (!scored) return a.console.fail(kWhat, scored.error());
  }
  int code = kExitGood;
  for (const ReportRequest& request : requests) {
    const bool out = request.path == "-";
    const std::string text = rendered(table, by_variant ? ladder : Ladder(), request.format,
                                      a.console.style(out ? STDOUT_FILENO : -1));
    auto written = out ? write_all(STDOUT_FILENO, text) : write_file_atomically(request.path, text);
    if (written) continue;
    (void)a.console.fail("write a report", written.error());
    code = kExitReport;
  }
  return code;
}

int report(const ReportArguments& a) {
  auto requests = requests_of(a);
  if (!requests) return a.console.fail(kWhat, requests.error());
  if (auto checked = check_folders(a.folders); !checked) {
    return a.console.fail("read the run", checked.error());
  }
  return a.by.empty() ? report_run(a, *requests) : report_table(a, std::move(requests).value());
}

}  // namespace

void add_report_command(CLI::App& app, CommandLine& line) {
  auto a = std::make_shared<ReportArguments>();
  CLI::App& command =
      *app.add_subcommand("report", "Finished runs again: any report, or a table over several");
  command.footer(std::string(kFooter));
  command.add_option("DIR", a->folders, "Run folders")->required()->type_name("DIR");
  command.add_option("--by", a->by, "One line for each combination, as model,parser,version")
      ->type_name("KEYS");
  command
      .add_option("--report", a->words,
                  "terminal, json or junit; with --by terminal, json or markdown; =PATH says where "
                  "(- is stdout). Repeatable")
      ->type_name("FORMAT[=PATH]")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->take_all();
  command.add_option("--suite", a->suite, "The suite file, if it has moved")->type_name("SUITE");
  add_console_options(command, a->console, true);
  command.callback([a, &line] { line.exit_code = report(*a); });
}

}  // namespace tare

// `tare import`: suites and predictions out of other tools' files.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "app/commands.h"
#include "app/console.h"
#include "app/exit_code.h"
#include "base/file.h"
#include "base/names.h"
#include "formats/bfcl_decoders.h"
#include "import/import.h"

namespace tare {
namespace {

constexpr std::string_view kFooter =
    "FORMAT: bfcl (questions, answer keys and results of the Berkeley leaderboard, versions 1 and "
    "4),\n"
    "langfuse (dataset items), promptfoo (tests with assertions on tool calls), scenarios (query,\n"
    "expect, forbid), openai-evals (JSON Lines with messages and ideal answers or tool calls).\n"
    "What a suite has no place for is kept in metadata or listed in the report, place by place.\n"
    "Exit codes: 0 done; 2 bad usage or input, nothing was written. docs/import.md tells more.";

struct ImportArguments {
  Console console;
  std::string format, source, out, results, model, decoder;
  bool underscore_names = false;
};

Error usage(std::string reason, std::string mend) {
  return {.kind = ErrorKind::usage, .reason = std::move(reason), .mend = std::move(mend)};
}

// Which decoder reads the results, and in which form the names are compared.
Result<BfclOptions> bfcl_options(const ImportArguments& a) {
  BfclOptions out{a.results, a.decoder, a.underscore_names};
  if (a.results.empty()) {
    if (a.model.empty() && a.decoder.empty() && !a.underscore_names) return out;
    return usage("--model, --decoder and --underscore-names are about results, and none are given",
                 "add --results FILE or DIR");
  }
  if (!a.model.empty()) {
    const formats::BfclModel* model = formats::find_bfcl_model(a.model);
    if (model == nullptr && a.decoder.empty()) {
      return usage(fmt::format("how the model {} was read is not known here", a.model),
                   "name its decoder: --decoder NAME, with --underscore-names where its tools were "
                   "sent as a_b for a.b");
    }
    if (model != nullptr && out.decoder.empty()) out.decoder = model->decoder;
    out.underscore_names = out.underscore_names || (model != nullptr && model->underscore_names);
  }
  if (out.decoder.empty()) {
    return usage("--results needs to know which client layer reads them",
                 "name the model (--model NAME) or the decoder (--decoder NAME)");
  }
  return out;
}

Result<Imported> read_source(const ImportArguments& a) {
  const Result<BfclOptions> options = bfcl_options(a);
  if (!options) return options.error();
  if (a.format == "bfcl") return import_bfcl(a.source, *options);
  if (!a.results.empty()) {
    return usage("--results is about format bfcl", "leave it out");
  }
  if (a.format == "langfuse") return import_langfuse(a.source);
  if (a.format == "promptfoo") return import_promptfoo(a.source);
  if (a.format == "scenarios") return import_scenarios(a.source);
  if (a.format == "openai-evals") return import_openai_evals(a.source);
  return usage(fmt::format("{} is no format that is known", a.format),
               fmt::format("known: {}", fmt::join(import_formats(), ", ")));
}

int import_source(const ImportArguments& a) {
  const Result<Imported> imported = read_source(a);
  if (!imported) return a.console.fail("import", imported.error());
  if (const auto written = write_import(*imported, a.out, utc_today()); !written) {
    return a.console.fail("import", written.error());
  }
  const bool json = a.console.format == OutputFormat::json;
  if (json) {
    (void)write_all(STDOUT_FILENO, import_json(*imported, a.format, a.source, a.out));
  } else if (!a.console.quiet) {
    (void)write_all(STDERR_FILENO, import_text(*imported, a.format, a.out));
  }
  return kExitGood;
}

}  // namespace

void add_import_command(CLI::App& app, CommandLine& line) {
  auto a = std::make_shared<ImportArguments>();
  CLI::App& command = *app.add_subcommand("import", "A suite out of another tool's files");
  command.add_option("FORMAT", a->format, "bfcl, langfuse, promptfoo, scenarios or openai-evals")
      ->required();
  command.add_option("SRC", a->source, "The file to read; for bfcl also a folder of them")
      ->required();
  command.add_option("--out", a->out, "The folder to make; it must not be there yet")
      ->required()
      ->type_name("DIR");
  command.add_option("--results", a->results, "bfcl: recorded results, for a predictions.jsonl")
      ->type_name("FILE|DIR");
  command
      .add_option("--model", a->model,
                  "bfcl: the model that they are of, where the leaderboard knows it")
      ->type_name("NAME");
  command
      .add_option("--decoder", a->decoder,
                  "bfcl: the client layer that reads them, such as prompt or prompt-unfenced")
      ->type_name("NAME");
  command.add_flag("--underscore-names", a->underscore_names,
                   "bfcl: the model's tools were sent as a_b for a.b");
  add_console_options(command, a->console, true);
  command.footer(std::string(kFooter));
  command.callback([a, &line] { line.exit_code = import_source(*a); });
}

}  // namespace tare

// `tare diff`: two argument texts for a person, or a batch of calls for a program.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/commands.h"
#include "app/console.h"
#include "app/diff_batch.h"
#include "app/exit_code.h"
#include "base/file.h"
#include "coercion/finding_json.h"
#include "diff/value_diff.h"
#include "report/call_view.h"
#include "schema/schema.h"

namespace tare {
namespace {

struct DiffArguments {
  Console console;
  std::string raw, normalized, schema, batch;
};

constexpr std::string_view kWhat = "compare the two texts";

constexpr std::string_view kFooter =
    "Exit codes: 0 nothing changed; 1 something did (white space outside strings, \\u00e9 for é "
    "and\n"
    "\\/ for / do not count); 2 bad usage or input.\n\n"
    "--batch reads JSON Lines and answers each line with one, in order; it exits with 0 unless "
    "the\n"
    "input is bad. A line, and its answer:\n"
    "  {\"id\":…,\"rawCalls\":[{\"id\",\"name\",\"arguments\"}],\"normalizedCalls\":[…],\n"
    "   \"tools\":[{\"name\",\"inputSchema\"}] or \"inputSchema\":{…},\"executed\":true}\n"
    "  "
    "{\"id\":…,\"findings\":[{\"on\",\"kind\",\"path\",\"severity\",\"effect\",\"lossless\","
    "\"hop\",\"rawCall\",\n"
    "   \"normalizedCall\",\"raw\",\"normalized\"}],\"worst\":\"medium\"}\n"
    "In place of rawCalls: \"rawText\", what the model wrote as text, with \"rawFormat\" (else it "
    "is\n"
    "detected) and \"rawName\". `arguments`: a string is the very text, an object is JSON "
    "somebody\n"
    "parsed. Empty lines may stand at the end. `tare schema diff` has all members, "
    "docs/coercions.md\n"
    "all kinds.";

Result<std::string> read_text(const std::string& path) {
  return read_file(path == "-" ? "/dev/stdin" : path);
}

struct Compared {
  Answer answer;
  CallTrace trace;
};

// The two texts as one call seen at two points, so that they are shown as any call is.
Compared compare(std::string raw, std::string normalized, const schema::Schema* schema) {
  Compared out;
  for (std::string* text : {&raw, &normalized}) {
    View view;
    view.at = text == &raw ? At::wire : At::tool;
    view.arguments = std::move(*text);
    view.evidence = Evidence::verbatim;
    out.answer.views.push_back(std::move(view));
  }
  const auto& before = out.answer.views[0].arguments;
  const auto& after = out.answer.views[1].arguments;
  out.trace.views = {0, 1};
  out.trace.raw_known = true;
  out.trace.raw_evidence = Evidence::verbatim;
  out.trace.unread = before != after && (is_beyond_reader(before) || is_beyond_reader(after));
  ArgumentsContext context;
  context.schema = schema;
  out.trace.findings = diff_arguments(before, after, context);
  for (Finding& finding : out.trace.findings) {
    finding.raw_call = 0;
    finding.normalized_call = 0;
  }
  return out;
}

Result<std::shared_ptr<const schema::Schema>> read_schema(const std::string& path) {
  if (path.empty()) return std::shared_ptr<const schema::Schema>();
  auto text = read_file(path);
  if (!text) return text.error();
  auto schema = schema::Schema::compile(std::move(*text));
  if (schema) return schema;
  Error error = schema.error();
  error.where = error.where.empty() ? path : fmt::format("{}: {}", path, error.where);
  return error;
}

int compare_texts(const DiffArguments& a) {
  if (a.raw == "-" && a.normalized == "-") {
    return a.console.fail(kWhat, {.kind = ErrorKind::usage,
                                  .reason = "both are to be read from stdin",
                                  .mend = "give a file for one of them"});
  }
  auto raw = read_text(a.raw);
  if (!raw) return a.console.fail(kWhat, raw.error());
  auto normalized = read_text(a.normalized);
  if (!normalized) return a.console.fail(kWhat, normalized.error());
  auto schema = read_schema(a.schema);
  if (!schema) return a.console.fail("read the schema", schema.error());

  const Compared compared = compare(std::move(*raw), std::move(*normalized), schema->get());
  if (compared.trace.unread) {
    return a.console.fail(kWhat, {.reason = "one is nested deeper, or longer, than can be compared",
                                  .mend = "at most 1,024 levels and 4 GiB are read"});
  }
  const bool changed = !compared.trace.findings.empty();
  std::string text;
  if (a.console.format == OutputFormat::json) {
    text = "{";
    append_findings(text, compared.trace.findings);
    text += "}\n";
  } else if (!a.console.quiet || changed) {
    text = render_compared_texts(compared.trace, compared.answer, a.console.style(STDOUT_FILENO));
  }
  if (!write_all(STDOUT_FILENO, text)) return kExitReport;
  return changed ? kExitFindings : kExitGood;
}

int diff(const DiffArguments& a) {
  if (!a.batch.empty()) {
    if (a.raw.empty() && a.schema.empty()) return run_diff_batch(a.console, a.batch);
    return a.console.fail("diff the batch",
                          {.kind = ErrorKind::usage,
                           .reason = "--batch takes no further text and no --schema",
                           .mend = "schemas stand in the lines: \"tools\" or \"inputSchema\""});
  }
  if (a.normalized.empty()) {
    return a.console.fail(kWhat, {.kind = ErrorKind::usage,
                                  .reason = "two files are needed, RAW and NORMALIZED",
                                  .mend = "tare diff raw.json normalized.json; - is stdin"});
  }
  return compare_texts(a);
}

}  // namespace

void add_diff_command(CLI::App& app, CommandLine& line) {
  auto a = std::make_shared<DiffArguments>();
  CLI::App& command = *app.add_subcommand(
      "diff", "What changed between the arguments a model wrote and those a tool received");
  command.add_option("RAW", a->raw,
                     "A file with the arguments as the model wrote them; - is stdin");
  command.add_option("NORMALIZED", a->normalized, "The same as the tool received them");
  command.add_option("--schema", a->schema, "The tool's inputSchema, to judge what a change did")
      ->type_name("FILE");
  command.add_option("--batch", a->batch, "Compare calls line by line; - is stdin (see below)")
      ->type_name("FILE.jsonl");
  add_console_options(command, a->console, true);
  command.footer(std::string(kFooter));
  command.callback([a, &line] { line.exit_code = diff(*a); });
}

}  // namespace tare

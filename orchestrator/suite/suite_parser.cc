// Members that decide a verdict stand in the suite file alone, which is reviewed; the local file,
// which is not, may only say how this machine runs it.
#include "suite/suite_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/escape.h"
#include "base/nearest_name.h"
#include "suite/id_shape.h"
#include "suite/never_entries.h"
#include "suite/sections.h"
#include "suite/tool_list.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 23> kMembers = {
    "$schema",  "adapter", "cases",   "tools",       "instructions", "policy",
    "trials",   "jobs",    "keep",    "timeouts",    "limits",       "retries",
    "proxy",    "never",   "waivers", "gates",       "baseline",     "profiles",
    "variants", "judge",   "lint",    "sideEffects", "maxTurns"};
constexpr std::array<std::string_view, 3> kLocal = {"jobs", "timeouts", "variants"};
constexpr std::array<std::string_view, 3> kLint = {"strict", "idShape", "retiredIds"};

std::string absolute_path(const std::string& directory, const std::string& path) {
  return (std::filesystem::path(directory) / path).lexically_normal().string();
}

void read_tools_member(ValueReader& reader, json::Value v, const std::string& shown_prefix,
                       Suite& suite, SuiteReferences& references) {
  if (!v.valid()) return;
  if (v.is_array()) {
    suite.tools_from = ToolsFrom::file;
    suite.tools.tools = read_tool_list(reader, v);
    return;
  }
  if (!v.is_string()) {
    reader.misfit(v, "tools", "a file's path, an array of tools, or \"describe\"");
    return;
  }
  const std::optional<std::string> text = reader.word(v, "tools");
  if (!text) return;
  if (*text == "describe") {
    suite.tools_from = ToolsFrom::describe;
    return;
  }
  suite.tools_from = ToolsFrom::file;
  references.tools_path = absolute_path(suite.directory, *text);
  references.tools_shown = text->starts_with('/') ? *text : shown_prefix + *text;
  references.tools_at = v;
}

void read_lint(ValueReader& reader, json::Value v, const std::string& shown_prefix, Suite& suite,
               SuiteReferences& references) {
  if (!reader.object(v, "lint")) return;
  MemberSet lint(reader, "lint", kLint);
  lint.read(v);
  suite.lint.strict = reader.flag(lint["strict"], "strict").value_or(false);
  const json::Value shape = lint["idShape"];
  if (shape.valid() && shape.is_string()) {
    if (auto one = reader.word(shape, "idShape")) suite.lint.id_shapes = {std::move(*one)};
  } else if (auto several = reader.words(shape, "idShape", false)) {
    suite.lint.id_shapes = std::move(*several);
  }
  for (const std::string& one : suite.lint.id_shapes) {
    if (const std::string reason = id_shape_fault(one); !reason.empty()) {
      reader.fault(shape, fmt::format("\"idShape\" {} {}", quote_json(one), reason),
                   "write text with <tool>, <kind> and <slug>, such as \"pr/<tool>/<slug>\"");
    }
  }
  references.retired_at = lint["retiredIds"];
  if (auto path = reader.word(references.retired_at, "retiredIds")) {
    references.retired_path = absolute_path(suite.directory, *path);
    references.retired_shown = path->starts_with('/') ? *path : shown_prefix + *path;
  }
}

}  // namespace

SuiteReferences read_suite_members(ValueReader& reader, json::Value root, const std::string& today,
                                   const std::string& shown_prefix, Suite& suite) {
  SuiteReferences references;
  MemberSet members(reader, "the suite file", kMembers);
  members.read(root);
  members.require({"adapter", "cases"});
  reader.text(members["$schema"], "$schema");
  read_adapter(reader, members["adapter"], suite.directory, suite.adapter);
  if (reader.array(members["cases"], "cases", false)) references.cases = members["cases"];
  read_tools_member(reader, members["tools"], shown_prefix, suite, references);
  if (suite.tools_from == ToolsFrom::describe && suite.adapter.kind == AdapterKind::command) {
    reader.fault(members["tools"], "a program of kind \"command\" cannot be asked for its tools",
                 "name a file with them, or leave \"tools\" out");
  }
  references.instructions_at = members["instructions"];
  if (auto path = reader.word(references.instructions_at, "instructions")) {
    references.instructions_path = absolute_path(suite.directory, *path);
  }
  if (auto path = reader.word(members["policy"], "policy")) {
    suite.policy_path = absolute_path(suite.directory, *path);
  }
  if (auto path = reader.word(members["baseline"], "baseline")) {
    suite.baseline_path = absolute_path(suite.directory, *path);
  }
  suite.trials = read_trials(reader, members["trials"]).value_or(suite.trials);
  suite.jobs = read_jobs(reader, members["jobs"]);
  suite.keep = read_keep(reader, members["keep"]).value_or(suite.keep);
  suite.max_turns = reader.whole32(members["maxTurns"], "maxTurns", 1, 10'000);
  read_timeouts(reader, members["timeouts"], suite.timeouts);
  read_limits(reader, members["limits"], suite.limits);
  read_retries(reader, members["retries"], suite.retries);
  read_proxy(reader, members["proxy"], suite);
  read_never(reader, members["never"], suite.never);
  read_waivers(reader, members["waivers"], today, suite.waivers);
  suite.gates = read_gates(reader, members["gates"]);
  read_variants(reader, members["variants"], suite.variants);
  references.profiles = members["profiles"];
  JudgeMembers judge = read_judge(reader, members["judge"], suite.directory);
  suite.judge = std::move(judge.judge);
  references.calibration_at = judge.calibration;
  if (auto path = reader.word(judge.calibration, "calibration")) {
    references.calibration_path = absolute_path(suite.directory, *path);
    references.calibration_shown = path->starts_with('/') ? *path : shown_prefix + *path;
  }
  read_lint(reader, members["lint"], shown_prefix, suite, references);
  if (auto globs = reader.words(members["sideEffects"], "sideEffects")) {
    suite.side_effects = std::move(*globs);
  }
  return references;
}

void read_local_members(ValueReader& reader, json::Value root, Suite& suite) {
  if (!root.is_object()) {
    reader.fault(root, fmt::format("the local file holds {}; it must be an object", shown(root)));
    return;
  }
  for (const json::Member& member : root.members()) {
    const std::string name = member.name.decoded();
    bool allowed = false;
    for (std::string_view one : kLocal) allowed = allowed || one == name;
    if (allowed) continue;
    const bool of_suite = std::find(kMembers.begin(), kMembers.end(), name) != kMembers.end();
    reader.fault(
        member.name,
        of_suite ? fmt::format("member {} may not stand in a local file, which nobody reviews",
                               shown(member.name))
                 : fmt::format("unknown member {} in the local file", shown(member.name)),
        of_suite ? "it may decide a verdict: move it to the suite file; a local file sets jobs, "
                   "timeouts and variants only"
                 : nearest_name_hint(name, kLocal));
  }
  if (auto jobs = read_jobs(reader, root.find("jobs"))) suite.jobs = jobs;
  read_timeouts(reader, root.find("timeouts"), suite.timeouts);
  if (root.find("variants").valid()) {
    suite.variants.clear();
    read_variants(reader, root.find("variants"), suite.variants);
  }
}

}  // namespace tare

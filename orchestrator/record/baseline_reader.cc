// A committed file is edited and merged by people: it is held to its grammar like a suite, and
// every fault has its place.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>

#include "base/escape.h"
#include "base/file.h"
#include "base/nearest_name.h"
#include "record/baseline.h"
#include "suite/figures.h"
#include "suite/read_document.h"
#include "suite/value_reader.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 7> kTop = {"format",  "identity", "circumstance", "gates",
                                                  "figures", "details",  "cases"};
constexpr std::array<std::string_view, 11> kIdentity = {"model",
                                                        "variant",
                                                        "adapterName",
                                                        "adapterVersion",
                                                        "layers",
                                                        "toolManifestSha256",
                                                        "instructionsSha256",
                                                        "datasetSha256",
                                                        "gatesSha256",
                                                        "policySha256",
                                                        "trialsPerCase"};
constexpr std::array<std::string_view, 10> kCircumstance = {
    "runId",       "started",      "os",          "locale",        "commandLine",
    "suiteSha256", "adapterFiles", "tareVersion", "datasetGitSha", "tareSha256"};
constexpr std::array<std::string_view, 2> kFile = {"path", "sha256"};
constexpr std::array<std::string_view, 3> kLayer = {"role", "name", "version"};
constexpr std::array<std::string_view, 5> kGate = {"figure", "view", "detail", "min", "max"};
constexpr std::array<std::string_view, 12> kCase = {"id",   "trials", "passes",     "judged",
                                                    "tool", "tags",   "risk",       "choice",
                                                    "args", "schema", "confusions", "coercions"};
constexpr std::array<std::string_view, 2> kSides = {"raw", "normalized"};
constexpr std::uint32_t kMaxTrials = 100'000'000;

class BaselineReader {
 public:
  explicit BaselineReader(ValueReader& reader) : reader_(reader) {}

  void read(json::Value root, RunFacts& out) {
    if (!reader_.object(root, "a baseline")) return;
    MemberSet members(reader_, "a baseline", kTop);
    members.read(root);
    if (!members.require({"format", "cases"})) return;
    if (const auto format = reader_.text(members["format"], "format");
        format && *format != "tare-baseline/1") {
      reader_.misfit(members["format"], "format", "\"tare-baseline/1\"");
      return;
    }
    read_identity(members["identity"], out.provenance);
    read_circumstance(members["circumstance"], out.provenance);
    read_gates(members["gates"], out.gates);
    read_figures(members["figures"], out);
    detailed_ = reader_.flag(members["details"], "details").value_or(false);
    read_cases(members["cases"], out.cases);
  }

 private:
  std::string text(json::Value v, std::string_view name) {
    return reader_.text(v, name).value_or("");
  }

  void read_identity(json::Value v, Provenance& p) {
    if (!reader_.object(v, "identity")) return;
    MemberSet members(reader_, "identity", kIdentity);
    members.read(v);
    p.model = text(members["model"], "model");
    p.variant = text(members["variant"], "variant");
    p.adapter_name = text(members["adapterName"], "adapterName");
    p.adapter_version = text(members["adapterVersion"], "adapterVersion");
    p.tool_manifest_sha256 = reader_.text(members["toolManifestSha256"], "toolManifestSha256");
    p.instructions_sha256 = reader_.text(members["instructionsSha256"], "instructionsSha256");
    p.dataset_sha256 = text(members["datasetSha256"], "datasetSha256");
    p.gates_sha256 = text(members["gatesSha256"], "gatesSha256");
    p.policy_sha256 = reader_.text(members["policySha256"], "policySha256");
    p.trials_per_case =
        reader_.whole32(members["trialsPerCase"], "trialsPerCase", 1, kMaxTrials).value_or(1);
    if (!members["layers"].valid() || !reader_.array(members["layers"], "layers")) return;
    for (const json::Value element : members["layers"].elements()) {
      if (!reader_.object(element, "a layer")) continue;
      MemberSet layer(reader_, "a layer", kLayer);
      layer.read(element);
      Layer& added = p.layers.emplace_back();
      added.role = text(layer["role"], "role");
      added.name = text(layer["name"], "name");
      added.version = text(layer["version"], "version");
    }
  }

  void read_circumstance(json::Value v, Provenance& p) {
    if (!reader_.object(v, "circumstance")) return;
    MemberSet members(reader_, "circumstance", kCircumstance);
    members.read(v);
    p.run_id = text(members["runId"], "runId");
    p.started = text(members["started"], "started");
    p.os = text(members["os"], "os");
    p.locale = text(members["locale"], "locale");
    p.suite_sha256 = text(members["suiteSha256"], "suiteSha256");
    p.dataset_git_sha = reader_.text(members["datasetGitSha"], "datasetGitSha");
    p.tare_version = text(members["tareVersion"], "tareVersion");
    p.tare_sha256 = text(members["tareSha256"], "tareSha256");
    read_files(members["adapterFiles"], p);
    if (!members["commandLine"].valid() || !reader_.array(members["commandLine"], "commandLine")) {
      return;
    }
    for (const json::Value word : members["commandLine"].elements()) {
      p.command_line.push_back(text(word, "a word of commandLine"));
    }
  }

  void read_files(json::Value v, Provenance& p) {
    if (!v.valid() || !reader_.array(v, "adapterFiles")) return;
    for (const json::Value element : v.elements()) {
      if (!reader_.object(element, "a file")) continue;
      MemberSet file(reader_, "a file", kFile);
      file.read(element);
      p.adapter_files.emplace_back(text(file["path"], "path"), text(file["sha256"], "sha256"));
    }
  }

  std::optional<double> number(json::Value v, std::string_view name) {
    if (!v.valid() || v.is_null()) return std::nullopt;
    const std::optional<double> value = v.is_number() ? v.as_double() : std::nullopt;
    if (value && std::isfinite(*value)) return value;
    reader_.misfit(v, name, "a number");
    return std::nullopt;
  }

  // A figure of the closed list: a slip in its name would be a figure that nobody finds again.
  const FigureInfo* figure(json::Value at, std::string_view name) {
    const FigureInfo* info = find_figure(name);
    if (info == nullptr) {
      reader_.fault(at, fmt::format("{} is no figure", shown(at)),
                    nearest_name_hint(name, figure_names()));
    }
    return info;
  }

  std::optional<double> value_of(const FigureInfo& figure, json::Value v, std::string_view name) {
    const std::optional<double> value = number(v, name);
    if (!value) return value;
    using Range = FigureInfo::Range;
    switch (figure.range) {
      case Range::rate:
        if (*value >= 0 && *value <= 1) return value;
        reader_.misfit(v, name, "a share, from 0 to 1");
        return std::nullopt;
      case Range::delta:
        if (*value >= -1 && *value <= 1) return value;
        reader_.misfit(v, name, "a difference of shares, from -1 to 1");
        return std::nullopt;
      case Range::count:
        if (*value >= 0 && *value == std::floor(*value)) return value;
        reader_.misfit(v, name, "a count: a whole number from 0");
        return std::nullopt;
      case Range::amount:
        if (*value >= 0) return value;
        reader_.misfit(v, name, "a number from 0");
        return std::nullopt;
    }
    return value;
  }

  void read_gates(json::Value v, std::vector<Threshold>& out) {
    if (!v.valid() || !reader_.array(v, "gates")) return;
    for (const json::Value element : v.elements()) {
      if (!reader_.object(element, "a gate")) continue;
      MemberSet gate(reader_, "a gate", kGate);
      gate.read(element);
      if (!gate.require({"figure"})) continue;
      Threshold& added = out.emplace_back();
      added.figure = text(gate["figure"], "figure");
      if (gate["figure"].is_string()) (void)figure(gate["figure"], added.figure);
      if (gate["view"].valid()) {
        if (const auto side = reader_.choice(gate["view"], "view", kSides)) {
          added.view = kSides[*side];
        }
      }
      added.detail = text(gate["detail"], "detail");
      added.min = number(gate["min"], "min");
      added.max = number(gate["max"], "max");
    }
  }

  void read_figures(json::Value v, RunFacts& out) {
    if (!reader_.object(v, "figures")) return;
    for (const json::Member& member : v.members()) {
      const std::string name = member.name.decoded();
      const FigureInfo* info = figure(member.name, name);
      if (info == nullptr || !reader_.object(member.value, name)) continue;
      MemberSet sides(reader_, "a figure", kSides);
      sides.read(member.value);
      const auto raw = value_of(*info, sides["raw"], "raw");
      const auto normalized = value_of(*info, sides["normalized"], "normalized");
      const bool added = out.figures.emplace(name, std::pair(raw, normalized)).second;
      if (!added)
        reader_.fault(member.name, fmt::format("figure {} stands there twice", shown(member.name)));
    }
  }

  void read_cases(json::Value v, std::vector<CaseFacts>& out) {
    if (!reader_.array(v, "cases")) return;
    MemberSet members(reader_, "a case", kCase);
    std::unordered_set<std::string> ids;
    for (const json::Value element : v.elements()) {
      if (!reader_.object(element, "a case")) continue;
      members.read(element);
      if (!members.require({"id", "trials", "passes"})) continue;
      const auto id = reader_.word(members["id"], "id");
      if (!id) continue;
      if (!ids.insert(*id).second) {
        reader_.fault(members["id"], fmt::format("two cases have the id {}", shown(members["id"])),
                      "keep one of them; a merge of two branches may have left both");
        continue;
      }
      CaseFacts facts;
      facts.id = *id;
      facts.detailed = detailed_;
      read_case(members, facts);
      out.push_back(std::move(facts));
    }
  }

  void read_case(const MemberSet& members, CaseFacts& facts) {
    facts.trials = reader_.whole32(members["trials"], "trials", 0, kMaxTrials).value_or(0);
    trials_ = facts.trials;
    read_passes(members, facts);
    const json::Value tool = members["tool"];
    if (tool.valid()) facts.tool = tool.is_null() ? "" : text(tool, "tool");
    if (members["tags"].valid()) {
      facts.tags = reader_.words(members["tags"], "tags").value_or(std::vector<std::string>());
    }
    facts.risk =
        static_cast<std::uint8_t>(reader_.whole32(members["risk"], "risk", 1, 5).value_or(1));
    sides(members["choice"], "choice", facts, [&](json::Value v, SideFacts& side) {
      const auto counts = numbers(v, "choice", 3);
      side.exact = {counts[0], counts[2]};
      side.acceptable = {counts[1], counts[2]};
    });
    sides(members["args"], "args", facts, [&](json::Value v, SideFacts& side) {
      const auto counts = numbers(v, "args", 2);
      side.args = {counts[0], counts[1]};
    });
    sides(members["schema"], "schema", facts, [&](json::Value v, SideFacts& side) {
      const auto counts = numbers(v, "schema", 2);
      side.schema = {counts[0], counts[1]};
    });
    sides(members["confusions"], "confusions", facts,
          [&](json::Value v, SideFacts& side) { side.confusions = counted(v, "confusions"); });
    if (members["coercions"].valid()) facts.coercions = counted(members["coercions"], "coercions");
  }

  void read_passes(const MemberSet& members, CaseFacts& facts) {
    std::array<std::uint32_t, 2> judged = {facts.trials, facts.trials};
    std::array<json::Value, 2> told;
    if (members["judged"].valid() && reader_.object(members["judged"], "judged")) {
      MemberSet of(reader_, "judged", kSides);
      of.read(members["judged"]);
      for (std::size_t i = 0; i < kSides.size(); ++i) {
        told[i] = of.at(i);
        judged[i] = reader_.whole32(told[i], kSides[i], 0, kMaxTrials).value_or(judged[i]);
        if (judged[i] <= facts.trials) continue;
        reader_.fault(told[i], fmt::format("{} of {} trials are judged", judged[i], facts.trials),
                      "trials that passed or failed cannot be more than trials");
        judged[i] = facts.trials;
      }
    }
    if (!reader_.object(members["passes"], "passes")) return;
    MemberSet passes(reader_, "passes", kSides);
    passes.read(members["passes"]);
    for (std::size_t i = 0; i < kSides.size(); ++i) {
      const json::Value v = passes.at(i);
      if (!v.valid() || v.is_null()) {
        if (told[i].valid() && judged[i] > 0) {
          reader_.fault(
              told[i],
              fmt::format("{} trials are judged, and it is not said how many passed", judged[i]),
              fmt::format("say so in passes.{}, or leave this out", kSides[i]));
        }
        continue;
      }
      const auto right = reader_.whole32(v, kSides[i], 0, kMaxTrials);
      if (!right) continue;
      if (*right > judged[i]) {
        reader_.fault(v, fmt::format("{} of {} trials passed", *right, judged[i]),
                      "passes cannot be more than trials");
        continue;
      }
      (i == 0 ? facts.raw : facts.normalized).passed = {*right, judged[i]};
    }
  }

  template <class Take>
  void sides(json::Value v, std::string_view name, CaseFacts& facts, Take take) {
    if (!v.valid() || !reader_.object(v, name)) return;
    MemberSet members(reader_, name, kSides);
    members.read(v);
    if (members.at(0).valid()) take(members.at(0), facts.raw);
    if (members.at(1).valid()) take(members.at(1), facts.normalized);
  }

  // Counts, the last of which is what the others are of.
  std::array<std::uint32_t, 3> numbers(json::Value v, std::string_view name, std::size_t count) {
    std::array<std::uint32_t, 3> out = {0, 0, 0};
    if (!reader_.array(v, name)) return {0, 0, 0};
    std::size_t at = 0;
    for (const json::Value element : v.elements()) {
      const auto number = reader_.whole32(element, name, 0, kMaxTrials);
      if (at < count && number) out[at] = *number;
      ++at;
    }
    if (at != count || !std::is_sorted(out.begin(), out.begin() + static_cast<int>(count))) {
      reader_.misfit(v, name, fmt::format("{} counts, none smaller than the one before", count));
      return {0, 0, 0};
    }
    if (out[count - 1] > trials_) {
      reader_.fault(
          v,
          fmt::format("\"{}\" is of {} trials, and the case has {}", name, out[count - 1], trials_),
          "the last count is of trials, of which \"trials\" says how many there are");
      return {0, 0, 0};
    }
    return out;
  }

  std::map<std::string, std::uint32_t> counted(json::Value v, std::string_view name) {
    std::map<std::string, std::uint32_t> out;
    if (!reader_.object(v, name)) return out;
    for (const json::Member& member : v.members()) {
      const auto count = reader_.whole32(member.value, name, 0, kMaxTrials);
      if (!count) continue;
      if (!out.emplace(member.name.decoded(), *count).second) {
        reader_.fault(member.name, fmt::format("{} stands there twice", shown(member.name)));
      }
    }
    return out;
  }

  ValueReader& reader_;
  bool detailed_ = false;
  std::uint32_t trials_ = 0;  // of the case that is read
};

}  // namespace

Result<RunFacts> read_baseline(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return text.error();
  const std::vector<std::string> files = {escape_for_terminal(path)};
  FaultList faults;
  RunFacts out;
  out.name = path;
  if (const auto document = TextDocument::parse(*text, false, 0, faults)) {
    ValueReader reader(document->source(), faults);
    BaselineReader(reader).read(document->root(), out);
  }
  if (faults.any()) return faults.to_error(files);
  if (out.cases.empty()) {
    return Error{.kind = ErrorKind::input,
                 .reason = "the baseline holds no case",
                 .where = files.front(),
                 .mend = "make one of a run: tare baseline RUN"};
  }
  return out;
}

}  // namespace tare

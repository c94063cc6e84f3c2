// `judge`: the adapter that judges, and what its word is worth.
//
// A judge is a model too, so its word gates a build only as far as people have found it to agree
// with them: `minKappa` asks for that, and `calibration` is the evidence.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <filesystem>

#include "base/escape.h"
#include "base/file.h"
#include "base/sha256.h"
#include "suite/sections.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 10> kMembers = {
    "command",   "env",      "secrets",     "cwd",       "stdout",
    "threshold", "minKappa", "calibration", "timeoutMs", "reuse"};
constexpr std::array<std::string_view, 2> kStdout = {"strict", "mixed"};
constexpr std::array<std::string_view, 6> kCalibration = {
    "format", "judgeSha256", "contractsSha256", "n", "agreement", "kappa"};
constexpr std::string_view kFormat = "tare-calibration/1";
constexpr std::uint32_t kMaxMs = 7 * 24 * 3600 * 1000;
constexpr std::uint64_t kMaxPairs = 1'000'000'000;
constexpr std::size_t kMaxHashedFile = std::size_t{64} << 20;

std::optional<double> number_within(ValueReader& reader, json::Value v, std::string_view name,
                                    double min, double max) {
  if (!v.valid()) return std::nullopt;
  const std::optional<double> number = v.is_number() ? v.as_double() : std::nullopt;
  if (number && std::isfinite(*number) && *number >= min && *number <= max) return number;
  reader.misfit(v, name, fmt::format("a number from {} to {}", min, max));
  return std::nullopt;
}

// A word of the command that is a file: the judge's program, its prompt.
std::string file_digest(const AdapterSpec& adapter, const std::string& word) {
  if (word.empty() || word.size() > 4096 || word.find('\0') != std::string::npos) return "-";
  const auto path = std::filesystem::path(adapter.cwd) / word;
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return "-";
  const auto text = read_file(path.string(), kMaxHashedFile);
  return text ? sha256_hex(*text) : "-";
}

}  // namespace

JudgeMembers read_judge(ValueReader& reader, json::Value v, const std::string& directory) {
  JudgeMembers out;
  if (!reader.object(v, "judge")) return out;
  MemberSet members(reader, "judge", kMembers);
  members.read(v);
  members.require({"command"});
  if (members["reuse"].valid()) {
    reader.fault(members["reuse"],
                 "\"reuse\" is for the adapter under test: a judge is started for each question, "
                 "so that none colours the next",
                 "leave it out; adapter.reuse does not reach the judge");
  }
  JudgeSpec judge;
  read_launch(reader, members, directory, judge.adapter);
  if (auto mode = reader.choice(members["stdout"], "stdout", kStdout)) {
    judge.adapter.mixed_stdout = *mode == 1;
  }
  judge.threshold = number_within(reader, members["threshold"], "threshold", 1, 5).value_or(4);
  judge.min_kappa = number_within(reader, members["minKappa"], "minKappa", -1, 1);
  judge.timeout_ms = reader.whole32(members["timeoutMs"], "timeoutMs", 1, kMaxMs);
  out.calibration = members["calibration"];
  if (out.calibration.valid() && !members["minKappa"].valid()) {
    reader.fault(out.calibration, "\"calibration\" without \"minKappa\" decides nothing",
                 "say how much agreement is enough: \"minKappa\": 0.6");
  }
  out.judge = std::move(judge);
  return out;
}

std::optional<Calibration> read_calibration(ValueReader& reader, json::Value root) {
  if (!root.is_object()) {
    reader.fault(root, fmt::format("a calibration is {}; it must be an object", shown(root)),
                 "`tare judge calibrate LABELS DIR --out FILE` writes one");
    return std::nullopt;
  }
  MemberSet members(reader, "a calibration", kCalibration);
  members.read(root);
  if (!members.require({"format", "judgeSha256", "contractsSha256", "n", "agreement", "kappa"})) {
    return std::nullopt;
  }
  Calibration out;
  const auto format = reader.word(members["format"], "format");
  if (format && *format != kFormat) {
    reader.misfit(members["format"], "format", fmt::format("\"{}\"", kFormat));
  }
  const auto judge = reader.word(members["judgeSha256"], "judgeSha256");
  const auto contracts = reader.word(members["contractsSha256"], "contractsSha256");
  const auto pairs = reader.whole(members["n"], "n", 1, kMaxPairs);
  const auto agreement = number_within(reader, members["agreement"], "agreement", 0, 1);
  if (!members["kappa"].is_null()) {
    out.kappa = number_within(reader, members["kappa"], "kappa", -1, 1);
    if (!out.kappa) return std::nullopt;
  }
  if (!format || !judge || !contracts || !pairs || !agreement) return std::nullopt;
  out.judge_sha256 = *judge;
  out.contracts_sha256 = *contracts;
  out.pairs = *pairs;
  out.agreement = *agreement;
  return out;
}

std::string judge_digest(const JudgeSpec& judge) {
  Sha256 digest;
  for (const std::string& word : judge.adapter.command) {
    digest.update(fmt::format("word {} {}\n", quote_json(word), file_digest(judge.adapter, word)));
  }
  for (const auto& [name, value] : judge.adapter.env) {
    digest.update(fmt::format("env {} {}\n", quote_json(name), quote_json(value)));
  }
  digest.update(fmt::format("threshold {}\n", judge.threshold));
  return digest.hex();
}

std::string contracts_digest(const Suite& suite) {
  Sha256 digest;
  for (const TestCase& one : suite.cases) {
    if (!one.expected.rare || one.expected.rare->expected_output_json.empty()) continue;
    digest.update(
        fmt::format("{} {}\n", quote_json(one.id()), one.expected.rare->expected_output_json));
  }
  return digest.hex();
}

}  // namespace tare

#include "run/provenance_of.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "base/names.h"
#include "base/sha256.h"
#include "run/version.h"
#include "scoring/judge_score.h"

namespace tare {
namespace {

constexpr std::size_t kMaxHashedFile = std::size_t{256} << 20;

std::optional<std::string> file_sha256(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  if (std::filesystem::file_size(path, error) > kMaxHashedFile || error) return std::nullopt;
  auto map = MappedFile::open(path);
  if (!map) return std::nullopt;
  return sha256_hex(map->bytes());
}

std::optional<std::string> first_line(const std::filesystem::path& path) {
  auto text = read_file(path.string(), 4096);
  if (!text) return std::nullopt;
  return text->substr(0, text->find('\n'));
}

// The commit that the suite's folder stands at, read from .git itself: no git is run.
std::optional<std::string> git_head(std::filesystem::path folder) {
  for (;; folder = folder.parent_path()) {
    std::filesystem::path git = folder / ".git";
    std::error_code error;
    if (std::filesystem::is_regular_file(git, error)) {  // a worktree: "gitdir: …"
      const auto line = first_line(git);
      if (!line || !line->starts_with("gitdir: ")) return std::nullopt;
      git = folder / line->substr(8);
    }
    if (std::filesystem::is_directory(git, error)) {
      const auto head = first_line(git / "HEAD");
      if (!head) return std::nullopt;
      if (!head->starts_with("ref: ")) return head;
      const std::string ref = head->substr(5);
      if (auto commit = first_line(git / ref)) return commit;
      auto packed = read_file((git / "packed-refs").string(), std::size_t{16} << 20);
      if (!packed) return std::nullopt;
      const auto at = packed->find(" " + ref + "\n");
      if (at == std::string::npos || at < 40) return std::nullopt;
      return packed->substr(at - 40, 40);
    }
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

}  // namespace

std::optional<std::string> policy_sha256_of(const Suite& suite) {
  return suite.policy_path ? file_sha256(*suite.policy_path) : std::nullopt;
}

std::string gates_sha256_of(const RunPlan& plan) {
  return gates_digest(plan.gates, plan.suite->never);
}

Provenance provenance_of(const RunPlan& plan, const RunOptions& options, const Manifest* manifest,
                         const std::string& resolved_program, const std::string& run_id,
                         const Masker& masker) {
  const Suite& suite = *plan.suite;
  Provenance p;
  p.run_id = run_id;
  p.started = utc_now();
  if (plan.variant) {
    p.variant = plan.variant->name;
    p.model = plan.variant->model.value_or("");
  }
  if (manifest) p.tool_manifest_sha256 = manifest_sha256(*manifest);
  if (suite.instructions) p.instructions_sha256 = suite.instructions_sha256;
  p.policy_sha256 = policy_sha256_of(suite);
  p.dataset_sha256 = suite.dataset_sha256;
  p.gates_sha256 = gates_sha256_of(plan);
  p.suite_sha256 = suite.suite_sha256;
  const bool judged = suite.judge && std::ranges::any_of(plan.cases, [](const TestCase* one) {
                        return contract_of(*one).has_value();
                      });
  if (judged) p.judge_sha256 = judge_digest(*suite.judge);
  p.dataset_git_sha = git_head(suite.directory);
  // The files on the adapter's command line are its own; the interpreter that runs them is recorded
  // too.
  if (auto digest = file_sha256(resolved_program)) {
    p.adapter_files.emplace_back(suite.adapter.command.front(), *digest);
  }
  for (std::size_t i = 1; i < suite.adapter.command.size(); ++i) {
    const std::string& word = suite.adapter.command[i];
    if (word.empty() || word.size() > 4096 || word.find('\0') != std::string::npos) continue;
    const auto path = std::filesystem::path(suite.adapter.cwd) / word;
    if (auto digest = file_sha256(path.string()))
      p.adapter_files.emplace_back(masker.mask(word), *digest);
  }
  p.tare_version = kVersion;
  p.tare_sha256 = file_sha256("/proc/self/exe").value_or("");
  p.trials_per_case = plan.default_trials;
  utsname name{};
  if (::uname(&name) == 0) {
    p.os = fmt::format("{} {} {}", name.sysname, name.release, name.machine);
  }
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(variable);
    if (value && *value) {
      p.locale = value;
      break;
    }
  }
  for (const auto& word : options.command_line) p.command_line.push_back(masker.mask(word));
  for (const auto& word : suite.adapter.command) p.adapter_command.push_back(masker.mask(word));
  return p;
}

}  // namespace tare

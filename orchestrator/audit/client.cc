#include "audit/client.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/glob.h"
#include "base/nearest_name.h"

namespace tare {
namespace {

namespace fs = std::filesystem;

std::string name_of_folder(const fs::path& folder) {
  std::error_code ignored;
  const fs::path whole = fs::weakly_canonical(folder, ignored);
  return whole.filename().string();
}

// npm's folder of packages belongs beside a package.json that names any.
Result<void> check_installed(const Suite& suite) {
  std::error_code ignored;
  const fs::path folder = suite.directory;
  if (!fs::exists(folder / "package-lock.json", ignored)) return {};
  if (fs::exists(folder / "node_modules", ignored)) return {};
  return Error{.kind = ErrorKind::input,
               .reason = "its packages are not installed",
               .where = folder.string(),
               .mend = fmt::format("run: npm ci --prefix {}", folder.string())};
}

}  // namespace

Result<AuditTarget> target_of(const std::string& argument, const std::string& today) {
  auto suite = load_suite(argument, today);
  if (!suite) return suite.error();
  if (auto installed = check_installed(*suite); !installed) return installed.error();
  AuditTarget target;
  target.suite_path = suite->path;
  target.name = name_of_folder(suite->directory);
  for (const VariantSpec& variant : suite->variants) target.variants.push_back(variant.name);
  if (target.variants.empty()) target.variants.emplace_back();
  return target;
}

Result<void> keep_variants(std::vector<AuditTarget>& targets,
                           const std::vector<std::string>& globs) {
  if (globs.empty()) return {};
  std::vector<bool> used(globs.size(), false);
  std::vector<std::string> names;
  for (AuditTarget& target : targets) {
    std::erase_if(target.variants, [&](const std::string& name) {
      names.push_back(name);
      bool chosen = false;
      for (std::size_t i = 0; i < globs.size(); ++i) {
        if (!glob_match(globs[i], name)) continue;
        chosen = used[i] = true;
      }
      return !chosen;
    });
  }
  std::erase_if(targets, [](const AuditTarget& target) { return target.variants.empty(); });
  for (std::size_t i = 0; i < globs.size(); ++i) {
    if (used[i]) continue;
    return Error{
        .kind = ErrorKind::usage,
        .reason = fmt::format("--variant {} is for no variant of these adapters", globs[i]),
        .mend =
            nearest_name_hint(globs[i], std::vector<std::string_view>(names.begin(), names.end()))};
  }
  return {};
}

AuditTarget target_of_command(std::vector<std::string> command) {
  AuditTarget target;
  for (const std::string& word : command) {
    // "python3 my_agent.py" is known by the script.
    target.name = fs::path(word).stem().string();
    if (&word != &command.front() && !word.starts_with('-')) break;
  }
  target.command = std::move(command);
  target.variants.emplace_back();
  return target;
}

Result<Suite> suite_of(const AuditTarget& target, const std::string& corpus,
                       const std::string& today) {
  auto loaded = load_suite(corpus, today);
  if (!loaded) return loaded.error();
  Suite suite = std::move(loaded).value();
  suite.gates.clear();
  suite.waivers.clear();
  suite.never.clear();
  suite.trials = 1;
  suite.variants.clear();
  if (target.suite_path.empty()) {
    std::error_code ignored;
    suite.adapter = AdapterSpec{};
    suite.adapter.command = target.command;
    suite.adapter.cwd = fs::current_path(ignored).string();
    suite.proxy = ProxySpec{};
    suite.proxy.mcp = true;
  } else {
    auto own = load_suite(target.suite_path, today);
    if (!own) return own.error();
    // The path stays the corpus's: whoever opens the run later needs its cases.
    suite.suite_sha256 = own->suite_sha256;
    suite.adapter = std::move(own->adapter);
    suite.proxy = std::move(own->proxy);
    suite.timeouts = own->timeouts;
    suite.limits = own->limits;
    suite.retries = own->retries;
    suite.jobs = own->jobs;
    suite.max_turns = own->max_turns;
    suite.variants = std::move(own->variants);
    suite.instructions = std::move(own->instructions);
    suite.instructions_sha256 = std::move(own->instructions_sha256);
    suite.side_effects = std::move(own->side_effects);
  }
  suite.proxy.mode = ProxyMode::replay;
  suite.proxy.cassettes.clear();
  suite.proxy.upstreams.clear();
  suite.adapter.reuse = 1;
  return suite;
}

}  // namespace tare

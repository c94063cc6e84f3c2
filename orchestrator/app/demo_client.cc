#include "app/demo_client.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "app/corpus.h"
#include "app/exit_code.h"
#include "audit/audit_report.h"
#include "audit/run_audit.h"
#include "base/file.h"
#include "base/names.h"
#include "process/launch_spec.h"

namespace tare {
namespace {

namespace fs = std::filesystem;

constexpr const char* kClient = "adapters/clients/openai";
// One variant, and cases that show each sort of outcome.
constexpr const char* kVariant = "chat-json";
constexpr const char* kFilter =
    "id(coercion/bigintPrecisionLoss/two-to-53-plus-1) | id(coercion/stringToNumber/plain-digits) "
    "| "
    "id(coercion/duplicateKeyCollapsed/two-values) | id(coercion/repairTruncation/in-number) | "
    "id(coercion/floatToInt/**)";

}  // namespace

std::string find_demo_client() {
  std::error_code ignored;
  if (!fs::exists(fs::path(kClient) / "node_modules", ignored)) return "";
  const char* path = std::getenv("PATH");
  return resolve_program("node", ".", path ? path : "") ? kClient : "";
}

int demo_client(const Console& console, const std::string& folder, const std::string& scratch,
                int out) {
  constexpr std::string_view kWhat = "audit the client";
  auto target = target_of(folder, utc_today());
  if (!target) return console.fail(kWhat, target.error());
  std::vector<AuditTarget> targets = {std::move(*target)};
  const auto& variants = targets.front().variants;
  targets.front().variants = {std::find(variants.begin(), variants.end(), kVariant) ==
                                      variants.end()
                                  ? variants.front()
                                  : std::string(kVariant)};
  AuditOptions options;
  auto corpus = write_corpus(scratch + "/corpus");
  if (!corpus) return console.fail(kWhat, corpus.error());
  options.corpus = *corpus;
  options.out = scratch + "/audit";
  options.filter = kFilter;
  options.today = utc_today();
  TerminalStyle quiet = console.style(STDERR_FILENO);
  quiet.quiet = true;
  auto audit = run_audit(targets, options, quiet);
  if (!audit) return console.fail(kWhat, audit.error());
  (void)write_all(out,
                  fmt::format("\nA real client now, the same way: {}. Tare plays the model.\n\n",
                              audit->clients.front().version()));
  (void)write_all(out, audit_terminal(*audit, nullptr, console.style(out)));
  return kExitGood;
}

}  // namespace tare

#include "run/child_environment.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

#include "base/mask.h"
#include "run/public_words.h"

extern char** environ;

namespace tare {
namespace {

bool is_passed(std::string_view name) {
  static constexpr std::array kPassed = {
      std::string_view("PATH"),
      std::string_view("HOME"),
      std::string_view("USER"),
      std::string_view("LANG"),
      std::string_view("TZ"),
      std::string_view("TMPDIR"),
      std::string_view("NO_PROXY"),
      std::string_view("HTTP_PROXY"),
      std::string_view("HTTPS_PROXY"),
      std::string_view("no_proxy"),
      std::string_view("http_proxy"),
      std::string_view("https_proxy"),
      std::string_view("SSL_CERT_FILE"),
      std::string_view("SSL_CERT_DIR"),
      std::string_view("NODE_EXTRA_CA_CERTS"),
  };
  return name.starts_with("LC_") ||
         std::find(kPassed.begin(), kPassed.end(), name) != kPassed.end();
}

std::pair<std::string_view, std::string_view> split(std::string_view entry) {
  const auto equals = entry.find('=');
  if (equals == std::string_view::npos) return {entry, {}};
  return {entry.substr(0, equals), entry.substr(equals + 1)};
}

}  // namespace

std::vector<std::string> base_environment(
    const std::vector<std::pair<std::string, std::string>>& resolved_env) {
  std::map<std::string, std::string> all;
  for (char** entry = environ; *entry; ++entry) {
    const auto [name, value] = split(*entry);
    if (is_passed(name)) all.emplace(name, value);
  }
  for (const auto& [name, value] : resolved_env) all[name] = value;
  all["TARE_PROTOCOL"] = "1";
  std::vector<std::string> out;
  for (const auto& [name, value] : all) out.push_back(name + "=" + value);
  return out;
}

std::vector<std::string> attempt_environment(const std::vector<std::string>& base,
                                             const AttemptIdentity& identity) {
  std::vector<std::string> out;
  out.reserve(base.size() + 5);
  for (const auto& entry : base) {
    const auto name = split(entry).first;
    // The suite cannot forge what tells one attempt from another.
    if (name == "TARE_CASE_ID" || name == "TARE_TRIAL" || name == "TARE_ATTEMPT" ||
        name == "TARE_DEADLINE_MS" || name == "TARE_SCRATCH") {
      continue;
    }
    out.push_back(entry);
  }
  out.push_back(fmt::format("TARE_CASE_ID={}", identity.case_id));
  out.push_back(fmt::format("TARE_TRIAL={}", identity.trial));
  out.push_back(fmt::format("TARE_ATTEMPT={}", identity.attempt));
  out.push_back(fmt::format("TARE_DEADLINE_MS={}", identity.deadline_ms));
  out.push_back(fmt::format("TARE_SCRATCH={}", identity.scratch));
  return out;
}

void set_recorder_variables(std::vector<std::string>& environment, const Suite& suite,
                            const std::vector<std::pair<std::string, std::string>>& variables) {
  for (const auto& [name, value] : variables) {
    const bool of_suite = std::ranges::any_of(
        suite.adapter.env, [&](const auto& entry) { return entry.first == name; });
    if (of_suite && name.ends_with("_KEY")) continue;
    std::erase_if(environment,
                  [&](const std::string& entry) { return split(entry).first == name; });
    environment.push_back(fmt::format("{}={}", name, value));
  }
}

std::string_view environment_value(const std::vector<std::string>& environment,
                                   std::string_view name) {
  for (const std::string& entry : environment) {
    const auto [key, value] = split(entry);
    if (key == name) return value;
  }
  return "";
}

std::vector<std::string> secret_values(const std::vector<std::string>& base, const Suite& suite,
                                       const std::vector<std::string>& listed) {
  std::vector<std::string> out;
  auto add = [&](std::string_view entry) {
    const auto [name, value] = split(entry);
    const bool secret =
        looks_secret(name) || std::find(listed.begin(), listed.end(), name) != listed.end();
    if (secret && !value.empty() && !is_tool_of_glob(suite, value)) out.emplace_back(value);
  };
  for (const auto& entry : base) add(entry);
  for (char** entry = environ; *entry; ++entry) add(*entry);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace tare

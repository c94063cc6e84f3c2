// Manifests and policies as tests write them, through the files that a user writes.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "policy/check_policy.h"

namespace tare {

inline Manifest manifest_of(std::string_view text) {
  auto manifest = read_manifest_file(text, "tools.json");
  EXPECT_TRUE(manifest.ok()) << manifest.error().reason << manifest.error().where << text;
  return manifest ? std::move(*manifest) : Manifest();
}

inline LiveManifest agent_of(std::string_view text) {
  LiveManifest out;
  out.manifest = manifest_of(text);
  out.origin = "tools.json";
  return out;
}

// A signed policy; `members` stand behind its head.
inline Policy signed_policy(std::string_view members) {
  auto policy =
      read_policy(R"({"format":"tare-policy/1","reviewedBy":"Ada","reviewedOn":"2026-11-30",)" +
                      std::string(members) + "}",
                  "policy.json");
  EXPECT_TRUE(policy.ok()) << policy.error().reason << policy.error().where << members;
  return policy ? std::move(*policy) : Policy();
}

// "rule subject: text", a line each, notes with "note: " before.
inline std::vector<std::string> lines_of(const Policy& policy, const LiveManifest& live) {
  std::vector<std::string> out;
  for (const Violation& one : check_policy(policy, live, "2026-12-01")) {
    out.push_back((one.level == ViolationLevel::note ? "note: " : "") + one.rule.substr(7) + " " +
                  one.subject + ": " + one.text);
  }
  return out;
}

}  // namespace tare

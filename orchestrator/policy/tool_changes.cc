// What became of a tool beside that which a policy holds: its title, the schema of its results,
// members that servers add. A policy has not reviewed these, so no check is held to them; a diff of
// two manifests shows them, for a model may read them, and so may whoever calls the tool.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "base/escape.h"
#include "json/equal.h"
#include "json/reader.h"
#include "policy/policy_check.h"
#include "policy/schema_drift.h"
#include "policy/word_diff.h"

namespace tare {
namespace {

constexpr std::size_t kMaxShown = 60, kMaxChange = 1200, kContext = 40, kMaxDepth = 8;
constexpr std::size_t kMaxChanges = 50;  // of one tool

// Each is told by a rule of its own.
constexpr std::array<std::string_view, 5> kHeld = {"name", "description", "inputSchema", "server",
                                                   "approval"};
constexpr std::array<std::string_view, 4> kHints = {"readOnlyHint", "destructiveHint",
                                                    "idempotentHint", "openWorldHint"};

using Names = std::span<const std::string_view>;

bool among(Names names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Servers write null for what they do not say.
json::Value present(json::Value object, std::string_view name) {
  const json::Value v = object.valid() && object.is_object() ? object.find(name) : json::Value();
  return v.valid() && v.is_null() ? json::Value() : v;
}

bool same(json::Value a, json::Value b) {
  if (a.valid() != b.valid()) return false;
  return !a.valid() || json::equal_by_value(a, b);
}

// Long texts show where they differ.
std::string leaf_change(std::string_view a, std::string_view b) {
  const std::string_view was = a.empty() ? "nothing" : a, is = b.empty() ? "nothing" : b;
  if (a.empty() || b.empty() || (a.size() <= kMaxShown && b.size() <= kMaxShown)) {
    return fmt::format("went from {} to {}", shorten(was, kMaxShown), shorten(is, kMaxShown));
  }
  return "was changed: " + shorten(word_diff_text(word_diff(a, b), kContext), kMaxChange);
}

class ToolChanges {
 public:
  ToolChanges(PolicyCheck& check, const std::string& tool) : check_(check), tool_(tool) {}

  // Member by member; objects on both sides are gone into.
  void members(json::Value a, json::Value b, Names held, const std::string& at) {
    std::set<std::string> names;
    for (const json::Value side : {a, b}) {
      if (!side.valid() || !side.is_object()) continue;
      for (const json::Member member : side.members()) names.insert(member.name.decoded());
    }
    for (const std::string& name : names) {
      if (among(held, name)) continue;
      const json::Value was = present(a, name), is = present(b, name);
      if (same(was, is)) continue;
      const std::string shown = name.empty() ? "\"\"" : name;
      const std::string path = at.empty() ? shown : at + "." + shown;
      if (at.empty() && name == "outputSchema") {
        result(was, is);
      } else if (at.empty() && name == "annotations") {
        members(was, is, kHints, path);
      } else if (was.valid() && is.valid() && was.is_object() && is.is_object() &&
                 ++depth_ < kMaxDepth) {
        members(was, is, {}, path);
        --depth_;
      } else {
        add(fmt::format("{} {}", path,
                        leaf_change(was.valid() ? was.text() : "", is.valid() ? is.text() : "")));
      }
    }
  }

 private:
  void result(json::Value was, json::Value is) {
    if (!was.valid()) return add("outputSchema was added: " + shorten(is.text(), kMaxShown));
    if (!is.valid()) return add("outputSchema was taken away: " + shorten(was.text(), kMaxShown));
    for (const SchemaChange& change : schema_drift(was, is)) {
      const std::string way = change.way == DriftWay::said
                                  ? std::string()
                                  : fmt::format(" ({})", drift_way_name(change.way));
      add(fmt::format("the result{}{}: {}{}", change.where.empty() ? "" : " ", change.where,
                      change.text, way));
    }
  }

  void add(std::string text) {
    if (++count_ > kMaxChanges) return;
    if (count_ == kMaxChanges) text = "more changes than are listed";
    check_.add(PolicyRule::other_changed, tool_, std::move(text), "");
  }

  PolicyCheck& check_;
  const std::string& tool_;
  std::size_t depth_ = 0, count_ = 0;
};

// A tool as it was: `reviewed` is made from it.
const ToolSpec* tool_of(const Manifest& manifest, const ReviewedTool& reviewed) {
  for (const ToolSpec& one : manifest.tools) {
    if (one.name == reviewed.name && one.server == reviewed.server) return &one;
  }
  return nullptr;
}

std::string digest_of(const ToolSpec& tool, std::string_view schema) {
  Manifest one;
  one.tools.push_back(tool);
  one.tools.back().description.clear();
  one.tools.back().input_schema = schema;
  return manifest_sha256(one);
}

// The same in value, and yet not what was sent: the digest is over the texts.
void spelling(PolicyCheck& check, const ToolSpec& was, const ToolSpec& is) {
  if (!schema_drift(was.input_schema, is.input_schema).empty()) return;
  if (digest_of(is, was.input_schema) == digest_of(is, is.input_schema)) return;
  check.add(PolicyRule::digest_changed, is.name,
            "the schema of the arguments is the same in value and has another text (order of "
            "members, spelling of numbers or of escapes), so toolManifestSha256 differs",
            "");
}

using Key = std::pair<std::string, std::string>;  // name, server

std::vector<Key> common(const Manifest& manifest, const Manifest& other) {
  std::set<Key> known;
  for (const ToolSpec& tool : other.tools) known.emplace(tool.name, tool.server.value_or(""));
  std::vector<Key> out;
  for (const ToolSpec& tool : manifest.tools) {
    Key key(tool.name, tool.server.value_or(""));
    if (known.contains(key)) out.push_back(std::move(key));
  }
  return out;
}

void order(PolicyCheck& check, const Manifest& before) {
  const auto was = common(before, check.manifest()), is = common(check.manifest(), before);
  const auto [old_at, new_at] = std::mismatch(was.begin(), was.end(), is.begin(), is.end());
  if (old_at == was.end() || new_at == is.end()) return;
  check.add(PolicyRule::digest_changed, "",
            fmt::format("the tools stand in another order, so toolManifestSha256 differs: {} "
                        "stands where {} stood",
                        quote_json(new_at->first), quote_json(old_at->first)),
            "");
}

}  // namespace

void check_tool_changes(PolicyCheck& check, const LiveManifest& before) {
  for (const auto& [tool, reviewed] : check.pairs) {
    const ToolSpec* was = reviewed == nullptr ? nullptr : tool_of(before.manifest, *reviewed);
    if (was == nullptr) continue;
    json::Document old_text, new_text;
    if (!json::read_strict(was->json, old_text) && !json::read_strict(tool->json, new_text)) {
      ToolChanges(check, tool->name).members(old_text.root(), new_text.root(), kHeld, "");
    }
    spelling(check, *was, *tool);
  }
  order(check, before.manifest);
  const auto &was = before.manifest.instructions, &is = check.manifest().instructions;
  if (!before.tells_agent || !check.live.tells_agent || was == is) return;
  check.add(PolicyRule::other_changed, "",
            "instructions " + leaf_change(was ? quote_json(*was) : "", is ? quote_json(*is) : ""),
            "");
}

}  // namespace tare

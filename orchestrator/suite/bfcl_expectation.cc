// The words are the leaderboard's own; what they mean is known to the checker alone. Here they are
// only held to their form, so that a slip is found when the suite is read and not as a wrong
// verdict.
#include "suite/bfcl_expectation.h"

#include <fmt/format.h>

#include <array>

namespace tare {
namespace {

constexpr std::array<std::string_view, 5> kMembers = {"version", "category", "functions",
                                                      "groundTruth", "underscoreNames"};
constexpr std::array<std::string_view, 2> kVersions = {"v1", "v4"};

void check_functions(ValueReader& reader, json::Value functions) {
  std::size_t index = 0;
  for (json::Value function : functions.elements()) {
    const std::string name = fmt::format("functions[{}]", index++);
    if (!reader.object(function, name)) continue;
    if (!reader.word(function.find("name"), "name") && !function.find("name").valid()) {
      reader.fault(function, fmt::format("{} has no \"name\"", name));
    }
  }
}

// {function: {parameter: [acceptable…]}}. One published key has a list in a function's place, which
// no call can match; a key is taken as it was published.
void check_key(ValueReader& reader, json::Value key) {
  for (const json::Member call : key.members()) {
    if (call.value.is_array()) continue;
    if (!reader.object(call.value, "an answer of groundTruth")) continue;
    for (const json::Member parameter : call.value.members()) {
      reader.array(parameter.value, "the acceptable values of a parameter");
    }
  }
}

void check_ground_truth(ValueReader& reader, json::Value truth, bool v1) {
  if (v1) {
    if (reader.object(truth, "groundTruth")) check_key(reader, truth);
  } else if (reader.array(truth, "groundTruth")) {
    for (json::Value call : truth.elements()) {
      if (reader.object(call, "a call of groundTruth")) check_key(reader, call);
    }
  }
  if ((truth.is_array() || truth.is_object()) && truth.size() > kMaxBfclCalls) {
    reader.fault(truth, fmt::format("\"groundTruth\" holds {} calls; at most {} are compared",
                                    truth.size(), kMaxBfclCalls));
  }
}

}  // namespace

void read_bfcl(ValueReader& reader, json::Value value, RareExpectation& out) {
  if (!reader.object(value, "bfcl")) return;
  MemberSet members(reader, "bfcl", kMembers);
  members.read(value);
  if (!members.require({"version", "category", "functions"})) return;
  const auto version = reader.choice(members["version"], "version", kVersions);
  const auto category = reader.choice(members["category"], "category", kBfclCategories);
  const bool has_key =
      category && kBfclCategories[*category].find("relevance") == std::string_view::npos;
  if (reader.array(members["functions"], "functions"))
    check_functions(reader, members["functions"]);
  reader.flag(members["underscoreNames"], "underscoreNames");
  const json::Value truth = members["groundTruth"];
  if (truth.valid() && version) check_ground_truth(reader, truth, *version == 0);
  if (has_key && truth.valid() && (truth.is_array() || truth.is_object()) && truth.size() == 0) {
    reader.fault(truth, "\"groundTruth\" is empty: no call at all would pass",
                 "say that no call is right by category irrelevance");
  }
  if (has_key && !truth.valid()) {
    reader.fault(value,
                 fmt::format("\"groundTruth\" is missing, and category {} has an answer key",
                             shown(members["category"])),
                 "only relevance and irrelevance do without one");
  }
  out.bfcl_json = json_text(value);
}

}  // namespace tare

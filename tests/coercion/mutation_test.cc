// Each kind is found where it is made, and no other with it.
//
// For every kind a mutator makes random pairs that differ in that one way: 1,000 of them, and
// 10,000 with TARE_FULL=1. At least 99 % must show that kind alone. What stays between 99 % and 100
// % is printed, with an example, and is where two kinds explain one change.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <set>

#include "coercion/call_trace.h"
#include "coercion/text_calls.h"
#include "diff/kind.h"
#include "diff/value_diff.h"
#include "mutation_calls.h"
#include "mutation_names.h"
#include "mutation_repairs.h"
#include "mutation_scalars.h"
#include "mutation_shapes.h"
#include "mutation_strings.h"

namespace tare {
namespace {

using mutation::Mutator;
using mutation::Pair;
using mutation::Rng;

std::size_t pairs_a_kind() {
  const char* full = std::getenv("TARE_FULL");
  return full != nullptr && std::string_view(full) == "1" ? 10000 : 1000;
}

std::vector<Mutator> all_mutators() {
  std::vector<Mutator> out;
  for (const auto& some :
       {mutation::scalar_mutators(), mutation::shape_mutators(), mutation::string_mutators(),
        mutation::repair_mutators(), mutation::name_mutators(), mutation::call_mutators()}) {
    out.insert(out.end(), some.begin(), some.end());
  }
  return out;
}

std::vector<Finding> findings_of(Pair& pair, schema::SchemaCache& schemas) {
  if (pair.repair_ran) {
    ArgumentsContext context;
    context.repair_ran = true;
    return diff_arguments(pair.answer.views[0].arguments, pair.answer.views[1].arguments, context);
  }
  const Manifest* manifest = pair.manifest ? &*pair.manifest : nullptr;
  read_texts(pair.answer, manifest, pair.schema);
  TraceContext context;
  context.manifest = manifest;
  context.input_schema = pair.schema;
  context.schemas = &schemas;
  std::vector<Finding> out;
  for (CallTrace& trace : trace_calls(pair.answer, context)) {
    for (Finding& finding : trace.findings) out.push_back(std::move(finding));
  }
  return out;
}

std::string kinds_text(const std::vector<Finding>& findings) {
  std::set<std::string> kinds;
  for (const Finding& finding : findings) kinds.emplace(finding.kind);
  std::string out;
  for (const std::string& kind : kinds) out += (out.empty() ? "" : " + ") + kind;
  return out.empty() ? "nothing" : out;
}

struct Tally {
  std::size_t right = 0;
  std::map<std::string, std::pair<std::size_t, std::string>> others;  // what was found, an example
};

Tally tally_of(const Mutator& mutator, std::size_t count) {
  // Schemas differ from pair to pair: a cache of its own now and then keeps it small.
  auto schemas = std::make_unique<schema::SchemaCache>();
  Tally out;
  Rng rng(std::hash<std::string_view>()(mutator.kind));
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 100 == 99) schemas = std::make_unique<schema::SchemaCache>();
    Pair pair = mutator.make(rng);
    const std::string found = kinds_text(findings_of(pair, *schemas));
    std::string wanted(mutator.kind);
    if (!mutator.beside.empty()) wanted.append(" + ").append(mutator.beside);
    if (found == wanted) {
      ++out.right;
    } else {
      auto& [times, example] = out.others[found];
      if (++times == 1)
        example = pair.note + (pair.schema.empty() ? "" : "  schema " + pair.schema);
    }
  }
  return out;
}

TEST(Mutation, EveryKindIsFoundWhereItIsMadeAndNoOther) {
  const std::size_t count = pairs_a_kind();
  for (const Mutator& mutator : all_mutators()) {
    const Tally tally = tally_of(mutator, count);
    if (tally.right == count) continue;
    const double share = 100.0 * static_cast<double>(tally.right) / static_cast<double>(count);
    std::cout << mutator.kind << " " << share << " %\n";
    for (const auto& [found, times] : tally.others) {
      std::cout << "    " << times.first << " x " << found << ", such as " << times.second << "\n";
    }
    EXPECT_GE(share, 99.0) << mutator.kind;
  }
}

TEST(Mutation, EveryKindOfTheListHasAMutator) {
  std::set<std::string_view> made;
  for (const Mutator& mutator : all_mutators()) made.insert(mutator.kind);
  for (const KindInfo& info : all_kinds()) {
    // More changes than are listed: no single change makes it.
    if (info.name == "furtherChanges") continue;
    EXPECT_TRUE(made.contains(info.name)) << info.name;
  }
  EXPECT_EQ(made.size() + 1, all_kinds().size());
}

// What stands on one side of any mutated pair, on both sides: nothing has changed.
TEST(Mutation, IdenticalTextIsNoFinding) {
  schema::SchemaCache schemas;
  for (const Mutator& mutator : all_mutators()) {
    Rng rng(7);
    for (int i = 0; i < 100; ++i) {
      Pair pair = mutator.make(rng);
      const View& raw = pair.answer.views.front();
      if (!raw.arguments || !raw.name) continue;
      Pair same;
      same.answer = mutation::answer_of({raw}, {mutation::view(At::tool, raw.name, raw.arguments)});
      same.schema = pair.schema;
      EXPECT_EQ(kinds_text(findings_of(same, schemas)), "nothing") << pair.note;
    }
  }
}

// White space between tokens and escapes of the same characters.
TEST(Mutation, AnotherSpellingOfTheSameTextIsNoFindingAboveInfo) {
  schema::SchemaCache schemas;
  Rng rng(11);
  for (int i = 0; i < 2000; ++i) {
    const std::string text = mutation::object_text(mutation::some_members(rng, 1, 5));
    std::string other;
    bool in_string = false;
    for (const char c : text) {
      if (c == '"') in_string = !in_string;
      if (in_string && c >= 'a' && c <= 'z' && rng.chance(10)) {
        constexpr std::string_view kHex = "0123456789abcdef";
        other += "\\u00";
        other += kHex[static_cast<std::size_t>(c) / 16];
        other += kHex[static_cast<std::size_t>(c) % 16];
        continue;
      }
      other += c;
      if (!in_string && (c == ',' || c == ':') && rng.chance(40))
        other += rng.pick({" ", "\n", "\t"});
    }
    Pair pair = mutation::arguments_pair(text, other);
    for (const Finding& finding : findings_of(pair, schemas)) {
      EXPECT_LE(finding.severity, Severity::info) << finding.kind << " " << pair.note;
    }
  }
}

}  // namespace
}  // namespace tare

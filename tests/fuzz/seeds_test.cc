// Do the seeds get where the fuzz targets are to go? A seed that stops at the first check makes the
// fuzzing look done.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "diff/kind.h"
#include "diff/value_diff.h"
#include "formats/model_text.h"
#include "formats/provider_reply.h"
#include "formats/python_expression.h"
#include "json/decimal.h"
#include "json/reader.h"
#include "policy/check_policy.h"
#include "protocol/answer_reader.h"
#include "schema/pattern.h"
#include "schema/schema.h"

namespace tare {
namespace {

std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

const std::filesystem::path kFolder = std::filesystem::path(TARE_SOURCE_DIR) / "tests/fuzz";

std::map<std::string, std::string> seeds(const std::string& target) {
  std::map<std::string, std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder / "seeds" / target)) {
    out[entry.path().filename().string()] = slurp(entry.path());
  }
  EXPECT_FALSE(out.empty()) << target;
  return out;
}

std::vector<std::string> parts_of(const std::string& text, char border) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, border);) out.push_back(part);
  return out;
}

TEST(FuzzSeeds, EveryFormatIsReadNamedAndDetected) {
  std::set<std::string, std::less<>> named, detected;
  for (const auto& [name, seed] : seeds("model_text")) {
    const std::size_t line = seed.find('\n');
    ASSERT_NE(line, seed.npos) << name;
    const auto read = formats::read_model_text(seed.substr(line + 1), seed.substr(0, line),
                                               [](std::string_view) { return ""; });
    if (!read.calls.empty()) (line > 0 ? named : detected).insert(read.format);
  }
  for (const formats::FormatInfo& format : formats::known_formats()) {
    EXPECT_TRUE(named.contains(format.name)) << format.name;
  }
  // The rest are told by their names only: their text is JSON or code like any other.
  EXPECT_GE(detected.size() + 6, formats::known_formats().size())
      << testing::PrintToString(detected);
}

TEST(FuzzSeeds, EverySchemaCompilesAndItsInstancesFitOrNot) {
  int fits = 0, does_not_fit = 0, patterns = 0;
  for (const auto& [name, seed] : seeds("schema")) {
    const std::vector<std::string> parts = parts_of(seed, '\0');
    ASSERT_EQ(parts.size(), 2u) << name;
    json::Document value;
    if (name.starts_with("pattern")) {
      patterns += schema::Pattern(parts[0], 1u << 16).runs();
      continue;
    }
    ASSERT_FALSE(json::read_strict(parts[1], value)) << name;
    const auto compiled = schema::Schema::compile(parts[0], {.assert_formats = true});
    ASSERT_TRUE(compiled) << name;
    const schema::Fit fit = (*compiled)->check(value.root());
    fits += fit == schema::Fit::fits;
    does_not_fit += fit == schema::Fit::does_not_fit;
  }
  EXPECT_GE(fits, 25);
  EXPECT_GE(does_not_fit, 25);
  EXPECT_GE(patterns, 4);
}

TEST(FuzzSeeds, EveryKindBetweenArgumentsIsFound) {
  std::set<std::string, std::less<>> found;
  for (const auto& [name, seed] : seeds("diff")) {
    std::vector<std::string> parts = parts_of(seed.substr(1), '\x01');
    parts.resize(4);
    std::shared_ptr<const schema::Schema> schema;
    if (auto compiled = schema::Schema::compile(parts[2])) schema = *compiled;
    for (const Finding& finding :
         diff_arguments(parts[0], parts[1], {.schema = schema.get(), .raw_text = parts[3]})) {
      found.insert(std::string(finding.kind));
    }
  }
  std::vector<std::string> missing;
  for (const KindInfo& kind : all_kinds()) {
    if (kind.group <= 'D' && !found.contains(kind.name)) missing.emplace_back(kind.name);
  }
  EXPECT_THAT(missing, testing::IsEmpty());
}

TEST(FuzzSeeds, EveryProviderMakesCallsOfSome) {
  using formats::Provider;
  for (const Provider provider : {Provider::openai_chat, Provider::openai_responses,
                                  Provider::anthropic, Provider::gemini, Provider::ollama}) {
    std::ptrdiff_t whole = 0;
    for (const auto& [name, seed] : seeds("provider_reply")) {
      formats::ReplyAssembler assembler(provider);
      for (const std::string& event : parts_of(seed, '\n')) assembler.take(event);
      const formats::WireReply reply = assembler.finish();
      whole += std::ranges::count_if(reply.calls, [](const formats::WireCall& call) {
        return call.name && call.complete && !call.arguments.empty();
      });
    }
    EXPECT_GE(whole, 1) << formats::provider_name(provider);
  }
}

TEST(FuzzSeeds, EveryPythonExpressionIsOne) {
  std::set<formats::PythonKind> kinds;
  for (const auto& [name, seed] : seeds("python")) {
    std::string why;
    const auto tree = formats::read_python_expression(seed, why);
    ASSERT_TRUE(tree) << name << ": " << why;
    for (const formats::PythonNode& node : tree->nodes) kinds.insert(node.kind);
  }
  EXPECT_EQ(kinds.size(), 15u);
}

TEST(FuzzSeeds, EveryEventIsRead) {
  for (const auto& [name, seed] : seeds("answer")) {
    AnswerLimits limits;
    limits.line_bytes = 512;
    limits.depth = 16;
    limits.mixed_stdout = (seed[0] & 1) != 0;
    AnswerReader reader(limits);
    reader.feed(seed.substr(2));
    reader.end_of_stream();
    if (name == "session" || name == "short") {
      EXPECT_NE(reader.state(), AnswerReader::State::breach) << name << reader.breach().text;
      EXPECT_FALSE(reader.take_answer().views.empty()) << name;
    }
  }
}

TEST(FuzzSeeds, PoliciesAndToolsAreReadAndMostRulesSpeak) {
  std::set<std::string> rules;
  for (const auto& [name, seed] : seeds("policy")) {
    const std::vector<std::string> parts = parts_of(seed, '\0');
    ASSERT_EQ(parts.size(), 3u) << name;
    const auto policy = read_policy(parts[0], name);
    ASSERT_TRUE(policy) << policy.error().reason;
    LiveManifest before, after;
    for (LiveManifest* live : {&before, &after}) {
      auto tools = read_manifest_file(parts[live == &before ? 1 : 2], name);
      ASSERT_TRUE(tools) << name << tools.error().reason;
      live->manifest = std::move(*tools);
      for (const Violation& one : check_policy(*policy, *live, "2031-03-04")) {
        rules.insert(one.rule);
      }
    }
    EXPECT_EQ(manifest_changes(before, after).empty(), parts[1] == parts[2]) << name;
  }
  EXPECT_GE(rules.size(), 18u) << testing::PrintToString(rules);
}

TEST(FuzzSeeds, JsonIsReadStrictlyAndTolerantly) {
  for (const auto& [name, seed] : seeds("json_strict")) {
    json::Document document;
    EXPECT_FALSE(json::read_strict(seed, document)) << name << seed;
  }
  int repaired = 0;
  for (const auto& [name, seed] : seeds("json_tolerant")) {
    json::Document document;
    if (!json::read_tolerant(seed, document)) repaired += !document.deviations().empty();
  }
  EXPECT_GE(repaired, 8);
  for (const auto& [name, seed] : seeds("decimal")) {
    const std::vector<std::string> parts = parts_of(seed, ' ');
    ASSERT_EQ(parts.size(), 2u) << name;
    EXPECT_TRUE(json::same_number(parts[0], parts[0])) << name;
  }
}

}  // namespace
}  // namespace tare

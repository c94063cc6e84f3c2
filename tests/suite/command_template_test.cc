#include "suite/command_template.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <regex>

namespace tare {
namespace {

PlaceholderValues shouting_values() {
  PlaceholderValues values;
  for (std::size_t i = 0; i < kPlaceholders; ++i) {
    values[i] = "<" + std::string(placeholder_name(static_cast<Placeholder>(i))) + ">";
  }
  return values;
}

// The one argument of a command, filled; the reason where it is refused.
std::string filled(const std::string& word, const PlaceholderValues& values = shouting_values()) {
  const auto words = fill_command({"program", word}, values);
  return words ? words->at(1) : "refused: " + words.error().reason;
}

std::string with_request(const std::string& word, const std::string& request) {
  PlaceholderValues values;
  value_of(values, Placeholder::request) = request;
  return filled(word, values);
}

TEST(CommandTemplate, EveryPlaceholderIsFilled) {
  for (std::size_t i = 0; i < kPlaceholders; ++i) {
    const std::string name(placeholder_name(static_cast<Placeholder>(i)));
    EXPECT_EQ(filled("{" + name + "}"), "<" + name + ">");
    EXPECT_EQ(filled("--a={" + name + "}/{" + name + "}."), "--a=<" + name + ">/<" + name + ">.");
  }
}

TEST(CommandTemplate, AValueGoesInWholeWhateverIsInIt) {
  for (const std::string request :
       {"two words", "\"quoted\" and 'quoted'", "line\nline", "--help", "-", "",
        "{caseId} {{ }} ${A}", "$(touch x) `touch x`; touch x", "\xff\xfe", "{request}"}) {
    EXPECT_EQ(with_request("{request}", request), request);
    EXPECT_EQ(with_request("-p{request}", request), "-p" + request);
  }
}

TEST(CommandTemplate, OtherBracesAreThemselves) {
  for (const std::string word :
       {R"({"a":1})", R"({"a":{"b":[]}})", "{}", "{ request }", "{1}", "{re-quest}", "{request",
        "request}", "}{", "a={b = 1}", "${HOME}/x", "{", "$", "${"}) {
    EXPECT_EQ(filled(word), word);
  }
}

TEST(CommandTemplate, TwoBracesAreOne) {
  EXPECT_EQ(filled("{{request}"), "{request}");
  EXPECT_EQ(filled("{{print}"), "{print}");
  EXPECT_EQ(filled("{{{request}"), "{<request>");
  EXPECT_EQ(filled("${{request}"), "${request}");
  EXPECT_EQ(filled("{{x}}"), "{x}}");
}

TEST(CommandTemplate, ASlipIsRefusedWithAWayToMendIt) {
  const auto fault = [](const std::string& word) {
    const auto parts = split_template(word);
    return parts ? std::string() : parts.error().reason + " | " + parts.error().mend;
  };
  EXPECT_EQ(fault("{reqest}"),
            "{reqest} is no placeholder | did you mean \"request\"?; {{reqest} is the text itself");
  EXPECT_EQ(fault("{caseid}"),
            "{caseid} is no placeholder | did you mean \"caseId\"?; {{caseid} is the text itself");
  EXPECT_EQ(
      fault("a {{request}} b"),
      "{{request}} has two braces | write {request}; \"{{\" is a brace that is no placeholder");
  EXPECT_EQ(fault("${request}"),
            "${request} is a placeholder with a '$' | write {request}, or ${{request} for the text "
            "itself");
  EXPECT_TRUE(
      fault("{zzzzzzzzzzzz}").starts_with("{zzzzzzzzzzzz} is no placeholder | known: request, "));
}

// One token after the other by a regular expression.
std::string oracle(std::string word) {
  static const std::regex token(R"(^(\{\{|\{([A-Za-z][A-Za-z0-9]*)\}|[^]))");
  std::string out, before;
  for (std::smatch match; std::regex_search(word, match, token);) {
    const std::string text = match[1], name = match[2];
    const std::string rest = match.suffix();
    bool known = false;
    for (std::size_t i = 0; i < kPlaceholders; ++i) {
      known = known || name == placeholder_name(static_cast<Placeholder>(i));
    }
    if (text == "{{") {
      std::smatch inner;
      const std::string from_second = "{" + rest;
      if (std::regex_search(from_second, inner, token) && inner[2].matched &&
          inner[2].str() == "home" && inner.suffix().str().starts_with("}")) {
        return "refused";
      }
      out += "{";
    } else if (!match[2].matched) {
      out += text;
    } else if (before == "$") {
      if (known) return "refused";
      out += "{";
      before = "{";
      word.erase(0, 1);
      continue;
    } else if (!known) {
      return "refused";
    } else {
      out += "<" + name + ">";
    }
    before = text.substr(text.size() - 1);
    word = rest;
  }
  return out;
}

TEST(CommandTemplate, AgreesWithASlowReaderOnAnything) {
  std::mt19937 random(7);
  const std::vector<std::string> pieces = {"{", "}",  "$", "home", "{home}",
                                           "x", "{{", "1", "\n",   "{x"};
  std::size_t refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string word;
    for (std::size_t n = random() % 9; n > 0; --n) word += pieces[random() % pieces.size()];
    std::string got = filled(word);
    if (got.starts_with("refused")) got = "refused";
    refused += got == "refused" ? 1 : 0;
    ASSERT_EQ(got, oracle(word)) << word;
  }
  EXPECT_GT(refused, 1000u);
  EXPECT_LT(refused, 15'000u);
}

TEST(CommandTemplate, WhatNoArgumentCanHoldIsRefused) {
  EXPECT_EQ(with_request("x{request}", std::string("a\0b", 3)),
            "refused: {request} in command[1] would hold a NUL, which no argument can");
  EXPECT_EQ(with_request("{request}", std::string(131071, 'x')).size(), 131071u);
  EXPECT_EQ(with_request("{request}", std::string(131072, 'x')),
            "refused: command[1] with {request} in it has 131072 bytes; an argument holds at most "
            "131071");
}

TEST(CommandTemplate, TheProgramItselfIsTakenAsItStands) {
  const auto words = fill_command({"./{caseId}", "{caseId}"}, shouting_values());
  ASSERT_TRUE(words);
  EXPECT_EQ(words->at(0), "./{caseId}");
  EXPECT_EQ(words->at(1), "<caseId>");
}

TEST(CommandTemplate, KnowsWhichPlaceholdersAreUsed) {
  const std::vector<std::string> command = {"{home}", "a{trial}b", "{{model}"};
  EXPECT_TRUE(uses(command, Placeholder::trial));
  EXPECT_FALSE(uses(command, Placeholder::model));
  EXPECT_FALSE(uses(command, Placeholder::home));
}

TEST(CommandTemplate, KnowsWordsThatAnInterpreterReadsAsCode) {
  const auto code_for = [](std::vector<std::string> command) {
    const std::size_t last = command.size() - 1;
    return interpreter_of(command, last);
  };
  EXPECT_EQ(code_for({"sh", "-c", "x"}), "sh");
  EXPECT_EQ(code_for({"/bin/bash", "-e", "-lc", "x"}), "bash");
  EXPECT_EQ(code_for({"env", "A=1", "python3.11", "-c", "x"}), "python");
  EXPECT_EQ(code_for({"node", "--no-warnings", "-e", "x"}), "node");
  EXPECT_EQ(code_for({"sh", "-c", "x", "sh", "y"}), "");
  EXPECT_EQ(code_for({"sh", "x"}), "");
  EXPECT_EQ(code_for({"codex", "-c", "x"}), "");
  EXPECT_EQ(code_for({"gemini", "-p", "x"}), "");
  EXPECT_EQ(code_for({"sh"}), "");
  EXPECT_EQ(code_for({"-c", "x"}), "");
}

}  // namespace
}  // namespace tare

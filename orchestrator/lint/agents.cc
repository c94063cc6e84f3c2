// Agent cases that make a tool fail on purpose.
//
// What makes a tool fail is seen in three places: the request speaks of something that is not there
// or not right, the contract asks how the agent bears an error, or the tags say so. The words are
// English and few; docs/lint.md lists them.
#include <fmt/format.h>

#include <array>

#include "lint/case_texts.h"
#include "lint/lint_rules.h"
#include "lint/words.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 16> kRequest = {
    "does not exist", "doesn't exist", "do not exist", "nonexistent",
    "non-existent",   "non existing",  "invalid",      "malformed",
    "no such",        "never existed", "unknown id",   "wrong password",
    "expired token",  "out of range",  "not a valid",  "broken link"};
constexpr std::array<std::string_view, 16> kContract = {
    "error",   "errors",     "not found",     "does not exist",   "doesn't exist", "do not exist",
    "no such", "tool fails", "call fails",    "lookup fails",     "failed call",   "failing tool",
    "timeout", "times out",  "fails to find", "returned an error"};
constexpr std::array<std::string_view, 8> kTags = {
    "error", "errors", "tool-error", "failure", "error-handling", "negative", "fault", "not-found"};

template <std::size_t N>
std::string_view first_in(const std::string& text, const std::array<std::string_view, N>& list) {
  if (text.empty()) return {};
  const std::vector<Word> words = words_of(text);
  for (const std::string_view phrase : list) {
    if (has_phrase(words, phrase)) return phrase;
  }
  return {};
}

}  // namespace

void lint_agent(const TestCase& test_case, LintFindings& out) {
  if (test_case.input.kind != CaseKind::agent) return;
  const RareExpectation* rare = test_case.expected.rare.get();
  if (rare != nullptr && !rare->expected_errors.empty()) return;
  std::string seen;
  if (const std::string_view word = first_in(user_text(test_case), kRequest); !word.empty()) {
    seen = fmt::format("the request says \"{}\"", word);
  } else if (const std::string_view of = first_in(contract_text(test_case), kContract);
             !of.empty()) {
    seen = fmt::format("the contract says \"{}\"", of);
  } else {
    for (const std::string& tag : test_case.input.tags) {
      for (const std::string_view known : kTags) {
        if (tag == known) seen = fmt::format("it is tagged \"{}\"", known);
      }
    }
  }
  if (seen.empty()) return;
  out.add(LintRule::error_not_expected, test_case,
          fmt::format("seems to make a tool fail ({}), and has no \"expectedErrors\"", seen),
          "name the tools that may fail here: \"expectedErrors\": [\"…\"]");
}

}  // namespace tare

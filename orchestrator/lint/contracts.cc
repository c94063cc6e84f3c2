// Contracts for the judge that two readers would judge differently.
//
// The words are those that praise without saying what is to be seen; docs/lint.md lists them. A
// contract may be of any length and language, but in a few letters nothing can be stated.
#include <fmt/format.h>

#include <array>

#include "base/utf8.h"
#include "lint/case_texts.h"
#include "lint/lint_rules.h"
#include "lint/words.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 44> kVague = {"handles it well",
                                                     "handle it well",
                                                     "handles this well",
                                                     "handles well",
                                                     "handled well",
                                                     "handles gracefully",
                                                     "handles it gracefully",
                                                     "gracefully",
                                                     "responds appropriately",
                                                     "respond appropriately",
                                                     "appropriate response",
                                                     "appropriate answer",
                                                     "appropriately",
                                                     "behaves correctly",
                                                     "behaves properly",
                                                     "works correctly",
                                                     "works properly",
                                                     "works as expected",
                                                     "as expected",
                                                     "does the right thing",
                                                     "do the right thing",
                                                     "good answer",
                                                     "good response",
                                                     "gives a good",
                                                     "helpful answer",
                                                     "helpful response",
                                                     "is helpful",
                                                     "be helpful",
                                                     "reasonable answer",
                                                     "reasonable response",
                                                     "reasonably",
                                                     "makes sense",
                                                     "sensible answer",
                                                     "sensible response",
                                                     "high quality",
                                                     "good quality",
                                                     "satisfactory",
                                                     "correct answer",
                                                     "correct response",
                                                     "correctly answers",
                                                     "answers correctly",
                                                     "responds correctly",
                                                     "looks good",
                                                     "sounds good"};
constexpr std::size_t kFewestWords = 3;
constexpr std::size_t kFewestCharacters = 20;  // for languages without blanks between words

}  // namespace

void lint_contract(const TestCase& test_case, LintFindings& out) {
  const std::string contract = contract_text(test_case);
  if (contract.empty()) return;
  constexpr std::string_view kMend =
      "say what must be seen: \"PASS only if the answer names the order's number. FAIL if …\"";
  const std::vector<Word> words = words_of(contract);
  if (words.size() < kFewestWords && count_code_points(contract) < kFewestCharacters) {
    out.add(LintRule::vague_contract, test_case,
            "\"expectedOutput\" is too short to state anything", std::string(kMend));
    return;
  }
  for (const std::string_view phrase : kVague) {
    if (!has_phrase(words, phrase)) continue;
    out.add(LintRule::vague_contract, test_case,
            fmt::format("\"expectedOutput\" says \"{}\", which cannot be checked", phrase),
            std::string(kMend));
    return;
  }
}

}  // namespace tare

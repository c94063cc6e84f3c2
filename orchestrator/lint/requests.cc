// What the user says, as far as it gives the answer away or is no user's.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/escape.h"
#include "lint/case_texts.h"
#include "lint/lint_rules.h"
#include "lint/words.h"

namespace tare {
namespace {

// A name of one word is a word of the language, and may be said; as code it is the name.
bool stands_as_code(std::string_view text, const std::vector<Word>& words,
                    const std::string& name) {
  return std::any_of(words.begin(), words.end(), [&](const Word& word) {
    if (word.text != name) return false;
    const char before = word.begin > 0 ? text[word.begin - 1] : ' ';
    const char after = word.end < text.size() ? text[word.end] : ' ';
    return after == '(' || (before == '`' && after == '`');
  });
}

void names_its_tool(const TestCase& test_case, const CaseExpectations& expected,
                    std::string_view text, const std::vector<Word>& words, LintFindings& out) {
  for (const ExpectedUse& use : expected.uses()) {
    for (const std::string& tool : use.tools) {
      const std::vector<Word> name = words_of(tool);
      if (name.empty()) continue;
      if (name.size() == 1) {
        if (!stands_as_code(text, words, name[0].text)) continue;
      } else if (find_name(words, name) == NameForm::none) {
        continue;
      }
      out.add(LintRule::names_its_tool, test_case,
              fmt::format("the request names the tool that it expects, \"{}\"",
                          escape_for_terminal(shorten(tool, 60))),
              "say what the user wants, in words that a user would use");
      return;
    }
  }
}

// Domains that stand for a domain, and nothing else does. Those that end in a reserved name
// (.example, .test, .invalid, .localhost) count behind @ or // alone: elsewhere they may be the
// names of files.
constexpr std::array<std::string_view, 24> kDomains = {
    "example.com",   "example.org",     "example.net",  "example.edu",  "foo.bar",
    "foo.com",       "bar.com",         "foobar.com",   "baz.com",      "test.com",
    "test.org",      "domain.com",      "mydomain.com", "mysite.com",   "yourdomain.com",
    "yoursite.com",  "your-domain.com", "sample.com",   "company.com",  "yourcompany.com",
    "mycompany.com", "acme.com",        "website.com",  "some-site.com"};
constexpr std::array<std::string_view, 4> kReserved = {".example", ".test", ".invalid",
                                                       ".localhost"};
constexpr std::array<std::string_view, 8> kMailboxes = {"test",  "foo",         "bar",    "asdf",
                                                        "user1", "placeholder", "sample", "dummy"};
constexpr std::array<std::string_view, 3> kTexts = {"lorem ipsum", "asdf asdf", "foo bar baz"};

bool is_host_char(char c) {
  const char small = ascii_lower(c);
  return is_digit(c) || (small >= 'a' && small <= 'z') || c == '-' || c == '.';
}

// The made-up domain, address or text in it; "" where there is none.
std::string placeholder_in(std::string_view text, const std::vector<Word>& words) {
  for (std::size_t at = 0; at < text.size();) {
    if (!is_host_char(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && is_host_char(text[at])) ++at;
    std::string host(text.substr(begin, at - begin));
    while (!host.empty() && (host.back() == '.' || host.back() == '-')) host.pop_back();
    if (host.size() > 255) continue;
    std::transform(host.begin(), host.end(), host.begin(), ascii_lower);
    const bool behind_at = begin > 0 && text[begin - 1] == '@';
    const bool behind_slashes = begin > 1 && text[begin - 1] == '/' && text[begin - 2] == '/';
    for (const std::string_view domain : kDomains) {
      if (host == domain || (host.ends_with(domain) && host.size() > domain.size() &&
                             host[host.size() - domain.size() - 1] == '.')) {
        return host;
      }
    }
    for (const std::string_view reserved : kReserved) {
      if ((behind_at || behind_slashes) && host.ends_with(reserved)) return host;
    }
    const bool before_at =
        at < text.size() && text[at] == '@' && at + 1 < text.size() && is_host_char(text[at + 1]);
    if (before_at && std::find(kMailboxes.begin(), kMailboxes.end(), host) != kMailboxes.end()) {
      return host + "@";
    }
  }
  for (const std::string_view phrase : kTexts) {
    if (has_phrase(words, phrase)) return std::string(phrase);
  }
  return {};
}

}  // namespace

void lint_request(const TestCase& test_case, const CaseExpectations& expected, LintFindings& out) {
  if (test_case.input.kind == CaseKind::invoke) return;
  const std::string text = user_text(test_case);
  const std::vector<Word> words = words_of(text);
  names_its_tool(test_case, expected, text, words, out);
  const std::string args =
      test_case.expected.rare ? test_case.expected.rare->expected_args_json : std::string();
  for (const std::string_view where : {std::string_view(text), std::string_view(args)}) {
    const std::string found =
        placeholder_in(where, where.data() == text.data() ? words : words_of(where));
    if (found.empty()) continue;
    out.add(LintRule::placeholder, test_case,
            fmt::format("{} holds a placeholder, \"{}\"",
                        where.data() == text.data() ? "the request" : "expectedArgs",
                        escape_for_terminal(shorten(found, 60))),
            "write one that a user of yours could have written");
    return;
  }
}

}  // namespace tare

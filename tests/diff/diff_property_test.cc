// The diff against a slow, obvious oracle: a recursive walk that only answers "is there any change
// of value, spelling, number of members or order?". Findings must be there exactly where it says
// so. Applied to raw they must give normalized, and there must be no more of them than it takes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "apply_findings.h"
#include "diff/value_diff.h"
#include "diff/value_ids.h"
#include "fewest_findings.h"
#include "json/equal.h"
#include "json/reader.h"

namespace tare {
namespace {

using json::Value;

bool same_to_the_spelling(Value a, Value b) {
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case json::Kind::null:
      return true;
    case json::Kind::boolean:
      return a.boolean() == b.boolean();
    case json::Kind::number:
      return a.number_text() == b.number_text();
    case json::Kind::string:
      return a.decoded() == b.decoded();
    case json::Kind::array: {
      if (a.size() != b.size()) return false;
      auto j = b.elements().begin();
      for (const Value element : a.elements()) {
        if (!same_to_the_spelling(element, *j)) return false;
        ++j;
      }
      return true;
    }
    case json::Kind::object: {
      if (a.size() != b.size()) return false;
      auto j = b.members().begin();
      for (const json::Member member : a.members()) {
        if (member.name.decoded() != (*j).name.decoded()) return false;
        if (!same_to_the_spelling(member.value, (*j).value)) return false;
        ++j;
      }
      return true;
    }
  }
  return false;
}

// As many as ordinary tests have time for; all of them where TARE_FULL is set.
int rounds() { return std::getenv("TARE_FULL") != nullptr ? 100'000 : 20'000; }

bool has_unique_names(const json::Document& document) {
  for (std::uint32_t i = 0; i < document.nodes().size(); ++i) {
    const Value value(&document, i);
    if (!value.is_object()) continue;
    for (const json::Member member : value.members()) {
      if (value.count(member.name.decoded()) > 1) return false;
    }
  }
  return true;
}

class Maker {
 public:
  explicit Maker(std::uint32_t seed) : random_(seed) {}

  std::string object(int depth) {
    std::string out = "{";
    std::vector<std::string> names = {"a", "b", "cD", "c_d", "e"};
    std::ranges::shuffle(names, random_);
    const int count = pick(4);
    for (int i = 0; i < count; ++i) {
      if (i > 0) out += ",";
      out += "\"" + names[static_cast<std::size_t>(i)] + "\":" + value(depth);
    }
    return out + "}";
  }

  std::string value(int depth) {
    static const std::vector<std::string> kScalars = {
        "null",     "true",     "false",  "0",           "-0",
        "1",        "1.0",      "10e-1",  "2.5",         "9007199254740993",
        "\"\"",     "\"1\"",    "\"a\"",  "\"\\u0061\"", "\" a\"",
        "\"null\"", "\"true\"", "\"{}\"", "1e400"};
    const int what = depth > 0 ? pick(6) : 0;
    if (what == 4) return object(depth - 1);
    if (what == 5) {
      std::string out = "[";
      const int count = pick(4);
      for (int i = 0; i < count; ++i) out += (i > 0 ? "," : "") + value(depth - 1);
      return out + "]";
    }
    return kScalars[static_cast<std::size_t>(pick(static_cast<int>(kScalars.size())))];
  }

  // Now and then the same text, or the same text changed in one place.
  std::string mutated(std::string text) {
    if (pick(3) == 0) return text;
    const std::vector<std::pair<std::string, std::string>> swaps = {
        {"1", "1.0"},         {"\"a\"", "\"\\u0061\""},
        {"null", "\"null\""}, {"true", "false"},
        {"1.0", "1"},         {"c_d", "cD"},
        {"[", "[null,"},      {"{\"a\":", "{\"e\":"},
        {",", " , "},         {"{\"b\":", "{\"b\":7,\"b\":"}};
    const auto& [from, to] = swaps[static_cast<std::size_t>(pick(static_cast<int>(swaps.size())))];
    if (const std::size_t at = text.find(from); at != text.npos) text.replace(at, from.size(), to);
    json::Document document;
    return json::read_strict(text, document) ? "{}" : text;
  }

  int pick(int below) { return static_cast<int>(random_() % static_cast<std::uint32_t>(below)); }

 private:
  std::mt19937 random_;
};

TEST(DiffProperty, ThereAreFindingsExactlyWhereSomethingChanged) {
  Maker maker(7);
  int equal = 0;
  int changed = 0;
  for (int round = 0; round < 20'000; ++round) {
    const std::string raw = maker.object(3);
    const std::string normalized = maker.pick(2) == 0 ? maker.mutated(raw) : maker.object(3);
    json::Document a;
    json::Document b;
    ASSERT_FALSE(json::read_strict(raw, a));
    ASSERT_FALSE(json::read_strict(normalized, b)) << normalized;
    const bool same = same_to_the_spelling(a.root(), b.root());
    const auto found = diff_arguments(raw, normalized, {});
    ASSERT_EQ(found.empty(), same) << raw << "\n" << normalized;
    const bool value_changed = std::ranges::any_of(found, &Finding::value_changed);
    ASSERT_EQ(!value_changed, json::equal_by_value(a.root(), b.root())) << raw << "\n"
                                                                        << normalized;
    (same ? equal : changed) += 1;
  }
  EXPECT_GT(equal, 500);
  EXPECT_GT(changed, 5'000);
}

TEST(DiffProperty, ValueIdsAgreeWithEqualityByValue) {
  Maker maker(11);
  int equal = 0;
  for (int round = 0; round < 20'000; ++round) {
    const std::string left = maker.value(2);
    const std::string right = maker.pick(2) == 0 ? maker.mutated(left) : maker.value(1);
    json::Document a;
    json::Document b;
    if (json::read_strict(left, a) || json::read_strict(right, b)) continue;
    ValueIds ids;
    ids.add(a);
    ids.add(b);
    ASSERT_EQ(ids.same(a.root(), b.root()), json::equal_by_value(a.root(), b.root()))
        << left << "\n"
        << right;
    equal += ids.same(a.root(), b.root()) ? 1 : 0;
  }
  EXPECT_GT(equal, 500);
}

// Objects, with a list in most of them that is shuffled, cut and changed.
std::pair<std::string, std::string> related_pair(Maker& maker, std::mt19937& random) {
  const std::string raw = maker.object(3);
  if (maker.pick(3) == 0) return {raw, maker.object(3)};
  if (maker.pick(3) == 0) return {raw, maker.mutated(raw)};
  std::vector<std::string> elements;
  const int count = maker.pick(5);
  for (int i = 0; i < count; ++i) elements.push_back(maker.value(1));
  const auto as_list = [&] {
    std::string out = "{\"l\":[";
    for (const std::string& element : elements) out += (out.back() == '[' ? "" : ",") + element;
    return out + "]}";
  };
  const std::string before = as_list();
  if (maker.pick(2) == 0) std::ranges::shuffle(elements, random);
  if (!elements.empty() && maker.pick(2) == 0) elements.erase(elements.begin() + maker.pick(count));
  if (!elements.empty() && maker.pick(2) == 0) elements[0] = maker.mutated(elements[0]);
  if (elements.size() < 5 && maker.pick(2) == 0) {
    elements.insert(elements.begin() + maker.pick(static_cast<int>(elements.size()) + 1),
                    maker.value(1));
  }
  return {before, as_list()};
}

TEST(DiffProperty, FindingsAppliedToRawGiveNormalized) {
  Maker maker(17);
  std::mt19937 random(19);
  for (int round = 0; round < rounds(); ++round) {
    auto [raw, normalized] = related_pair(maker, random);
    if (maker.pick(4) == 0 && raw.starts_with("{\"b\":")) raw.insert(1, "\"b\":[3],");
    json::Document a;
    json::Document b;
    ASSERT_FALSE(json::read_strict(raw, a)) << raw;
    ASSERT_FALSE(json::read_strict(normalized, b)) << normalized;
    const auto repeats = [](std::string_view text, const char* name) {
      const std::size_t first = text.find(name);
      return first != text.npos && text.find(name, first + 1) != text.npos;
    };
    if (repeats(normalized, "\"b\":")) continue;  // a path does not tell which of two was meant
    const auto found = diff_arguments(raw, normalized, {});
    const std::string rebuilt = FindingsApplied(found).to(a.root());
    json::Document c;
    ASSERT_FALSE(json::read_strict(rebuilt, c)) << raw << "\n" << normalized << "\n" << rebuilt;
    ASSERT_TRUE(json::equal_by_value(b.root(), c.root())) << raw << "\n"
                                                          << normalized << "\n"
                                                          << rebuilt;
  }
}

TEST(DiffProperty, NoMoreFindingsThanItTakes) {
  Maker maker(23);
  std::mt19937 random(29);
  int settled = 0;
  for (int round = 0; round < rounds(); ++round) {
    const auto [raw, normalized] = related_pair(maker, random);
    json::Document a;
    json::Document b;
    ASSERT_FALSE(json::read_strict(raw, a)) << raw;
    ASSERT_FALSE(json::read_strict(normalized, b)) << normalized;
    if (!has_unique_names(a) || !has_unique_names(b)) continue;
    const Findings fewest = FewestFindings::between(a.root(), b.root());
    const auto all = diff_arguments(raw, normalized, {});
    const auto found =
        static_cast<std::size_t>(std::ranges::count_if(all, &Finding::value_changed));
    ASSERT_GE(found, fewest.least) << raw << "\n" << normalized;
    ASSERT_LE(found, fewest.most) << raw << "\n" << normalized;
    settled += fewest.least == fewest.most ? 1 : 0;
  }
  EXPECT_GT(settled, rounds() / 2);
}

// Any two byte strings: no crash, and a finding wherever the texts mean different things.
TEST(DiffProperty, BrokenTextsNeverPassInSilence) {
  Maker maker(13);
  for (int round = 0; round < 20'000; ++round) {
    std::string raw = maker.object(2);
    std::string normalized = maker.object(2);
    for (std::string* text : {&raw, &normalized}) {
      if (text->empty() || maker.pick(3) == 0) continue;
      const auto at = static_cast<std::size_t>(maker.pick(static_cast<int>(text->size())));
      if (maker.pick(2) == 0) {
        text->resize(at);
      } else {
        (*text)[at] = static_cast<char>(maker.pick(256));
      }
    }
    json::Document a;
    json::Document b;
    const bool broken = static_cast<bool>(json::read_strict(raw, a)) !=
                        static_cast<bool>(json::read_strict(normalized, b));
    const auto found = diff_arguments(raw, normalized, {});
    const bool blank = raw.empty() || normalized.empty();
    if (!broken || blank) continue;
    ASSERT_FALSE(found.empty()) << raw << "\n" << normalized;
  }
}

}  // namespace
}  // namespace tare

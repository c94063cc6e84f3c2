// nlohmann/json as the oracle on what both accept: structure, decoded strings, numbers that fit.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "json/decimal.h"
#include "json_test_data.h"

namespace tare::json {
namespace {

using Oracle = nlohmann::ordered_json;

// nlohmann keeps the first place of a repeated name and its last value, so names are looked up.
void expect_same(Value ours, const Oracle& theirs, const std::string& text) {
  switch (theirs.type()) {
    case Oracle::value_t::null:
      ASSERT_TRUE(ours.is_null()) << text;
      return;
    case Oracle::value_t::boolean:
      ASSERT_TRUE(ours.is_boolean()) << text;
      ASSERT_EQ(ours.boolean(), theirs.get<bool>()) << text;
      return;
    case Oracle::value_t::string:
      ASSERT_TRUE(ours.is_string()) << text;
      ASSERT_EQ(ours.decoded(), theirs.get<std::string>()) << text;
      ASSERT_TRUE(ours.decoded_equals(theirs.get<std::string>())) << text;
      return;
    case Oracle::value_t::number_integer:
    case Oracle::value_t::number_unsigned:
      ASSERT_TRUE(ours.is_number()) << text;
      ASSERT_EQ(ours.as_integer(), theirs.get<std::int64_t>()) << text;
      ASSERT_TRUE(same_number(ours.number_text(), theirs.dump())) << text;
      return;
    case Oracle::value_t::number_float:
      ASSERT_TRUE(ours.is_number()) << text;
      ASSERT_EQ(ours.as_double(), theirs.get<double>()) << ours.text();
      return;
    case Oracle::value_t::array: {
      ASSERT_TRUE(ours.is_array()) << text;
      ASSERT_EQ(ours.size(), theirs.size()) << text;
      auto it = theirs.begin();
      for (const Value element : ours.elements()) expect_same(element, *it++, text);
      return;
    }
    case Oracle::value_t::object:
      ASSERT_TRUE(ours.is_object()) << text;
      for (const Member& m : ours.members()) ASSERT_TRUE(theirs.contains(m.name.decoded())) << text;
      for (const auto& [name, value] : theirs.items()) {
        if (ours.count(name) == 1) expect_same(ours.find(name), value, text);
        ASSERT_GE(ours.count(name), 1u) << text;
      }
      return;
    case Oracle::value_t::binary:
    case Oracle::value_t::discarded:
      FAIL() << text;
  }
}

TEST(NlohmannOracle, AgreesOnRandomValues) {
  RandomJson random(20261130);
  Document document;
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = random.value();
    ASSERT_FALSE(read_strict(text, document)) << text;
    expect_same(document.root(), Oracle::parse(text), text);
  }
}

TEST(NlohmannOracle, AgreesOnWhichDamagedTextsAreJson) {
  RandomJson random(7);
  Document document;
  int accepted = 0;
  for (int i = 0; i < 40'000; ++i) {
    std::string text = random.value(3);
    const auto place = static_cast<std::size_t>(random.pick(static_cast<int>(text.size())));
    const std::string pieces = "{}[],:\"\\ 0123456789-+.eEtfn\n\x01";
    const char piece =
        pieces[static_cast<std::size_t>(random.pick(static_cast<int>(pieces.size())))];
    if (random.pick(2) == 0) {
      text[place] = piece;
    } else {
      text.insert(place, 1, piece);
    }
    const ReadError error = read_strict(text, document);
    bool only_ours = false;  // evidence that we keep and nlohmann refuses
    for (std::uint32_t n = 0; !error && n < document.nodes().size(); ++n) {
      const Value v(&document, n);
      only_ours |= v.is_string() &&
                   (v.has_note(StringNote::invalid_utf8) || v.has_note(StringNote::lone_surrogate));
      only_ours |= v.is_number() && !v.as_double().has_value();
    }
    if (only_ours) continue;
    ASSERT_EQ(!error, Oracle::accept(text)) << text << "\n" << error.reason << " " << error.offset;
    accepted += error ? 0 : 1;
  }
  EXPECT_GT(accepted, 1'000);
}

TEST(NlohmannOracle, AgreesOnTheParsingSuite) {
  const auto folder = data_folder("json_test_suite/test_parsing");
  if (!folder) GTEST_SKIP() << "data set json_test_suite is not at hand (TARE_SHARED_DATA)";
  for (const auto& file : std::filesystem::directory_iterator(*folder)) {
    const std::string text = file_bytes(file.path());
    Document document;
    if (read_strict(text, document)) continue;
    Oracle theirs;
    try {
      theirs = Oracle::parse(text);
    } catch (const Oracle::exception&) {
      continue;
    }
    expect_same(document.root(), theirs, file.path().filename());
  }
}

}  // namespace
}  // namespace tare::json

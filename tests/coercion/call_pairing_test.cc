// Pairing against brute force: for few calls, the criteria applied one by one in nested loops, and
// of all ways to pair calls of one name the best one found by trying them all.
#include "coercion/call_pairing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <deque>
#include <functional>
#include <random>
#include <set>

#include "json/decimal.h"
#include "json/reader.h"
#include "sample_answers.h"

namespace tare {
namespace {

// Calls whose keys view these strings.
class Calls {
 public:
  void add(std::optional<std::string> id, std::string name, std::string text) {
    const std::string& own_name = texts_.emplace_back(std::move(name));
    const std::string& own_text = texts_.emplace_back(std::move(text));
    const std::string& key = texts_.emplace_back(arguments_key(own_text));
    CallKey call;
    if (id) call.id = texts_.emplace_back(std::move(*id));
    call.name = own_name;
    call.arguments = key;
    call.text = own_text;
    keys.push_back(call);
  }
  std::vector<CallKey> keys;

 private:
  std::deque<std::string> texts_;
};

using Partners = std::vector<std::int64_t>;

// Likeness as its words say, by values and not by hashes; for members that are numbers and strings.
std::int64_t plain_likeness(std::string_view left, std::string_view right) {
  struct Plain {
    std::string name, folded, text;
    bool is_string;
  };
  const auto members = [](std::string_view text) {
    json::Document document;
    EXPECT_FALSE(json::read_strict(text, document));
    std::vector<Plain> out;
    for (const json::Member member : document.root().members()) {
      Plain one{member.name.decoded(), "", "", member.value.is_string()};
      for (const char c : one.name) {
        if (c != '_') one.folded += static_cast<char>(std::tolower(c));
      }
      one.text = one.is_string ? member.value.decoded() : std::string(member.value.text());
      out.push_back(std::move(one));
    }
    return out;
  };
  std::int64_t sum = 0;
  std::vector<Plain> others = members(right);
  for (const Plain& a : members(left)) {
    const auto b = std::ranges::find(others, a.folded, &Plain::folded);
    if (b == others.end()) continue;
    const bool alike = a.text == b->text || json::same_number(a.text, b->text);
    const bool same = a.is_string == b->is_string && (a.is_string ? a.text == b->text : alike);
    sum += 1 + (a.name == b->name) + (alike ? 3 : 0) + same;
    others.erase(b);
  }
  return sum;
}

class Slowly {
 public:
  Slowly(const std::vector<CallKey>& left, const std::vector<CallKey>& right)
      : left_(left), right_(right), partner_(left.size(), -1), taken_(right.size(), false) {}

  Partners run() {
    first_come([&](const CallKey& a, const CallKey& b) {
      return a.id && a.id == b.id && times(left_, a.id) == 1 && times(right_, a.id) == 1;
    });
    first_come([](const CallKey& a, const CallKey& b) {
      return a.name == b.name && a.arguments == b.arguments;
    });
    std::set<std::string_view> names;
    for (const CallKey& call : left_) names.insert(call.name);
    for (const std::string_view name : names) best_of(name);
    first_come([](const CallKey& a, const CallKey& b) { return a.arguments == b.arguments; });
    first_come([](const CallKey&, const CallKey&) { return true; });
    return partner_;
  }

 private:
  static int times(const std::vector<CallKey>& calls, std::optional<std::string_view> id) {
    return static_cast<int>(std::ranges::count(calls, id, &CallKey::id));
  }

  void first_come(const std::function<bool(const CallKey&, const CallKey&)>& fits) {
    for (std::size_t i = 0; i < left_.size(); ++i) {
      for (std::size_t j = 0; j < right_.size() && partner_[i] < 0; ++j) {
        if (taken_[j] || !fits(left_[i], right_[j])) continue;
        partner_[i] = static_cast<std::int64_t>(j);
        taken_[j] = true;
      }
    }
  }

  // The greatest sum of likeness; of those the least sum of squared distances among the namesakes.
  void best_of(std::string_view name) {
    std::vector<std::size_t> lefts, rights;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      if (partner_[i] < 0 && left_[i].name == name) lefts.push_back(i);
    }
    for (std::size_t j = 0; j < right_.size(); ++j) {
      if (!taken_[j] && right_[j].name == name) rights.push_back(j);
    }
    if (lefts.empty() || rights.empty()) return;
    const bool wide = lefts.size() <= rights.size();
    const std::vector<std::size_t>& few = wide ? lefts : rights;
    std::vector<std::size_t> order((wide ? rights : lefts).size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::pair<std::int64_t, std::int64_t> best(-1, 0);
    std::vector<std::size_t> chosen;
    do {
      std::pair<std::int64_t, std::int64_t> sum(0, 0);
      for (std::size_t k = 0; k < few.size(); ++k) {
        const std::size_t i = wide ? lefts[k] : lefts[order[k]];
        const std::size_t j = wide ? rights[order[k]] : rights[k];
        sum.first += plain_likeness(left_[i].text, right_[j].text);
        const auto apart = static_cast<std::int64_t>(k) - static_cast<std::int64_t>(order[k]);
        sum.second -= apart * apart;
      }
      if (sum > best) {
        best = sum;
        chosen = order;
      } else if (sum == best && !std::ranges::equal(chosen, order)) {
        tie_ = tie_ ||
               !std::equal(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(few.size()),
                           order.begin());
      }
    } while (std::ranges::next_permutation(order).found);
    for (std::size_t k = 0; k < few.size(); ++k) {
      const std::size_t i = wide ? lefts[k] : lefts[chosen[k]];
      const std::size_t j = wide ? rights[chosen[k]] : rights[k];
      partner_[i] = static_cast<std::int64_t>(j);
      taken_[j] = true;
    }
  }

 public:
  bool tie_ = false;  // two ways are equally good: either is right

 private:
  const std::vector<CallKey>& left_;
  const std::vector<CallKey>& right_;
  Partners partner_;
  std::vector<bool> taken_;
};

TEST(CallPairing, AgreesWithBruteForce) {
  std::mt19937 random(3);
  const auto pick = [&](std::uint32_t below) {
    return static_cast<std::uint32_t>(random() % below);
  };
  const auto calls = [&](Calls& out) {
    for (std::uint32_t i = pick(6); i > 0; --i) {
      std::optional<std::string> id;
      if (pick(3) == 0) id = std::string(1, static_cast<char>('0' + pick(4)));
      std::string text = "{";
      for (std::uint32_t m = pick(3); m > 0; --m) {
        if (text.size() > 1) text += ',';
        static constexpr const char* kNames[] = {"p", "q", "r", "P", "q_"};
        static constexpr const char* kNumbers[] = {"0",  "1",   "10",  "20",  "1e1",
                                                   "-1", "1.5", "0.5", "-0.5"};
        const std::string number = kNumbers[pick(9)];
        text += "\"" + std::string(kNames[pick(5)]) + "\":";
        text += pick(2) == 0 ? number : "\"" + number + "\"";
      }
      out.add(id, std::string(1, static_cast<char>('a' + pick(2))), text + "}");
    }
  };
  int compared = 0;
  for (int round = 0; round < 20'000; ++round) {
    Calls left, right;
    calls(left);
    calls(right);
    Slowly oracle(left.keys, right.keys);
    const Partners expected = oracle.run();
    if (oracle.tie_) continue;
    ++compared;
    ASSERT_EQ(pair_calls(left.keys, right.keys).partner, expected) << round;
  }
  EXPECT_GT(compared, 15'000);
}

// Not by who comes first: the first left call would take the second's only like partner.
TEST(CallPairing, NoCallTakesAPartnerThatSuitsAnotherBetter) {
  Calls left, right;
  left.add({}, "t", R"({"city":"Rome","day":1})");
  left.add({}, "t", R"({"city":"Rome","day":2})");
  right.add({}, "t", R"({"city":"Rome","day":"2"})");
  right.add({}, "t", R"({"city":"ROME","day":"1"})");
  const CallPairing pairing = pair_calls(left.keys, right.keys);
  EXPECT_EQ(pairing.partner, (Partners{1, 0}));
  EXPECT_EQ(pairing.by[0], PairedBy::likeness);
}

TEST(CallPairing, TheOrderOfTheListsDecidesNothingButTies) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::size_t> order(12);
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    Calls left, right;
    for (const std::size_t i : order) {
      left.add({}, i % 2 == 0 ? "a" : "b", "{\"n\":\"" + std::to_string(i) + "\",\"m\":1}");
    }
    std::ranges::shuffle(order, random);
    for (const std::size_t i : order) {
      right.add({}, i % 2 == 0 ? "a" : "b", "{\"n\":" + std::to_string(i) + ",\"m\":1}");
    }
    const CallPairing pairing = pair_calls(left.keys, right.keys);
    for (std::size_t i = 0; i < order.size(); ++i) {
      ASSERT_EQ(order[static_cast<std::size_t>(pairing.partner[i])], i);
    }
  }
}

// Each of these casts leaves which call is which to nothing but the value.
TEST(CallPairing, ACastOfAnyKindDoesNotHideWhichCallItWas) {
  using Cast = std::pair<std::function<std::string(int)>, std::function<std::string(int)>>;
  const auto quoted = [](std::string text) { return "\"" + text + "\""; };
  const auto plain = [](int i) { return std::to_string(i); };
  const auto word = [](int i) { return "Word " + std::to_string(i) + "-b"; };
  const std::vector<Cast> casts = {
      {[&](int i) { return quoted(plain(i)); }, plain},
      {plain, [&](int i) { return quoted(plain(i)); }},
      {[&](int i) { return quoted(plain(10 * i)); }, [&](int i) { return plain(10 * i); }},
      {[&](int i) { return quoted(plain(i) + "00"); }, [&](int i) { return plain(i) + "e2"; }},
      {[&](int i) { return quoted(plain(i) + ".5"); }, [&](int i) { return plain(i) + ".5"; }},
      {[&](int i) { return quoted(plain(i - 100)); }, [&](int i) { return plain(i - 100); }},
      {[&](int i) { return quoted("-0." + plain(1000 + i)); },
       [&](int i) { return "-0." + plain(1000 + i); }},
      {[&](int i) { return quoted("00" + plain(i)); }, plain},
      {[&](int i) { return quoted(" +" + plain(i) + " "); }, plain},
      {[&](int i) { return quoted(plain(i + 1) + "_000"); },
       [&](int i) { return plain(i + 1) + "000"; }},
      {[&](int i) { return quoted(plain(i + 1) + ",000"); },
       [&](int i) { return plain(i + 1) + "000.0"; }},
      {[&](int i) { return "[" + quoted(plain(10 * i)) + ",\"1\"]"; },
       [&](int i) { return "[" + plain(10 * i) + ",1]"; }},
      {[&](int i) { return "{\"k\":" + plain(-i) + "}"; },
       [&](int i) { return quoted("{\\\"k\\\":" + plain(-i) + "}"); }},
      {plain, [&](int i) { return "[" + plain(i) + "]"; }},
      {[&](int i) { return quoted(word(i)); }, [&](int i) { return quoted("  " + word(i)); }},
      {[&](int i) { return quoted(word(i)); }, [&](int i) { return "[" + quoted(word(i)) + "]"; }},
  };
  std::mt19937 random(7);
  for (std::size_t cast = 0; cast < casts.size(); ++cast) {
    for (const int calls : {200, 700}) {
      std::vector<int> order(static_cast<std::size_t>(calls));
      for (int i = 0; i < calls; ++i) order[static_cast<std::size_t>(i)] = i;
      Calls left, right;
      for (const int i : order) {
        left.add({}, "t", "{\"n\":" + casts[cast].first(i) + ",\"b\":\"true\"}");
      }
      std::ranges::shuffle(order, random);
      for (const int i : order) {
        right.add({}, "t", "{\"n\":" + casts[cast].second(i) + ",\"b\":1}");
      }
      const CallPairing pairing = pair_calls(left.keys, right.keys);
      for (int i = 0; i < calls; ++i) {
        const auto partner = static_cast<std::size_t>(pairing.partner[static_cast<std::size_t>(i)]);
        ASSERT_EQ(order[partner], i) << "cast " << cast << " of " << calls << ": "
                                     << left.keys[static_cast<std::size_t>(i)].text;
      }
    }
  }
}

TEST(CallPairing, CastCallsInAnotherOrderAreCastsAndAReorder) {
  const auto found = kinds(both_ends({wire("t", R"({"n":"10"})"), wire("t", R"({"n":"20"})"),
                                      tool("t", R"({"n":20})"), tool("t", R"({"n":10})")}));
  EXPECT_EQ(std::ranges::count(found, "stringToNumber"), 2) << testing::PrintToString(found);
  EXPECT_EQ(std::ranges::count(found, "callsReordered"), 1) << testing::PrintToString(found);
  EXPECT_EQ(found.size(), 3u);
}

// Beyond kMaxAssigned those that are all alike find each other, and few enough others are weighed.
TEST(CallPairing, ManyChangedCallsOfOneNameArePairedByWhatTheyHold) {
  std::vector<int> order(2'000);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  const auto text = [](int i, bool cast) {
    const std::string n = std::to_string(i);
    return "{\"n\":" + (cast ? n : "\"" + n + "\"") +
           (i % 10 == 0 ? (cast ? ",\"extra\":1}" : ",\"other\":1}") : "}");
  };
  Calls left, right;
  for (const int i : order) left.add({}, "t", text(i, false));
  std::mt19937 random(9);
  std::ranges::shuffle(order, random);
  for (const int i : order) right.add({}, "t", text(i, true));
  const CallPairing pairing = pair_calls(left.keys, right.keys);
  for (std::size_t i = 0; i < order.size(); ++i) {
    ASSERT_EQ(order[static_cast<std::size_t>(pairing.partner[i])], static_cast<int>(i));
    ASSERT_EQ(pairing.by[i], PairedBy::likeness);
  }
}

TEST(CallPairing, AnIdCountsWithinItsTurnAndOnlyWhereItIsUnique) {
  Calls left, right;
  left.add("x", "a", "{}");
  left.add("x", "b", "{}");
  right.add("x", "b", "{}");
  right.add("x", "c", "{}");
  EXPECT_EQ(pair_calls(left.keys, right.keys).partner, (Partners{1, 0})) << "b finds b";
  left.keys[0].turn = right.keys[0].turn = 1;
  left.keys[1].turn = right.keys[1].turn = 2;
  EXPECT_EQ(pair_calls(left.keys, right.keys).partner, (Partners{0, 1})) << "unique in each turn";
}

TEST(CallPairing, EqualArgumentsUnderAnotherNameComeBeforePosition) {
  Calls left, right;
  left.add({}, "a", R"({"n":1})");
  left.add({}, "b", R"({"n":2})");
  right.add({}, "y", R"({"n":2})");
  right.add({}, "x", R"({"n":3})");
  const CallPairing pairing = pair_calls(left.keys, right.keys);
  EXPECT_EQ(pairing.partner, (Partners{1, 0}));
  EXPECT_EQ(pairing.by[0], PairedBy::order);
  EXPECT_EQ(pairing.by[1], PairedBy::arguments);
}

// A pairing that is cubic in changed calls would run into the time-out of the whole program.
TEST(CallPairing, ThousandsOfChangedCallsOfOneNameAreNoBurden) {
  for (const int calls : {400, 20'000}) {
    Calls left, right;
    for (int i = 0; i < calls; ++i) {
      left.add({}, "t", "{\"n\":\"" + std::to_string(i) + "\",\"same\":true}");
      right.add({}, "t", "{\"n\":" + std::to_string(i) + ",\"same\":true}");
    }
    const CallPairing pairing = pair_calls(left.keys, right.keys);
    for (std::size_t i = 0; i < left.keys.size(); ++i) {
      ASSERT_EQ(pairing.partner[i], static_cast<std::int64_t>(i));
    }
  }
}

}  // namespace
}  // namespace tare

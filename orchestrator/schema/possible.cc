// One recursion down the schema and the place together: at each subschema what it says itself, and
// what those say that it applies to the same value, put together by the rules of sets. A schema
// that refers to itself at one place says nothing new there.
#include "schema/possible.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

#include "json/decimal.h"
#include "schema/navigator.h"

namespace tare::schema {
namespace {

using json::Kind;
using json::Value;

constexpr std::size_t kMaxSteps = 20'000;
constexpr std::size_t kMaxListed = 4096;
constexpr std::size_t kMaxDepth = 400;

Possible nothing() {
  Possible out;
  out.kinds = 0;
  return out;
}

// The end that leaves less (or, if not `tighter`, more) room; `low`: it is the lower one.
const NumberEnd& end_of(const NumberEnd& a, const NumberEnd& b, bool low, bool tighter) {
  const auto order = json::compare_numbers(a.number, b.number);
  if (order == std::partial_ordering::equivalent) return a.open == tighter ? a : b;
  const bool a_is_tighter = low ? order > 0 : order < 0;
  return a_is_tighter == tighter ? a : b;
}

std::optional<NumberEnd> tighter(const std::optional<NumberEnd>& a,
                                 const std::optional<NumberEnd>& b, bool low) {
  if (!a || !b) return a ? a : b;
  return end_of(*a, *b, low, true);
}

std::optional<NumberEnd> wider(const std::optional<NumberEnd>& a, const std::optional<NumberEnd>& b,
                               bool low) {
  if (!a || !b) return std::nullopt;
  return end_of(*a, *b, low, false);
}

CountSpan common_part(const CountSpan& a, const CountSpan& b) {
  return {std::max(a.least, b.least), std::min(a.greatest, b.greatest)};
}

CountSpan union_of(const CountSpan& a, const CountSpan& b) {
  return {std::min(a.least, b.least), std::max(a.greatest, b.greatest)};
}

NumberSpan union_of(const NumberSpan& a, const NumberSpan& b) {
  return {.least = wider(a.least, b.least, true),
          .greatest = wider(a.greatest, b.greatest, false),
          .whole_only = a.whole_only && b.whole_only};
}

void add_listed(const std::vector<Value>& more, Possible& out) {
  out.listed.insert(out.listed.end(), more.begin(), more.end());
  if (out.listed.size() <= kMaxListed) return;
  out.listed.clear();
  out.listed_kinds = 0;
}

Possible both(Possible a, const Possible& b) {
  a.kinds &= b.kinds;
  a.numbers = schema::common_part(a.numbers, b.numbers);
  a.text = common_part(a.text, b.text);
  a.items = common_part(a.items, b.items);
  a.listed_kinds |= b.listed_kinds;
  add_listed(b.listed, a);
  return a;
}

Possible either(Possible a, const Possible& b) {
  const auto closed = [](const Possible& one) -> KindSet {
    return static_cast<KindSet>(one.listed_kinds | (kAllKinds & ~one.kinds));
  };
  // What is said of a kind that an alternative does not know is not said by it.
  const auto unite = [&](Kind kind, auto& mine, const auto& other) {
    if ((a.kinds & kind_bit(kind)) == 0) {
      mine = other;
    } else if ((b.kinds & kind_bit(kind)) != 0) {
      mine = union_of(mine, other);
    }
  };
  unite(Kind::number, a.numbers, b.numbers);
  unite(Kind::string, a.text, b.text);
  unite(Kind::array, a.items, b.items);
  a.listed_kinds = closed(a) & closed(b);
  a.kinds |= b.kinds;
  add_listed(b.listed, a);
  return a;
}

class Bounding {
 public:
  Bounding(const Program& program, const std::vector<PlaceStep>& place)
      : program_(program), place_(place) {}

  Possible at(NodeId id, std::size_t depth) {
    if (id == kNone || ++steps_ > kMaxSteps || open_.size() >= kMaxDepth) return {};
    const Node& node = program_.nodes[id];
    if (node.never) return nothing();
    const auto [here, is_new] = open_.insert({id, depth});
    if (!is_new) return {};
    Possible out = depth == place_.size() ? own(node) : below(node, depth);
    for (const Combinator& combinator : node.combinators) add(combinator, depth, out);
    open_.erase(here);
    return out;
  }

 private:
  void add(const Combinator& combinator, std::size_t depth, Possible& out) {
    switch (combinator.keyword) {
      case Keyword::ref:
      case Keyword::dynamic_ref:
      case Keyword::recursive_ref:
      case Keyword::all_of:
        if (!combinator.anchor.empty()) return;  // leads elsewhere from elsewhere
        for (const NodeId one : combinator.nodes) out = both(std::move(out), at(one, depth));
        return;
      case Keyword::any_of:
      case Keyword::one_of: {
        Possible sum = nothing();
        for (const NodeId one : combinator.nodes) sum = either(std::move(sum), at(one, depth));
        out = both(std::move(out), sum);
        return;
      }
      default:
        return;
    }
  }

  Possible below(const Node& node, std::size_t depth) {
    const PlaceStep& step = place_[depth];
    const Kind holder = step.index ? Kind::array : Kind::object;
    if (!node.any_type && (node.types & kind_bit(holder)) == 0) return nothing();
    if (step.index) {
      if (node.array == kNone) return {};
      const ArrayRule& rule = program_.arrays[node.array];
      return at(*step.index < rule.prefix.size() ? rule.prefix[*step.index] : rule.rest, depth + 1);
    }
    if (node.object == kNone) return {};
    const ObjectRule& rule = program_.objects[node.object];
    Possible out;
    bool named = false;
    const Index slot = rule.names.find(step.name, 0);
    if (slot != kNone && rule.properties[slot] != kNone) {
      named = true;
      out = at(rule.properties[slot], depth + 1);
    }
    for (const ObjectRule::Matching& matching : rule.patterns) {
      const Match match = program_.patterns[matching.pattern].match(step.name);
      named = named || match != Match::no;
      if (match == Match::yes) out = both(std::move(out), at(matching.node, depth + 1));
    }
    return named ? out : at(rule.additional, depth + 1);
  }

  Possible own(const Node& node) const {
    Possible out;
    if (!node.any_type) out.kinds = node.types;
    out.numbers.whole_only = node.integers;
    if (node.number != kNone) {
      for (const Bound& bound : program_.numbers[node.number].bounds) add(bound, out.numbers);
    }
    if (node.string != kNone) out.text = span_of(program_.strings[node.string].length);
    if (node.array != kNone) out.items = span_of(program_.arrays[node.array].size);
    if (!node.schema.is_object()) return out;
    if (node.enumeration != kNone) {
      std::vector<Value> values;
      for (const Value one : node.schema.find("enum").elements()) values.push_back(one);
      close(values, out);
    }
    if (node.constant != kNone) close({node.schema.find("const")}, out);
    return out;
  }

  static CountSpan span_of(const CountRange& range) { return {range.min, range.max}; }

  static void close(const std::vector<Value>& values, Possible& out) {
    KindSet kinds = 0;
    for (const Value one : values) kinds |= kind_bit(one.kind());
    out.kinds &= kinds;
    out.listed_kinds = kAllKinds;
    add_listed(values, out);
  }

  static void add(const Bound& bound, NumberSpan& out) {
    const bool low =
        bound.keyword == Keyword::minimum || bound.keyword == Keyword::exclusive_minimum;
    const bool open =
        bound.keyword == Keyword::exclusive_minimum || bound.keyword == Keyword::exclusive_maximum;
    std::optional<NumberEnd>& end = low ? out.least : out.greatest;
    end = tighter(end, NumberEnd{bound.text, open}, low);
  }

  const Program& program_;
  const std::vector<PlaceStep>& place_;
  std::size_t steps_ = 0;
  std::set<std::pair<NodeId, std::size_t>> open_;
};

// The whole number nearest to an end, inwards; in doubles, and so only where they count exactly.
std::optional<double> first_whole(const NumberEnd& end, bool low) {
  if (!json::is_json_number(end.number)) return std::nullopt;
  double value = 0;
  const char* const last = end.number.data() + end.number.size();
  if (std::from_chars(end.number.data(), last, value).ptr != last) return std::nullopt;
  constexpr double kExact = 9e15;
  if (!(std::abs(value) < kExact)) return std::nullopt;
  if (!json::is_whole(end.number)) return low ? std::ceil(value) : std::floor(value);
  if (!end.open) return value;
  return low ? value + 1 : value - 1;
}

}  // namespace

NumberSpan common_part(const NumberSpan& a, const NumberSpan& b) {
  return {.least = tighter(a.least, b.least, true),
          .greatest = tighter(a.greatest, b.greatest, false),
          .whole_only = a.whole_only || b.whole_only};
}

bool NumberSpan::empty() const {
  if (!least || !greatest) return false;
  const auto order = json::compare_numbers(least->number, greatest->number);
  if (order > 0) return true;
  if (order == std::partial_ordering::equivalent && (least->open || greatest->open)) return true;
  if (!whole_only) return false;
  if (order == std::partial_ordering::equivalent) return !json::is_whole(least->number);
  const auto low = first_whole(*least, true), high = first_whole(*greatest, false);
  return low && high && *low > *high;
}

Possible possible_at(const Schema& schema, const std::vector<PlaceStep>& place) {
  return Bounding(Navigator::program(schema), place).at(0, 0);
}

}  // namespace tare::schema

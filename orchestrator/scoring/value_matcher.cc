// One recursion over both values. It is as deep as the expected value, which a person wrote and a
// reader has bounded; where it only asks whether there is a mismatch it stops at the first.
#include "scoring/value_matcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "json/decimal.h"
#include "json/pointer.h"
#include "json/writer.h"
#include "scoring/mismatch_sink.h"
#include "scoring/scalar_matchers.h"

namespace tare {
namespace {

constexpr std::size_t kMaxDepth = 1'100;  // beyond what a reader lets through

struct Named {
  std::string name;
  json::Value value;
};

// The members by name, those of one name in their order.
std::vector<Named> by_name(json::Value object, bool literal) {
  std::vector<Named> out;
  for (const json::Member& member : object.members()) {
    out.push_back({literal ? literal_name(member.name) : member.name.decoded(), member.value});
  }
  std::ranges::stable_sort(out, {}, &Named::name);
  return out;
}

std::string counted(std::size_t n, std::string_view word) {
  return fmt::format("{} {}{}", n, word, n == 1 ? "" : "s");
}

}  // namespace

bool ValueMatcher::spend(std::size_t steps) {
  steps_ = steps >= kMaxSteps - std::min(steps_, kMaxSteps) ? kMaxSteps : steps_ + steps;
  return !gave_up();
}

bool ValueMatcher::fail(MismatchSink* sink, json::Value expected, json::Value got,
                        std::string reason) {
  if (sink == nullptr) return false;
  std::optional<std::string> shown;
  if (got.valid()) shown = mismatch_text(got);
  sink->add(mismatch_text(expected), std::move(shown), std::move(reason));
  return false;
}

bool ValueMatcher::matches(json::Value expected, json::Value got) {
  return same(expected, got, nullptr);
}

bool ValueMatcher::matches_listed(json::Value expected, json::Value got) {
  const std::optional<MatcherUse> use = matcher_of(expected);
  return use ? matcher(*use, expected, got, nullptr)
             : object(expected, got, Extra::ignored, nullptr);
}

ArgsComparison ValueMatcher::compare_listed(json::Value expected, json::Value got) {
  MismatchSink sink;
  if (const std::optional<MatcherUse> use = matcher_of(expected)) {
    matcher(*use, expected, got, &sink);
  } else {
    object(expected, got, Extra::ignored, &sink);
  }
  if (gave_up() && sink.found.mismatches.empty()) {
    sink.add(mismatch_text(expected), std::nullopt, "was not compared to its end");
  }
  return std::move(sink.found);
}

bool ValueMatcher::same(json::Value expected, json::Value got, MismatchSink* sink) {
  const std::size_t text =
      got.valid() && !got.is_array() && !got.is_object() ? got.text().size() / 64 : std::size_t{0};
  if (!spend(1 + text) || depth_ >= kMaxDepth) {
    return fail(sink, expected, got,
                fmt::format("was not compared: more than {} comparisons for one call", kMaxSteps));
  }
  ++depth_;
  bool good = false;
  if (const std::optional<MatcherUse> use = matcher_of(expected)) {
    good = matcher(*use, expected, got, sink);
  } else if (!got.valid()) {
    good = fail(sink, expected, got, "is missing");
  } else {
    good = literal(expected, got, sink);
  }
  --depth_;
  return good;
}

bool ValueMatcher::literal(json::Value expected, json::Value got, MismatchSink* sink) {
  if (expected.kind() != got.kind())
    return fail(sink, expected, got, type_mismatch_text(got, expected));
  switch (expected.kind()) {
    case json::Kind::null:
      return true;
    case json::Kind::boolean:
      return expected.boolean() == got.boolean() || fail(sink, expected, got, "is another value");
    case json::Kind::number:
      return json::same_number(expected.number_text(), got.number_text()) ||
             fail(sink, expected, got, "is another number");
    case json::Kind::string: {
      const std::optional<std::string_view> plain = expected.undecoded();
      const bool equal =
          plain ? got.decoded_equals(*plain) : got.decoded_equals(expected.decoded());
      return equal || fail(sink, expected, got, "is another text");
    }
    case json::Kind::array:
      return list(expected, got, sink);
    case json::Kind::object:
      return object(expected, got, Extra::refused, sink);
  }
  return false;
}

bool ValueMatcher::list(json::Value expected, json::Value got, MismatchSink* sink) {
  bool good = true;
  if (expected.size() != got.size()) {
    good = fail(sink, expected, got,
                fmt::format("has {}, not {}", counted(got.size(), "element"), expected.size()));
    if (sink == nullptr) return false;
  }
  std::size_t index = 0;
  auto at = got.elements().begin();
  const auto end = got.elements().end();
  for (json::Value element : expected.elements()) {
    if (at == end) break;
    const MismatchSink::Step step(sink, index++);
    good = same(element, *at, sink) && good;
    if (!good && sink == nullptr) return false;
    ++at;
  }
  return good;
}

bool ValueMatcher::object(json::Value expected, json::Value got, Extra extra, MismatchSink* sink) {
  if (!got.valid()) return fail(sink, expected, got, "is missing");
  if (!got.is_object()) return fail(sink, expected, got, type_mismatch_text(got, expected));
  if (!spend(expected.size() + got.size())) return same(expected, got, sink);
  const std::vector<Named> members = by_name(got, false);
  std::vector<Named> wanted;
  for (const json::Member& m : expected.members())
    wanted.push_back({literal_name(m.name), m.value});
  bool good = true;
  for (const Named& one : wanted) {
    std::vector<json::Value> found;
    for (auto at = std::ranges::lower_bound(members, one.name, {}, &Named::name);
         at != members.end() && at->name == one.name; ++at) {
      found.push_back(at->value);
    }
    const MismatchSink::Step step(sink, one.name);
    good = member(one.value, one.name, std::move(found), sink) && good;
    if (!good && sink == nullptr) return false;
  }
  if (extra == Extra::ignored) return good;
  std::ranges::sort(wanted, {}, &Named::name);
  for (const Named& one : members) {
    if (std::ranges::binary_search(wanted, one.name, {}, &Named::name)) continue;
    good = false;
    if (sink == nullptr) return false;
    const MismatchSink::Step step(sink, one.name);
    sink->add("no such member", mismatch_text(one.value), "is not expected");
  }
  return good;
}

bool ValueMatcher::member(json::Value expected, const std::string& name,
                          std::vector<json::Value> found, MismatchSink* sink) {
  if (found.empty()) return same(expected, json::Value(), sink);
  if (found.size() == 1) return same(expected, found[0], sink);
  std::size_t right = 0;
  for (json::Value one : found) right += same(expected, one, nullptr) ? 1 : 0;
  if (right == found.size() || (repeated_ == Repeated::any && right > 0)) return true;
  return fail(
      sink, expected, found.back(),
      fmt::format("stands {} times as {}, and not all of them match: which one a tool reads "
                  "is its own affair",
                  found.size(), quote_json(shorten(name, 100))));
}

bool ValueMatcher::matcher(const MatcherUse& use, json::Value expected, json::Value got,
                           MismatchSink* sink) {
  if (use.matcher == Matcher::absent) {
    const bool absent = use.operand.is_boolean() && use.operand.boolean();
    if (absent != got.valid()) return true;
    return fail(sink, expected, got, absent ? "must be absent" : "is missing");
  }
  if (use.matcher == Matcher::one_of) {
    if (one_of(use.operand, got)) return true;
    return fail(sink, expected, got,
                got.valid() ? "matches none of the alternatives" : "is missing");
  }
  if (!got.valid()) return fail(sink, expected, got, "is missing");
  std::string why;
  switch (use.matcher) {
    case Matcher::one_of:
    case Matcher::absent:
    case Matcher::any:
      return true;
    case Matcher::regex:
      why = regex_mismatch(use.operand, got, cache_);
      break;
    case Matcher::range:
      why = range_mismatch(use.operand, got);
      break;
    case Matcher::approx:
      why = approx_mismatch(use.operand, got);
      break;
    case Matcher::type:
      why = type_mismatch(use.operand, got);
      break;
    case Matcher::ignore_case:
      why = ignore_case_mismatch(use.operand, got);
      break;
    case Matcher::date:
      why = date_mismatch(use.operand, got);
      break;
    case Matcher::unordered:
      return unordered(expected, use.operand, got, sink);
    case Matcher::contains:
      return contains(expected, use.operand, got, sink);
    case Matcher::schema:
      return fits_schema(expected, use.operand, got, sink);
  }
  return why.empty() || fail(sink, expected, got, std::move(why));
}

bool ValueMatcher::one_of(json::Value operand, json::Value got) {
  if (!operand.is_array()) return false;
  for (json::Value alternative : operand.elements()) {
    if (same(alternative, got, nullptr)) return true;
  }
  return false;
}

bool ValueMatcher::fits_schema(json::Value expected, json::Value operand, json::Value got,
                               MismatchSink* sink) {
  const auto schema = cache_.schema(json::as_strict_json(operand));
  if (!schema) return fail(sink, expected, got, "cannot be compared: $schema is no schema");
  switch (schema->check(got)) {
    case schema::Fit::fits:
      return true;
    case schema::Fit::does_not_fit:
      break;
    case schema::Fit::unknown:
      return fail(
          sink, expected, got,
          "cannot be held against the schema: too much work, or a pattern that it cannot run");
  }
  if (sink == nullptr) return false;
  for (const schema::Violation& violation : schema->violations(got, MismatchSink::kMax)) {
    const std::size_t size = sink->path.size();
    sink->path += violation.at;
    const json::Value at = json::at_pointer(got, violation.at);
    sink->add(mismatch_text(expected), at.valid() ? std::optional(mismatch_text(at)) : std::nullopt,
              shorten(violation.message, MismatchSink::kMaxShown));
    sink->path.resize(size);
  }
  return false;
}

}  // namespace tare

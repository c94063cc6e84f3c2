// Lists whose order does not matter: pairs are found by optimal assignment, so that no order of
// either list decides what is found.
#include <fmt/format.h>

#include <unordered_map>
#include <utility>

#include "json/equal.h"
#include "scoring/bipartite_matching.h"
#include "scoring/mismatch_sink.h"
#include "scoring/value_matcher.h"

namespace tare {
namespace {

std::vector<json::Value> elements_of(json::Value list) {
  std::vector<json::Value> out;
  for (json::Value element : list.elements()) out.push_back(element);
  return out;
}

}  // namespace

// Plain elements first: one of them can only take a value equal to it, and of equal values it does
// not matter which. What is left over, matchers above all, is matched pair by pair.
std::vector<std::uint32_t> ValueMatcher::pair_up(const std::vector<json::Value>& expected,
                                                 const std::vector<json::Value>& got) {
  std::vector<std::uint32_t> column_of(expected.size(), kUnmatched);
  std::vector<bool> taken(got.size(), false);
  std::unordered_map<std::string, std::vector<std::uint32_t>> equal;
  std::size_t bytes = 0;
  for (std::size_t j = got.size(); j-- > 0;) {
    equal[json::canonical_text(got[j])].push_back(static_cast<std::uint32_t>(j));
    bytes += got[j].text().size();
  }
  if (!spend(got.size() + bytes / 64)) return column_of;
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < expected.size(); ++i) {
    if (!is_plain(expected[i])) {
      rows.push_back(i);
      continue;
    }
    if (!spend(1 + expected[i].text().size() / 64)) return column_of;
    const auto found = equal.find(json::canonical_text(expected[i]));
    if (found == equal.end() || found->second.empty()) continue;
    column_of[i] = found->second.back();
    taken[column_of[i]] = true;
    found->second.pop_back();
  }
  std::vector<std::uint32_t> columns;
  for (std::uint32_t j = 0; j < got.size(); ++j) {
    if (!taken[j]) columns.push_back(j);
  }
  std::vector<std::vector<std::uint32_t>> fits(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::uint32_t j = 0; j < columns.size() && !gave_up(); ++j) {
      if (same(expected[rows[i]], got[columns[j]], nullptr)) fits[i].push_back(j);
    }
  }
  const std::vector<std::uint32_t> matched = maximum_matching(fits, columns.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (matched[i] != kUnmatched) column_of[rows[i]] = columns[matched[i]];
  }
  return column_of;
}

bool ValueMatcher::unordered(json::Value expected, json::Value operand, json::Value got,
                             MismatchSink* sink) {
  if (!operand.is_array()) return fail(sink, expected, got, "cannot be compared: no list is given");
  if (!got.is_array()) return fail(sink, expected, got, type_mismatch_text(got, operand));
  if (sink == nullptr && operand.size() != got.size()) return false;
  const std::vector<json::Value> wanted = elements_of(operand);
  const std::vector<json::Value> found = elements_of(got);
  const std::vector<std::uint32_t> column_of = pair_up(wanted, found);
  if (gave_up()) return same(expected, got, sink);
  std::vector<bool> taken(found.size(), false);
  std::vector<std::size_t> missing, left_over;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (column_of[i] == kUnmatched) {
      missing.push_back(i);
    } else {
      taken[column_of[i]] = true;
    }
  }
  for (std::size_t j = 0; j < found.size(); ++j) {
    if (!taken[j]) left_over.push_back(j);
  }
  if (missing.empty() && left_over.empty()) return true;
  if (sink == nullptr) return false;
  if (missing.size() == 1 && left_over.size() == 1) {
    const MismatchSink::Step step(sink, left_over[0]);
    return same(wanted[missing[0]], found[left_over[0]], sink);
  }
  for (const std::size_t i : missing) {
    sink->add(mismatch_text(wanted[i]), std::nullopt,
              "lacks an element that matches this, in any order");
  }
  for (const std::size_t j : left_over) {
    const MismatchSink::Step step(sink, j);
    sink->add("no such element", mismatch_text(found[j]), "is not expected");
  }
  return false;
}

bool ValueMatcher::contains(json::Value expected, json::Value operand, json::Value got,
                            MismatchSink* sink) {
  if (got.is_string()) {
    if (!operand.is_string())
      return fail(sink, expected, got, "is a string, which holds strings alone");
    return got.decoded().find(operand.decoded()) != std::string::npos ||
           fail(sink, expected, got, "does not hold this text");
  }
  if (got.is_object()) {
    if (!operand.is_object() || matcher_of(operand)) {
      return fail(sink, expected, got, "is an object, which holds members alone");
    }
    return object(operand, got, Extra::ignored, sink);
  }
  if (!got.is_array()) {
    return fail(sink, expected, got,
                fmt::format("is of type {}, which holds nothing", json::kind_name(got.kind())));
  }
  if (operand.is_array()) return contains_all(expected, operand, got, sink);
  for (json::Value element : got.elements()) {
    if (same(operand, element, nullptr)) return true;
  }
  return fail(sink, expected, got, "has no element that matches");
}

bool ValueMatcher::contains_all(json::Value expected, json::Value operand, json::Value got,
                                MismatchSink* sink) {
  const std::vector<json::Value> wanted = elements_of(operand);
  const std::vector<std::uint32_t> column_of = pair_up(wanted, elements_of(got));
  if (gave_up()) return same(expected, got, sink);
  bool good = true;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (column_of[i] != kUnmatched) continue;
    good = false;
    if (sink != nullptr) {
      sink->add(mismatch_text(wanted[i]), std::nullopt,
                "lacks an element of its own that matches this");
    }
  }
  return good;
}

}  // namespace tare

#include "scoring/expected_calls.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "json/reader.h"

namespace tare {
namespace {

CallOrder order_named(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, CallOrder>, 5> kOrders = {
      {{"strict", CallOrder::strict},
       {"inOrder", CallOrder::in_order},
       {"unordered", CallOrder::unordered},
       {"subset", CallOrder::subset},
       {"superset", CallOrder::superset}}};
  for (const auto& [known, order] : kOrders) {
    if (known == name) return order;
  }
  return CallOrder::strict;
}

using Entries = std::vector<std::uint32_t>;

// What each entry is said to be before, by ids, and nothing that follows from it: a call that was
// not made binds nobody.
std::vector<Entries> later_entries(json::Value list) {
  std::unordered_map<std::string, std::uint32_t> ids;
  std::uint32_t count = 0;
  for (json::Value entry : list.elements()) {
    const json::Value id = entry.find("id");
    if (id.valid() && id.is_string()) ids.emplace(id.decoded(), count);
    ++count;
  }
  std::vector<Entries> next(count);
  const auto each = [&](json::Value names, const auto& add) {
    if (!names.valid() || !names.is_array()) return;
    for (json::Value name : names.elements()) {
      const auto found = name.is_string() ? ids.find(name.decoded()) : ids.end();
      if (found != ids.end()) add(found->second);
    }
  };
  std::uint32_t at = 0;
  for (json::Value entry : list.elements()) {
    each(entry.find("before"), [&](std::uint32_t other) { next[at].push_back(other); });
    each(entry.find("after"), [&](std::uint32_t other) { next[other].push_back(at); });
    ++at;
  }
  return next;
}

// Where the order of the list means nothing, entries go by their text: so it does not decide either
// which of several equally small edits is told.
std::vector<std::pair<json::Value, std::uint32_t>> entries_of(json::Value list, CallOrder order) {
  std::vector<std::pair<json::Value, std::uint32_t>> out;
  for (json::Value entry : list.elements()) {
    out.emplace_back(entry, static_cast<std::uint32_t>(out.size()));
  }
  if (order == CallOrder::strict || order == CallOrder::in_order) return out;
  std::ranges::stable_sort(out, {}, [](const auto& entry) { return entry.first.text(); });
  return out;
}

}  // namespace

bool ExpectedCalls::has_args() const {
  return std::ranges::any_of(calls, [](const ExpectedCall& call) { return call.args.valid(); });
}

ExpectedCalls read_expected_calls(const RareExpectation& expectation) {
  ExpectedCalls out;
  out.order = order_named(expectation.order);
  out.document = std::make_unique<json::Document>();
  if (json::read_strict(expectation.expected_calls_json, *out.document)) return out;
  const json::Value list = out.document->root();
  if (!list.is_array()) return out;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places(list.size());  // [begin, end)
  for (const auto& [entry, number] : entries_of(list, out.order)) {
    ExpectedCall call;
    call.entry = number;
    if (const json::Value tool = entry.find("tool"); tool.valid() && tool.is_string()) {
      call.tools.push_back(tool.decoded());
    }
    if (const json::Value tools = entry.find("tools"); tools.valid() && tools.is_array()) {
      for (json::Value tool : tools.elements()) {
        call.tools.push_back(tool.as_string().value_or(""));
      }
    }
    call.args = entry.find("args");
    const json::Value optional = entry.find("optional");
    call.optional = optional.valid() && optional.as_boolean().value_or(false);
    const json::Value times = entry.find("times");
    const std::int64_t count = times.valid() ? times.as_integer().value_or(1) : 1;
    const auto begin = static_cast<std::uint32_t>(out.calls.size());
    for (std::int64_t i = 0; i < count; ++i) out.calls.push_back(call);
    places[number] = {begin, static_cast<std::uint32_t>(out.calls.size())};
  }
  const std::vector<Entries> later = later_entries(list);
  for (std::size_t entry = 0; entry < later.size(); ++entry) {
    for (const std::uint32_t other : later[entry]) {
      for (std::uint32_t a = places[entry].first; a < places[entry].second; ++a) {
        for (std::uint32_t b = places[other].first; b < places[other].second; ++b) {
          out.before.emplace_back(a, b);
        }
      }
    }
  }
  return out;
}

}  // namespace tare

// A trajectory that passes whatever happens, or that nothing can pass, is a fault of the suite: so
// ids must be known, before and after must not go round in a circle, and something must be asked
// for.
#include "suite/trajectory_parser.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/nearest_name.h"
#include "json/reader.h"
#include "suite/matchers.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 8> kMembers = {"tool", "tools",  "args",  "optional",
                                                      "id",   "before", "after", "times"};
constexpr std::string_view kCall = "a call of expectedCalls";

class TrajectoryReader {
 public:
  TrajectoryReader(ValueReader& reader, const std::string& order)
      : reader_(reader), order_(order) {}

  void read(json::Value calls) {
    std::uint64_t total = 0;
    bool something_required = false;
    MemberSet members(reader_, kCall, kMembers);
    for (json::Value call : calls.elements()) {
      entries_.push_back({call, {}, {}, {}});
      if (!reader_.object(call, kCall)) continue;
      members.read(call);
      read_tools(call, members);
      if (reader_.object(members["args"], "args")) check_matchers(reader_, members["args"]);
      const bool optional = reader_.flag(members["optional"], "optional").value_or(false);
      if (optional && order_ == "subset") {
        reader_.fault(members["optional"], "\"optional\" has no effect with order subset",
                      "there no expected call has to be made; remove it");
      }
      something_required = something_required || !optional;
      total += reader_.whole(members["times"], "times", 1, kMaxExpectedCalls).value_or(1);
      read_constraints(members);
    }
    if (total > kMaxExpectedCalls) {
      reader_.fault(calls, fmt::format("\"expectedCalls\" stands for {} calls; {} are the most",
                                       total, kMaxExpectedCalls));
    }
    if (!something_required) {
      reader_.fault(calls,
                    "every call of \"expectedCalls\" is optional, so that no call would pass",
                    "say which call must be made; where calls may be left out and no other made, "
                    "\"order\": \"subset\"; where none is correct, \"expectedTool\": null");
    }
    check_constraints();
  }

 private:
  struct Entry {
    json::Value call;
    json::Value before, after;  // lists of ids, where they are good
    std::vector<std::size_t> next;
  };

  void read_tools(json::Value call, const MemberSet& members) {
    const bool one = members["tool"].valid(), many = members["tools"].valid();
    if (one == many) {
      if (one) {
        reader_.fault(call, "\"tool\" and \"tools\" are both given in a call of expectedCalls",
                      "write \"tool\", or \"tools\" where any of several will do");
      } else {
        reader_.fault(call, "\"tool\" is missing in a call of expectedCalls");
      }
      return;
    }
    reader_.word(members["tool"], "tool");
    reader_.words(members["tools"], "tools", false);
  }

  void read_constraints(const MemberSet& members) {
    Entry& entry = entries_.back();
    if (const auto id = reader_.word(members["id"], "id")) {
      if (!ids_.emplace(*id, entries_.size() - 1).second) {
        reader_.fault(members["id"],
                      fmt::format("id {} stands twice in \"expectedCalls\"", shown(members["id"])));
      }
    }
    for (const std::string_view name : {"before", "after"}) {
      const json::Value list = members[name];
      if (!reader_.words(list, name, false)) continue;
      if (order_ == "strict" || order_ == "inOrder" || order_.empty()) {
        reader_.fault(list,
                      fmt::format("\"{}\" has no effect where the order of the calls is that "
                                  "of the list",
                                  name),
                      "use order unordered, subset or superset, or remove it");
      }
      (name == "before" ? entry.before : entry.after) = list;
    }
  }

  void check_constraints() {
    bool any = false;
    for (std::size_t at = 0; at < entries_.size(); ++at) {
      each_id(entries_[at].before, [&](std::size_t other) { entries_[at].next.push_back(other); });
      each_id(entries_[at].after, [&](std::size_t other) { entries_[other].next.push_back(at); });
    }
    for (const Entry& entry : entries_) any = any || !entry.next.empty();
    if (any) refuse_circles();
  }

  template <class Add>
  void each_id(json::Value list, const Add& add) {
    if (!list.valid()) return;
    for (json::Value name : list.elements()) {
      const std::string id = name.decoded();
      if (const auto found = ids_.find(id); found != ids_.end()) {
        add(found->second);
        continue;
      }
      std::vector<std::string_view> known;
      for (const auto& [one, index] : ids_) known.push_back(one);
      reader_.fault(name, fmt::format("no call of \"expectedCalls\" has the id {}", shown(name)),
                    nearest_name_hint(id, known));
    }
  }

  // Entries that nothing has to precede are taken away, again and again; a circle stays.
  void refuse_circles() {
    std::vector<std::size_t> waiting(entries_.size(), 0);
    for (const Entry& entry : entries_) {
      for (const std::size_t other : entry.next) ++waiting[other];
    }
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (waiting[i] == 0) free.push_back(i);
    }
    for (std::size_t i = 0; i < free.size(); ++i) {
      for (const std::size_t other : entries_[free[i]].next) {
        if (--waiting[other] == 0) free.push_back(other);
      }
    }
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (waiting[i] == 0) continue;
      reader_.fault(entries_[i].call, "\"before\" and \"after\" go round in a circle here",
                    "no order of calls can hold them: take one of them out");
      return;
    }
  }

  ValueReader& reader_;
  const std::string& order_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::size_t> ids_;
};

}  // namespace

std::vector<std::string> trajectory_tools(const std::string& expected_calls_json) {
  std::vector<std::string> tools;
  json::Document document;
  if (json::read_strict(expected_calls_json, document)) return tools;
  for (json::Value call : document.root().elements()) {
    const json::Value tool = call.find("tool");
    if (tool.valid() && tool.is_string()) tools.push_back(tool.decoded());
    const json::Value any = call.find("tools");
    if (!any.valid() || !any.is_array()) continue;
    for (json::Value one : any.elements()) tools.push_back(one.as_string().value_or(""));
  }
  return tools;
}

void read_expected_calls(ValueReader& reader, json::Value calls, const std::string& order,
                         RareExpectation& out) {
  if (!reader.array(calls, "expectedCalls", false)) return;
  TrajectoryReader(reader, order).read(calls);
  out.expected_calls_json = json_text(calls);
}

}  // namespace tare

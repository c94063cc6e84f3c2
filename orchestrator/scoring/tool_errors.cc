#include "scoring/tool_errors.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/glob.h"

namespace tare {
namespace {

// Calls under one key, in order; each is taken once.
struct Queue {
  std::vector<std::size_t> calls;
  std::size_t next = 0;
};
using Queues = std::unordered_map<std::string, Queue>;

// What is known of each call, and which of them a result has been matched with.
class Calls {
 public:
  Calls(const Answer& answer, std::span<const CallTrace> traces, const Manifest* manifest)
      : answer_(answer), traces_(traces), manifest_(manifest), matched_(traces.size(), false) {
    for (std::size_t i = 0; i < traces.size(); ++i) {
      std::optional<std::string> before;  // most views of a call bear one id
      for (const std::uint32_t view : traces[i].views) {
        const auto& id = answer.views[view].id;
        if (!id || id == before) continue;
        by_id_[*id].calls.push_back(i);
        before = id;
      }
      by_name_[name(i)].calls.push_back(i);
    }
  }

  std::string name(std::size_t call) const {
    const View& last = answer_.views[traces_[call].views.back()];
    return canonical(last.name.value_or(""));
  }
  std::string canonical(const std::string& name) const {
    return manifest_ != nullptr ? std::string(manifest_->canonical_name(name)) : name;
  }
  bool builtin(std::size_t call) const {
    return std::ranges::any_of(traces_[call].views,
                               [&](std::uint32_t i) { return answer_.views[i].builtin; }) ||
           builtin(name(call));
  }
  bool builtin(const std::string& name) const {
    const ToolSpec* tool = manifest_ != nullptr ? manifest_->find(name) : nullptr;
    return tool != nullptr && tool->builtin;
  }
  bool failed(std::size_t call) const {
    return answer_.views[traces_[call].views.back()].status == CallStatus::failed;
  }
  bool matched(std::size_t call) const { return matched_[call]; }

  // The call that a result belongs to; nullopt where no call is left for it.
  std::optional<std::size_t> take(const ToolResult& result) {
    if (result.id) {
      if (auto call = take_from(by_id_, *result.id)) return call;
    }
    return result.name ? take_from(by_name_, canonical(*result.name)) : std::nullopt;
  }

 private:
  std::optional<std::size_t> take_from(Queues& queues, const std::string& key) {
    const auto found = queues.find(key);
    if (found == queues.end()) return std::nullopt;
    Queue& queue = found->second;
    while (queue.next < queue.calls.size() && matched_[queue.calls[queue.next]]) ++queue.next;
    if (queue.next == queue.calls.size()) return std::nullopt;
    const std::size_t call = queue.calls[queue.next++];
    matched_[call] = true;
    return call;
  }

  const Answer& answer_;
  std::span<const CallTrace> traces_;
  const Manifest* manifest_;
  std::vector<bool> matched_;
  Queues by_id_, by_name_;
};

}  // namespace

ToolErrors count_tool_errors(const TestCase& test_case, const Answer& answer,
                             std::span<const CallTrace> traces, const Manifest* manifest) {
  ToolErrors out;
  // Where a call is to be refused, its refusal is what the case asks about.
  const RareExpectation* rare = test_case.expected.rare.get();
  const bool invoke = test_case.input.kind == CaseKind::invoke;
  if (invoke && rare != nullptr && !rare->expected_status_json.empty()) return out;

  const auto count = [&](const std::string& tool, bool builtin) {
    if (builtin) return;
    const bool expected =
        rare != nullptr && std::ranges::any_of(rare->expected_errors, [&](const std::string& glob) {
          return glob_match(glob, tool);
        });
    if (expected) return;
    ++out.count;
    ++out.by_tool[tool];
  };
  Calls calls(answer, traces, manifest);
  std::size_t nameless = 0;
  for (const ToolResult& result : answer.results) {
    const auto call = calls.take(result);
    if (call && (result.is_error || calls.failed(*call))) {
      count(calls.name(*call), calls.builtin(*call));
    } else if (!call && result.is_error && result.name) {
      const std::string tool = calls.canonical(*result.name);
      count(tool, calls.builtin(tool));
    } else if (!call && result.is_error) {
      ++nameless;
    }
  }
  // A result without a name may be the telling of a call that failed by its status.
  std::size_t told = 0;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    if (calls.matched(i) || !calls.failed(i)) continue;
    count(calls.name(i), calls.builtin(i));
    ++told;
  }
  for (std::size_t i = told; i < nameless; ++i) count("", false);
  return out;
}

}  // namespace tare

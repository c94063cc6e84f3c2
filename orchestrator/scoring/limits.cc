#include "scoring/limits.h"

#include <algorithm>
#include <optional>

#include "base/glob.h"
#include "coercion/call_trace.h"

namespace tare {
namespace {

bool names_tool(const Never& never, const Manifest* manifest, const View& view) {
  if (!view.name) return false;
  if (glob_match(never.tool, *view.name)) return true;
  return manifest != nullptr && glob_match(never.tool, manifest->canonical_name(*view.name));
}

// A call that failed had begun to run; what it did before is done.
bool did_run(const View& view) {
  return view.status == CallStatus::executed || view.status == CallStatus::failed;
}

std::optional<LimitHit> match(const Never& never, const Manifest* manifest, const Answer& answer,
                              const CallTrace& trace) {
  std::optional<LimitHit> hit;
  for (const std::uint32_t index : trace.views) {
    const View& view = answer.views[index];
    if (!names_tool(never, manifest, view)) continue;
    if (never.level == Never::Level::executed && !did_run(view)) continue;
    if (!hit) {
      hit.emplace();
      hit->tool = *view.name;
      hit->glob = never.tool;
      hit->level = never.level;
      hit->control = never.control;
      hit->why = never.why;
      hit->at = view.at;
      hit->from_forbid = never.from_forbid;
    }
    if (view.at <= At::wire) {
      hit->raw_side = true;
    } else {
      hit->normalized_side = true;
    }
  }
  return hit;
}

// A program that does not tell what it called, where nothing else saw it: no limit is known to
// hold.
bool is_silent(const AttemptRecord& attempt) {
  return attempt.kind == AdapterKind::command && attempt.attempt > 0 && !attempt.answer.raw_given &&
         !attempt.answer.normalized_given && attempt.answer.views.empty();
}

constexpr std::string_view kSilent =
    "whether a limit was crossed is not known: no call of this program is on record";

}  // namespace

LimitScan scan_limits(const TestCase& test_case, std::span<const AttemptRecord> attempts,
                      const Manifest* manifest, std::span<const Never> suite_never) {
  LimitScan scan;
  const std::span<const Never> own = test_case.expected.rare
                                         ? std::span<const Never>(test_case.expected.rare->never)
                                         : std::span<const Never>();
  if (own.empty() && suite_never.empty()) return scan;
  std::uint32_t calls_before = 0;  // of the attempts that were looked at already
  for (const AttemptRecord& attempt : attempts) {
    if (is_silent(attempt) && scan.unchecked.empty()) scan.unchecked.emplace_back(kSilent);
    const std::vector<CallTrace> traces = trace_calls(attempt.answer, {.manifest = manifest});
    for (const std::span<const Never> list : {suite_never, own}) {
      for (const Never& never : list) {
        bool unchecked = false;
        for (std::uint32_t i = 0; i < traces.size(); ++i) {
          std::optional<LimitHit> hit = match(never, manifest, attempt.answer, traces[i]);
          if (!hit) continue;
          hit->attempt = attempt.attempt;
          hit->call = calls_before + i;
          if (never.args_json.empty()) {
            scan.hits.push_back(std::move(*hit));
          } else {
            unchecked = true;
          }
        }
        if (!unchecked) continue;
        std::string sentence = "the limit on \"" + never.tool +
                               "\" has args, which this version does not compare, and that tool "
                               "was called: look at the call, or leave args out";
        if (std::ranges::find(scan.unchecked, sentence) == scan.unchecked.end()) {
          scan.unchecked.push_back(std::move(sentence));
        }
      }
    }
    calls_before += static_cast<std::uint32_t>(traces.size());
  }
  return scan;
}

}  // namespace tare

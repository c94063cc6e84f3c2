#include "scoring/limits.h"

#include <algorithm>
#include <optional>

#include "base/glob.h"
#include "coercion/call_trace.h"
#include "json/reader.h"
#include "scoring/argument_matcher.h"

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

struct Match {
  std::optional<LimitHit> hit;
  bool unchecked = false;  // a view that may cross it, or not
};

// A `never` with its arguments read, which were checked when the suite was.
class Entry {
 public:
  Entry(const Never& never, MatcherCache& matchers) : never_(never), matchers_(matchers) {
    if (!never.args_json.empty()) readable_ = !json::read_strict(never.args_json, args_);
  }

  Match match(const Manifest* manifest, const Answer& answer, const CallTrace& trace) const {
    Match out;
    for (const std::uint32_t index : trace.views) {
      const View& view = answer.views[index];
      if (!names_tool(never_, manifest, view)) continue;
      if (never_.level == Never::Level::executed && !did_run(view)) continue;
      switch (crossing(view)) {
        case Crossing::no:
          continue;
        case Crossing::unknown:
          out.unchecked = true;
          continue;
        case Crossing::yes:
          break;
      }
      if (!out.hit) out.hit = hit_at(view);
      (view.at <= At::wire ? out.hit->raw_side : out.hit->normalized_side) = true;
    }
    if (out.hit) finish(*out.hit, answer, trace);
    return out;
  }

 private:
  Crossing crossing(const View& view) const {
    if (never_.args_json.empty()) return Crossing::yes;
    if (!readable_) return Crossing::unknown;
    return crosses_limit(args_.root(), view.arguments, matchers_);
  }

  LimitHit hit_at(const View& view) const {
    LimitHit hit;
    hit.tool = *view.name;
    hit.glob = never_.tool;
    hit.level = never_.level;
    hit.control = never_.control;
    hit.why = never_.why;
    hit.at = view.at;
    hit.from_forbid = never_.from_forbid;
    return hit;
  }

  // What both ends show, and what became of the call.
  static void finish(LimitHit& hit, const Answer& answer, const CallTrace& trace) {
    const auto is_raw = [&](std::uint32_t i) { return answer.views[i].at <= At::wire; };
    const bool raw_known = trace.raw_known;
    const bool arrival_known = !std::ranges::all_of(trace.views, is_raw) || trace.normalized_known;
    // That a call ran is seen where it arrived, and nowhere else.
    hit.one_sided = hit.level == Never::Level::called && hit.raw_side != hit.normalized_side &&
                    raw_known && arrival_known;
    for (const std::uint32_t index : trace.views) {
      const View& view = answer.views[index];
      if (!view.status) continue;
      hit.status = view.status;
      hit.status_recorded = view.evidence == Evidence::recorded;
    }
  }

  const Never& never_;
  MatcherCache& matchers_;
  json::Document args_;
  bool readable_ = true;
};

// A program that does not tell what it called, where nothing else saw it: no limit is known to
// hold.
bool is_silent(const AttemptRecord& attempt) {
  return attempt.kind == AdapterKind::command && attempt.attempt > 0 && !attempt.answer.raw_given &&
         !attempt.answer.normalized_given && attempt.answer.views.empty();
}

std::string unchecked_sentence(const Never& never) {
  return "the limit on \"" + never.tool +
         "\" has args, and that tool was called with arguments that cannot be read whole: it may "
         "have been crossed, so look at the call";
}

constexpr std::string_view kSilent =
    "whether a limit was crossed is not known: no call of this program is on record";

}  // namespace

LimitScan scan_limits(const TestCase& test_case, std::span<const AttemptRecord> attempts,
                      const Manifest* manifest, std::span<const Never> suite_never,
                      MatcherCache& matchers) {
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
        const Entry entry(never, matchers);
        bool unchecked = false;
        for (std::uint32_t i = 0; i < traces.size(); ++i) {
          Match found = entry.match(manifest, attempt.answer, traces[i]);
          unchecked = unchecked || (found.unchecked && !found.hit);
          if (!found.hit) continue;
          found.hit->attempt = attempt.attempt;
          found.hit->call = calls_before + i;
          scan.hits.push_back(std::move(*found.hit));
        }
        if (!unchecked) continue;
        std::string sentence = unchecked_sentence(never);
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

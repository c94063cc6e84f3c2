// The report for a person at a terminal.
//
// Trials come in suite order and are judged one by one; what a person needs first is what failed.
// So the blocks of failures are kept (at most max_failures, the rest are counted), with a few of
// the passing trials whose calls changed on the way, and everything is printed at the end:
// failures, changed calls, incomplete trials, figures, gates, and last the line that says how it
// ended.
#include <algorithm>
#include <exception>
#include <utility>

#include "base/escape.h"
#include "base/file.h"
#include "report/agent_text.h"
#include "report/call_view.h"
#include "report/comparison_text.h"
#include "report/figure_text.h"
#include "report/finding_text.h"
#include "report/policy_text.h"
#include "report/run_text.h"
#include "report/trial_text.h"
#include "report/trial_view.h"
#include "report/trials_text.h"
#include "report/verdict_text.h"
#include "report/waiver_text.h"

namespace tare {
namespace {

constexpr std::size_t kShownChanges = 3;   // passing trials whose calls changed
constexpr std::size_t kMaxLimits = 50;     // different limits crossed
constexpr std::size_t kMaxLimitCases = 3;  // named a limit

Severity worst_of(const TrialScore& score) {
  Severity worst = Severity::none;
  for (const CallTrace& trace : score.traces)
    for (const Finding& finding : trace.findings) worst = std::max(worst, finding.severity);
  return worst;
}

class Blocks {
 public:
  void add(std::string block, std::size_t room, std::uint64_t times) {
    count_ += times;
    if (shown_.size() < room) shown_.push_back(std::move(block));
  }
  std::string text(std::string_view what, const ReportContext& context) const {
    std::string out;
    for (const std::string& block : shown_) out += block + "\n";
    if (count_ > shown_.size()) {
      out += "and " + count_text(count_ - shown_.size()) + " more " + std::string(what);
      if (!context.run_folder.empty())
        out += "; see tare show " + escape_for_terminal(context.run_folder) + " CASE";
      out += "\n\n";
    }
    return out;
  }
  std::uint64_t count() const { return count_; }

 private:
  std::vector<std::string> shown_;
  std::uint64_t count_ = 0;
};

// The worst few, the earlier one first among equals.
class WorstBlocks {
 public:
  // A block is only made where it will be kept: most runs have many changes and show three.
  template <class Make>
  void offer(Severity severity, bool changed, std::uint64_t times, Make make) {
    (changed ? left_changed_ : left_waived_) += times;
    if (kept_.size() == kShownChanges && kept_.back().severity >= severity) return;
    auto place = std::find_if(kept_.begin(), kept_.end(),
                              [&](const Kept& one) { return one.severity < severity; });
    kept_.insert(place, {severity, changed, make()});
    --(changed ? left_changed_ : left_waived_);
    if (kept_.size() <= kShownChanges) return;
    ++(kept_.back().changed ? left_changed_ : left_waived_);
    kept_.pop_back();
  }
  std::string text(const ReportContext& context) const {
    std::string out, left;
    for (const Kept& one : kept_) out += one.block + "\n";
    if (left_changed_ > 0)
      left = counted(left_changed_, "more trial") + " with calls changed on the way";
    if (left_waived_ > 0) {
      left += (left.empty() ? "" : ", ") + counted(left_waived_, "more trial") +
              " waived, no call of which changed";
    }
    if (!left.empty()) {
      out += "and " + left;
      if (!context.run_folder.empty())
        out += "; see tare show " + escape_for_terminal(context.run_folder) + " CASE";
      out += "\n\n";
    }
    return out;
  }

 private:
  struct Kept {
    Severity severity;
    bool changed;  // else it is shown since it was waived
    std::string block;
  };
  std::vector<Kept> kept_;
  std::uint64_t left_changed_ = 0, left_waived_ = 0;  // not kept
};

class TerminalReporter final : public Reporter {
 public:
  TerminalReporter(int fd, TerminalStyle style) : fd_(fd), style_(style) {
    style_.width = std::clamp<std::uint32_t>(style_.width, kMinWidth, kMaxWidth);
  }

  void begin(const ReportContext& context) override { context_ = context; }

  void trial(const TestCase& test_case, const TrialScore& score,
             const AttemptRecord& record) override {
    alike(test_case, score, record, 1);
  }

  std::optional<std::uint64_t> shown_of_a_kind() const override {
    if (style_.verbose) return std::nullopt;  // proposes a waiver for each
    return std::max<std::uint64_t>({style_.max_failures, kShownChanges, kMaxLimitCases});
  }

  void alike(const TestCase& test_case, const TrialScore& score, const AttemptRecord& record,
             std::uint64_t times) override {
    if (failed_) return;
    try {
      note(test_case, score, record, times);
      keep(test_case, score, record, times);
    } catch (const std::exception& problem) {
      failed_ = Error{.kind = ErrorKind::system, .reason = problem.what()};
    }
  }

  Result<void> end(const RunSummary& summary) override {
    if (failed_) return *failed_;
    try {
      return write_all(fd_, whole(summary));
    } catch (const std::exception& problem) {
      return Error{.kind = ErrorKind::system, .reason = problem.what()};
    }
  }

 private:
  void note(const TestCase& test_case, const TrialScore& score, const AttemptRecord& record,
            std::uint64_t times) {
    notes_.calls += score.traces.size() * times;
    if (style_.verbose) proposed_.add(test_case, score);
    if (score.limit_unchecked) notes_.limits_unchecked += times;
    for (const View& view : record.answer.views) {
      notes_.text_view_seen = notes_.text_view_seen || view.at == At::text;
      notes_.tool_side_seen = notes_.tool_side_seen || view.at >= At::client;
    }
    bool left = std::any_of(score.attempts.begin(), score.attempts.end(),
                            [](const auto& attempt) { return attempt.descendants_left > 0; });
    if (left) notes_.descendants_left += times;
    std::map<std::string, const LimitHit*> crossed;  // once a trial
    for (const LimitHit& hit : score.limits) {
      std::string key = hit.tool + '\0' + hit.glob + '\0' + hit.control;
      key += hit.level == Never::Level::called ? 'c' : 'e';
      crossed.emplace(std::move(key), &hit);
    }
    for (const auto& [key, hit] : crossed) note_limit(test_case, score, key, *hit, times);
  }

  void note_limit(const TestCase& test_case, const TrialScore& score, const std::string& key,
                  const LimitHit& hit, std::uint64_t times) {
    auto found = notes_.limits.find(key);
    if (found == notes_.limits.end()) {
      if (notes_.limits.size() >= kMaxLimits) {
        notes_.limits_left_out += times;
        return;
      }
      found = notes_.limits.emplace(key, RunNotes::Limit{}).first;
      found->second.sentence = limit_sentence(hit);
    }
    found->second.trials += times;
    if (found->second.cases.size() < kMaxLimitCases)
      found->second.cases.push_back(trial_name(test_case, score));
  }

  void keep(const TestCase& test_case, const TrialScore& score, const AttemptRecord& record,
            std::uint64_t times) {
    if (style_.quiet) return;
    auto block = [&] { return render_failure(test_case, score, record, style_); };
    if (score.outcome == AttemptOutcome::failed) {
      incomplete_.add(incomplete_.count() < style_.max_failures ? block() : "", style_.max_failures,
                      times);
    } else if (score.verdict == Verdict::fail) {
      failures_.add(failures_.count() < style_.max_failures ? block() : "", style_.max_failures,
                    times);
    } else {
      // As the line on coercions counts: what a client refused is no call that changed.
      const bool changed =
          std::any_of(score.traces.begin(), score.traces.end(),
                      [](const CallTrace& trace) { return !trace.findings.empty(); });
      if (changed || score.verdict == Verdict::waived)
        changes_.offer(worst_of(score), changed, times, block);
    }
  }

  std::string whole(const RunSummary& summary) const {
    std::string out;
    auto section = [&](const std::string& text, bool apart) {
      if (text.empty()) return;
      if (apart && !out.empty() && !out.ends_with("\n\n")) out += '\n';
      out += text;
    };
    if (!style_.quiet) {
      out += failures_.text("failed trials", context_);
      out += changes_.text(context_);
      out += incomplete_.text("incomplete trials", context_);
      section(scores_text(summary, style_), true);
      section(trajectories_text(summary, style_), true);
      section(trials_text(summary, style_), true);
      section(confusions_text(summary, style_), true);
      bool long_coercions = !summary.coercions.by_kind.empty();
      section(coercions_text(summary, style_), true);
      section(outcomes_text(summary, style_), long_coercions);
      section(policy_text(context_.provenance, style_), long_coercions);
      section(agent_text(summary, style_), long_coercions);
      section(judge_text(summary, style_), long_coercions);
      section(left_out_text(summary, style_), long_coercions);
      section(limits_text(notes_, style_), long_coercions);
      section(proposed_.text(style_), true);
      section(baseline_text(summary, style_), long_coercions);
      section(gates_text(summary, style_), long_coercions);
      section(waivers_text(summary, style_), long_coercions);
      section(unknown_text(summary, context_, notes_, style_), long_coercions);
    }
    if (style_.quiet && summary.exit_code != 0) {
      section(gates_text(summary, style_), false);
      section(waivers_text(summary, style_), false);
    }
    if (!style_.quiet || summary.exit_code != 0) {
      section(closing_text(summary, context_, style_), !style_.quiet);
    }
    return out;
  }

  int fd_;
  TerminalStyle style_;
  ReportContext context_;
  RunNotes notes_;
  ProposedWaivers proposed_;
  Blocks failures_, incomplete_;
  WorstBlocks changes_;
  std::optional<Error> failed_;
};

}  // namespace

std::unique_ptr<Reporter> make_terminal_reporter(int fd, TerminalStyle style) {
  return std::make_unique<TerminalReporter>(fd, style);
}

}  // namespace tare

// results.json: the scored run, docs/results.md.
//
// What speaks of the whole run stands before the cases, and is known only after them. So the cases
// wait in one file beside the target and their durations in another; at the end a third is written
// from all parts, synced and renamed. A reader sees the old file or the new one, whole, and a
// failure leaves neither parts nor half a file.
#include <unistd.h>

#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "base/escape.h"
#include "report/agent_json.h"
#include "report/guarded_reporter.h"
#include "report/json_text.h"
#include "report/reporters.h"
#include "report/spill_file.h"
#include "report/summary_json.h"
#include "report/trial_json.h"

namespace tare {
namespace {

class ResultsJsonReporter final : public GuardedReporter {
 public:
  explicit ResultsJsonReporter(std::string path) : GuardedReporter(std::move(path)) {}

  void begin(const ReportContext& context) override {
    guard([&] { return start(context); });
  }

  void trial(const TestCase& test_case, const TrialScore& score,
             const AttemptRecord& record) override {
    guard([&] { return add(test_case, score, record); });
  }

  Result<void> end(const RunSummary& summary) override {
    guard([&] { return finish(summary); });
    cases_.reset();
    durations_.reset();
    if (failed_) return *failed_;
    return {};
  }

 private:
  bool to_stdout() const { return path_ == "-"; }
  std::string part_path(const char* suffix) const {
    return to_stdout() ? std::string() : path_ + suffix;
  }

  Result<void> open_parts() {
    if (cases_) return {};
    Result<SpillFile> cases = SpillFile::create(part_path(".cases.tmp"));
    if (!cases) return cases.error();
    Result<SpillFile> durations = SpillFile::create(part_path(".timing.tmp"));
    if (!durations) return durations.error();
    cases_.emplace(std::move(*cases));
    durations_.emplace(std::move(*durations));
    return {};
  }

  Result<void> start(const ReportContext& context) {
    provenance_ = context.provenance;
    return open_parts();
  }

  Result<void> add(const TestCase& test_case, const TrialScore& score,
                   const AttemptRecord& record) {
    if (Result<void> opened = open_parts(); !opened) return opened;
    bool same_case = current_ == test_case.id();
    std::string text, timing;
    if (same_case) {
      text = ",";
      timing = ",";
    } else {
      text = current_ ? end_of_case() + ",\n{" : "{";
      text += case_id_members(test_case.id()) + ",\"trials\":[";
      timing = current_ ? "]," : "";
      append_json_quoted(timing, id_key(test_case.id()));
      timing += ":[";
      current_ = test_case.id();
    }
    text += trial_to_json(score, record);
    ++trials_;
    passed_ += score.verdict == Verdict::pass ? 1 : 0;
    judged_ += score.verdict == Verdict::pass || score.verdict == Verdict::fail ? 1 : 0;
    timing += std::to_string(score.duration_ms);
    if (Result<void> written = cases_->append(text); !written) return written;
    return durations_->append(timing);
  }

  // A rate is said of cases that ran more than once.
  std::string end_of_case() {
    std::string out = "]";
    if (trials_ > 1) out += "," + pass_rate_member(passed_, judged_);
    trials_ = passed_ = judged_ = 0;
    return out + "}";
  }

  Result<void> finish(const RunSummary& summary) {
    if (Result<void> opened = open_parts(); !opened) return opened;
    if (current_) {
      if (Result<void> closed = cases_->append(end_of_case()); !closed) return closed;
      if (Result<void> closed = durations_->append("]"); !closed) return closed;
    }
    if (to_stdout()) return write(summary, STDOUT_FILENO);
    Result<SpillFile> whole = SpillFile::create(path_ + ".tmp");
    if (!whole) return whole.error();
    if (Result<void> written = write(summary, whole->fd()); !written) return written;
    return whole->publish(path_);
  }

  Result<void> write(const RunSummary& summary, int fd) {
    std::string head =
        "{\"format\":\"tare-results/1\",\n\"provenance\":" + provenance_part(provenance_);
    head += ",\n\"totals\":" + totals_part(summary.totals);
    head += ",\n\"scores\":" + scores_part(summary);
    if (summary.raw_trajectories.trials + summary.normalized_trajectories.trials > 0)
      head += ",\n\"trajectories\":" + trajectories_part(summary);
    head += ",\n\"confusions\":" + confusions_part(summary);
    head += ",\n\"slices\":" + slices_part(summary);
    head += ",\n\"coercions\":" + coercions_part(summary.coercions);
    if (summary.outcomes.trials > 0) head += ",\n\"outcomes\":" + outcomes_part(summary.outcomes);
    if (summary.trials.repeated()) head += ",\n\"trials\":" + trials_part(summary.trials);
    if (summary.baseline) head += ",\n\"baseline\":" + baseline_part(*summary.baseline);
    head += agent_parts(summary);
    head += ",\n\"gates\":" + gates_part(summary);
    if (!summary.waivers.empty()) head += ",\n\"waivers\":" + waivers_part(summary);
    head += ",\n\"cases\":[\n";
    if (Result<void> written = write_all(fd, head); !written) return written;
    if (Result<void> copied = cases_->copy_to(fd); !copied) return copied;
    std::string timing = "],\n\"timing\":{\"wallMs\":" + std::to_string(summary.wall_ms) +
                         ",\"p50Ms\":" + std::to_string(summary.p50_ms) +
                         ",\"p95Ms\":" + std::to_string(summary.p95_ms) + ",\"cases\":{";
    if (Result<void> written = write_all(fd, timing); !written) return written;
    if (Result<void> copied = durations_->copy_to(fd); !copied) return copied;
    return write_all(fd, "}},\n\"exitCode\":" + std::to_string(summary.exit_code) + "}\n");
  }

  const Provenance* provenance_ = nullptr;              // complete only at the end
  std::optional<std::string> current_;                  // the case whose trials are being written
  std::uint32_t trials_ = 0, passed_ = 0, judged_ = 0;  // of that case
  std::optional<SpillFile> cases_, durations_;
};

}  // namespace

std::unique_ptr<Reporter> make_results_json_reporter(const std::string& path) {
  return std::make_unique<ResultsJsonReporter>(path);
}

}  // namespace tare

// JUnit XML, as the Ant task writes it: one testsuite a run, one testcase a trial.
//
// That schema has one verdict a testcase and no word for flaky, and wants the counts before the
// cases. So a failed trial is a `failure`, an incomplete one an `error`, an unjudged one `skipped`;
// the attempts before a trial that completed after all are named in a property of the suite and
// told in system-out. The cases wait in a file beside the target until the counts are known.
#include <fmt/format.h>
#include <unistd.h>

#include <exception>
#include <utility>

#include "base/escape.h"
#include "report/display_text.h"
#include "report/figure_text.h"
#include "report/guarded_reporter.h"
#include "report/reporters.h"
#include "report/spill_file.h"
#include "report/trial_view.h"

namespace tare {
namespace {

// Attributes are single lines of visible characters; text keeps its lines.
std::string attribute(std::string_view text) { return escape_for_xml(shown_text(text, 2000)); }

std::string seconds(std::uint64_t ms) { return fmt::format("{}.{:03}", ms / 1000, ms % 1000); }

// The folder part of the id, else the first tag, else the kind: what CI groups by.
std::string class_of(const TestCase& test_case) {
  const std::string& id = test_case.id();
  std::size_t slash = id.rfind('/');
  if (slash != std::string::npos && slash > 0) return id.substr(0, slash);
  if (!test_case.input.tags.empty()) return test_case.input.tags.front();
  return std::string(case_kind_name(test_case.input.kind));
}

// "2026-11-30T10:44:53.123Z" without fraction and zone, as the schema wants it.
std::string timestamp_of(const Provenance* provenance) {
  constexpr std::string_view kShape = "dddd-dd-ddTdd:dd:dd";
  std::string_view text = provenance == nullptr ? "" : std::string_view(provenance->started);
  text = text.substr(0, kShape.size());
  bool good = text.size() == kShape.size();
  for (std::size_t i = 0; good && i < text.size(); ++i)
    good = kShape[i] == 'd' ? text[i] >= '0' && text[i] <= '9' : text[i] == kShape[i];
  return good ? std::string(text) : "1970-01-01T00:00:00";
}

class JunitReporter final : public GuardedReporter {
 public:
  explicit JunitReporter(std::string path) : GuardedReporter(std::move(path)) {}

  void begin(const ReportContext& context) override {
    guard([&]() -> Result<void> {
      many_trials_ = context.trials > context.cases;
      suite_ = context.suite_path.empty() ? "tare" : context.suite_path;
      provenance_ = context.provenance;
      return open_parts();
    });
  }

  void trial(const TestCase& test_case, const TrialScore& score,
             const AttemptRecord& record) override {
    guard([&] { return add(test_case, score, record); });
  }

  Result<void> end(const RunSummary& summary) override {
    guard([&] { return finish(summary); });
    cases_.reset();
    output_.reset();
    flaky_.reset();
    if (failed_) return *failed_;
    return {};
  }

 private:
  Result<void> open_parts() {
    if (flaky_) return {};
    auto part = [&](const char* suffix, std::optional<SpillFile>& file) -> Result<void> {
      Result<SpillFile> made = SpillFile::create(path_ == "-" ? std::string() : path_ + suffix);
      if (!made) return made.error();
      file.emplace(std::move(*made));
      return {};
    };
    if (Result<void> made = part(".cases.tmp", cases_); !made) return made;
    if (Result<void> made = part(".output.tmp", output_); !made) return made;
    return part(".flaky.tmp", flaky_);
  }

  static std::string property(std::string_view name, std::string_view value) {
    return "    <property name=\"" + attribute(name) + "\" value=\"" + attribute(value) + "\"/>\n";
  }

  std::string properties() const {
    std::string out;
    if (provenance_ == nullptr) return out;
    auto add = [&](std::string_view name, std::string_view value) {
      if (!value.empty()) out += property(name, value);
    };
    add("tare.runId", provenance_->run_id);
    add("tare.model", provenance_->model);
    add("tare.variant", provenance_->variant);
    add("tare.datasetSha256", provenance_->dataset_sha256);
    for (const std::string& line : provenance_->policy_drift) add("tare.policyDrift", line);
    return out;
  }

  Result<void> add(const TestCase& test_case, const TrialScore& score,
                   const AttemptRecord& record) {
    if (Result<void> opened = open_parts(); !opened) return opened;
    ++tests_;
    std::string name = test_case.id();
    if (many_trials_) name += "#" + std::to_string(score.trial);
    std::uint64_t ms = 0;
    for (const TrialScore::AttemptSummary& attempt : score.attempts) ms += attempt.duration_ms;
    total_ms_ += ms;
    std::string out = "  <testcase name=\"" + attribute(name) + "\" classname=\"" +
                      attribute(class_of(test_case)) + "\" time=\"" + seconds(ms) + "\"";
    std::string verdict = verdict_element(test_case, score, record);
    out += verdict.empty() ? "/>\n" : ">\n" + verdict + "  </testcase>\n";
    if (Result<void> written = cases_->append(out); !written) return written;
    return note_flaky(name, score);
  }

  std::string element(std::string_view tag, std::string_view type, std::string_view message,
                      const TestCase& test_case, const TrialScore& score,
                      const AttemptRecord& record) const {
    TerminalStyle plain{.color = false, .width = 100};
    std::string out = "    <" + std::string(tag);
    out += " message=\"" + attribute(message) + "\"";
    if (!type.empty()) out += " type=\"" + attribute(type) + "\"";
    if (tag == "skipped") return out + "/>\n";
    out += ">" + escape_for_xml(render_failure(test_case, score, record, plain), true);
    return out + "</" + std::string(tag) + ">\n";
  }

  std::string verdict_element(const TestCase& test_case, const TrialScore& score,
                              const AttemptRecord& record) {
    if (score.outcome == AttemptOutcome::failed) {
      ++errors_;
      std::string_view type = score.failure ? failure_name(*score.failure) : "incomplete";
      std::string_view text = score.failure_text;
      return element("error", type, text.substr(0, text.find('\n')), test_case, score, record);
    }
    std::string reason = score.reasons.empty() ? "" : score.reasons.front();
    switch (score.verdict) {
      case Verdict::pass:
        return "";
      case Verdict::fail:
        ++failures_;
        return element("failure", score.limits.empty() ? "expectation" : "limit",
                       reason.empty() ? "the expectation does not hold" : reason, test_case, score,
                       record);
      case Verdict::undecided:
      case Verdict::observed:
      case Verdict::waived: {
        ++skipped_;
        std::string message(verdict_name(score.verdict));
        if (!reason.empty()) message += ": " + reason;
        return element("skipped", "", message, test_case, score, record);
      }
    }
    return "";
  }

  // Every attempt of a trial that needed more than one, by one rule: nothing retried is silent.
  Result<void> note_flaky(const std::string& name, const TrialScore& score) {
    if (score.attempts.size() < 2) return {};
    std::string text = score.flaky ? "flaky: " : "retried: ";
    text += name + "\n";
    for (const TrialScore::AttemptSummary& attempt : score.attempts) {
      text += "  attempt " + std::to_string(attempt.attempt) + ": ";
      if (attempt.failure) text += std::string(failure_name(*attempt.failure)) + ", ";
      text += attempt.termination + ", " + duration_text(attempt.duration_ms) + "\n";
      if (!attempt.failure_text.empty()) text += "    " + attempt.failure_text + "\n";
    }
    if (score.flaky) {
      std::string_view why = score.attempts.front().failure
                                 ? failure_name(*score.attempts.front().failure)
                                 : "retried";
      std::string value = counted(score.attempts.size(), "attempt") + ", the first: ";
      value.append(why);
      if (Result<void> kept = flaky_->append(property("tare.flaky." + name, value)); !kept)
        return kept;
    }
    return output_->append(escape_for_xml(escape_for_terminal(text, true), true));
  }

  Result<void> finish(const RunSummary& summary) {
    if (Result<void> opened = open_parts(); !opened) return opened;
    if (path_ == "-") return write(summary, STDOUT_FILENO);
    Result<SpillFile> whole = SpillFile::create(path_ + ".tmp");
    if (!whole) return whole.error();
    if (Result<void> written = write(summary, whole->fd()); !written) return written;
    return whole->publish(path_);
  }

  Result<void> write(const RunSummary& summary, int fd) {
    std::string head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    std::uint64_t ms = summary.wall_ms > 0 ? summary.wall_ms : total_ms_;
    head += fmt::format(
        "<testsuite name=\"{}\" timestamp=\"{}\" hostname=\"localhost\" tests=\"{}\" "
        "failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{}\">\n  <properties>\n",
        attribute(suite_), timestamp_of(provenance_), tests_, failures_, errors_, skipped_,
        seconds(ms));
    head += properties() + property("tare.exitCode", std::to_string(summary.exit_code));
    if (Result<void> written = write_all(fd, head); !written) return written;
    if (Result<void> copied = flaky_->copy_to(fd); !copied) return copied;
    if (Result<void> written = write_all(fd, "  </properties>\n"); !written) return written;
    if (Result<void> copied = cases_->copy_to(fd); !copied) return copied;
    if (Result<void> written = write_all(fd, "  <system-out>"); !written) return written;
    if (Result<void> copied = output_->copy_to(fd); !copied) return copied;
    return write_all(fd, "</system-out>\n  <system-err></system-err>\n</testsuite>\n");
  }

  std::string suite_ = "tare";
  const Provenance* provenance_ = nullptr;  // complete only at the end
  bool many_trials_ = false;
  std::uint64_t tests_ = 0, failures_ = 0, errors_ = 0, skipped_ = 0, total_ms_ = 0;
  std::optional<SpillFile> cases_, output_, flaky_;
};

}  // namespace

std::unique_ptr<Reporter> make_junit_reporter(const std::string& path) {
  return std::make_unique<JunitReporter>(path);
}

}  // namespace tare

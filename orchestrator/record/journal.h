// The journal: what happened, appended as it happened, and never rewritten.
//
// One JSON object a line. First a header (identity and circumstance), then one line per finished
// attempt and one per judgement of an attempt, last a footer with counts. Each line carries the
// SHA-256 of the line before it (its bytes without the newline), so a change anywhere breaks the
// chain from there on. Each line is written with one write(2), so a SIGKILL of tare loses nothing
// that had finished; a cut last line is recognised and cut off on resume.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/mask.h"
#include "base/result.h"
#include "model/attempt.h"
#include "model/provenance.h"
#include "model/run_summary.h"
#include "record/held_baseline.h"

namespace tare {

struct JournalHeader {
  Provenance provenance;
  std::optional<std::string> manifest_json;  // the tools array in force, verbatim; nullopt: none
  std::uint32_t trials = 1;                  // default a case; a case's own may differ
  bool trials_forced = false;                // the command line said so: over the cases' own
  bool adaptive = false;                     // cases stop early once no gate can change
  std::string filter;                        // in force; "" is all
  std::string profile;                       // "" is none
  std::string keep = {};                     // --keep, if it was given: "failures", "all"
  std::uint64_t selected_cases = 0;
  std::string suite_path;                     // absolute: where `tare show` finds the suite again
  std::optional<HeldBaseline> baseline = {};  // nullopt: the run was held against none
  // Tool and approval, as the run's policy has them reviewed; empty: nobody reviewed any.
  std::map<std::string, std::string> reviewed_approvals = {};
};

// What the run came to. A run without a footer did not end by itself.
struct JournalFooter {
  std::map<std::string, std::uint64_t> counts = {};
  bool interrupted = false;
  std::optional<CostStop> cost_stop = {};
  std::vector<EarlyStop> stopped_early = {};  // in suite order
};

// Attempt <-> one line of the journal (without chain member and newline).
// `masker` masks every text of the adapter's; the spans are noted in the line. The case id stays:
// it is what attempts are found by. Bytes that are no valid UTF-8 are written as {"base64":"…"}.
// Read back, `answer` is what the events say (protocol/answer_reader.h).
std::string attempt_to_json(const AttemptRecord& record, const Masker& masker);
Result<AttemptRecord> attempt_from_json(std::string_view line);

// The same for what a judge was asked about an attempt.
std::string judgement_to_json(const Judgement& judgement, const Masker& masker);
Result<Judgement> judgement_from_json(std::string_view line);

class JournalWriter {
 public:
  // Begins a new journal. `path` must not exist.
  static Result<JournalWriter> create(const std::string& path, const JournalHeader& header);
  // Goes on after what is whole: cuts a torn last line and a footer off, checks the chain. The run
  // folder must be locked (record/run_folder.h): a journal has one writer.
  static Result<JournalWriter> reopen(const std::string& path);

  // Returns the offset of the line. O(line). Calls fdatasync where 100 ms have passed since the
  // last time; what came later waits for sync(), which whoever waits idle or ends a run calls.
  Result<std::uint64_t> append(const AttemptRecord& record, const Masker& masker);
  Result<std::uint64_t> append(const Judgement& judgement, const Masker& masker);
  Result<void> append_footer(const JournalFooter& footer);
  Result<void> sync();
  // SHA-256 of the last line written.
  const std::string& chain_sha256() const;

  JournalWriter(JournalWriter&&) noexcept;
  JournalWriter& operator=(JournalWriter&&) noexcept;
  ~JournalWriter();

 private:
  struct Impl;
  explicit JournalWriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Reads a journal of any size line by line; memory stays at one line.
class JournalReader {
 public:
  static Result<JournalReader> open(const std::string& path);
  const JournalHeader& header() const;
  bool has_footer() const;                             // known after a whole for_each_entry
  const std::optional<JournalFooter>& footer() const;  // likewise
  bool torn_tail() const;  // the last line was cut off, and left out; likewise
  // SHA-256 of the last whole line; likewise. Through the chain it stands for the whole journal.
  const std::string& chain_sha256() const;

  // Offsets and keys of all attempts and judgements, in journal order; `visit` returns false to
  // stop. The chain is checked on the way: a line that breaks it is an error that names it. Only
  // the envelope (case, trial, attempt, outcome) is decoded: cheap.
  struct Entry {
    std::uint64_t offset;
    std::string case_id;
    std::uint32_t trial, attempt;
    std::optional<std::uint32_t> judged_attempt;  // set: a judgement of that attempt
    bool complete;
    bool retryable;
    std::optional<Failure> failure;
  };
  Result<void> for_each_entry(const std::function<bool(const Entry&)>& visit);

  // The record at an offset given by for_each_entry or JournalWriter::append.
  Result<AttemptRecord> read_at(std::uint64_t offset) const;
  Result<Judgement> read_judgement_at(std::uint64_t offset) const;

  JournalReader(JournalReader&&) noexcept;
  JournalReader& operator=(JournalReader&&) noexcept;
  ~JournalReader();

 private:
  struct Impl;
  explicit JournalReader(std::unique_ptr<Impl> impl);
  Result<std::string> line_at(std::uint64_t offset) const;
  Error unreadable(std::uint64_t offset, const std::string& why) const;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tare

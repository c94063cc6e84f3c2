// What happened to calls, by what they went through: one row for each combination of model, parser,
// client, version and the like, over any number of runs.
//
// Trials are added one by one, each under what its own adapter said of itself, so that a server
// which was exchanged during a run makes two rows. A trial whose adapter said nothing (it never
// answered, say) goes where the run as a whole belongs. The rate is over the calls that could be
// looked at: those that are unaudited or unread are not unchanged, and have columns of their own.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/attempt.h"
#include "model/provenance.h"
#include "model/score.h"

namespace tare {

enum class ByKey : std::uint8_t {
  model,
  variant,
  adapter,
  client,  // the layers sdk and framework
  server,
  parser,
  version,  // of the layers that the other keys name; of all where they name none
  suite,
  run,
};
std::string_view by_key_name(ByKey key);
// "model,parser,version". An unknown key, one that stands there twice and an empty list are errors.
Result<std::vector<ByKey>> read_by_keys(std::string_view list);

struct ByRow {
  std::vector<std::string> values;  // of the keys, "" where nothing is known
  std::uint64_t runs = 0, trials = 0, incomplete = 0;
  std::uint64_t calls = 0, changed = 0, unaudited = 0, unread = 0;
  std::uint64_t seen = 0;  // calls that could be looked at: what the rate is of
  std::uint64_t rescued = 0, damaged = 0, neutral = 0, waived = 0;
  std::map<std::string, std::uint64_t> by_kind;

  std::optional<double> rate() const;
};

// A run that is being added.
struct ByRun {
  std::string suite, folder;
  // Complete once the trials went by, as reporters get it (report/reporter.h).
  const Provenance* provenance = nullptr;
};

class ByTable {
 public:
  explicit ByTable(std::vector<ByKey> keys) : keys_(std::move(keys)) {}
  const std::vector<ByKey>& keys() const { return keys_; }
  const std::vector<ByRow>& rows() const { return rows_; }  // in the order of first appearance

  void begin_run(ByRun run);
  void add(const TrialScore& score, const AttemptRecord& record);
  void end_run();

 private:
  ByRow& row_of(const std::optional<Started>& started);
  void count(ByRow& row, const TrialScore& score);

  std::vector<ByKey> keys_;
  std::vector<ByRow> rows_;
  std::map<std::vector<std::string>, std::size_t> places_;
  std::vector<std::size_t> in_run_;  // rows that this run has part in
  ByRun run_;
  ByRow unnamed_;  // trials of this run whose adapter said nothing of itself
};

}  // namespace tare

// Two passes: read every prediction and match its id, then see that each case has the same trials.
//
// All faults are listed, by id, both ways; only past ten thousand are they counted.
#include "suite/predictions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <tuple>

#include "base/escape.h"
#include "base/file.h"
#include "json/value.h"
#include "suite/fault_list.h"
#include "suite/read_document.h"
#include "suite/reserved_tools.h"
#include "suite/trial_id.h"
#include "suite/value_reader.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 7> kMembers = {
    "caseId", "selectedTool", "raw", "normalized", "finished", "message", "underscoreNames"};
// They say how calls came to be, and here none are told.
constexpr std::array<std::string_view, 3> kOfCalls = {"finished", "message", "underscoreNames"};
constexpr std::size_t kMaxFaults = 10'000;
constexpr std::size_t kMaxTrialsNamed = 5;

struct Found {
  Prediction prediction;
  SourcePosition position;
};

std::string quoted(std::string_view id) { return "\"" + escape_for_terminal(id) + "\""; }

class Matcher {
 public:
  Matcher(const std::string& path, const std::vector<const TestCase*>& cases)
      : files_{escape_for_terminal(path)}, cases_(cases), faults_(kMaxFaults) {
    for (std::size_t i = 0; i < cases.size(); ++i) by_id_.emplace(cases[i]->id(), i);
  }

  void take(json::Value value, ValueReader& reader) {
    if (!value.is_object()) {
      reader.fault(value, fmt::format("a prediction is {}; it must be an object", shown(value)));
      return;
    }
    if (tells_calls(value)) {
      take_answer(value, reader);
      return;
    }
    MemberSet members(reader, "a prediction", kMembers);
    members.read(value);
    for (const std::string_view name : kOfCalls) {
      if (!members[name].valid()) continue;
      reader.fault(members[name], fmt::format("\"{}\" beside \"selectedTool\"", name),
                   "it goes with calls: tell them in \"raw\" and \"normalized\", or leave it out");
    }
    const bool whole = members.require({"caseId", "selectedTool"});
    const std::optional<std::string> id = reader.word(members["caseId"], "caseId");
    if (!whole) return note_broken(id);
    const json::Value selected = members["selectedTool"];
    std::optional<std::string> tool;
    if (!selected.is_null()) {
      if (!selected.is_string()) {
        reader.misfit(selected, "selectedTool", "a tool's name, or null for no call");
        return note_broken(id);
      }
      tool = selected.decoded();
      if (is_reserved_tool(*tool)) {
        reader.fault(selected,
                     fmt::format("\"selectedTool\" is \"{}\", which is no tool's name", *tool),
                     "write null where no tool was called");
        return note_broken(id);
      }
    }
    if (!id) return;
    match(*id, std::move(tool), nullptr, members["caseId"], reader);
  }

  void take_answer(json::Value value, ValueReader& reader) {
    json::Value case_id;
    std::optional<PredictedAnswer> answer = read_prediction_answer(reader, value, case_id);
    const std::optional<std::string> id = reader.word(case_id, "caseId");
    if (!answer) return note_broken(id);
    if (!id) return;
    answer->place = place_text(reader.position(value), files_);
    match(*id, std::nullopt, std::make_unique<PredictedAnswer>(std::move(*answer)), case_id,
          reader);
  }

  void fault(std::string reason, std::string mend = {}) {
    faults_.add({0, 0, 0}, std::move(reason), std::move(mend));
  }
  FaultList& faults() { return faults_; }
  const std::vector<std::string>& files() const { return files_; }

  Result<std::vector<Prediction>> finish() {
    std::sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
      return std::tie(a.prediction.case_index, a.prediction.trial, a.position.line,
                      a.position.column) < std::tie(b.prediction.case_index, b.prediction.trial,
                                                    b.position.line, b.position.column);
    });
    find_duplicates();
    find_missing();
    if (faults_.any()) return faults_.to_error(files_);
    std::vector<Prediction> out;
    out.reserve(found_.size());
    for (Found& one : found_) out.push_back(std::move(one.prediction));
    return out;
  }

 private:
  // It is there, and told to be wrong: that it is missing would be told beside its cause.
  void note_broken(const std::optional<std::string>& id) {
    const std::optional<TrialId> hit = id ? find_trial(by_id_, *id) : std::nullopt;
    if (hit) broken_.insert({hit->case_index, hit->trial.value_or(1)});
  }

  void match(const std::string& id, std::optional<std::string> tool,
             std::unique_ptr<PredictedAnswer> answer, json::Value at, ValueReader& reader) {
    const std::optional<TrialId> hit = find_trial(by_id_, id);
    if (!hit) {
      reader.fault(at, fmt::format("a prediction for {}, which is none of the cases", quoted(id)),
                   "remove it, or add the case");
      return;
    }
    found_.push_back({{hit->case_index, hit->trial.value_or(1), std::move(tool), std::move(answer)},
                      reader.position(at)});
  }

  std::string trial_id(const Found& one) const {
    const std::string& id = cases_[one.prediction.case_index]->id();
    return trials_ == 1 ? quoted(id) : quoted(fmt::format("{}#{}", id, one.prediction.trial));
  }

  void find_duplicates() {
    for (const Found& one : found_) trials_ = std::max(trials_, one.prediction.trial);
    for (std::size_t i = 1; i < found_.size(); ++i) {
      const Found& one = found_[i];
      const Found& before = found_[i - 1];
      if (one.prediction.case_index != before.prediction.case_index ||
          one.prediction.trial != before.prediction.trial) {
        continue;
      }
      faults_.add(one.position,
                  fmt::format("a second prediction for {}, after the one at {}", trial_id(one),
                              place_text(before.position, files_)),
                  "keep one of them; further trials are written id#2, id#3, …");
    }
  }

  // Every case needs trials 1 to the highest that any case has.
  void find_missing() {
    std::size_t next = 0;
    for (std::size_t c = 0; c < cases_.size(); ++c) {
      std::vector<std::string> named;
      std::uint32_t expected = 1, present = 0;
      const auto name_up_to = [&](std::uint32_t end) {
        for (; expected < end && named.size() < kMaxTrialsNamed; ++expected) {
          if (broken_.contains({c, expected})) continue;
          named.push_back(trials_ == 1 ? quoted(cases_[c]->id())
                                       : quoted(fmt::format("{}#{}", cases_[c]->id(), expected)));
        }
      };
      for (; next < found_.size() && found_[next].prediction.case_index == c; ++next) {
        const std::uint32_t trial = found_[next].prediction.trial;
        if (trial < expected) continue;  // a duplicate
        name_up_to(trial);
        expected = trial + 1;
        ++present;
      }
      name_up_to(trials_ + 1);
      const auto first = broken_.lower_bound({c, 0});
      const auto last = broken_.upper_bound({c, trials_});
      const std::size_t told = present + static_cast<std::size_t>(std::distance(first, last));
      if (told >= trials_) continue;
      const std::size_t missing = trials_ - told;
      std::string list = fmt::format("{}", fmt::join(named, ", "));
      if (missing > named.size()) list += fmt::format(" and {} more", missing - named.size());
      fault("no prediction for " + list,
            "every case needs one, and each as many trials as the others; null says no call");
    }
  }

  std::vector<std::string> files_;
  const std::vector<const TestCase*>& cases_;
  CasesById by_id_;
  std::vector<Found> found_;
  std::set<std::pair<std::size_t, std::uint32_t>> broken_;  // case and trial
  std::uint32_t trials_ = 1;
  FaultList faults_;
};

}  // namespace

Result<std::vector<Prediction>> load_predictions(const std::string& path,
                                                 const std::vector<const TestCase*>& cases) {
  const Result<MappedFile> mapped = MappedFile::open(path);
  if (!mapped) return mapped.error();
  const std::string_view text = mapped->bytes();
  Matcher matcher(path, cases);
  if (!read_records(text, "each line is one prediction", matcher.faults(),
                    [&](json::Value value, ValueReader& reader) { matcher.take(value, reader); })) {
    return matcher.faults().to_error(matcher.files());
  }
  return matcher.finish();
}

}  // namespace tare

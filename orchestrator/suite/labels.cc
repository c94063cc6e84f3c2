#include "suite/labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "base/escape.h"
#include "base/file.h"
#include "json/value.h"
#include "suite/fault_list.h"
#include "suite/read_document.h"
#include "suite/trial_id.h"
#include "suite/value_reader.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 5> kMembers = {"id", "caseId", "verdict", "score", "by"};
constexpr std::array<std::string_view, 2> kVerdicts = {"PASS", "FAIL"};
constexpr std::size_t kMaxFaults = 1000;
constexpr std::size_t kMaxBytes = std::size_t{256} << 20;

class LabelReader {
 public:
  LabelReader(const std::string& path, const std::vector<const TestCase*>& cases,
              const std::vector<std::uint32_t>& trials)
      : files_{escape_for_terminal(path)}, trials_(trials), faults_(kMaxFaults) {
    for (std::size_t i = 0; i < cases.size(); ++i) by_id_.emplace(cases[i]->id(), i);
  }

  void take(json::Value value, ValueReader& reader) {
    if (!reader.object(value, "a label")) return;
    MemberSet members(reader, "a label", kMembers);
    members.read(value);
    const json::Value at = members[members["id"].valid() ? "id" : "caseId"];
    if (!at.valid() || (members["id"].valid() && members["caseId"].valid())) {
      reader.fault(value, "a label needs \"id\" or \"caseId\", one of the two");
      return;
    }
    Label label;
    if (auto id = reader.word(at, "id")) label.id = std::move(*id);
    if (auto by = reader.text(members["by"], "by")) label.by = std::move(*by);
    if (auto word = reader.choice(members["verdict"], "verdict", kVerdicts)) {
      label.pass = *word == 0;
    }
    read_score(members["score"], reader, label);
    if (members["verdict"].valid() == members["score"].valid()) {
      reader.fault(value, "a label needs \"verdict\" or \"score\", one of the two",
                   "write \"verdict\": \"PASS\" or \"FAIL\", or \"score\" from 1 to 5");
      return;
    }
    if (label.id.empty() || !find(label, at, reader)) return;
    if (!seen_.emplace(label.case_index ? "" : label.id, label.case_index.value_or(0), label.trial)
             .second) {
      reader.fault(at, fmt::format("a second label for {}", shown(at)),
                   "keep the one that the labellers agree on");
      return;
    }
    labels_.push_back(std::move(label));
  }

  Result<std::vector<Label>> finish() {
    if (!faults_.any() && labels_.empty()) faults_.add({0, 0, 0}, "the file holds no label");
    if (faults_.any()) return faults_.to_error(files_);
    return std::move(labels_);
  }
  FaultList& faults() { return faults_; }
  const std::vector<std::string>& files() const { return files_; }

 private:
  static void read_score(json::Value v, ValueReader& reader, Label& label) {
    if (!v.valid()) return;
    const std::optional<double> score = v.is_number() ? v.as_double() : std::nullopt;
    if (score && *score >= 1 && *score <= 5) {
      label.score = score;
    } else {
      reader.misfit(v, "score", "a number from 1 to 5");
    }
  }

  bool find(Label& label, json::Value at, ValueReader& reader) const {
    const std::optional<TrialId> found = find_trial(by_id_, label.id);
    if (!found) return true;
    const std::uint32_t trials = trials_[found->case_index];
    if (found->trial && *found->trial > trials) return true;
    if (!found->trial && trials > 1) {
      reader.fault(at, fmt::format("{} has {} trials", shown(at), trials),
                   "name the one that was labelled: id#1, id#2, …");
      return false;
    }
    label.case_index = found->case_index;
    label.trial = found->trial.value_or(1);
    return true;
  }

  std::vector<std::string> files_;
  const std::vector<std::uint32_t>& trials_;
  CasesById by_id_;
  std::set<std::tuple<std::string, std::size_t, std::uint32_t>> seen_;
  std::vector<Label> labels_;
  FaultList faults_;
};

}  // namespace

Result<std::vector<Label>> load_labels(const std::string& path,
                                       const std::vector<const TestCase*>& cases,
                                       const std::vector<std::uint32_t>& trials) {
  const Result<std::string> text = read_file(path, kMaxBytes);
  if (!text) return text.error();
  LabelReader labels(path, cases, trials);
  if (!read_records(*text, "each line is one label", labels.faults(),
                    [&](json::Value value, ValueReader& reader) { labels.take(value, reader); })) {
    return labels.faults().to_error(labels.files());
  }
  return labels.finish();
}

}  // namespace tare

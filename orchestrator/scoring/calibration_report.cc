#include "scoring/calibration_report.h"

#include <algorithm>
#include <utility>

#include "scoring/agreement.h"

namespace tare {
namespace {

std::size_t row_of(double score) {
  return static_cast<std::size_t>(std::clamp(score, 1.0, 5.0)) - 1;
}

}  // namespace

CalibrationReport compare_with_labels(std::vector<LabelledItem> items,
                                      std::vector<std::string> unlabelled) {
  CalibrationReport out;
  out.unlabelled = std::move(unlabelled);
  for (LabelledItem& item : items) {
    if (!item.judged) {
      out.unjudged.push_back(std::move(item));
      continue;
    }
    ++out.pairs;
    ++out.table[item.pass ? 0 : 1][item.judged->pass ? 0 : 1];
    if (item.score && item.judged->score) {
      ++out.scored_pairs;
      ++out.scores[row_of(*item.score)][row_of(*item.judged->score)];
    }
    if (item.pass != item.judged->pass) out.disagreements.push_back(std::move(item));
  }
  const std::array<std::uint64_t, 4> counts = {out.table[0][0], out.table[0][1], out.table[1][0],
                                               out.table[1][1]};
  const AgreementTable table{counts, 2};
  out.agreement = observed_agreement(table);
  out.kappa = cohen_kappa(table);
  return out;
}

}  // namespace tare

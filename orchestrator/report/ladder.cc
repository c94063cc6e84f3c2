#include "report/ladder.h"

#include <algorithm>

namespace tare {

void Ladder::begin_run(const std::string& variant, const std::vector<std::string>& variants) {
  const auto place_of = [&](const std::string& name) {
    const auto found = std::ranges::find(rungs_, name, &Rung::variant);
    const auto place = static_cast<std::size_t>(found - rungs_.begin());
    if (found == rungs_.end()) rungs_.push_back({name, false});
    return place;
  };
  for (const std::string& name : variants) (void)place_of(name);
  rung_ = place_of(variant);
  rungs_[rung_].ran = true;
}

void Ladder::add(const TestCase& test_case, const TrialScore& score) {
  if (score.quarantined) return;
  if (score.verdict != Verdict::pass && score.verdict != Verdict::fail) return;
  const auto [place, is_new] = places_.emplace(test_case.id(), cases_.size());
  if (is_new) cases_.push_back({test_case.id(), {}});
  std::vector<Count>& passed = cases_[place->second].passed;
  if (passed.size() <= rung_) passed.resize(rung_ + 1);
  passed[rung_].add(score.verdict == Verdict::pass);
}

std::vector<std::size_t> Ladder::rungs() const {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < rungs_.size(); ++i) {
    if (rungs_[i].ran) out.push_back(i);
  }
  return out;
}

Count Ladder::passed_on(const Case& one, std::size_t rung) {
  return rung < one.passed.size() ? one.passed[rung] : Count{};
}

Ladder::Suspect Ladder::suspect_of(const Case& one) const {
  const std::vector<std::size_t> order = rungs();
  const Count strongest = order.empty() ? Count{} : passed_on(one, order.front());
  if (strongest.of == 0) return Suspect::unknown;
  if (strongest.right < strongest.of) return Suspect::case_or_product;
  const bool fails_below = std::ranges::any_of(order, [&](std::size_t rung) {
    const Count count = passed_on(one, rung);
    return count.right < count.of;
  });
  return fails_below ? Suspect::description_or_output : Suspect::none;
}

std::string suspect_name(Ladder::Suspect suspect) {
  switch (suspect) {
    case Ladder::Suspect::none:
      return "none";
    case Ladder::Suspect::case_or_product:
      return "caseOrProduct";
    case Ladder::Suspect::description_or_output:
      return "descriptionOrOutput";
    case Ladder::Suspect::unknown:
      return "unknown";
  }
  return "";
}

}  // namespace tare

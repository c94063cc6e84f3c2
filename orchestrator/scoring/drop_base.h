// The other end of a gate on a drop: a figure's value in the baseline.
//
// Rates are taken over the very cases that the gate looks at now, so that a part of the suite is
// held against the same part of the baseline. A case that the baseline does not have takes no part
// on either side. Figures that no count of a case gives (findings, cost, time) are known for the
// baseline's whole suite alone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "scoring/gate_figure.h"
#include "scoring/run_facts.h"

namespace tare {

struct BaselineIndex {
  explicit BaselineIndex(std::shared_ptr<const RunFacts> given);
  std::shared_ptr<const RunFacts> facts;
  std::unordered_map<std::string_view, const CaseFacts*> by_id;  // views into `facts`
};

bool more_is_better(GateFigure figure);

class DropBase {
 public:
  struct Spec {
    GateFigure of = GateFigure::pass_rate;
    std::string name;  // of that figure
    bool raw = false;
    std::optional<std::uint32_t> k;
    bool filtered = false;  // the gate looks at a part of the cases
  };
  DropBase(std::shared_ptr<const BaselineIndex> index, Spec spec);

  // Takes the case's counterpart in; false where it has none, and so takes no part.
  bool begin_case(const TestCase& test_case);
  // Did that counterpart have nothing wrong? Then what is wrong now is new.
  bool was_right() const { return was_right_; }

  struct Value {
    std::optional<double> value;
    std::string why;  // there is none
  };
  Value value() const;

 private:
  std::shared_ptr<const BaselineIndex> index_;
  Spec spec_;
  bool by_case_;
  bool was_right_ = true;
  std::uint64_t met_ = 0;  // cases with a counterpart
  std::uint64_t right_ = 0, of_ = 0;
  std::optional<double> least_;
  double hat_sum_ = 0;
  std::uint64_t hat_cases_ = 0, short_cases_ = 0;
};

}  // namespace tare

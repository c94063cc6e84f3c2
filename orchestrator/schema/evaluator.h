// Checks one value against a program.
//
// The answer has three values, and "unknown" is carried as logic has it: what fails for certain
// fails, whatever else is unknown. It comes from a pattern that does not run, and from the bounds:
// depth (each step of a schema costs stack) and work, which grows with the value and not with what
// a schema makes of it. Without a trail the first failure ends the check.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "json/value.h"
#include "schema/node.h"
#include "schema/schema.h"
#include "schema/trail.h"

namespace tare::schema {

// Of each child of one value: did some keyword look at it? For unevaluatedProperties and
// unevaluatedItems, that is, for what other keywords left over.
enum class Mark : std::uint8_t { none, maybe, evaluated };
using Marks = std::vector<Mark>;

// Which of an object's names were met. Few names, the usual case, cost no memory.
class Slots {
 public:
  explicit Slots(std::size_t count) : more_(count > 64 ? count : 0) {}
  void add(Index slot) {
    if (more_.empty()) {
      few_ |= std::uint64_t{1} << slot;
    } else {
      more_[slot] = true;
    }
  }
  bool has(Index slot) const {
    return more_.empty() ? (few_ >> slot & 1) != 0 : static_cast<bool>(more_[slot]);
  }

 private:
  std::uint64_t few_ = 0;
  std::vector<bool> more_;
};

class Evaluator {
 public:
  Evaluator(const Program& program, Trail* trail) : program_(program), trail_(trail) {}
  Fit run(json::Value value);
  bool exhausted() const { return exhausted_; }

 private:
  static constexpr std::size_t kMaxDepth = 4096;
  static constexpr std::size_t kSteps = 1'000'000;
  static constexpr std::size_t kStepsPerNode = 32;

  // `marks`: where to note which children were looked at; null if nobody asks.
  Fit evaluate(NodeId id, json::Value value, Marks* marks);
  Fit evaluate_node(const Node& node, json::Value value, Marks* marks);
  // The same, for the sake of the answer alone: what fails there is no violation by itself.
  Fit try_node(NodeId id, json::Value value, Marks* marks);

  Fit by_kind(const Node& node, json::Value value, Marks* marks);
  Fit type(const Node& node, json::Value value);
  Fit listed(Index set, Keyword keyword, json::Value value);
  bool holds(const ValueSet& set, json::Value value);
  Fit number(const NumberRule& rule, json::Value value);
  Fit string(const StringRule& rule, json::Value value);
  Fit array(const ArrayRule& rule, json::Value value, Marks* marks);
  Fit items(const ArrayRule& rule, json::Value value, Marks* marks);
  Fit contains(const ArrayRule& rule, json::Value value, Marks* marks);
  bool has_equal_items(json::Value value);
  Fit object(const ObjectRule& rule, json::Value value, Marks* marks);
  Fit member(const ObjectRule& rule, json::Member one, Index slot, std::string_view name,
             Mark& mark);
  Fit presence(const ObjectRule& rule, const Slots& seen, json::Value value, Marks* marks);
  Fit unevaluated(const Node& node, json::Value value, Marks& marks);

  Fit combine(const Combinator& combinator, json::Value value, Marks* marks);
  Fit refer(const Combinator& combinator, json::Value value, Marks* marks);
  Fit all_of(const Combinator& combinator, json::Value value, Marks* marks);
  Fit any_of(const Combinator& combinator, json::Value value, Marks* marks);
  Fit one_of(const Combinator& combinator, json::Value value, Marks* marks);
  Fit condition(const Combinator& combinator, json::Value value, Marks* marks);
  NodeId sought(const Combinator& combinator) const;

  Fit count(std::size_t size, const CountRange& range, Keyword min, Keyword max,
            std::string_view unit);
  Fit fail(Keyword keyword, std::string_view message);
  // True where the answer is settled and nobody wants to hear more.
  bool settled(Fit fit) const {
    return fit == Fit::does_not_fit && (trail_ == nullptr || trail_->full());
  }
  bool spend(std::size_t steps) {
    if (steps > left_) exhausted_ = true;
    left_ -= steps > left_ ? left_ : steps;
    return !exhausted_;
  }

  const Program& program_;
  Trail* trail_;
  json::Value root_;
  std::size_t depth_ = 0;
  std::size_t left_ = 0;
  bool exhausted_ = false;
  std::vector<ResourceId> scope_;       // resources entered, outermost first; if dynamic
  std::vector<std::uint32_t> classes_;  // of the value's nodes, made when first needed
};

// Both must fit.
inline Fit both(Fit a, Fit b) {
  if (a == Fit::does_not_fit || b == Fit::does_not_fit) return Fit::does_not_fit;
  return a == Fit::unknown || b == Fit::unknown ? Fit::unknown : Fit::fits;
}

}  // namespace tare::schema

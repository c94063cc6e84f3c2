// Nodes, and what is applied to the same value: references and combinations.
#include "schema/evaluator.h"

#include <algorithm>

namespace tare::schema {
namespace {

using json::Value;

void merge(const Marks& from, Marks& into, bool certain) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Mark mark = certain || from[i] == Mark::none ? from[i] : Mark::maybe;
    into[i] = std::max(into[i], mark);
  }
}

// One branch of several: what it looked at counts only if it fits.
class Branch {
 public:
  explicit Branch(Marks* outer) : outer_(outer) {
    if (outer_ != nullptr) own_.resize(outer_->size());
  }
  Marks* marks() { return outer_ == nullptr ? nullptr : &own_; }
  std::size_t cost() const { return own_.size() / 16; }
  void keep(Fit fit) {
    if (outer_ != nullptr && fit != Fit::does_not_fit) merge(own_, *outer_, fit == Fit::fits);
  }

 private:
  Marks* outer_;
  Marks own_;
};

}  // namespace

Fit Evaluator::run(Value value) {
  root_ = value;
  const std::size_t nodes = value.document()->nodes()[value.index()].next - value.index();
  left_ = kSteps + kStepsPerNode * nodes;
  return evaluate(0, value, nullptr);
}

Fit Evaluator::fail(Keyword keyword, std::string_view message) {
  if (trail_ != nullptr) trail_->report(keyword, std::string(message));
  return Fit::does_not_fit;
}

Fit Evaluator::evaluate(NodeId id, Value value, Marks* marks) {
  if (depth_ >= kMaxDepth) exhausted_ = true;
  if (!spend(1)) return Fit::unknown;
  const Node& node = program_.nodes[id];
  ++depth_;
  const bool enters = program_.dynamic && (scope_.empty() || scope_.back() != node.resource);
  if (enters) scope_.push_back(node.resource);
  const Fit fit = evaluate_node(node, value, marks);
  if (enters) scope_.pop_back();
  --depth_;
  return fit;
}

Fit Evaluator::try_node(NodeId id, Value value, Marks* marks) {
  Trail* const trail = trail_;
  trail_ = nullptr;
  const Fit fit = evaluate(id, value, marks);
  trail_ = trail;
  return fit;
}

Fit Evaluator::evaluate_node(const Node& node, Value value, Marks* marks) {
  if (node.never) {
    if (trail_ != nullptr && !trail_->full()) {
      trail_->violations.push_back({trail_->at, trail_->schema_at, "is not allowed"});
    }
    return Fit::does_not_fit;
  }
  const NodeId rest = value.is_object()  ? node.unevaluated_properties
                      : value.is_array() ? node.unevaluated_items
                                         : kNone;
  Marks own;
  Marks* here = marks;
  if (rest != kNone) {
    own.resize(value.size());
    if (!spend(own.size() / 16)) return Fit::unknown;
    here = &own;
  }
  Fit fit = node.any_type ? Fit::fits : type(node, value);
  if (settled(fit)) return fit;
  if (node.enumeration != kNone) {
    fit = both(fit, listed(node.enumeration, Keyword::enumeration, value));
  }
  if (node.constant != kNone && !settled(fit)) {
    fit = both(fit, listed(node.constant, Keyword::constant, value));
  }
  if (!settled(fit)) fit = both(fit, by_kind(node, value, here));
  for (const Combinator& combinator : node.combinators) {
    if (settled(fit)) return fit;
    fit = both(fit, combine(combinator, value, here));
  }
  if (rest != kNone && !settled(fit)) {
    fit = both(fit, unevaluated(node, value, own));
    if (marks != nullptr) merge(own, *marks, true);
  }
  return fit;
}

Fit Evaluator::combine(const Combinator& combinator, Value value, Marks* marks) {
  const Keyword keyword = combinator.keyword;
  if (keyword == Keyword::all_of) return all_of(combinator, value, marks);
  if (keyword == Keyword::any_of) return any_of(combinator, value, marks);
  if (keyword == Keyword::one_of) return one_of(combinator, value, marks);
  if (keyword == Keyword::condition) return condition(combinator, value, marks);
  if (keyword != Keyword::negation) return refer(combinator, value, marks);
  const Fit inner = try_node(combinator.nodes[0], value, nullptr);
  if (inner == Fit::fits) return fail(Keyword::negation, "fits what it must not fit");
  return inner == Fit::unknown ? Fit::unknown : Fit::fits;
}

// The outermost resource entered so far that bears the anchor.
NodeId Evaluator::sought(const Combinator& combinator) const {
  if (combinator.anchor.empty()) return combinator.nodes[0];
  for (const ResourceId resource : scope_) {
    const auto at = program_.dynamic_anchors.find({resource, combinator.anchor});
    if (at != program_.dynamic_anchors.end()) return at->second;
  }
  return combinator.nodes[0];
}

Fit Evaluator::refer(const Combinator& combinator, Value value, Marks* marks) {
  if (!combinator.anchor.empty() && !spend(scope_.size() / 4)) return Fit::unknown;
  TrailStep step(trail_);
  step.schema(combinator.keyword);
  return evaluate(sought(combinator), value, marks);
}

Fit Evaluator::all_of(const Combinator& combinator, Value value, Marks* marks) {
  Fit fit = Fit::fits;
  for (std::size_t i = 0; i < combinator.nodes.size() && !settled(fit); ++i) {
    TrailStep step(trail_);
    step.schema(Keyword::all_of, i);
    fit = both(fit, evaluate(combinator.nodes[i], value, marks));
  }
  return fit;
}

Fit Evaluator::any_of(const Combinator& combinator, Value value, Marks* marks) {
  Fit any = Fit::does_not_fit;
  for (const NodeId node : combinator.nodes) {
    Branch branch(marks);
    if (!spend(branch.cost())) return Fit::unknown;
    const Fit fit = try_node(node, value, branch.marks());
    branch.keep(fit);
    if (fit == Fit::fits) any = Fit::fits;
    if (fit == Fit::unknown && any == Fit::does_not_fit) any = Fit::unknown;
    if (any == Fit::fits && marks == nullptr) break;
  }
  return any == Fit::does_not_fit ? fail(Keyword::any_of, "fits none of the schemas") : any;
}

Fit Evaluator::one_of(const Combinator& combinator, Value value, Marks* marks) {
  std::size_t fitting = 0;
  std::size_t unknown = 0;
  for (const NodeId node : combinator.nodes) {
    Branch branch(marks);
    if (!spend(branch.cost())) return Fit::unknown;
    const Fit fit = try_node(node, value, branch.marks());
    branch.keep(fit);
    fitting += fit == Fit::fits ? 1 : 0;
    unknown += fit == Fit::unknown ? 1 : 0;
    if (fitting > 1) return fail(Keyword::one_of, "fits more than one of the schemas");
  }
  if (unknown > 0) return Fit::unknown;
  return fitting == 1 ? Fit::fits : fail(Keyword::one_of, "fits none of the schemas");
}

Fit Evaluator::condition(const Combinator& combinator, Value value, Marks* marks) {
  Branch tested(marks);
  if (!spend(tested.cost())) return Fit::unknown;
  const Fit test = try_node(combinator.nodes[0], value, tested.marks());
  tested.keep(test);
  const NodeId then_node = combinator.nodes[1];
  const NodeId else_node = combinator.nodes[2];
  if (test != Fit::unknown) {
    const bool met = test == Fit::fits;
    const NodeId next = met ? then_node : else_node;
    if (next == kNone) return Fit::fits;
    TrailStep step(trail_);
    step.schema(met ? Keyword::then_branch : Keyword::else_branch);
    return evaluate(next, value, marks);
  }
  // Whichever it is: known only where both say the same.
  Branch first(marks);
  Branch second(marks);
  const Fit a = then_node == kNone ? Fit::fits : try_node(then_node, value, first.marks());
  const Fit b = else_node == kNone ? Fit::fits : try_node(else_node, value, second.marks());
  if (a != Fit::does_not_fit) first.keep(Fit::unknown);
  if (b != Fit::does_not_fit) second.keep(Fit::unknown);
  if (a != b) return Fit::unknown;
  return a == Fit::does_not_fit ? fail(Keyword::condition, "fits neither `then` nor `else`") : a;
}

}  // namespace tare::schema

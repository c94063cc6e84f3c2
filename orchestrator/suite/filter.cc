// Asking a filter. Depth is bounded by the parser, so recursion is safe here.
#include "suite/filter.h"

#include <algorithm>

#include "base/glob.h"
#include "suite/filter_node.h"
#include "suite/reserved_tools.h"

namespace tare {
namespace {

using Node = Filter::Node;

bool matches_tool(const Node& node, const Expectation& expected) {
  switch (expected.tool) {
    case Expectation::Tool::unstated:
      return false;
    case Expectation::Tool::none:
      // Only by its whole name: tool(*) means cases that expect some tool.
      return node.glob == kNoTool;
    case Expectation::Tool::named:
      break;
  }
  const auto fits = [&](const std::string& tool) { return glob_match(node.glob, tool); };
  return fits(expected.expected_tool) ||
         std::any_of(expected.acceptable_tools.begin(), expected.acceptable_tools.end(), fits);
}

bool matches_risk(const Node& node, std::uint8_t risk) {
  switch (node.compare) {
    case Node::Compare::equal:
      return risk == node.risk;
    case Node::Compare::less:
      return risk < node.risk;
    case Node::Compare::less_equal:
      return risk <= node.risk;
    case Node::Compare::greater:
      return risk > node.risk;
    case Node::Compare::greater_equal:
      return risk >= node.risk;
  }
  return false;
}

// `tools`: of the call that is asked about; null where the case itself is.
bool matches_node(const Node& node, const TestCase& c, const std::span<const std::string>* tools) {
  const auto holds = [&](const auto& child) { return matches_node(*child, c, tools); };
  switch (node.node) {
    case Node::Kind::all_of:
      return std::all_of(node.children.begin(), node.children.end(), holds);
    case Node::Kind::any_of:
      return std::any_of(node.children.begin(), node.children.end(), holds);
    case Node::Kind::not_of:
      return !holds(node.children.front());
    case Node::Kind::id:
      return glob_match(node.glob, c.id());
    case Node::Kind::tag:
      return std::any_of(c.input.tags.begin(), c.input.tags.end(),
                         [&](const std::string& tag) { return glob_match(node.glob, tag); });
    case Node::Kind::tool:
      if (tools == nullptr) return matches_tool(node, c.expected);
      return std::any_of(tools->begin(), tools->end(),
                         [&](const std::string& tool) { return glob_match(node.glob, tool); });
    case Node::Kind::kind:
      return c.input.kind == node.case_kind;
    case Node::Kind::risk:
      return matches_risk(node, c.expected.risk);
  }
  return false;
}

// What a node says while the tool of the call is not known.
enum class Maybe : std::uint8_t { no, unknown, yes };

Maybe without_tool(const Node& node, const TestCase& c) {
  const auto extreme = [&](Maybe start, bool greatest) {
    for (const auto& child : node.children) {
      const Maybe one = without_tool(*child, c);
      start = greatest ? std::max(start, one) : std::min(start, one);
    }
    return start;
  };
  switch (node.node) {
    case Node::Kind::all_of:
      return extreme(Maybe::yes, false);
    case Node::Kind::any_of:
      return extreme(Maybe::no, true);
    case Node::Kind::not_of:
      switch (without_tool(*node.children.front(), c)) {
        case Maybe::no:
          return Maybe::yes;
        case Maybe::unknown:
          return Maybe::unknown;
        case Maybe::yes:
          return Maybe::no;
      }
      return Maybe::unknown;
    case Node::Kind::tool:
      return Maybe::unknown;
    case Node::Kind::id:
    case Node::Kind::tag:
    case Node::Kind::kind:
    case Node::Kind::risk:
      break;
  }
  return matches_node(node, c, nullptr) ? Maybe::yes : Maybe::no;
}

std::string leaf_text(const Node& node) {
  switch (node.node) {
    case Node::Kind::id:
      return "id(" + node.glob + ")";
    case Node::Kind::tag:
      return "tag(" + node.glob + ")";
    case Node::Kind::tool:
      return "tool(" + node.glob + ")";
    case Node::Kind::all_of:
    case Node::Kind::any_of:
    case Node::Kind::not_of:
    case Node::Kind::kind:
    case Node::Kind::risk:
      break;
  }
  return {};
}

bool mentions_tool_in(const Node& node) {
  return node.node == Node::Kind::tool ||
         std::any_of(node.children.begin(), node.children.end(),
                     [](const auto& child) { return mentions_tool_in(*child); });
}

void collect_unmatched(const Node& node, const std::vector<const TestCase*>& cases,
                       std::vector<std::string>& out) {
  const std::string text = leaf_text(node);
  if (!text.empty() && std::find(out.begin(), out.end(), text) == out.end()) {
    const bool any = std::any_of(cases.begin(), cases.end(), [&](const TestCase* c) {
      return matches_node(node, *c, nullptr);
    });
    if (!any) out.push_back(text);
  }
  for (const auto& child : node.children) collect_unmatched(*child, cases, out);
}

}  // namespace

Filter::Filter() = default;
Filter::~Filter() = default;
Filter::Filter(Filter&&) noexcept = default;
Filter& Filter::operator=(Filter&&) noexcept = default;
Filter::Filter(const Filter&) = default;
Filter& Filter::operator=(const Filter&) = default;

Result<Filter> Filter::parse(std::string_view expression) {
  Result<std::shared_ptr<const Node>> node = parse_filter(expression);
  if (!node) return node.error();
  Filter filter;
  filter.node_ = std::move(*node);
  return filter;
}

bool Filter::matches(const TestCase& test_case) const {
  return node_ == nullptr || matches_node(*node_, test_case, nullptr);
}

bool Filter::matches_call(const TestCase& test_case, std::span<const std::string> tools) const {
  return node_ == nullptr || matches_node(*node_, test_case, &tools);
}

bool Filter::may_match_call(const TestCase& test_case) const {
  return node_ == nullptr || without_tool(*node_, test_case) != Maybe::no;
}

bool Filter::mentions_tool() const { return node_ != nullptr && mentions_tool_in(*node_); }

std::vector<std::string> Filter::unmatched_globs(const std::vector<const TestCase*>& cases) const {
  std::vector<std::string> out;
  if (node_ != nullptr) collect_unmatched(*node_, cases, out);
  return out;
}

}  // namespace tare

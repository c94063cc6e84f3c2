// Filter expressions: which cases.
//
//   tag(destructive) & !tool(get_*) | id(pr/**) & kind(agent) & risk(>=4)
//
// `!` binds tighter than `&`, `&` than `|`; parentheses group; a bare word is an id glob. tool()
// looks at the expected tool and the acceptable ones; a case that expects no call matches
// tool(NO_TOOL), and no other glob, so that tool(*) means "expects some tool". Odd ids and tags
// stand in double quotes, with \" and \\ inside: "a (copy) & more", tag("two words"). A blank
// expression matches everything.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/test_case.h"

namespace tare {

class Filter {
 public:
  Filter();  // matches everything
  ~Filter();
  Filter(Filter&&) noexcept;
  Filter& operator=(Filter&&) noexcept;
  Filter(const Filter&);
  Filter& operator=(const Filter&);

  // An error carries `where` as "filter:1:column" and quotes the expression in its reason.
  static Result<Filter> parse(std::string_view expression);

  bool matches(const TestCase& test_case) const;
  // Of one call of the case: tool() looks at the names under which the call was seen, and not at
  // what the case expects. A case that expects create_* may hold a call of search_*, and
  // `tool(search_*)` means that one.
  bool matches_call(const TestCase& test_case, std::span<const std::string> tools) const;
  // Before its calls are known: could any call of the case match?
  bool may_match_call(const TestCase& test_case) const;
  bool mentions_tool() const;
  bool matches_everything() const { return node_ == nullptr; }

  // Globs in it that match no case at all, as `tag(read)` or `id(pr/**)`: an error for a run, since
  // a slip in a name must not shrink a run in silence (docs/suite.md).
  std::vector<std::string> unmatched_globs(const std::vector<const TestCase*>& cases) const;

  struct Node;

 private:
  std::shared_ptr<const Node> node_;
};

}  // namespace tare

// What the findings on a call depend on beside the two views: is the tool offered, what does its
// schema want, has it side effects, may the call have run.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>

#include "coercion/call_trace.h"
#include "diff/value_diff.h"

namespace tare {

class CallFacts {
 public:
  // Both must outlive this.
  CallFacts(const Answer& answer, const TraceContext& context)
      : answer_(answer), context_(context) {}

  std::string_view canonical_name(std::string_view name) const;
  bool is_offered(const View& view) const;

  // False: it certainly did not run. One that was held or denied counts as run: what would have
  // run is what is audited.
  bool may_have_run(std::span<const std::uint32_t> views) const;

  // Declared by the suite, or by the tool's own annotations; never guessed from a name.
  bool has_side_effect(std::span<const std::uint32_t> views) const;

  // The schema that the call is held to as it stands in `view`: that of the tool named there where
  // it is offered, else that of the tool that the other view names.
  std::shared_ptr<const schema::Schema> schema_of(const View& view, const View& other) const;

  // For the arguments of two views, which must outlive it; without the schemas.
  ArgumentsContext arguments_context(const View& raw, const View& normalized, bool executed,
                                     bool side_effect) const;

  // Is the call good as it stands in one view? What is not on record is not held against it.
  bool is_ok(const View& view) const;

  // Results are on record, one of them bears an id that no view bears, and none bears either of
  // these two: then the result of this call no longer finds it.
  bool is_link_broken(const View& raw, const View& normalized);

  // Is `normalized` this name and another one that was called at that level, joined?
  bool is_joined_name(const View& raw, std::string_view normalized);

 private:
  const Answer& answer_;
  const TraceContext& context_;
  std::unordered_set<std::string_view> result_ids_;
  std::optional<bool> stray_result_;
  // Of the views at each level, once they are asked for.
  std::array<std::optional<std::unordered_set<std::string_view>>, kAtCount> names_;
};

}  // namespace tare

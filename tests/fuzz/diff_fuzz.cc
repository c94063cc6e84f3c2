// Two arguments texts and a schema from one input: no crash, no hang, and what must hold for any of
// them. The parts are divided by a byte that is in no text worth trying.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diff/kind.h"
#include "diff/tree_diff.h"
#include "diff/value_diff.h"
#include "json/equal.h"

namespace tare {
namespace {

void require(bool law) {
  if (!law) std::abort();
}

std::string next_part(std::string_view& input) {
  const std::size_t end = input.find('\x01');
  const std::string part(input.substr(0, end));
  input = end == input.npos ? std::string_view() : input.substr(end + 1);
  return part;
}

void diff_entry(std::string_view input) {
  const std::uint8_t flags = input.empty() ? 0 : static_cast<std::uint8_t>(input.front());
  if (!input.empty()) input.remove_prefix(1);
  const std::optional<std::string> raw = next_part(input);
  const std::optional<std::string> normalized = next_part(input);
  std::shared_ptr<const schema::Schema> schema;
  if (auto compiled = schema::Schema::compile(next_part(input))) schema = *compiled;
  const std::string model_text = next_part(input);
  const std::vector<std::string> untyped = {"a"};
  ArgumentsContext context{.executed = (flags & 1) != 0,
                           .side_effect = (flags & 2) != 0,
                           .schema = schema.get(),
                           .raw_malformed = (flags & 4) != 0,
                           .raw_text = model_text,
                           .repair_ran = (flags & 8) != 0};
  if ((flags & 16) != 0) context.untyped = untyped;

  require(diff_arguments(raw, raw, context).empty());
  ArgumentsPair pair(raw, normalized, context);
  const std::vector<Finding> found = pair.findings();
  require(found.size() <= kMaxFindings + 8);
  bool changed = false;
  for (const Finding& finding : found) {
    require(is_kind(finding.kind) && finding.path && finding.severity != Severity::none);
    require(context.executed || finding.severity <= Severity::medium);
    changed = changed || finding.value_changed || finding.remark == "RAW untyped";
  }
  if (pair.raw().form() == ArgumentsForm::object &&
      pair.normalized().form() == ArgumentsForm::object) {
    require(changed != json::equal_by_value(pair.raw().root(), pair.normalized().root()));
  }
}

}  // namespace
}  // namespace tare

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tare::diff_entry({reinterpret_cast<const char*>(data), size});
  return 0;
}

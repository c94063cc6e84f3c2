#include "run/schema_warnings.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <unordered_set>

#include "run/score_run.h"
#include "schema/schema.h"

namespace tare {
namespace {

std::string place_of(const Error& error) {
  return error.where.empty() ? "" : fmt::format(" (at {})", error.where);
}

class Warnings {
 public:
  void look_at(const Manifest& manifest, const std::string& whose) {
    for (const ToolSpec& tool : manifest.tools) {
      if (tool.input_schema.empty()) continue;
      const auto schema = schema::Schema::compile(tool.input_schema);
      if (!schema) {
        say(fmt::format("{}the inputSchema of tool \"{}\" judges nothing: {}{}", whose, tool.name,
                        schema.error().reason, place_of(schema.error())));
        continue;
      }
      for (const Error& note : schema.value()->notes()) {
        say(fmt::format("{}the inputSchema of tool \"{}\" is not checked in full: {}{}", whose,
                        tool.name, note.reason, place_of(note)));
      }
    }
  }

  std::vector<std::string> take() {
    if (further_ > 0) out_.push_back(fmt::format("{} more of the kind", further_));
    return std::move(out_);
  }

 private:
  static constexpr std::size_t kShown = 20;

  void say(std::string text) {
    if (out_.size() < kShown) {
      out_.push_back(std::move(text));
    } else {
      ++further_;
    }
  }

  std::vector<std::string> out_;
  std::size_t further_ = 0;
};

}  // namespace

std::vector<std::string> schema_warnings(const Manifest* manifest,
                                         const std::vector<const TestCase*>& cases) {
  Warnings warnings;
  if (manifest != nullptr) warnings.look_at(*manifest, "");
  std::unordered_set<std::string_view> seen;  // many cases may bring the same tools
  for (const TestCase* one : cases) {
    if (one->input.tools_json.empty() || !seen.insert(one->input.tools_json).second) continue;
    const std::optional<Manifest> own = tools_of_case(*one);
    if (own) warnings.look_at(*own, fmt::format("case \"{}\": ", one->id()));
  }
  return warnings.take();
}

}  // namespace tare

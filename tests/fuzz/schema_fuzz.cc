// A schema and a value from one input, apart at the first NUL byte.
//
// Whatever they are, the check ends, and the two ways to ask agree: a value has violations exactly
// where it does not fit, and what fits is possible. What is declared is asked for at the places
// that the value has.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "json/pointer.h"
#include "json/reader.h"
#include "schema/declared.h"
#include "schema/pattern.h"
#include "schema/possible.h"
#include "schema/schema.h"

namespace {

using tare::json::Document;
namespace schema = tare::schema;

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const schema::Schema& compiled, const Document& value) {
  const schema::Fit fit = compiled.check(value.root());
  require(compiled.check(value.root()) == fit);
  const auto violations = compiled.violations(value.root(), 1'000'000);
  bool real = false;
  for (const schema::Violation& one : violations) {
    real = real || !one.schema_at.empty() || one.message == "is not allowed";
  }
  if (fit == schema::Fit::fits) {
    require(violations.empty());
    const schema::Possible possible = schema::possible_at(compiled, {});
    require((possible.kinds & schema::kind_bit(value.root().kind())) != 0);
  }
  if (fit == schema::Fit::does_not_fit) require(real);
  const std::size_t last = value.nodes().size() - 1;
  const std::string at = tare::json::pointer_to({&value, static_cast<std::uint32_t>(last)});
  schema::declared_at(compiled, at);
  schema::names_member(compiled, at, "a");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t split = input.find('\0');
  const std::string_view text = input.substr(0, split);
  const std::string_view rest =
      split == std::string_view::npos ? std::string_view() : input.substr(split + 1);
  // A text that is no JSON is tried as a pattern.
  Document document;
  if (tare::json::read_strict(text, document)) {
    const schema::Pattern pattern(text, 1u << 16);
    pattern.match(rest);
    require(!pattern.runs() || pattern.reason().empty());
    return 0;
  }
  Document value;
  if (tare::json::read_tolerant(rest, value)) return 0;
  for (const bool formats : {false, true}) {
    const auto compiled = schema::Schema::compile(std::string(text), {.assert_formats = formats});
    if (compiled) check(**compiled, value);
  }
  return 0;
}

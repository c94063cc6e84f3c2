// Bytes from a fuzzer against what must hold for any bytes at all. One file, three programs: the
// build names the entry (TARE_FUZZ_ENTRY). A broken law ends the program, which the fuzzer reports.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "json/decimal.h"
#include "json/equal.h"
#include "json/pointer.h"
#include "json/reader.h"
#include "json/value.h"
#include "json/writer.h"

namespace tare::json {
namespace {

void require(bool law) {
  if (!law) std::abort();
}

// Asks everything of every node.
void visit(const Document& document, std::string_view text) {
  for (std::uint32_t i = 0; i < document.nodes().size(); ++i) {
    const Value v(&document, i);
    require(v.offset() <= v.end_offset() && v.end_offset() <= text.size());
    if (v.is_string()) {
      const std::string decoded = v.decoded();
      require(v.decoded_equals(decoded));
      require(!v.undecoded() || *v.undecoded() == decoded);
      if (!v.has_note(StringNote::invalid_utf8) && !v.has_note(StringNote::lone_surrogate) &&
          !v.has_note(StringNote::repaired)) {
        require(is_valid_utf8(decoded));
      }
    }
    if (v.is_object()) {
      std::size_t size = 0;
      for (const Member& m : v.members()) {
        std::string pointer;
        append_pointer(pointer, m.name.decoded());
        require(is_valid_utf8(pointer));
        ++size;
      }
      require(size == v.size());
    }
    if (v.is_number()) {
      require(same_number(v.text(), canonical_number(v.text())));
      (void)v.as_double();
      (void)v.as_integer();
    }
  }
}

[[maybe_unused]] void strict_entry(std::string_view text) {
  Document document;
  const ReadError error = read_strict(text, document);
  Document relaxed;
  const ReadError relaxed_error = read_relaxed_file(text, relaxed);
  Document prefix;
  std::size_t end = 0;
  const ReadError prefix_error = read_strict_prefix(text, prefix, end);
  require(error.offset <= text.size() && end <= text.size());
  if (error) {
    require(document.empty() && !error.reason.empty());
    return;
  }
  require(!relaxed_error && !prefix_error);
  visit(document, text);
  const std::string written = minified(document.root());
  Document again;
  require(!read_strict(written, again));
  require(again.nodes().size() == document.nodes().size());
  require(equal_by_value(document.root(), again.root()));
  const std::string canonical = canonical_text(document.root());
  require(canonical == canonical_text(again.root()));
  require(!read_strict(canonical, again));
  require(equal_by_value(document.root(), again.root()));
}

[[maybe_unused]] void tolerant_entry(std::string_view text) {
  Document strict;
  const bool is_strict = !read_strict(text, strict);
  Document document;
  const ReadError error = read_tolerant(text, document);
  if (error) {
    require(!is_strict && document.empty() && !error.reason.empty());
    return;
  }
  require(is_strict == document.deviations().empty());
  for (const Deviation& d : document.deviations()) {
    require(std::size_t{d.offset} + d.length <= text.size());
  }
  visit(document, text);
  const std::string written = as_strict_json(document.root());
  Document again;
  require(!read_strict(written, again));
  require(again.nodes().size() == document.nodes().size());
  if (is_strict) require(equal_by_value(strict.root(), document.root()));
}

// Two numbers, parted by a space.
[[maybe_unused]] void decimal_entry(std::string_view text) {
  const std::size_t space = text.find(' ');
  const std::string_view a = text.substr(0, space);
  const std::string_view b = space == std::string_view::npos ? "0" : text.substr(space + 1);
  const auto order = compare_numbers(a, b);
  const auto back = compare_numbers(b, a);
  require(same_number(a, a) && same_number(a, canonical_number(a)));
  require((order < 0) == (back > 0) && (order == 0) == (back == 0));
  require((canonical_number(a) == canonical_number(b)) == (order == 0));
  require(canonical_number(canonical_number(a)) == canonical_number(a));
  require(is_whole(a) == is_whole(canonical_number(a)));
  if (const auto integer = integer_value(a)) {
    require(is_whole(a) && same_number(a, std::to_string(*integer)));
  }
  if (is_json_number(a)) require(is_json_number(canonical_number(a)));
}

}  // namespace
}  // namespace tare::json

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tare::json::TARE_FUZZ_ENTRY({reinterpret_cast<const char*>(data), size});
  return 0;
}

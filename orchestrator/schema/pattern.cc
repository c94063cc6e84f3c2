// Running a translated pattern, and how much of it.
#include "schema/pattern.h"

#include <re2/re2.h>

#include "base/utf8.h"

namespace tare::schema {
namespace {

// Bytes of text times instructions: about a second where RE2 is at its slowest.
constexpr std::size_t kMaxWork = 100'000'000;

}  // namespace

Pattern::Pattern(std::string_view ecma, std::size_t max_size) : source_(ecma) {
  const Translation translation = translate_pattern(ecma);
  if (translation.type != Translation::Class::exact) {
    reason_ = translation.reason;
    return;
  }
  RE2::Options options(RE2::Quiet);
  auto compiled = std::make_unique<RE2>(translation.re2, options);
  if (!compiled->ok()) {
    reason_ = "is too large";
    size_ = max_size;
    return;
  }
  size_ = static_cast<std::size_t>(compiled->ProgramSize());
  if (size_ > max_size) {
    reason_ = "is too large";
    return;
  }
  re2_ = std::move(compiled);
}

Pattern::~Pattern() = default;
Pattern::Pattern(Pattern&&) noexcept = default;

Match Pattern::match(std::string_view text) const {
  if (re2_ == nullptr) return Match::unknown;
  if (text.size() > kMaxWork / (size_ + 1) || !is_valid_utf8(text)) return Match::unknown;
  return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *re2_) ? Match::yes
                                                                              : Match::no;
}

}  // namespace tare::schema

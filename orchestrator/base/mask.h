// Secrets never reach a file or a screen.
//
// A Masker is made once a run from the values of variables that look secret; every text that is
// written or shown goes through it. A value is found as it is and as JSON would escape it (\/, \",
// \u00e9), one level and two levels deep. It is replaced by "[masked]", or, where the value is all
// digits, by as many nines, so that a number stays a number. What overlapping values cover together
// is masked as one span, so no rest of a value is left standing. The same text gives the same
// result.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

struct MaskedSpan {
  std::size_t offset;  // into the masked text
  std::size_t length;
};

class Masker {
 public:
  // Values under 8 bytes are ignored: they would mask ordinary words. Quotes and white space around
  // a value are no part of it, if 8 bytes are left without them.
  explicit Masker(std::vector<std::string> secrets = {});

  bool empty() const { return needles_.empty(); }

  // One pass: O(n) for the usual handful of secrets, O(n × their bytes) at worst. `spans`
  // (optional) receives where something was masked.
  std::string mask(std::string_view text, std::vector<MaskedSpan>* spans = nullptr) const;

  // True if mask() would change the text.
  bool hits(std::string_view text) const;

 private:
  struct Found {
    std::size_t begin, end;
    bool digits;
  };
  // The first place at or after `from` where a secret begins, and the longest one there.
  std::optional<Found> find(std::string_view text, std::size_t from) const;

  bool may_begin_at(std::string_view text, std::size_t at) const;

  std::vector<std::string> needles_;   // longest first
  std::array<bool, 256> may_begin_{};  // first bytes of the needles
};

// *KEY*, *TOKEN*, *SECRET*, *PASSWORD*, whatever the case.
bool looks_secret(std::string_view variable_name);

}  // namespace tare

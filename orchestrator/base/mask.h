// Secrets never reach a file or a screen.
//
// A Masker is made once a run from the values of variables that look secret; every text that is
// written or shown goes through it. A value is found as it is and as JSON would escape it (\/, \",
// \u00e9), one level and two levels deep. It is replaced by "[masked]", or, where the value is all
// digits, by as many nines, so that a number stays a number.
#pragma once

#include <cstddef>
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
  // Values under 8 bytes are ignored: they would mask ordinary words.
  explicit Masker(std::vector<std::string> secrets = {});

  bool empty() const { return needles_.empty(); }

  // O(n) for the usual handful of secrets. `spans` (optional) receives where something was masked.
  std::string mask(std::string_view text, std::vector<MaskedSpan>* spans = nullptr) const;

  // True if mask() would change the text.
  bool hits(std::string_view text) const;

 private:
  std::vector<std::string> needles_;  // longest first
};

// *KEY*, *TOKEN*, *SECRET*, *PASSWORD*, whatever the case.
bool looks_secret(std::string_view variable_name);

}  // namespace tare

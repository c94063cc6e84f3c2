// Secrets never reach a file or a screen.
//
// A Masker is made once a run from the values of variables that look secret; every text that is
// written or shown goes through it. A value is found as it is, as JSON would escape it (\/, \",
// \u00e9), up to four levels deep, and as Python's strings spell it (\', \x41, \101, 'ab' 'cd'),
// for texts are decoded after they were masked. What overlapping values cover together is masked as
// one span, so no rest of a value is left standing. The same text gives the same result.
//
// Runs are scored from masked text, so a placeholder stands for one value: "[masked]" for the
// first, "[masked:2]" for the next, and so on; the digits of a value that is a number
// become digits of one kind (nines, eights, …), so that it stays one. Equal values stay equal,
// different ones different.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

struct MaskedSpan {
  std::size_t offset;  // into the masked text
  std::size_t length;
};

// Where a text was cut, or broke off: half a secret may stand there.
enum class CutEdge : std::uint8_t { none, begin, end, both };

class Masker {
 public:
  // Values under 8 bytes are ignored: they would mask ordinary words. Quotes and white space around
  // a value are no part of it, if 8 bytes are left without them. A value that is one of the public
  // words, or such words and JSON punctuation, is no secret; nor is a place where a value is only a
  // part of a public word.
  explicit Masker(std::vector<std::string> secrets = {},
                  const std::vector<std::string>& public_words = {});

  bool empty() const { return needles_.empty(); }

  // One pass: O(n) for the usual handful of secrets, O(n × their bytes) at worst. `spans`
  // (optional) receives where something was masked. At a cut edge 4 bytes of a secret are masked
  // too.
  std::string mask(std::string_view text, std::vector<MaskedSpan>* spans = nullptr,
                   CutEdge cut = CutEdge::none) const;

  // True if mask() would change the text.
  bool hits(std::string_view text) const;

  // What mask() replaces, for those that must heed what else stands in the text (json/): spans in
  // order, none touching what another covers, and what stands for each.
  struct Covered {
    std::size_t begin, end;
    std::size_t needle;
  };
  std::vector<Covered> covered(std::string_view text, CutEdge cut = CutEdge::none) const;
  std::string placeholder(const Covered& span) const;
  // A digit that stands for those of the value, where a number has to stay one.
  char fill(const Covered& span) const { return needles_[span.needle].fill; }

  // Where placeholders stand in a text that was masked before.
  std::vector<MaskedSpan> placeholders_in(std::string_view masked) const;

 private:
  struct Needle {
    std::string text;
    bool number = false;
    char fill = '9';
    std::string placeholder;                // of a whole value
    std::vector<std::string> public_words;  // that hold it, and are more than it
  };
  // The first place at or after `from` where a secret begins, and the longest one there.
  std::optional<Covered> find(std::string_view text, std::size_t from) const;
  std::optional<Covered> rest_at_begin(std::string_view text) const;
  std::optional<Covered> start_at_end(std::string_view text) const;
  void choose_placeholders();

  std::vector<Needle> needles_;          // longest first
  std::array<bool, 256> first_bytes_{};  // of the needles
};

// *KEY*, *TOKEN*, *SECRET*, *PASSWORD*, whatever the case.
bool looks_secret(std::string_view variable_name);

}  // namespace tare

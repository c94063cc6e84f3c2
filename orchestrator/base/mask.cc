// What is a secret, where it stands in a text, and what stands there instead. escaped_match.cc
// knows how a value may be spelled.
#include "base/mask.h"

#include <algorithm>
#include <unordered_set>

#include "base/ascii.h"
#include "base/escaped_match.h"

namespace tare {

namespace {

constexpr std::size_t kMinSecret = 8;
// Fewer bytes of a secret at a cut edge tell nothing, and would mask ordinary words.
constexpr std::size_t kMinPart = 4;
constexpr std::size_t kLongestSpelling = 36;  // of one byte, as escaped_match.cc reads it

// As JSON spells numbers, or all digits.
bool is_number(std::string_view s) {
  return (is_digit(s.front()) || s.front() == '-') && std::all_of(s.begin(), s.end(), [](char c) {
           return is_digit(c) || std::string_view("+-.eE").find(c) != std::string_view::npos;
         });
}

// Quotes and line ends around a value come from the file that set the variable, and the program
// that uses it may well have taken them off; within JSON they would also match the text's own
// quotes.
std::string without_wrapping(std::string secret) {
  constexpr std::string_view kWrapping = "\"'\\ \t\r\n";
  const std::size_t begin = secret.find_first_not_of(kWrapping);
  if (begin == std::string::npos) return secret;
  const std::size_t size = secret.find_last_not_of(kWrapping) + 1 - begin;
  return size < kMinSecret ? secret : secret.substr(begin, size);
}

// Public words, and what JSON puts between words, are on every line: masking them would unmake it.
bool is_public(std::string_view value, const std::unordered_set<std::string_view>& words) {
  if (words.count(value) != 0) return true;
  constexpr std::string_view kPunctuation = "{}[]:,\"'\\ \t\r\n";
  std::size_t at = 0;
  while ((at = value.find_first_not_of(kPunctuation, at)) != std::string_view::npos) {
    const std::size_t end = std::min(value.find_first_of(kPunctuation, at), value.size());
    if (words.count(value.substr(at, end - at)) == 0) return false;
    at = end;
  }
  return true;
}

// Does what was found at `begin` lie within a word that is public?
bool within_word(std::string_view text, std::size_t begin, std::string_view secret,
                 const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    for (std::size_t in = word.find(secret); in != std::string::npos;
         in = word.find(secret, in + 1)) {
      if (begin >= in && text.substr(begin - in, word.size()) == word) return true;
    }
  }
  return false;
}

// A span that begins inside an escape would leave half of it behind and break the JSON around it,
// or a text within it: where an escape may stand at any level, its backslashes go as well.
std::size_t whole_escape_start(std::string_view text, std::size_t begin, std::size_t floor) {
  constexpr std::string_view kEscapes = "abfnrtvxuU01234567\n\"'";
  std::size_t backslashes = 0;
  while (begin - backslashes > floor && text[begin - backslashes - 1] == '\\') ++backslashes;
  const bool any_level = kEscapes.find(text[begin]) != std::string_view::npos;
  return begin - (any_level ? backslashes : backslashes % 2);
}

}  // namespace

Masker::Masker(std::vector<std::string> secrets, const std::vector<std::string>& public_words) {
  std::erase_if(secrets, [](const std::string& s) { return s.size() < kMinSecret; });
  if (secrets.empty()) return;
  const std::unordered_set<std::string_view> words(public_words.begin(), public_words.end());
  for (std::string& secret : secrets) secret = without_wrapping(std::move(secret));
  std::erase_if(secrets, [&](const std::string& s) { return is_public(s, words); });
  std::sort(secrets.begin(), secrets.end(), [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  secrets.erase(std::unique(secrets.begin(), secrets.end()), secrets.end());
  for (std::string& secret : secrets) {
    Needle needle;
    needle.number = is_number(secret);
    for (std::string_view word : words) {
      if (word.size() > secret.size() && word.find(secret) != std::string_view::npos) {
        needle.public_words.emplace_back(word);
      }
    }
    first_bytes_[static_cast<unsigned char>(secret[0])] = true;
    needle.text = std::move(secret);
    needles_.push_back(std::move(needle));
  }
  choose_placeholders();
}

// Two numbers must not get the same digits, nor one the digits of another secret: there are nine
// kinds (no zero: a number must not begin with one), so nine of a length are told apart.
void Masker::choose_placeholders() {
  std::size_t numbers = 0;
  std::size_t texts = 0;
  for (Needle& needle : needles_) {
    if (!needle.number) {
      ++texts;
      needle.placeholder = texts == 1 ? "[masked]" : "[masked:" + std::to_string(texts) + "]";
      continue;
    }
    const auto taken = [&](const std::string& spelled) {
      return std::any_of(needles_.begin(), needles_.end(), [&](const Needle& other) {
        return spelled.find(other.text) != std::string::npos || other.placeholder == spelled;
      });
    };
    for (std::size_t i = 0; i < 9; ++i) {
      needle.fill = static_cast<char>('9' - (numbers + i) % 9);
      std::string spelled = needle.text;
      std::replace_if(spelled.begin(), spelled.end(), is_digit, needle.fill);
      if (taken(spelled) && i < 8) continue;
      needle.placeholder = std::move(spelled);
      break;
    }
    ++numbers;
  }
}

std::optional<Masker::Covered> Masker::find(std::string_view text, std::size_t from) const {
  for (std::size_t at = from; at < text.size(); ++at) {
    if (!may_begin(text, at, first_bytes_)) continue;
    std::optional<Covered> found;
    for (std::size_t i = 0; i < needles_.size(); ++i) {
      const Needle& needle = needles_[i];
      const std::size_t end = match_at(text, at, needle.text);
      if (end == kNoMatch || (found && end <= found->end)) continue;
      if (within_word(text, at, needle.text, needle.public_words)) continue;
      found = Covered{at, end, i};
    }
    if (found) return found;
  }
  return std::nullopt;
}

std::optional<Masker::Covered> Masker::rest_at_begin(std::string_view text) const {
  std::optional<Covered> found;
  for (std::size_t i = 0; i < needles_.size(); ++i) {
    const std::string_view secret = needles_[i].text;
    for (std::size_t gone = 1; gone + kMinPart <= secret.size(); ++gone) {
      const std::size_t end = match_at(text, 0, secret.substr(gone));
      if (end == kNoMatch || (found && end <= found->end)) continue;
      found = Covered{0, end, i};
    }
  }
  return found;
}

std::optional<Masker::Covered> Masker::start_at_end(std::string_view text) const {
  const std::size_t reach = needles_.front().text.size() * kLongestSpelling;
  for (std::size_t at = text.size() > reach ? text.size() - reach : 0; at < text.size(); ++at) {
    if (!may_begin(text, at, first_bytes_)) continue;
    for (std::size_t i = 0; i < needles_.size(); ++i) {
      const std::size_t part = match_to_end(text, at, needles_[i].text);
      if (part >= kMinPart && part < needles_[i].text.size()) {
        return Covered{at, text.size(), i};
      }
    }
  }
  return std::nullopt;
}

std::vector<Masker::Covered> Masker::covered(std::string_view text, CutEdge cut) const {
  std::vector<Covered> out;
  if (empty()) return out;
  // Secrets may overlap, in each other and in themselves: what any of them covers is one span. It
  // is a number only where all of them are.
  const auto add = [&](const Covered& found) {
    if (out.empty() || found.begin >= out.back().end) {
      out.push_back(found);
      return;
    }
    out.back().end = std::max(out.back().end, found.end);
    if (needles_[out.back().needle].number) out.back().needle = found.needle;
  };
  if (cut == CutEdge::begin || cut == CutEdge::both) {
    if (const auto rest = rest_at_begin(text)) add(*rest);
  }
  for (auto found = find(text, 0); found; found = find(text, found->begin + 1)) add(*found);
  if (cut == CutEdge::end || cut == CutEdge::both) {
    if (const auto start = start_at_end(text)) {
      while (!out.empty() && out.back().begin >= start->begin) out.pop_back();
      add(*start);
    }
  }
  std::size_t floor = 0;
  for (Covered& span : out) {
    span.begin = whole_escape_start(text, span.begin, floor);
    floor = span.end;
  }
  return out;
}

std::string Masker::placeholder(const Covered& span) const {
  const Needle& needle = needles_[span.needle];
  // A part of a number, or one spelled with escapes, is of another length.
  const std::size_t length = span.end - span.begin;
  return needle.number && length != needle.text.size() ? std::string(length, needle.fill)
                                                       : needle.placeholder;
}

bool Masker::hits(std::string_view text) const { return !empty() && find(text, 0).has_value(); }

std::string Masker::mask(std::string_view text, std::vector<MaskedSpan>* spans, CutEdge cut) const {
  std::string out;
  std::size_t copied = 0;
  for (const Covered& span : covered(text, cut)) {
    out.append(text.substr(copied, span.begin - copied));
    const std::string instead = placeholder(span);
    if (spans) spans->push_back({out.size(), instead.size()});
    out += instead;
    copied = span.end;
  }
  out.append(text.substr(copied));
  return out;
}

std::vector<MaskedSpan> Masker::placeholders_in(std::string_view masked) const {
  std::vector<MaskedSpan> out;
  for (std::size_t at = 0; at < masked.size();) {
    std::size_t length = 0;
    for (const Needle& needle : needles_) {
      if (masked.substr(at).starts_with(needle.placeholder)) {
        length = std::max(length, needle.placeholder.size());
      }
    }
    if (length != 0) out.push_back({at, length});
    at += std::max<std::size_t>(length, 1);
  }
  return out;
}

bool looks_secret(std::string_view variable_name) {
  std::string upper(variable_name);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  for (std::string_view word : {"KEY", "TOKEN", "SECRET", "PASSWORD"}) {
    if (upper.find(word) != std::string::npos) return true;
  }
  return false;
}

}  // namespace tare

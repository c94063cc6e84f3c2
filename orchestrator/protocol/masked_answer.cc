#include "protocol/masked_answer.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "json/reader.h"
#include "protocol/event_reader.h"
#include "protocol/protocol_words.h"

namespace tare {
namespace {

using Covered = Masker::Covered;

json::ReadLimits any_depth() {
  json::ReadLimits limits;
  limits.max_depth = std::numeric_limits<std::uint32_t>::max();  // it was bounded when it came in
  return limits;
}

// Copies a text and puts placeholders into it.
class MaskedCopy {
 public:
  MaskedCopy(std::string_view text, const Masker& masker) : text_(text), masker_(masker) {}

  void replace(const Covered& span) { put(span, masker_.placeholder(span)); }

  void replace_digits(const Covered& span, std::optional<char> fill) {
    std::string digits(text_.substr(span.begin, span.end - span.begin));
    for (char& c : digits) {
      if (c >= '0' && c <= '9') c = fill.value_or(masker_.fill(span));
    }
    put(span, digits);
  }

  std::string finish() && {
    out_.append(text_.substr(copied_));
    return std::move(out_);
  }
  const std::vector<MaskedSpan>& spans() const { return spans_; }

 private:
  void put(const Covered& span, std::string_view instead) {
    out_.append(text_.substr(copied_, span.begin - copied_));
    spans_.push_back({out_.size(), instead.size()});
    out_ += instead;
    copied_ = span.end;
  }

  std::string_view text_;
  const Masker& masker_;
  std::string out_;
  std::size_t copied_ = 0;
  std::vector<MaskedSpan> spans_;
};

// The part of `span` that lies within [begin, end).
std::optional<Covered> clipped(Covered span, std::size_t begin, std::size_t end) {
  span.begin = std::max(span.begin, begin);
  span.end = std::min(span.end, end);
  if (span.begin >= span.end) return std::nullopt;
  return span;
}

// `first` is the first of the spans that may reach into what begins at `begin`.
std::size_t skip_before(const std::vector<Covered>& covered, std::size_t first, std::size_t begin) {
  while (first < covered.size() && covered[first].end <= begin) ++first;
  return first;
}

// Widens a part of a string so that it cuts no escape in two. `at` is where whole characters
// begin, at or before the part; it is moved to the part's end.
void take_whole_escapes(std::string_view text, std::size_t& at, std::size_t& begin,
                        std::size_t& end) {
  bool begun = false;
  while (at < end) {
    const std::size_t size = text[at] != '\\' ? 1 : text[at + 1] == 'u' ? 6 : 2;
    if (!begun && at + size > begin) {
      begun = true;
      begin = at;
    }
    at += size;
  }
  end = at;
}

// REQUIRES: `document` was read from a text that stands at `offset` in what `covered` is about.
// `fill`: for all numbers, in place of the secrets' own digits.
void mask_tokens(const json::Document& document, std::size_t offset,
                 const std::vector<Covered>& covered, MaskedCopy& out, std::optional<char> fill) {
  std::size_t first = 0;
  for (std::uint32_t i = 0; i < document.nodes().size(); ++i) {
    const json::Value token(&document, i);
    if (!token.is_string() && !token.is_number()) continue;
    std::size_t begin = offset + token.offset();
    std::size_t end = offset + token.end_offset();
    if (token.is_string()) {
      ++begin;
      --end;
    }
    first = skip_before(covered, first, begin);
    if (first == covered.size()) return;
    if (covered[first].begin >= end) continue;
    if (token.is_string()) {
      const std::string decoded = token.decoded();
      if (is_protocol_word(decoded)) continue;
      // What marks an event of the adapter's own has to stay.
      if (decoded.starts_with("x-") && token.text().substr(1).starts_with("x-")) begin += 2;
    }
    std::size_t whole = begin - offset;
    for (std::size_t s = first; s < covered.size() && covered[s].begin < end; ++s) {
      auto part = clipped(covered[s], begin, end);
      if (!part) continue;
      if (token.is_string()) {
        if (part->end - offset <= whole) continue;  // within an escape that is masked already
        part->begin -= offset;
        part->end -= offset;
        take_whole_escapes(document.source(), whole, part->begin, part->end);
        part->begin += offset;
        part->end += offset;
        out.replace(*part);
      } else {
        out.replace_digits(*part, fill);
      }
    }
  }
}

std::string mask_document(const json::Document& document, std::string_view text,
                          const std::vector<Covered>& covered, const Masker& masker,
                          std::optional<char> fill, std::vector<MaskedSpan>* spans) {
  MaskedCopy copy(text, masker);
  mask_tokens(document, 0, covered, copy, fill);
  if (spans) *spans = copy.spans();
  return std::move(copy).finish();
}

bool can_be_read(std::string_view event) {
  json::Document document;
  if (json::read_strict(event, document, any_depth()) || !document.root().is_object()) return false;
  Answer answer;
  switch (line_kind(document.root())) {
    case LineKind::event:
      return !apply_event(document.root(), answer);
    case LineKind::short_form:
      return !apply_short_form(document.root(), answer);
    case LineKind::other:
      return false;
  }
  return false;
}

// A number of the protocol's own may be bounded: as large as it was, nines are too much for it.
constexpr char kSmallDigit = '1';

std::optional<char> fill_for(std::string_view event, const json::Document& document,
                             const std::vector<Covered>& covered, const Masker& masker) {
  const std::string masked = mask_document(document, event, covered, masker, std::nullopt, nullptr);
  if (can_be_read(masked) || !can_be_read(event)) return std::nullopt;
  return kSmallDigit;
}

}  // namespace

std::string mask_json(std::string_view text, const Masker& masker, std::vector<MaskedSpan>* spans) {
  const std::vector<Covered> covered = masker.covered(text);
  if (covered.empty()) return std::string(text);
  json::Document document;
  if (json::read_strict(text, document, any_depth())) return masker.mask(text, spans);
  return mask_document(document, text, covered, masker, std::nullopt, spans);
}

std::string mask_event(std::string_view event, const Masker& masker,
                       std::vector<MaskedSpan>* spans) {
  const std::vector<Covered> covered = masker.covered(event);
  if (covered.empty()) return std::string(event);
  json::Document document;
  if (json::read_strict(event, document, any_depth())) return masker.mask(event, spans);
  return mask_document(document, event, covered, masker, fill_for(event, document, covered, masker),
                       spans);
}

namespace {

// Walks over stdout from span to span; a secret may reach over several lines.
class StdoutMasker {
 public:
  StdoutMasker(std::string_view bytes, const Masker& masker)
      : bytes_(bytes),
        masker_(masker),
        covered_(masker.covered(bytes, CutEdge::end)),
        out_(bytes, masker) {}

  bool empty() const { return covered_.empty(); }

  void event(std::size_t begin, std::size_t end) {
    lines(begin);
    at_ = end;
    piece(begin, end);
  }

  // What stands besides events, line by line.
  void lines(std::size_t end) {
    while (at_ < end) {
      const std::size_t newline = bytes_.find('\n', at_);
      const std::size_t stop = std::min(newline, end);
      piece(at_, stop);
      at_ = std::min(stop + 1, end);
    }
  }

  std::string finish() && { return std::move(out_).finish(); }

 private:
  void piece(std::size_t begin, std::size_t end) {
    first_ = skip_before(covered_, first_, begin);
    if (first_ == covered_.size() || covered_[first_].begin >= end) return;
    std::vector<Covered> inside;
    for (std::size_t s = first_; s < covered_.size() && covered_[s].begin < end; ++s) {
      if (const auto part = clipped(covered_[s], begin, end)) inside.push_back(*part);
    }
    if (inside.empty()) return;
    const std::string_view text = bytes_.substr(begin, end - begin);
    json::Document document;
    if (json::read_strict(text, document, any_depth())) {
      for (const Covered& part : inside) out_.replace(part);
      return;
    }
    std::vector<Covered> from_begin = inside;
    for (Covered& part : from_begin) {
      part.begin -= begin;
      part.end -= begin;
    }
    mask_tokens(document, begin, inside, out_, fill_for(text, document, from_begin, masker_));
  }

  std::string_view bytes_;
  const Masker& masker_;
  std::vector<Covered> covered_;
  std::size_t first_ = 0;
  std::size_t at_ = 0;
  MaskedCopy out_;
};

}  // namespace

std::string mask_stdout(std::string_view bytes, const std::vector<std::string>& events,
                        const Masker& masker) {
  StdoutMasker out(bytes, masker);
  if (out.empty()) return std::string(bytes);
  std::size_t from = 0;
  for (const std::string& event : events) {
    const std::size_t begin = bytes.find(event, from);
    if (begin == std::string_view::npos) break;  // none is changed on its way: never
    from = begin + event.size();
    out.event(begin, from);
  }
  out.lines(bytes.size());
  return std::move(out).finish();
}

}  // namespace tare

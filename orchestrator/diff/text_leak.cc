#include "diff/text_leak.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "base/ascii.h"

namespace tare {
namespace {

using json::Value;

constexpr std::string_view kMarkup = "<>{}[]|`";
// A phrase: long enough not to be in the text by chance.
constexpr std::size_t kPhrase = 12;

// What stands before and behind the raw value, without white space at the ends.
struct Surplus {
  std::string_view before, behind;
};

bool is_telling(std::string_view text) {
  return text.find_first_of(kMarkup) != std::string_view::npos ||
         (text.size() >= kPhrase && text.find(' ') != std::string_view::npos);
}

}  // namespace

std::size_t TextLeak::find(std::string_view text, std::string_view part) {
  if (part.empty() || part.size() > text.size() || text.size() > budget_) {
    return std::string_view::npos;
  }
  budget_ -= text.size();
  // Two-way search: linear whatever the texts are, which std::string_view::find is not.
  const void* at = memmem(text.data(), text.size(), part.data(), part.size());
  if (at == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(at) - text.data());
}

bool TextLeak::is_made_up(std::string_view name) {
  if (model_text_.empty() || name.empty() || model_text_.size() > budget_) return false;
  // A name that JSON writes with escapes may stand there in another spelling.
  const bool plain = std::ranges::all_of(
      name, [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; });
  return plain && !holds(model_text_, name);
}

bool TextLeak::in_string(std::string_view raw, std::string_view normalized) {
  if (repaired_ != nullptr && holds_structure(normalized)) return true;
  const std::string_view value = without_blank_ends(raw);
  const std::string_view whole = without_blank_ends(normalized);
  if (model_text_.empty() || value.size() >= whole.size()) return false;
  // Where the value stands in it is open: reasoning may name the value too.
  std::array<Surplus, 3> ways;
  std::size_t count = 0;
  if (whole.ends_with(value)) ways[count++] = {whole.substr(0, whole.size() - value.size()), {}};
  if (whole.starts_with(value)) ways[count++] = {{}, whole.substr(value.size())};
  if (const std::size_t at = find(whole, value); at != std::string_view::npos) {
    ways[count++] = {whole.substr(0, at), whole.substr(at + value.size())};
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view before = without_blank_ends(ways[i].before);
    const std::string_view behind = without_blank_ends(ways[i].behind);
    if (!is_telling(before) && !is_telling(behind)) continue;
    const bool before_stands =
        before.empty() || (holds(model_text_, before) && !holds(raw, before));
    const bool behind_stands =
        behind.empty() || (holds(model_text_, behind) && !holds(raw, behind));
    if (before_stands && behind_stands) return true;
  }
  return false;
}

bool TextLeak::in_value(Value normalized) {
  if (repaired_ == nullptr) return false;
  const json::Document* document = normalized.document();
  const std::uint32_t end = document->nodes()[normalized.index()].next;
  for (std::uint32_t i = normalized.index(); i < end; ++i) {
    const Value value(document, i);
    if (value.is_string() && holds_structure(value.decoded())) return true;
  }
  return false;
}

bool TextLeak::holds_structure(std::string_view text) {
  constexpr std::string_view kStructure = "{}[],:\"'";
  if (text.find_first_of(kStructure) == std::string_view::npos) return false;
  const std::size_t begin = find(repaired_->source(), text);
  if (begin == std::string_view::npos) return false;
  // Brackets inside a string of raw are its content; those outside every token are structure.
  const std::vector<json::Node>& nodes = repaired_->nodes();
  auto node = std::ranges::lower_bound(nodes, begin, {}, &json::Node::begin);
  if (node != nodes.begin()) --node;
  std::size_t covered = 0;
  for (std::size_t at = begin; at < begin + text.size(); ++at) {
    for (; node != nodes.end() && node->begin <= at; ++node) {
      const Value value(repaired_, static_cast<std::uint32_t>(node - nodes.begin()));
      if (!value.is_array() && !value.is_object()) covered = node->end;
    }
    if (at >= covered && kStructure.find(text[at - begin]) != std::string_view::npos) return true;
  }
  return false;
}

bool TextLeak::swallowed(std::string_view raw, std::string_view normalized, std::string_view name,
                         Value member) {
  const std::string_view value = without_blank_ends(raw);
  std::string_view rest = without_blank_ends(normalized);
  if (value.size() >= rest.size() || rest.size() > budget_) return false;
  budget_ -= rest.size();
  if (rest.starts_with(value)) {
    rest = rest.substr(value.size());
  } else if (rest.ends_with(value)) {
    rest = rest.substr(0, rest.size() - value.size());
  } else {
    return false;
  }
  if (rest.find_first_of(kMarkup) == std::string_view::npos || !holds(rest, name)) return false;
  if (member.is_string()) {
    const std::string text = member.decoded();
    return without_blank_ends(text).empty() || holds(rest, without_blank_ends(text));
  }
  // Composed anew, its spelling may be another one; then the model's text has to show it.
  return holds(rest, member.text()) || holds(model_text_, without_blank_ends(rest));
}

}  // namespace tare

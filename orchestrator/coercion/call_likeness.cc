#include "coercion/call_likeness.h"

#include <algorithm>
#include <string>

#include "json/equal.h"
#include "json/reader.h"

namespace tare {
namespace {

// FNV-1a: the same on every machine, as every part of a verdict must be.
class Hash {
 public:
  void add(char c) { value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL; }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

std::uint64_t exact(std::string_view text) {
  Hash hash;
  for (const char c : text) hash.add(c);
  return hash.value();
}

// Letters without their case, digits, and whatever is not ASCII.
std::uint64_t loose(std::string_view text) {
  Hash hash;
  for (const char c : text) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool kept = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                      static_cast<unsigned char>(c) >= 0x80;
    if (kept) hash.add(upper ? static_cast<char>(c - 'A' + 'a') : c);
  }
  return hash.value();
}

void add_member(ArgumentsSketch& out, std::string_view name, json::Value value) {
  const std::string canonical = json::canonical_text(value);
  const std::string decoded = value.is_string() ? value.decoded() : std::string();
  out.members.push_back(
      {loose(name), exact(name), loose(value.is_string() ? decoded : canonical), exact(canonical)});
}

}  // namespace

ArgumentsSketch sketch_arguments(std::string_view text) {
  ArgumentsSketch out;
  json::Document document;
  if (json::read_strict(text, document) && json::read_tolerant(text, document)) {
    out.members.push_back({loose(""), exact(""), loose(text), exact(text)});
    return out;
  }
  std::string inner_text;
  json::Document inner;
  json::Value root = document.root();
  if (root.is_string()) {
    inner_text = root.decoded();
    if (!json::read_strict(inner_text, inner) && inner.root().is_object()) root = inner.root();
  }
  if (!root.is_object()) {
    add_member(out, "", root);
    return out;
  }
  for (const json::Member member : root.members()) {
    if (out.members.size() == kMaxSketched) break;
    add_member(out, member.name.decoded(), member.value);
  }
  std::ranges::stable_sort(out.members, {}, &ArgumentsSketch::Member::loose_name);
  return out;
}

std::int64_t likeness(const ArgumentsSketch& a, const ArgumentsSketch& b) {
  std::int64_t sum = 0;
  auto i = a.members.begin();
  auto j = b.members.begin();
  while (i != a.members.end() && j != b.members.end()) {
    if (i->loose_name < j->loose_name) {
      ++i;
    } else if (j->loose_name < i->loose_name) {
      ++j;
    } else {
      sum += 1 + (i->name == j->name ? 1 : 0) + (i->loose_value == j->loose_value ? 3 : 0) +
             (i->value == j->value ? 1 : 0);
      ++i;
      ++j;
    }
  }
  return sum;
}

}  // namespace tare

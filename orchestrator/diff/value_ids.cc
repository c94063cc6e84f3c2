#include "diff/value_ids.h"

#include <algorithm>
#include <utility>

#include "diff/number_text.h"
#include "json/decimal.h"
#include "json/writer.h"

namespace tare {
namespace {

using json::Kind;
using json::Value;

// Subtrees of at most so many nodes are compared node by node: no deeper, so the recursion ends.
constexpr std::uint32_t kSmall = 32;

std::uint32_t node_count(Value value) {
  return value.document()->nodes()[value.index()].next - value.index();
}

bool same_string(Value a, Value b) {
  const auto plain = a.undecoded();
  return plain ? b.decoded_equals(*plain) : b.decoded_equals(a.decoded());
}

bool same_number_text(std::string_view a, std::string_view b) {
  if (a == b) return true;
  return is_decimal(a) && is_decimal(b) && json::same_number(a, b);
}

bool same_small(Value a, Value b);

// As multisets of members: each of a's takes one of b's that is not taken yet.
bool same_small_objects(Value a, Value b) {
  std::uint32_t taken = 0;
  for (const json::Member member : a.members()) {
    std::uint32_t bit = 1;
    bool found = false;
    for (const json::Member other : b.members()) {
      if ((taken & bit) == 0 && same_string(member.name, other.name) &&
          same_small(member.value, other.value)) {
        taken |= bit;
        found = true;
        break;
      }
      bit <<= 1;
    }
    if (!found) return false;
  }
  return true;
}

// REQUIRES: at most kSmall nodes each.
bool same_small(Value a, Value b) {
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Kind::null:
      return true;
    case Kind::boolean:
      return a.boolean() == b.boolean();
    case Kind::number:
      return same_number_text(a.number_text(), b.number_text());
    case Kind::string:
      return same_string(a, b);
    case Kind::array: {
      if (a.size() != b.size()) return false;
      auto other = b.elements().begin();
      for (const Value element : a.elements()) {
        if (!same_small(element, *other)) return false;
        ++other;
      }
      return true;
    }
    case Kind::object:
      return a.size() == b.size() && same_small_objects(a, b);
  }
  return false;
}

void append_id(std::string& key, std::uint32_t id) {
  for (int shift = 0; shift < 32; shift += 8) key += static_cast<char>((id >> shift) & 0xffu);
}

}  // namespace

bool ValueIds::same(Value a, Value b) const {
  if (a.kind() != b.kind()) return false;
  if (node_count(a) <= kSmall && node_count(b) <= kSmall) return same_small(a, b);
  return of(a) == of(b);
}

void ValueIds::forget(const json::Document& document) {
  std::erase_if(ids_, [&](const auto& entry) { return entry.first == &document; });
}

const std::vector<std::uint32_t>& ValueIds::ids_of(const json::Document& document) const {
  for (const auto& [known, ids] : ids_) {
    if (known == &document) return ids;
  }
  return ids_.emplace_back(&document, number(document)).second;
}

std::uint32_t ValueIds::intern(const std::string& key) const {
  return known_.try_emplace(key, static_cast<std::uint32_t>(known_.size())).first->second;
}

std::vector<std::uint32_t> ValueIds::number(const json::Document& document) const {
  std::vector<std::uint32_t> ids(document.nodes().size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> members;
  std::string key;
  std::string number;
  // Children stand behind their parent on the tape, so from the back every child comes first.
  for (std::size_t i = ids.size(); i-- > 0;) {
    const Value value(&document, static_cast<std::uint32_t>(i));
    key.assign(1, static_cast<char>(value.kind()));
    switch (value.kind()) {
      case Kind::null:
        break;
      case Kind::boolean:
        key += value.boolean() ? '1' : '0';
        break;
      case Kind::number:
        number = json::json_number_text(value);
        key += is_decimal(number) ? json::canonical_number(number) : number;
        break;
      case Kind::string:
        key += value.decoded();
        break;
      case Kind::array:
        for (const Value element : value.elements()) append_id(key, ids[element.index()]);
        break;
      case Kind::object:
        members.clear();
        for (const json::Member member : value.members()) {
          members.emplace_back(ids[member.name.index()], ids[member.value.index()]);
        }
        std::ranges::sort(members);
        for (const auto& [name, content] : members) {
          append_id(key, name);
          append_id(key, content);
        }
        break;
    }
    ids[i] = intern(key);
  }
  return ids;
}

}  // namespace tare

#include "coercion/value_ids.h"

#include <algorithm>
#include <utility>

#include "coercion/number_text.h"
#include "json/decimal.h"

namespace tare {
namespace {

void append_id(std::string& key, std::uint32_t id) {
  for (int shift = 0; shift < 32; shift += 8) key += static_cast<char>((id >> shift) & 0xffu);
}

}  // namespace

std::uint32_t ValueIds::intern(const std::string& key) {
  return known_.try_emplace(key, static_cast<std::uint32_t>(known_.size())).first->second;
}

void ValueIds::add(const json::Document& document) {
  std::vector<std::uint32_t> ids(document.nodes().size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> members;
  std::string key;
  // Children stand behind their parent on the tape, so from the back every child comes first.
  for (std::size_t i = ids.size(); i-- > 0;) {
    const json::Value value(&document, static_cast<std::uint32_t>(i));
    key.assign(1, static_cast<char>(value.kind()));
    switch (value.kind()) {
      case json::Kind::null:
        break;
      case json::Kind::boolean:
        key += value.boolean() ? '1' : '0';
        break;
      case json::Kind::number:
        key += is_decimal(value.number_text()) ? json::canonical_number(value.number_text())
                                               : std::string(value.number_text());
        break;
      case json::Kind::string:
        key += value.decoded();
        break;
      case json::Kind::array:
        for (const json::Value element : value.elements()) append_id(key, ids[element.index()]);
        break;
      case json::Kind::object:
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
  ids_[&document] = std::move(ids);
}

std::uint32_t ValueIds::of(json::Value value) const {
  return ids_.at(value.document())[value.index()];
}

}  // namespace tare

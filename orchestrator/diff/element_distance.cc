#include "diff/element_distance.h"

#include <algorithm>
#include <string>

namespace tare {
namespace {

using json::Value;

bool is_container(Value value) { return value.is_array() || value.is_object(); }

// "2" and 2 are nearer to each other than to 3.
bool same_spelling(Value a, Value b) {
  if (a.is_string()) return a.decoded_equals(b.is_string() ? b.decoded() : std::string(b.text()));
  return b.is_string() ? b.decoded_equals(a.text()) : a.text() == b.text();
}

}  // namespace

const ElementDistance::Children& ElementDistance::children(std::vector<Children>& known,
                                                           std::size_t count, std::uint32_t at,
                                                           Value value) {
  if (known.empty()) known.resize(count);
  Children& out = known[at];
  if (!out.empty()) return out;
  if (value.is_array()) {
    for (const Value element : value.elements()) out.push_back(ids_.of(element));
  } else {
    for (const json::Member member : value.members()) {
      out.push_back(std::uint64_t{ids_.of(member.name)} << 32 | ids_.of(member.value));
    }
  }
  std::ranges::sort(out);
  return out;
}

std::uint32_t ElementDistance::operator()(std::uint32_t raw, std::uint32_t normalized,
                                          std::size_t& cells) {
  const Value a = raw_[raw];
  const Value b = normalized_[normalized];
  if (!is_container(a) && !is_container(b)) {
    if (a.is_string() && b.is_string()) return 2;  // not read: they may be long
    if (same_spelling(a, b)) return 1;
    return a.kind() == b.kind() ? 2 : kFarthest;
  }
  if (a.kind() != b.kind()) return kFarthest;
  const std::size_t work = a.size() + b.size();
  if (work > cells) return kFarthest / 4;
  cells -= work;
  const Children& from = children(raw_children_, raw_.size(), raw, a);
  const Children& to = children(normalized_children_, normalized_.size(), normalized, b);
  std::size_t shared = 0;
  for (std::size_t i = 0, j = 0; i < from.size() && j < to.size();) {
    if (from[i] == to[j]) ++shared;
    const bool step_from = from[i] <= to[j];
    const bool step_to = to[j] <= from[i];
    i += step_from ? 1 : 0;
    j += step_to ? 1 : 0;
  }
  const std::size_t apart = from.size() + to.size() - 2 * shared;
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(apart, 1, kFarthest / 4));
}

}  // namespace tare

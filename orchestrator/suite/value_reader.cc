// The wording of type faults is here and nowhere else, so that all of them read alike.
#include "suite/value_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/escape.h"
#include "base/nearest_name.h"
#include "json/writer.h"

namespace tare {

std::string json_text(json::Value v) { return v.valid() ? json::as_strict_json(v) : std::string(); }

std::string shown(json::Value v) {
  if (v.is_object()) return "an object";
  if (v.is_array()) return "an array";
  return shorten(escape_for_terminal(v.text().substr(0, 200)), 60);
}

namespace {

// Lists are short nearly always; long ones are hashed.
std::optional<std::size_t> first_repeated(const std::vector<std::string>& list) {
  if (list.size() <= 8) {
    for (std::size_t i = 1; i < list.size(); ++i) {
      if (std::find(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(i), list[i]) !=
          list.begin() + static_cast<std::ptrdiff_t>(i)) {
        return i;
      }
    }
    return std::nullopt;
  }
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!seen.insert(list[i]).second) return i;
  }
  return std::nullopt;
}

}  // namespace

void ValueReader::fault(json::Value at, std::string_view reason, std::string mend) {
  if (faults_.full()) {
    faults_.add({}, {});
    return;
  }
  const std::string scope = case_id_.valid() ? fmt::format("case {}: ", shown(case_id_)) : "";
  faults_.add(position(at), scope + std::string(reason), std::move(mend));
}

void ValueReader::contradiction(json::Value at, std::string_view rule, const std::string& case_id,
                                std::string_view reason, std::string mend) {
  if (faults_.aside() == nullptr) return fault(at, reason, std::move(mend));
  faults_.aside()->push_back(
      {std::string(rule), case_id, position(at), std::string(reason), std::move(mend)});
}

void ValueReader::misfit(json::Value at, std::string_view name, std::string_view must) {
  fault(at, fmt::format("\"{}\" is {}; it must be {}", name, shown(at), must));
}

std::optional<std::string> ValueReader::text(json::Value v, std::string_view name) {
  if (!v.valid()) return std::nullopt;
  if (!v.is_string()) {
    misfit(v, name, "a string");
    return std::nullopt;
  }
  if (v.has_note(json::StringNote::lone_surrogate) || v.has_note(json::StringNote::invalid_utf8) ||
      v.has_note(json::StringNote::has_nul)) {
    misfit(v, name, "valid Unicode text without NUL");
    return std::nullopt;
  }
  return v.decoded();
}

std::optional<std::string> ValueReader::word(json::Value v, std::string_view name) {
  std::optional<std::string> found = text(v, name);
  if (found && found->empty()) {
    fault(v, fmt::format("\"{}\" is empty", name));
    return std::nullopt;
  }
  return found;
}

std::optional<std::uint64_t> ValueReader::whole(json::Value v, std::string_view name,
                                                std::uint64_t min, std::uint64_t max) {
  if (!v.valid()) return std::nullopt;
  std::optional<std::int64_t> number;
  if (v.is_number()) number = v.as_integer();
  if (!number || *number < 0 || static_cast<std::uint64_t>(*number) < min ||
      static_cast<std::uint64_t>(*number) > max) {
    misfit(v, name, fmt::format("a whole number from {} to {}", min, max));
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(*number);
}

std::optional<std::uint32_t> ValueReader::whole32(json::Value v, std::string_view name,
                                                  std::uint32_t min, std::uint32_t max) {
  const std::optional<std::uint64_t> number = whole(v, name, min, max);
  if (!number) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

std::optional<bool> ValueReader::flag(json::Value v, std::string_view name) {
  if (!v.valid()) return std::nullopt;
  if (!v.is_boolean()) {
    misfit(v, name, "true or false");
    return std::nullopt;
  }
  return v.boolean();
}

std::optional<std::vector<std::string>> ValueReader::words(json::Value v, std::string_view name,
                                                           bool may_be_empty) {
  if (!array(v, name, may_be_empty)) return std::nullopt;
  std::vector<std::string> list;
  list.reserve(v.size());
  bool good = true;
  for (json::Value element : v.elements()) {
    const bool plain = element.is_string() && element.undecoded() && !element.undecoded()->empty();
    std::optional<std::string> one = plain && !element.has_note(json::StringNote::invalid_utf8)
                                         ? std::string(*element.undecoded())
                                         : word(element, fmt::format("{}[{}]", name, list.size()));
    if (!one) good = false;
    list.push_back(one ? std::move(*one) : std::string());
  }
  if (!good) return std::nullopt;
  const std::optional<std::size_t> twice = first_repeated(list);
  if (!twice) return list;
  std::size_t index = 0;
  for (json::Value element : v.elements()) {
    if (index++ == *twice) {
      fault(element, fmt::format("{} stands twice in \"{}\"", shown(element), name));
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> ValueReader::choice(json::Value v, std::string_view name,
                                               std::span<const std::string_view> list) {
  const std::optional<std::string> found = text(v, name);
  if (!found) return std::nullopt;
  const auto at = std::find(list.begin(), list.end(), *found);
  if (at == list.end()) {
    fault(v,
          fmt::format("\"{}\" is {}; it must be one of {}", name, shown(v), fmt::join(list, ", ")),
          nearest_name_hint(*found, list));
    return std::nullopt;
  }
  return static_cast<std::size_t>(at - list.begin());
}

bool ValueReader::object(json::Value v, std::string_view name) {
  if (!v.valid()) return false;
  if (!v.is_object()) misfit(v, name, "an object");
  return v.is_object();
}

bool ValueReader::array(json::Value v, std::string_view name, bool may_be_empty) {
  if (!v.valid()) return false;
  if (!v.is_array()) {
    misfit(v, name, "an array");
    return false;
  }
  if (!may_be_empty && v.size() == 0) {
    fault(v, fmt::format("\"{}\" is an empty array", name));
    return false;
  }
  return true;
}

MemberSet::MemberSet(ValueReader& reader, std::string_view what,
                     std::span<const std::string_view> known)
    : reader_(reader), what_(what), known_(known), values_(known.size()) {}

void MemberSet::read(json::Value object) {
  object_ = object;
  std::fill(values_.begin(), values_.end(), json::Value());
  for (const json::Member& member : object.members()) {
    std::size_t index = 0;
    const std::optional<std::string_view> plain = member.name.undecoded();
    const std::string decoded = plain ? std::string() : member.name.decoded();
    const std::string_view name = plain ? *plain : std::string_view(decoded);
    while (index < known_.size() && known_[index] != name) ++index;
    if (index == known_.size()) {
      reader_.fault(member.name, fmt::format("unknown member {} in {}", shown(member.name), what_),
                    nearest_name_hint(name, known_));
    } else if (values_[index].valid()) {
      reader_.fault(member.name, fmt::format("member \"{}\" stands twice in {}", name, what_),
                    "keep one of them");
    } else {
      values_[index] = member.value;
    }
  }
}

json::Value MemberSet::operator[](std::string_view name) const {
  const auto at = std::find(known_.begin(), known_.end(), name);
  return at == known_.end() ? json::Value()
                            : values_[static_cast<std::size_t>(at - known_.begin())];
}

bool MemberSet::require(std::initializer_list<std::string_view> names) {
  bool all = true;
  for (std::string_view name : names) {
    if ((*this)[name].valid()) continue;
    reader_.fault(object_, fmt::format("\"{}\" is missing in {}", name, what_));
    all = false;
  }
  return all;
}

}  // namespace tare

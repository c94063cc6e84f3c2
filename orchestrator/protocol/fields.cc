#include "protocol/fields.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/escape.h"
#include "base/nearest_name.h"

namespace tare {
namespace {

constexpr std::uint64_t kLargestWhole = std::uint64_t{1} << 53;

std::string_view with_article(json::Kind kind) {
  switch (kind) {
    case json::Kind::null:
      return "null";
    case json::Kind::boolean:
      return "a boolean";
    case json::Kind::number:
      return "a number";
    case json::Kind::string:
      return "a string";
    case json::Kind::array:
      return "an array";
    case json::Kind::object:
      return "an object";
  }
  return "";
}

// What the adapter wrote, short enough for a message.
std::string shown(json::Value value) { return escape_for_terminal(shorten(value.text(), 40)); }

}  // namespace

json::Value Fields::get(std::string_view name) {
  json::Value found;
  for (const json::Member member : object_.members()) {
    if (!member.name.decoded_equals(name)) continue;
    if (found.valid()) {
      fail(fmt::format("{} holds the member \"{}\" twice", what_, name), member.name.offset());
      return {};
    }
    found = member.value;
  }
  if (fault_ || !found.valid() || found.is_null()) return {};
  return found;
}

bool Fields::stands(std::string_view name) const { return object_.find(name).valid(); }

json::Value Fields::typed(std::string_view name, json::Kind kind) {
  const json::Value value = get(name);
  if (!value.valid() || value.is(kind)) return value;
  wrong_type(name, with_article(kind), value);
  return {};
}

std::optional<std::string> Fields::text(std::string_view name) {
  const json::Value value = typed(name, json::Kind::string);
  if (!value.valid()) return std::nullopt;
  return value.decoded();
}

std::string Fields::required_text(std::string_view name) {
  std::optional<std::string> value = text(name);
  if (!value) missing(name, "a string");
  return std::move(value).value_or("");
}

std::optional<bool> Fields::boolean(std::string_view name) {
  const json::Value value = typed(name, json::Kind::boolean);
  if (!value.valid()) return std::nullopt;
  return value.boolean();
}

bool Fields::required_boolean(std::string_view name) {
  const std::optional<bool> value = boolean(name);
  if (!value) missing(name, "true or false");
  return value.value_or(false);
}

std::optional<std::uint64_t> Fields::whole(std::string_view name, std::uint64_t least) {
  const json::Value value = typed(name, json::Kind::number);
  if (!value.valid()) return std::nullopt;
  const std::optional<std::int64_t> number = value.as_integer();
  if (number && *number >= 0 && static_cast<std::uint64_t>(*number) >= least &&
      static_cast<std::uint64_t>(*number) <= kLargestWhole) {
    return static_cast<std::uint64_t>(*number);
  }
  fail(fmt::format("{}: \"{}\" must be a whole number from {} to {}, not {}", what_, name, least,
                   kLargestWhole, shown(value)),
       value.offset());
  return std::nullopt;
}

std::optional<double> Fields::amount(std::string_view name) {
  const json::Value value = typed(name, json::Kind::number);
  if (!value.valid()) return std::nullopt;
  const std::optional<double> number = value.as_double();
  if (number && *number >= 0) return number;
  fail(fmt::format("{}: \"{}\" must be a number that is not negative and fits a double, not {}",
                   what_, name, shown(value)),
       value.offset());
  return std::nullopt;
}

json::Value Fields::array(std::string_view name) { return typed(name, json::Kind::array); }
json::Value Fields::object(std::string_view name) { return typed(name, json::Kind::object); }

std::optional<std::size_t> Fields::word(std::string_view name,
                                        std::span<const std::string_view> known) {
  const json::Value value = typed(name, json::Kind::string);
  if (!value.valid()) return std::nullopt;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (value.decoded_equals(known[i])) return i;
  }
  fail(fmt::format("{}: \"{}\" cannot be {}; {}", what_, name, shown(value),
                   nearest_name_hint(value.decoded(), known)),
       value.offset());
  return std::nullopt;
}

std::optional<std::size_t> Fields::required_word(std::string_view name,
                                                 std::span<const std::string_view> known) {
  const std::optional<std::size_t> value = word(name, known);
  if (!value) missing(name, "a string");
  return value;
}

void Fields::fail(std::string reason, std::size_t offset) {
  if (!fault_) fault_ = {std::move(reason), offset};
}

void Fields::missing(std::string_view name, std::string_view type) {
  if (fault_) return;
  // A slip in a member's name is only visible here: unknown members are allowed.
  constexpr std::size_t kLookedAt = 32;
  std::vector<std::string> names;
  for (const json::Member member : object_.members()) {
    if (names.size() == kLookedAt) break;
    names.push_back(member.name.decoded());
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::optional<std::string_view> near = nearest_name(name, views);
  std::string hint;
  if (near && *near != name) {
    hint = fmt::format("; it holds \"{}\", which has no meaning here",
                       escape_for_terminal(shorten(*near, 64)));
  }
  fail(fmt::format("{} lacks \"{}\" ({}){}", what_, name, type, hint), object_.offset());
}

void Fields::wrong_type(std::string_view name, std::string_view wanted, json::Value found) {
  fail(
      fmt::format("{}: \"{}\" must be {}, not {}", what_, name, wanted, with_article(found.kind())),
      found.offset());
}

}  // namespace tare

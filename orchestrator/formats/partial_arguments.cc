#include "formats/partial_arguments.h"

#include <array>
#include <utility>

#include "formats/reply_state.h"
#include "json/reader.h"
#include "json/string_writer.h"

namespace tare::formats {
namespace {

using json::Value;

// One segment off the front of a path in the notation of RFC 9535: `.name`, `['name']`, `[0]`.
// False: it is none of these.
bool take_segment(std::string_view& path, std::string& name, bool& is_index) {
  is_index = false;
  if (path.front() == '.') {
    path.remove_prefix(1);
    const std::size_t end = std::min(path.find_first_of(".["), path.size());
    name = std::string(path.substr(0, end));
    path.remove_prefix(end);
    return !name.empty() && name != "*";
  }
  if (path.front() != '[' || path.size() < 3) return false;
  path.remove_prefix(1);
  const char quote = path.front();
  if (quote != '\'' && quote != '"') {
    const std::size_t end = path.find(']');
    if (end == 0 || end == path.npos) return false;
    name = std::string(path.substr(0, end));
    path.remove_prefix(end + 1);
    is_index = true;
    return name.find_first_not_of("0123456789") == name.npos;
  }
  // Its escapes are those of JSON, and the quote it stands in.
  std::string json = "\"";
  std::size_t at = 1;
  for (; at < path.size() && path[at] != quote; ++at) {
    const bool escaped = path[at] == '\\' && at + 1 < path.size();
    if (escaped && path[at + 1] == '\'') {
      ++at;
    } else if (escaped) {
      json += path[at++];
    } else if (path[at] == '"') {
      json += '\\';
    }
    json += path[at];
  }
  if (path.substr(std::min(at + 1, path.size())).empty() || path[at + 1] != ']') return false;
  path.remove_prefix(at + 2);
  json += '"';
  json::Document document;
  if (json::read_strict(json, document)) return false;
  name = document.root().decoded();
  return true;
}

}  // namespace

std::size_t PartialArguments::step(std::size_t outer, const std::string& name, bool is_index,
                                   std::string& fault) {
  const Holds wanted = is_index ? Holds::elements : Holds::members;
  Holds& holds = places_[outer].holds;
  if (holds == Holds::nothing) holds = wanted;
  if (holds != wanted) {
    fault = "a streamed argument stands where another value is";
    return 0;
  }
  const auto [found, is_new] =
      known_.try_emplace(std::to_string(outer) + ' ' + name, places_.size());
  if (!is_new) return found->second;
  if (is_index && name != std::to_string(places_[outer].inner.size())) {
    known_.erase(found);
    fault = "an element of a streamed argument came out of its order";
    return 0;
  }
  places_[outer].inner.push_back(places_.size());
  places_.emplace_back().name = name;
  return places_.size() - 1;
}

PartialArguments::Place* PartialArguments::find(std::string_view path, std::string& fault) {
  if (!path.starts_with('$')) {
    fault = "a streamed argument's path does not begin with $";
    return nullptr;
  }
  path.remove_prefix(1);
  std::size_t place = 0;
  std::string name;
  for (std::size_t depth = 0; !path.empty(); ++depth) {
    bool is_index = false;
    if (depth == kMaxDepth) {
      fault = "a streamed argument is nested too deep";
    } else if (!take_segment(path, name, is_index)) {
      fault = "a streamed argument's path cannot be read";
    } else {
      place = step(place, name, is_index, fault);
    }
    if (!fault.empty()) return nullptr;
  }
  return &places_[place];
}

std::string PartialArguments::add(Value piece) {
  if (!piece.is_object()) return "a streamed argument is no object";
  std::string fault;
  const std::optional<std::string> path = string_member(piece, "jsonPath");
  if (!path) return "a streamed argument without a path";
  Place* place = find(*path, fault);
  if (place == nullptr) return fault;

  static constexpr std::array<std::string_view, 3> kPlain = {"numberValue", "boolValue",
                                                             "nullValue"};
  const Value string = piece.find("stringValue");
  if (string.valid() && string.is_string()) {
    const bool goes_on = place->holds == Holds::string && place->open;
    if (place->holds != Holds::nothing && !goes_on) return "a streamed argument came twice";
    place->holds = Holds::string;
    join_text(place->value, string.decoded());
  } else {
    for (const std::string_view member : kPlain) {
      const Value value = piece.find(member);
      if (!value.valid()) continue;
      if (place->holds != Holds::nothing) return "a streamed argument came twice";
      place->holds = Holds::other;
      // A number that JSON has no digits for (NaN) is sent as a string: its bytes are kept.
      place->value = member == "nullValue" ? "null" : std::string(value.text());
    }
  }
  const Value more = piece.find("willContinue");
  const bool open = more.valid() && more.is_boolean() && more.boolean();
  if (open && !place->open) ++open_;
  if (!open && place->open) --open_;
  place->open = open;
  return "";
}

void PartialArguments::write(std::string& out, std::size_t index, bool cut) const {
  const Place& place = places_[index];
  switch (place.holds) {
    case Holds::nothing:
      if (!cut) out += "null";
      return;
    case Holds::string:
      json::append_json_string(out, place.value);
      if (cut && place.open) out.pop_back();
      return;
    case Holds::other:
      out += place.value;
      return;
    case Holds::members:
    case Holds::elements:
      break;
  }
  const bool object = place.holds == Holds::members;
  out += object ? '{' : '[';
  for (std::size_t i = 0; i < place.inner.size(); ++i) {
    if (i > 0) out += ',';
    if (object) {
      json::append_json_string(out, places_[place.inner[i]].name);
      out += ':';
    }
    write(out, place.inner[i], cut && i + 1 == place.inner.size());
  }
  if (!cut) out += object ? '}' : ']';
}

std::string PartialArguments::text(bool whole) const {
  std::string out;
  write(out, 0, !whole);
  return out;
}

}  // namespace tare::formats

#include "diff/list_change.h"

#include <charconv>
#include <string>
#include <vector>

#include "json/equal.h"

namespace tare {
namespace {

using json::Value;

// Elements as printers put them into a text; nullopt where one is a container.
std::optional<std::vector<std::string>> element_texts(Value list) {
  std::vector<std::string> out;
  for (const Value element : list.elements()) {
    if (element.is_array() || element.is_object()) return std::nullopt;
    out.push_back(element.is_string() ? element.decoded() : std::string(element.text()));
  }
  return out;
}

bool joins_with(const std::vector<std::string>& pieces, std::string_view separator,
                std::string_view text) {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (i > 0) {
      if (!text.starts_with(separator)) return false;
      text.remove_prefix(separator.size());
    }
    if (!text.starts_with(pieces[i])) return false;
    text.remove_prefix(pieces[i].size());
  }
  return text.empty();
}

bool joins_to(Value list, std::string_view text) {
  const std::optional<std::vector<std::string>> pieces = element_texts(list);
  if (!pieces || pieces->empty()) return false;
  for (const std::string_view separator :
       {" ", ",", ", ", "\n", "", ";", "; ", "|", " | ", "\t", "\r\n", "\n\n", " && ", "/"}) {
    if (joins_with(*pieces, separator, text)) return true;
  }
  return false;
}

// "0", "17"; not "007".
std::optional<std::size_t> index_named(std::string_view name) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
  const bool padded = name.size() > 1 && name.starts_with('0');
  if (error != std::errc() || end != name.data() + name.size() || padded) return std::nullopt;
  return index;
}

bool is_as_object(Value list, Value object) {
  std::vector<Value> elements;
  for (const Value element : list.elements()) elements.push_back(element);
  std::size_t matched = 0;
  for (const json::Member member : object.members()) {
    const std::optional<std::size_t> index = index_named(member.name.decoded());
    if (!index || *index >= elements.size() || !elements[*index].valid()) return false;
    if (!json::equal_by_value(elements[*index], member.value)) return false;
    elements[*index] = Value();  // so that no second member takes it
    ++matched;
  }
  return matched == elements.size();
}

}  // namespace

std::optional<Change> unwrapped(Value raw, Value normalized) {
  Change change = change_of("arrayUnwrapped");
  if (raw.size() == 1 && json::equal_by_value(*raw.elements().begin(), normalized)) {
    change.lossless = true;
    return change;
  }
  if (normalized.is_string() && joins_to(raw, normalized.decoded())) {
    change.lossless = false;
    return change;
  }
  return std::nullopt;
}

bool is_list_as_object(Value a, Value b) {
  if (a.is_array() && b.is_object()) return is_as_object(a, b);
  return a.is_object() && b.is_array() && is_as_object(b, a);
}

}  // namespace tare

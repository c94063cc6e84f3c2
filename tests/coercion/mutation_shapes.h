// Groups B and C, and the fallbacks inside arguments: containers, nested encoding, members,
// elements.
#pragma once

#include "mutation_scalars.h"

namespace tare::mutation {

inline std::string container_text(Rng& rng) {
  std::string text = value_text(rng);
  while (text[0] != '{' && text[0] != '[') text = value_text(rng);
  return text;
}

inline Pair json_string_parsed(Rng& rng) {
  const std::string inner = container_text(rng);
  return value_pair(rng, string_text(inner), inner);
}
inline Pair json_value_stringified(Rng& rng) {
  const std::string inner = container_text(rng);
  return value_pair(rng, inner, string_text(inner));
}
inline Pair double_encoding_unwrapped(Rng& rng) {
  const std::string inner = object_text(some_members(rng, 1, 4));
  return arguments_pair(string_text(inner), inner);
}
inline Pair array_wrapped(Rng& rng) {
  std::string value = value_text(rng);
  while (value[0] == '[') value = value_text(rng);
  return value_pair(rng, value, "[" + value + "]");
}
inline Pair array_unwrapped(Rng& rng) {
  if (rng.chance(50)) {
    std::string value = value_text(rng);
    while (value[0] == '[' || value[0] == '{') value = value_text(rng);
    return value_pair(rng, "[" + value + "]", value);
  }
  const std::string one = letters(rng, 3, 6), two = letters(rng, 3, 6), three = letters(rng, 3, 6);
  const std::string between = rng.pick({" ", ",", ", ", "\n"});
  return value_pair(
      rng, "[" + string_text(one) + "," + string_text(two) + "," + string_text(three) + "]",
      string_text(one + between + two + between + three));
}
inline Pair array_object_swap(Rng& rng) {
  std::string list = "[", object = "{";
  const std::uint64_t count = 1 + rng.below(4);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string value = value_text(rng, 2);
    list += (i == 0 ? "" : ",") + value;
    object += (i == 0 ? "" : ",") + string_text(std::to_string(i)) + ":" + value;
  }
  list += "]";
  object += "}";
  return rng.chance(50) ? value_pair(rng, list, object) : value_pair(rng, object, list);
}

// A member more on one side, somewhere in the arguments or in an object within them.
inline Pair member_pair(Rng& rng, const std::string& value, bool added) {
  Members members = some_members(rng, 2, 4);
  const std::string less = object_text(members);
  const auto at = static_cast<std::ptrdiff_t>(rng.below(members.size() + 1));
  members.insert(members.begin() + at, {"extra" + letters(rng, 2, 4), value});
  const std::string more = object_text(members);
  if (rng.chance(30)) return value_pair(rng, added ? less : more, added ? more : less);
  return arguments_pair(added ? less : more, added ? more : less);
}
inline Pair key_dropped(Rng& rng) { return member_pair(rng, value_text(rng), false); }
inline Pair key_injected(Rng& rng) { return member_pair(rng, value_text(rng), true); }
inline Pair null_dropped(Rng& rng) { return member_pair(rng, "null", false); }
inline Pair null_injected(Rng& rng) { return member_pair(rng, "null", true); }
inline Pair empty_string_dropped(Rng& rng) { return member_pair(rng, "\"\"", false); }

inline Pair default_injected(Rng& rng) {
  Members members = some_members(rng, 1, 3);
  const std::string raw = object_text(members);
  const std::string value = value_text(rng), name = "extra" + letters(rng, 2, 4);
  members.emplace_back(name, value);
  return arguments_pair(raw, object_text(members),
                        "{\"type\":\"object\",\"properties\":{" + string_text(name) +
                            ":{\"default\":" + value + "}}}");
}
inline Pair key_renamed(Rng& rng) {
  const std::string one = letters(rng, 3, 6), two = letters(rng, 3, 6);
  std::string camel = one + two;
  camel[one.size()] = static_cast<char>(camel[one.size()] - 0x20);
  const std::vector<std::string> forms = {one + "_" + two, one + "-" + two, camel, one + two};
  const std::size_t from = rng.below(forms.size());
  const std::size_t to = (from + 1 + rng.below(forms.size() - 1)) % forms.size();
  Members members = some_members(rng, 1, 3);
  const auto at = static_cast<std::ptrdiff_t>(rng.below(members.size() + 1));
  members.insert(members.begin() + at, {forms[from], value_text(rng)});
  const std::string raw = object_text(members);
  members[static_cast<std::size_t>(at)].first = forms[to];
  return arguments_pair(raw, object_text(members));
}
inline Pair key_order_changed(Rng& rng) {
  Members members = some_members(rng, 2, 5);
  const std::string raw = object_text(members);
  std::rotate(members.begin(),
              members.begin() + 1 + static_cast<std::ptrdiff_t>(rng.below(members.size() - 1)),
              members.end());
  if (rng.chance(30)) return value_pair(rng, raw, object_text(members));
  return arguments_pair(raw, object_text(members));
}
inline Pair duplicate_key_collapsed(Rng& rng) {
  Members members = some_members(rng, 1, 3);
  const auto last = static_cast<std::ptrdiff_t>(members.size());
  const bool keeps_last = rng.chance(70);
  const std::string name = "twice";
  const std::string one = value_text(rng), two = value_text(rng);
  Members doubled = members;
  doubled.emplace_back(name, one);
  doubled.emplace_back(name, two);
  members.insert(members.begin() + last, {name, keeps_last ? two : one});
  return arguments_pair(object_text(doubled), object_text(members));
}
inline Pair args_lost(Rng& rng) {
  return arguments_pair(object_text(some_members(rng, 1, 4)), rng.chance(70) ? "{}" : "");
}
inline Pair args_replaced(Rng& rng) {
  Members before = some_members(rng, 1, 3), after = some_members(rng, 1, 3);
  for (auto& [name, value] : before) name = "raw" + name;
  for (auto& [name, value] : after) name = "new" + name;
  return arguments_pair(object_text(before), object_text(after));
}

// Lists of different words, so that one edit explains the change and no other does.
inline std::vector<std::string> words(Rng& rng, std::size_t least, std::size_t most) {
  std::vector<std::string> out;
  const std::size_t count = least + rng.below(most - least + 1);
  for (std::size_t i = 0; i < count; ++i)
    out.push_back(string_text(letters(rng, 4, 7) + static_cast<char>('A' + i)));
  return out;
}
inline std::string list_text(const std::vector<std::string>& list) {
  std::string out = "[";
  for (std::size_t i = 0; i < list.size(); ++i) out += (i == 0 ? "" : ",") + list[i];
  return out + "]";
}
inline Pair item_pair(Rng& rng, bool added) {
  std::vector<std::string> list = words(rng, 3, 7);
  const std::string more = list_text(list);
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(rng.below(list.size())));
  const std::string less = list_text(list);
  return value_pair(rng, added ? less : more, added ? more : less);
}
inline Pair item_dropped(Rng& rng) { return item_pair(rng, false); }
inline Pair item_injected(Rng& rng) { return item_pair(rng, true); }
inline Pair items_reordered(Rng& rng) {
  std::vector<std::string> list = words(rng, 3, 7);
  const std::string raw = list_text(list);
  std::rotate(list.begin(),
              list.begin() + 1 + static_cast<std::ptrdiff_t>(rng.below(list.size() - 1)),
              list.end());
  return value_pair(rng, raw, list_text(list));
}
inline Pair number_altered(Rng& rng) {
  const std::int64_t one = rng.between(-9999, 9999);
  std::int64_t two = rng.between(-9999, 9999);
  if (two == one) two += 7;
  return value_pair(rng, std::to_string(one), std::to_string(two));
}
inline Pair type_changed(Rng& rng) {
  const std::string number = std::to_string(rng.between(2, 9999));
  switch (rng.below(4)) {
    case 0:
      return value_pair(rng, number, string_text(sentence(rng)));
    case 1:
      return value_pair(rng, string_text(sentence(rng)), number);
    case 2:
      return value_pair(rng, rng.chance(50) ? "true" : "false",
                        object_text(some_members(rng, 1, 3)));
    default:
      return value_pair(rng, object_text(some_members(rng, 1, 3)), number);
  }
}

inline std::vector<Mutator> shape_mutators() {
  return {{"jsonStringParsed", json_string_parsed},
          {"jsonValueStringified", json_value_stringified},
          {"doubleEncodingUnwrapped", double_encoding_unwrapped},
          {"arrayWrapped", array_wrapped},
          {"arrayUnwrapped", array_unwrapped},
          {"arrayObjectSwap", array_object_swap},
          {"keyDropped", key_dropped},
          {"keyInjected", key_injected},
          {"defaultInjected", default_injected},
          {"keyRenamed", key_renamed},
          {"keyOrderChanged", key_order_changed},
          {"duplicateKeyCollapsed", duplicate_key_collapsed},
          {"nullDropped", null_dropped},
          {"nullInjected", null_injected},
          {"emptyStringDropped", empty_string_dropped},
          {"argsLost", args_lost},
          {"argsReplaced", args_replaced},
          {"numberAltered", number_altered},
          {"typeChanged", type_changed},
          {"itemDropped", item_dropped},
          {"itemInjected", item_injected},
          {"itemsReordered", items_reordered}};
}

}  // namespace tare::mutation

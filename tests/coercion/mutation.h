// Random pairs of calls that differ in one known way: what a mutator makes, and what it makes it
// of.
//
// A mutator knows the kind that it aims at by the table of kinds alone, never by the code that is
// under test. All else in a pair is equal on both sides: members and elements around the change,
// and how deep it lies, are random.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/string_writer.h"
#include "model/answer.h"

namespace tare::mutation {

class Rng {
 public:
  explicit Rng(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t below(std::uint64_t n) { return engine_() % n; }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low + 1)));
  }
  bool chance(int percent) { return below(100) < static_cast<std::uint64_t>(percent); }
  template <class T>
  const T& pick(const std::vector<T>& list) {
    return list[below(list.size())];
  }
  std::string pick(std::initializer_list<const char*> list) {
    return *(list.begin() + below(list.size()));
  }

 private:
  std::mt19937_64 engine_;
};

struct Pair {
  Answer answer;
  std::optional<Manifest> manifest;
  std::string schema;       // of every call, where there is no manifest
  bool repair_ran = false;  // the adapter says so: compared as arguments, not as calls
  std::string note;         // the change, for messages
};

struct Mutator {
  std::string_view kind;
  Pair (*make)(Rng&);
  // A kind that holds of the same change by its own definition, and is found beside it.
  std::string_view beside = {};
};

inline std::string string_text(std::string_view content) {
  std::string out;
  json::append_json_string(out, content);
  return out;
}

// Letters, so that no narrower kind can be read into it.
inline std::string letters(Rng& rng, std::size_t least, std::size_t most) {
  std::string out(least + rng.below(most - least + 1), 'x');
  for (char& c : out) c = static_cast<char>('a' + rng.below(26));
  return out;
}

// A name of a member, of two parts, never like another one when case and separators are gone.
inline std::string member_name(Rng& rng, int number) {
  return letters(rng, 3, 6) + static_cast<char>('A' + number % 26) + letters(rng, 2, 5);
}

inline std::string sentence(Rng& rng) {
  std::string out = letters(rng, 4, 8);
  for (std::uint64_t words = rng.below(4); words > 0; --words) out += ' ' + letters(rng, 3, 8);
  return out;
}

// A value that stands on both sides: no null, no empty string, no default.
inline std::string value_text(Rng& rng, int depth = 0) {
  switch (rng.below(depth > 1 ? 4 : 6)) {
    case 0:
      return std::to_string(rng.between(100, 99999));
    case 1:
      return rng.chance(50) ? "true" : "false";
    case 2:
      return std::to_string(rng.between(1, 99)) + "." + std::to_string(rng.between(11, 99) | 1);
    case 3:
      return string_text(sentence(rng));
    case 4: {
      std::string out = "[";
      for (std::uint64_t n = 1 + rng.below(3); n > 0; --n)
        out += value_text(rng, depth + 1) + (n > 1 ? "," : "");
      return out + "]";
    }
    default: {
      std::string out = "{";
      for (std::uint64_t n = 1 + rng.below(2); n > 0; --n)
        out += string_text(member_name(rng, static_cast<int>(n))) + ":" +
               value_text(rng, depth + 1) + (n > 1 ? "," : "");
      return out + "}";
    }
  }
}

using Members = std::vector<std::pair<std::string, std::string>>;  // name, value as JSON text

inline Members some_members(Rng& rng, std::size_t least, std::size_t most) {
  Members out;
  const std::size_t count = least + rng.below(most - least + 1);
  for (std::size_t i = 0; i < count; ++i)
    out.emplace_back(member_name(rng, static_cast<int>(i)), value_text(rng));
  return out;
}

inline std::string object_text(const Members& members) {
  std::string out = "{";
  for (std::size_t i = 0; i < members.size(); ++i)
    out += (i == 0 ? "" : ",") + string_text(members[i].first) + ":" + members[i].second;
  return out + "}";
}

inline View view(At at, std::optional<std::string> name, std::optional<std::string> arguments,
                 std::optional<std::string> id = {}) {
  View out;
  out.at = at;
  out.name = std::move(name);
  out.arguments = std::move(arguments);
  out.id = std::move(id);
  out.evidence = Evidence::verbatim;
  return out;
}

// Both sides are on record, whatever calls they hold.
inline Answer answer_of(std::vector<View> raw, std::vector<View> normalized) {
  Answer out;
  out.short_form = out.raw_given = out.normalized_given = true;
  out.finished = FinishReason::stop;
  for (View& one : raw) out.views.push_back(std::move(one));
  for (View& one : normalized) out.views.push_back(std::move(one));
  return out;
}

inline Pair arguments_pair(std::optional<std::string> raw, std::optional<std::string> normalized,
                           std::string schema = {}) {
  Pair out;
  out.note = raw.value_or("(absent)") + "  =>  " + normalized.value_or("(absent)");
  out.answer = answer_of({view(At::wire, "tool", std::move(raw))},
                         {view(At::tool, "tool", std::move(normalized))});
  out.schema = std::move(schema);
  return out;
}

// A value that changes, somewhere in arguments that do not. With a schema of the value it is a
// member of the arguments themselves, and the schema declares it alone.
inline Pair value_pair(Rng& rng, const std::string& raw, const std::string& normalized,
                       const std::string& value_schema = {}) {
  std::string before = raw, after = normalized;
  if (value_schema.empty() && rng.chance(40)) {
    const bool in_list = rng.chance(40);
    std::string head = in_list ? "[" : "{";
    std::string tail = in_list ? "]" : "}";
    if (rng.chance(50))
      head += (in_list ? "" : string_text("inA") + ":") + value_text(rng, 2) + ",";
    if (!in_list) head += string_text("here") + ":";
    if (rng.chance(50))
      tail = "," + (in_list ? "" : string_text("outB") + ":") + value_text(rng, 2) + tail;
    before = head + before + tail;
    after = head + after + tail;
  }
  Members members = some_members(rng, 1, 4);
  const std::string name = "place" + letters(rng, 1, 4);
  const auto at = static_cast<std::ptrdiff_t>(rng.below(members.size() + 1));
  members.insert(members.begin() + at, {name, before});
  const std::string raw_text = object_text(members);
  members[static_cast<std::size_t>(at)].second = after;
  std::string schema;
  if (!value_schema.empty())
    schema =
        "{\"type\":\"object\",\"properties\":{" + string_text(name) + ":" + value_schema + "}}";
  return arguments_pair(raw_text, object_text(members), schema);
}

inline ToolSpec tool(const std::string& name) {
  ToolSpec out;
  out.name = name;
  out.input_schema = "{\"type\":\"object\"}";
  return out;
}

}  // namespace tare::mutation

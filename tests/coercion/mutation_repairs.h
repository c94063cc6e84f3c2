// Group E: arguments that are empty, cut off, broken, repaired or thrown away.
#pragma once

#include "mutation_shapes.h"

namespace tare::mutation {

// Closes what stands open at the end of a cut object of plain members.
inline std::string closed(const std::string& text) {
  std::string open, out = text;
  bool in_string = false, skip = false;
  for (const char c : text) {
    if (skip) {
      skip = false;
    } else if (in_string && c == '\\') {
      skip = true;
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && (c == '{' || c == '[')) {
      open += c == '{' ? '}' : ']';
    } else if (!in_string && (c == '}' || c == ']')) {
      open.pop_back();
    }
  }
  if (in_string) out += '"';
  if (!in_string && out.back() == ',') out.pop_back();
  return out + std::string(open.rbegin(), open.rend());
}

inline Pair empty_args_to_object(Rng& rng) {
  switch (rng.below(3)) {
    case 0:
      return arguments_pair("", "{}");
    case 1:
      return arguments_pair(rng.pick({" ", "\n", " \t "}), "{}");
    default:
      return arguments_pair(std::nullopt, "{}");
  }
}

inline Pair repair_truncation(Rng& rng) {
  const Members head = some_members(rng, 1, 3);
  std::string text = object_text(head);
  text.pop_back();
  switch (rng.below(4)) {
    case 0:  // in a string
      text += ",\"note\":\"" + sentence(rng);
      break;
    case 1:  // in a number, of which nobody knows how it would have gone on
      text += ",\"amount\":" + std::to_string(rng.between(1, 999));
      break;
    case 2:  // after a comma
      text += ",";
      break;
    default:  // after a value
      break;
  }
  return arguments_pair(text, closed(text));
}

inline Pair repair_syntax(Rng& rng) {
  const Members members = some_members(rng, 1, 4);
  const std::string good = object_text(members);
  std::string bad = good;
  switch (rng.below(4)) {
    case 0:
      bad.insert(bad.size() - 1, ",");
      break;
    case 1:
      bad.insert(1, "/* " + letters(rng, 3, 6) + " */");
      break;
    case 2:  // a bare name
      bad = "{" + members[0].first + good.substr(members[0].first.size() + 3);
      break;
    default:
      bad = "```json\n" + good + "\n```";
  }
  return arguments_pair(bad, good);
}

inline Pair repair_python_literal(Rng& rng) {
  std::string python = "{", good = "{";
  const std::uint64_t count = 1 + rng.below(3);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string name = member_name(rng, static_cast<int>(i)), word = sentence(rng);
    const std::string comma = i == 0 ? "" : ", ";
    python += comma + "'" + name + "': ";
    good += comma + string_text(name) + ": ";
    switch (rng.below(4)) {
      case 0:
        python += "True", good += "true";
        break;
      case 1:
        python += "False", good += "false";
        break;
      case 2:
        python += "None", good += "null";
        break;
      default:
        python += "'" + word + "'", good += string_text(word);
    }
  }
  return arguments_pair(python + "}", good + "}");
}

inline Pair repair_corrupted_valid(Rng& rng) {
  const std::string head = letters(rng, 3, 6), tail = letters(rng, 3, 6);
  Pair out =
      rng.chance(50)
          ? value_pair(rng, string_text(head + " }{ " + tail), string_text(head + " , " + tail))
          : value_pair(rng, string_text(head + "// " + tail + " x"), string_text(head + " x"));
  out.repair_ran = true;
  return out;
}

inline std::string broken_text(Rng& rng) {
  if (rng.chance(40)) return sentence(rng);
  std::string text = object_text(some_members(rng, 1, 3));
  text.pop_back();
  return rng.chance(50) ? text + ",\"note\":\"" + sentence(rng) : text + ", , }";
}
inline Pair invalid_args_emptied(Rng& rng) { return arguments_pair(broken_text(rng), "{}"); }
inline Pair invalid_args_wrapped(Rng& rng) {
  const std::string text = broken_text(rng);
  return arguments_pair(text, "{" + string_text(rng.pick({"_raw", "input", "raw_arguments"})) +
                                  ":" + string_text(text) + "}");
}

inline Pair history_rewritten(Rng& rng) {
  const std::string text = object_text(some_members(rng, 1, 3));
  Pair out;
  out.answer =
      answer_of({view(At::wire, "tool", text, "call_1")}, {view(At::tool, "tool", text, "call_1")});
  const std::string other =
      rng.chance(50) ? std::string("{}") : object_text(some_members(rng, 1, 3));
  out.note = text + "  =>  history " + other;
  out.answer.histories = {
      "[{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"call_1\",\"type\":"
      "\"function\",\"function\":{\"name\":\"tool\",\"arguments\":" +
      string_text(other) + "}}]}]"};
  return out;
}

inline Pair stream_misassembled(Rng& rng) {
  const std::string text = object_text(some_members(rng, 1, 3));
  const std::size_t cut = 2 + rng.below(text.size() - 3);
  // A piece that was put in twice, or two that changed places.
  const std::string broken =
      rng.chance(50) ? text.substr(0, cut) + text : text.substr(cut) + text.substr(0, cut);
  return arguments_pair(text, broken);
}

inline std::vector<Mutator> repair_mutators() {
  return {{"emptyArgsToObject", empty_args_to_object},
          {"repairTruncation", repair_truncation},
          {"repairSyntax", repair_syntax},
          {"repairPythonLiteral", repair_python_literal},
          {"repairCorruptedValid", repair_corrupted_valid},
          {"invalidArgsEmptied", invalid_args_emptied},
          {"invalidArgsWrapped", invalid_args_wrapped},
          {"historyRewritten", history_rewritten},
          {"streamMisassembled", stream_misassembled}};
}

}  // namespace tare::mutation

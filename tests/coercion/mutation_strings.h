// Group D: strings that change in content.
#pragma once

#include "mutation.h"

namespace tare::mutation {

inline Pair string_pair(Rng& rng, const std::string& raw, const std::string& normalized) {
  return value_pair(rng, string_text(raw), string_text(normalized));
}

// Code points of one row, by their bytes.
struct Glyph {
  const char *composed, *decomposed, *as_latin1;
};
inline const std::vector<Glyph>& glyphs() {
  static const std::vector<Glyph> list = {{"\u00e9", "e\u0301", "\u00c3\u00a9"},
                                          {"\u00fc", "u\u0308", "\u00c3\u00bc"},
                                          {"\u00f1", "n\u0303", "\u00c3\u00b1"},
                                          {"\u00e7", "c\u0327", "\u00c3\u00a7"}};
  return list;
}

inline Pair string_altered(Rng& rng) {
  const std::string raw = sentence(rng) + letters(rng, 3, 5);
  std::string after = raw;
  const std::size_t at = 1 + rng.below(after.size() - 2);
  // Another letter in the place of a letter; never of the first, so that nothing is a date or a
  // cut.
  after[at] = after[at] == 'q' || after[at] == ' ' ? 'w' : 'q';
  return string_pair(rng, raw, after);
}

inline Pair whitespace_trimmed(Rng& rng) {
  const std::string core = sentence(rng);
  if (rng.chance(25)) {
    const std::string other = sentence(rng);
    const bool strip = rng.chance(50);
    return string_pair(rng, core + (strip ? "\r\n" : "\n") + other,
                       core + (strip ? "\n" : "\r\n") + other);
  }
  std::string raw = core;
  const std::uint64_t ends = 1 + rng.below(3);
  if ((ends & 1) != 0) raw = rng.pick({" ", "  ", "\n", "\t"}) + raw;
  if ((ends & 2) != 0) raw += rng.pick({" ", "  ", "\n", "\t"});
  return string_pair(rng, raw, core);
}

inline Pair entity_decoded(Rng& rng) {
  std::string coded = letters(rng, 2, 5), plain = coded;
  for (std::uint64_t n = 1 + rng.below(3); n > 0; --n) {
    switch (rng.below(5)) {
      case 0:
        coded += "&lt;", plain += "<";
        break;
      case 1:
        coded += "&gt;", plain += ">";
        break;
      case 2:
        coded += "&amp;", plain += "&";
        break;
      case 3:
        coded += "&#39;", plain += "'";
        break;
      default:
        coded += "&quot;", plain += "\"";
    }
    const std::string more = letters(rng, 2, 5);
    coded += " " + more, plain += " " + more;
  }
  return rng.chance(70) ? string_pair(rng, coded, plain) : string_pair(rng, plain, coded);
}

inline Pair escape_altered(Rng& rng) {
  const std::string head = letters(rng, 2, 5), tail = letters(rng, 2, 5);
  switch (rng.below(4)) {
    case 0:
      return string_pair(rng, head + "\\n" + tail, head + "\n" + tail);
    case 1:
      return string_pair(rng, head + "\\t" + tail + "\\t" + head, head + "\t" + tail + "\t" + head);
    case 2:
      return string_pair(rng, head + "\n" + tail, head + "\\n" + tail);
    default:
      return string_pair(rng, head + "\\\\" + tail, head + "\\" + tail);
  }
}

inline Pair unicode_altered(Rng& rng) {
  const Glyph& glyph = rng.pick(glyphs());
  const std::string head = letters(rng, 2, 5), tail = letters(rng, 2, 5);
  switch (rng.below(4)) {
    case 0:
      return string_pair(rng, head + glyph.decomposed + tail, head + glyph.composed + tail);
    case 1:
      return string_pair(rng, head + glyph.composed + tail, head + glyph.as_latin1 + tail);
    case 2:  // full width to plain
      return string_pair(rng, head + "\uff21\uff22" + tail, head + "AB" + tail);
    default: {  // a lone surrogate, as JSON spells it, to the replacement character
      const std::string raw = "\"" + head + "\\ud83d" + tail + "\"";
      return value_pair(rng, raw, string_text(head + "\ufffd" + tail));
    }
  }
}

inline Pair value_truncated(Rng& rng) {
  const std::string raw = sentence(rng) + letters(rng, 3, 6);
  std::size_t kept = 1 + rng.below(raw.size() - 1);
  if (raw[kept - 1] == ' ') ++kept;  // else the cut ends in white space, which is fine as well
  return string_pair(rng, raw, raw.substr(0, std::min(kept, raw.size() - 1)));
}

inline Pair text_pair(const std::string& text, const std::string& format,
                      const std::string& normalized, const std::string& schema) {
  Pair out;
  out.note = text + "  =>  " + normalized;
  View raw;
  raw.at = At::text;
  raw.text = text;
  raw.format = format;
  raw.evidence = Evidence::verbatim;
  out.answer = answer_of({raw}, {view(At::tool, "tool", normalized)});
  out.schema = schema;
  return out;
}

inline std::string two_strings(const std::string& one, const std::string& two) {
  return "{\"type\":\"object\",\"properties\":{" + string_text(one) + ":{\"type\":\"string\"}," +
         string_text(two) + ":{\"type\":\"string\"}}}";
}

inline Pair param_swallowed(Rng& rng) {
  const std::string one = member_name(rng, 0), two = member_name(rng, 1);
  const std::string value = sentence(rng), later = sentence(rng);
  const std::string middle = rng.chance(50) ? "</" + one + ">\n" : "\n";
  const std::string swallowed = value + middle + "<parameter=" + two + ">\n" + later;
  const std::string text = "<tool_call>\n<function=tool>\n<parameter=" + one + ">\n" + swallowed +
                           "\n</parameter>\n</function>\n</tool_call>";
  return text_pair(text, "qwenXml", "{" + string_text(one) + ":" + string_text(swallowed) + "}",
                   two_strings(one, two));
}

inline Pair text_leaked_in(Rng& rng) {
  const std::string one = member_name(rng, 0), two = member_name(rng, 1);
  const std::string value = sentence(rng), other = sentence(rng);
  const std::string thought = "<think>" + sentence(rng) + "</think>";
  const std::string call = "{\"name\":\"tool\",\"arguments\":{" + string_text(one) + ":" +
                           string_text(value) + "," + string_text(two) + ":" + string_text(other) +
                           "}}";
  const std::string text = thought + "\n<tool_call>\n" + call + "\n</tool_call>";
  return text_pair(text, "hermes",
                   "{" + string_text(one) + ":" + string_text(thought + value) + "," +
                       string_text(two) + ":" + string_text(other) + "}",
                   two_strings(one, two));
}

inline std::vector<Mutator> string_mutators() {
  return {{"stringAltered", string_altered},
          {"whitespaceTrimmed", whitespace_trimmed},
          {"entityDecoded", entity_decoded},
          {"escapeAltered", escape_altered},
          {"unicodeAltered", unicode_altered},
          {"valueTruncated", value_truncated},
          // What is swallowed is markup that stands outside the value, and so has leaked in too.
          {"paramSwallowed", param_swallowed, "textLeakedIn"},
          {"textLeakedIn", text_leaked_in}};
}

}  // namespace tare::mutation

// Group A: scalars that change type, value or spelling.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "mutation.h"

namespace tare::mutation {

inline std::string plain_number(Rng& rng) {
  std::string out = std::to_string(rng.between(2, 9999999));
  if (rng.chance(30))
    out += "." + std::to_string(rng.between(1, 9)) + std::to_string(rng.between(1, 9));
  return rng.chance(20) ? "-" + out : out;
}

inline Pair string_to_number(Rng& rng) {
  const std::string number = plain_number(rng);
  std::string spelled = number;
  if (rng.chance(20) && number[0] != '-') spelled = "0" + number;
  return value_pair(rng, string_text(spelled), number);
}
inline Pair number_to_string(Rng& rng) {
  const std::string number = plain_number(rng);
  return value_pair(rng, number, string_text(number));
}

inline Pair string_to_bool(Rng& rng) {
  const bool truth = rng.chance(50);
  const std::string word = truth ? rng.pick({"true", "True", "TRUE", "yes", "on"})
                                 : rng.pick({"false", "False", "FALSE", "no", "off"});
  return value_pair(rng, string_text(word), truth ? "true" : "false");
}
inline Pair bool_to_string(Rng& rng) {
  const bool truth = rng.chance(50);
  const std::string word = truth ? rng.pick({"true", "True"}) : rng.pick({"false", "False"});
  return value_pair(rng, truth ? "true" : "false", string_text(word));
}
inline Pair bool_inverted(Rng& rng) {
  const bool truth = rng.chance(50);
  const std::string raw = truth ? rng.pick({"\"true\"", "\"True\"", "\"yes\"", "true", "1"})
                                : rng.pick({"\"false\"", "\"False\"", "\"no\"", "false", "0"});
  return value_pair(rng, raw, truth ? "false" : "true");
}
inline Pair bool_to_number(Rng& rng) {
  const bool truth = rng.chance(50);
  std::string word = truth ? "true" : "false", number = truth ? "1" : "0";
  if (rng.chance(50)) std::swap(word, number);
  return value_pair(rng, word, number);
}

inline Pair int_to_float(Rng& rng) {
  const std::string number = std::to_string(rng.between(-99999, 99999) * 2 + 1);
  return value_pair(rng, number, number + rng.pick({".0", "e0", ".00"}));
}
inline Pair float_to_int(Rng& rng) {
  const std::string number = std::to_string(rng.between(-99999, 99999) * 2 + 1);
  return value_pair(rng, number + rng.pick({".0", ".00"}), number);
}
inline Pair number_respelled(Rng& rng) {
  const std::string whole = std::to_string(rng.between(1, 999));
  const std::string digit = std::to_string(rng.between(1, 9));
  switch (rng.below(4)) {
    case 0:
      return value_pair(rng, whole + "." + digit + "0", whole + "." + digit);
    case 1:
      return value_pair(rng, whole + "e3", whole + "000");
    case 2:
      return value_pair(rng, "-0", "0");
    default:
      return value_pair(rng, whole + "." + digit + "E2", whole + "." + digit + "e+2");
  }
}
inline Pair fraction_truncated(Rng& rng) {
  const std::int64_t whole = rng.between(0, 900), tenths = rng.between(1, 9);
  const bool round = tenths > 5 && rng.chance(50);
  return value_pair(rng, fmt::format("{}.{}", whole, tenths),
                    std::to_string(whole + (round ? 1 : 0)));
}

inline Pair bigint_precision_loss(Rng& rng) {
  for (;;) {
    const std::int64_t exact = rng.between(9007199254740993, 9000000000000000000);
    const auto rounded = static_cast<double>(exact);
    if (static_cast<std::int64_t>(rounded) == exact) continue;
    const std::string sign = rng.chance(20) ? "-" : "";
    std::string after = fmt::format("{:.0f}", rounded);
    if (rng.chance(50)) {  // the shortest digits, then zeros
      char digits[64];
      const auto end =
          std::to_chars(digits, digits + sizeof digits, rounded, std::chars_format::scientific);
      std::string shortest;
      for (const char* c = digits; c != end.ptr && *c != 'e'; ++c)
        if (*c != '.') shortest += *c;
      shortest.resize(after.size(), '0');
      after = shortest;
    }
    if (after == std::to_string(exact)) continue;
    return value_pair(rng, sign + std::to_string(exact), sign + after);
  }
}
inline Pair float_precision_loss(Rng& rng) {
  for (;;) {
    const double exact = static_cast<double>(rng.between(1, 99999)) / 1000;
    if (rng.chance(50)) {  // by way of a float of 32 bits
      const auto narrow = static_cast<double>(static_cast<float>(exact));
      if (narrow == exact || narrow == std::trunc(narrow)) continue;
      return value_pair(rng, fmt::format("{}", exact), fmt::format("{}", narrow));
    }
    const std::string digits = fmt::format("0.{}{}", rng.between(1000000000, 9999999999),
                                           rng.between(10000000000, 99999999999) | 1);
    return value_pair(rng, digits, fmt::format("{}", std::stod(digits)));
  }
}
inline Pair nonfinite_number(Rng& rng) {
  const std::string raw =
      fmt::format("{}{}e{}", rng.chance(30) ? "-" : "", rng.between(1, 9), rng.between(309, 999));
  const std::string sign = raw[0] == '-' ? "-" : "";
  const std::string after = rng.pick({"null", "1.7976931348623157e308", "\"Infinity\"", "\"inf\""});
  if (after == "null") return value_pair(rng, raw, after);
  if (after[0] == '"') return value_pair(rng, raw, "\"" + sign + after.substr(1));
  return value_pair(rng, raw, sign + after);
}

inline Pair null_to_string(Rng& rng) {
  return value_pair(rng, "null", string_text(rng.pick({"null", "None", ""})));
}
inline Pair string_to_null(Rng& rng) {
  return value_pair(rng, string_text(rng.pick({"null", "None", ""})), "null");
}
inline Pair value_nulled(Rng& rng) { return value_pair(rng, value_text(rng), "null"); }

inline Pair enum_case_folded(Rng& rng) {
  const std::string word = letters(rng, 4, 8), other = "other" + letters(rng, 3, 5);
  std::string raw = word;
  raw[rng.below(raw.size())] ^= 0x20;
  return value_pair(rng, string_text(raw), string_text(word),
                    "{\"enum\":[" + string_text(other) + "," + string_text(word) + "]}");
}
inline Pair enum_mapped(Rng& rng) {
  const std::string raw = "f" + letters(rng, 4, 8), word = "s" + letters(rng, 4, 8);
  return value_pair(
      rng, string_text(raw), string_text(word),
      "{\"enum\":[" + string_text("k" + letters(rng, 3, 5)) + "," + string_text(word) + "]}");
}

inline Pair date_reformatted(Rng& rng) {
  const std::int64_t year = rng.between(1971, 2090), month = rng.between(1, 12),
                     day = rng.between(1, 28), hour = rng.between(0, 23),
                     minute = rng.between(0, 59);
  const std::string date = fmt::format("{:04}-{:02}-{:02}", year, month, day);
  const std::string time = fmt::format("{:02}:{:02}:00", hour, minute);
  switch (rng.below(4)) {
    case 0:
      return value_pair(rng, string_text(date), string_text(date + "T00:00:00.000Z"));
    case 1:
      return value_pair(rng, string_text(date + "T" + time + "Z"),
                        string_text(date + "T" + time + "+00:00"));
    case 2:
      return value_pair(rng, string_text(fmt::format("{:04}/{:02}/{:02}", year, month, day)),
                        string_text(date));
    default:
      return value_pair(rng, string_text(date + "T" + time), string_text(date + " " + time));
  }
}

inline std::vector<Mutator> scalar_mutators() {
  return {{"stringToNumber", string_to_number},
          {"numberToString", number_to_string},
          {"stringToBool", string_to_bool},
          {"boolToString", bool_to_string},
          {"boolInverted", bool_inverted},
          {"boolToNumber", bool_to_number},
          {"intToFloat", int_to_float},
          {"floatToInt", float_to_int},
          {"numberRespelled", number_respelled},
          {"fractionTruncated", fraction_truncated},
          {"bigintPrecisionLoss", bigint_precision_loss},
          {"floatPrecisionLoss", float_precision_loss},
          {"nonfiniteNumber", nonfinite_number},
          {"nullToString", null_to_string},
          {"stringToNull", string_to_null},
          {"valueNulled", value_nulled},
          {"enumCaseFolded", enum_case_folded},
          {"enumMapped", enum_mapped},
          {"dateReformatted", date_reformatted}};
}

}  // namespace tare::mutation

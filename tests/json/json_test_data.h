// What the tests of this folder share: where the data sets are, random values, a plain dump of a
// tape.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <string>

#include "json/reader.h"
#include "json/value.h"

namespace tare::json {

// The folder of a data set, or nullopt where the data sets are not at hand.
inline std::optional<std::filesystem::path> data_folder(const std::string& name) {
  const char* given = std::getenv("TARE_SHARED_DATA");
  const std::filesystem::path folder =
      std::filesystem::path(given != nullptr ? given : TARE_SHARED_DATA_DEFAULT) / name;
  if (!std::filesystem::is_directory(folder)) return std::nullopt;
  return folder;
}

inline std::string file_bytes(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Text of a random JSON value, with white space, escapes, repeated names and odd number spellings.
class RandomJson {
 public:
  explicit RandomJson(unsigned seed) : random_(seed) {}

  std::string value(int depth = 4) {
    const int kind = pick(depth > 0 ? 8 : 6);
    switch (kind) {
      case 0:
        return "null";
      case 1:
        return pick(2) == 0 ? "true" : "false";
      case 2:
      case 3:
        return number();
      case 4:
      case 5:
        return string();
      case 6: {
        std::string out = "[" + space();
        const int size = pick(5);
        for (int i = 0; i < size; ++i)
          out += (i > 0 ? "," : "") + space() + value(depth - 1) + space();
        return out + "]";
      }
      default: {
        std::string out = "{" + space();
        const int size = pick(5);
        for (int i = 0; i < size; ++i) {
          out += (i > 0 ? "," : "") + space() + string() + space() + ":" + space() +
                 value(depth - 1) + space();
        }
        return out + "}";
      }
    }
  }

  std::string number() {
    std::string out = pick(3) == 0 ? "-" : "";
    out += pick(3) == 0 ? "0" : std::to_string(1 + pick(2000));
    if (pick(3) == 0) out += "." + std::to_string(pick(1000)) + (pick(2) == 0 ? "0" : "");
    if (pick(3) == 0) {
      out += pick(2) == 0 ? "e" : "E";
      out += pick(3) == 0 ? "+" : (pick(2) == 0 ? "-" : "");
      out += std::to_string(pick(12));
    }
    return out;
  }

  std::string string() {
    static const std::string pieces[] = {
        "a", "b",   "key", "\\n",     "\\u00e9", "é",  "日", "\\\"", "\\\\", "\\ud83d\\ude00",
        "😀", "\\/", "/",   "\\u0061", " ",       "\\t"};
    std::string out = "\"";
    const int size = pick(4);
    for (int i = 0; i < size; ++i) out += pieces[pick(static_cast<int>(std::size(pieces)))];
    return out + "\"";
  }

  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }

 private:
  std::string space() {
    static const std::string spaces[] = {"", "", "", " ", "\n\t", "\r\n"};
    return spaces[pick(6)];
  }

  std::mt19937 random_;
};

}  // namespace tare::json

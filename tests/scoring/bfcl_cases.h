// Cases drawn from the leaderboard's questions and answer keys, right to begin with and then
// changed at random in ways that models err.
#pragma once

#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "bfcl_oracle.h"
#include "coercion/shared_data.h"

namespace tare::bfcl_oracle {

struct Question {
  int version = 4;
  std::string category;
  Json functions, truth;
};

inline std::vector<Json> lines_of(const std::string& path) {
  std::vector<Json> out;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) out.push_back(Json::parse(line));
  }
  return out;
}

// All questions that have an answer key. Empty where the data is not on this machine.
inline std::vector<Question> questions() {
  std::vector<Question> out;
  for (const int version : {1, 4}) {
    const std::string folder = shared_data("bfcl/v" + std::to_string(version));
    if (folder.empty()) continue;
    for (const auto& entry : std::filesystem::directory_iterator(folder + "/possible_answer")) {
      const std::string name = entry.path().stem().string();
      const std::string mark = version == 1 ? "_test_" : "_v4_";
      const std::vector<Json> answers = lines_of(entry.path().string());
      std::vector<Json> asked = lines_of(folder + "/" + name + ".json");
      for (Json& one : asked) {
        for (const Json& answer : answers) {
          if (answer["id"] != one["id"]) continue;
          Json functions = one["function"];
          if (functions.is_object()) functions = Json::array({functions});
          out.push_back({version, name.substr(name.find(mark) + mark.size()), functions,
                         answer["ground_truth"]});
          break;
        }
      }
    }
  }
  return out;
}

class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  bool chance(std::size_t one_in) { return below(one_in) == 0; }

  // The calls that the answer key asks for, each with one acceptable value a parameter.
  std::vector<Json> right_calls(const Question& q, bool underscore) {
    std::vector<Json> calls;
    for (const auto& [key, one] : q.truth.items()) {
      std::string name = q.version == 1 ? key : one.begin().key();
      const Json& arguments = q.version == 1 ? one : one.begin().value();
      for (const Json& function : q.functions) {
        const std::string offered = function["name"];
        if (q.version == 1 && name.find(offered) != std::string::npos) {
          name = offered;
          break;
        }
      }
      for (char& c : name) {
        if (underscore && c == '.') c = '_';
      }
      calls.push_back(Json{{name, instance(q.version, arguments)}});
    }
    return calls;
  }

  void mutate_calls(const Question& q, std::vector<Json>& calls) {
    switch (below(12)) {
      case 0:
        if (!calls.empty()) calls.pop_back();
        return;
      case 1:
        if (!calls.empty()) calls.push_back(calls[below(calls.size())]);
        return;
      case 2:
      case 3:
        std::shuffle(calls.begin(), calls.end(), random_);
        return;
      default:
        break;
    }
    if (calls.empty()) return;
    Json& call = calls[below(calls.size())];
    if (chance(12)) {
      call = Json{{other_name(q, call.begin().key()), call.begin().value()}};
    } else {
      mutate_value(call.begin().value(), 0);
    }
  }

 private:
  Json instance(int version, const Json& arguments) {
    Json out = Json::object();
    for (const auto& [name, acceptable] : arguments.items()) {
      if (!acceptable.is_array() || acceptable.empty()) continue;
      const Json& one = acceptable[below(acceptable.size())];
      if (one == "" && chance(2)) continue;
      out[name] = filled(version, one);
    }
    return out;
  }

  // Dicts of the key hold lists of values in turn.
  Json filled(int version, const Json& v) {
    if (v.is_object()) {
      Json out = Json::object();
      for (const auto& [name, one] : v.items()) {
        if (one.is_array() && !one.empty()) {
          const Json& chosen = one[below(one.size())];
          if (chosen == "" && chance(2)) continue;
          out[name] = chosen;
        } else {
          out[name] = filled(version, one);
        }
      }
      return out;
    }
    if (v.is_array()) {
      Json out = Json::array();
      for (const Json& one : v) out.push_back(filled(version, one));
      return out;
    }
    return v;
  }

  std::string other_name(const Question& q, std::string name) {
    switch (below(4)) {
      case 0:
        return q.functions[below(q.functions.size())]["name"];
      case 1:
        for (char& c : name) {
          if (c == '.') c = '_';
        }
        return name;
      case 2:
        return name + "_1";
      default:
        return "x" + name;
    }
  }

  void mutate_value(Json& v, int depth) {
    if (v.is_object() && !v.empty() && (depth == 0 || !chance(4))) {
      auto it = v.begin();
      std::advance(it, static_cast<std::ptrdiff_t>(below(v.size())));
      switch (below(depth == 0 ? 14 : 6)) {
        case 0:
          v.erase(it.key());
          return;
        case 1:
          v[it.key() + "s"] = it.value();
          return;
        default:
          mutate_value(it.value(), depth + 1);
          return;
      }
    }
    if (v.is_array() && !v.empty() && !chance(4)) {
      switch (below(6)) {
        case 0:
          std::shuffle(v.begin(), v.end(), random_);
          return;
        case 1:
          v.push_back(v[0]);
          return;
        case 2:
          v.erase(v.size() - 1);
          return;
        case 3:
          v = Json{{"$tuple", Json(v)}};
          return;
        default:
          mutate_value(v[below(v.size())], depth + 1);
          return;
      }
    }
    mutate_scalar(v);
  }

  void mutate_scalar(Json& v) {
    if (chance(8)) {
      const Json others[] = {
          nullptr,          true,          false, 0, 1, 1.5, "", "-", Json::array(), Json::object(),
          Json::array({1}), Json{{"k", 1}}};
      v = others[below(std::size(others))];
      return;
    }
    if (v.is_string()) {
      mutate_text(v.get_ref<std::string&>());
      if (chance(6)) v = Json::array({v});
    } else if (v.is_boolean()) {
      v = chance(2) ? Json(!v.get<bool>()) : Json(v.get<bool>() ? 1 : 0);
    } else if (v.is_number()) {
      const double number = v.get<double>();
      switch (below(5)) {
        case 0:
          v = number;
          return;
        case 1:
          v = static_cast<std::int64_t>(number);
          return;
        case 2:
          v = std::to_string(v.is_number_float() ? 7 : v.get<std::int64_t>());
          return;
        case 3:
          v = number + 0.5;
          return;
        default:
          v = static_cast<std::int64_t>(number) + 1;
          return;
      }
    }
  }

  void mutate_text(std::string& text) {
    const std::string extra = " ,./-_*^:;\t\n'\"(xA";
    for (const char c : text) {
      if (static_cast<unsigned char>(c) < 0x80) continue;
      text.push_back(extra[below(extra.size())]);  // no character may be torn
      return;
    }
    switch (below(5)) {
      case 0:
        for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        return;
      case 1:
        if (!text.empty()) text.erase(below(text.size()), 1);
        return;
      case 2:
        for (char& c : text) {
          if (c == '\'') c = '"';
        }
        return;
      default:
        text.insert(below(text.size() + 1), 1, extra[below(extra.size())]);
        return;
    }
  }

  std::mt19937 random_;
};

}  // namespace tare::bfcl_oracle

// Suites and predictions by chance: plain cases for the most part, with all that may stand among
// them, and now and then with something wrong.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "suite/suite_test_support.h"

namespace tare {

class SuiteMaker {
 public:
  explicit SuiteMaker(unsigned seed) : random_(seed) {
    spaced_ = one_in(2);
    odd_ = one_in(3) ? 3 : one_in(2) ? 30 : 0;
    faulty_ = one_in(4);
    tools_ = 1 + pick(6);
  }

  // Writes tare.json, its case files and predictions.jsonl.
  void write(const Folder& folder, std::size_t cases) {
    std::string first, second;
    for (std::size_t i = 0; i < cases; ++i) {
      std::string& file = i < cases / 2 ? first : second;
      file += line(case_text(i)) + "\n";
      if (one_in(50)) file += one_in(2) ? "\n" : " \t\r\n";
    }
    if (one_in(3) && !second.empty()) second.pop_back();
    if (one_in(5)) first = "\xEF\xBB\xBF" + first;
    folder.write("a.jsonl", first);
    folder.write("b.jsonl", second);
    folder.write("tare.json", suite_text(cases >= 2));
    folder.write("predictions.jsonl", predictions());
  }

 private:
  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool one_in(unsigned n) { return n != 0 && pick(n) == 0; }
  bool fault() { return faulty_ && one_in(60); }
  std::string space() { return spaced_ ? (one_in(9) ? "\t" : " ") : ""; }
  std::string member(const std::string& name, const std::string& value) {
    return "\"" + name + "\":" + space() + value;
  }

  std::string tool_name() {
    static constexpr const char* kNames[] = {
        "get_ticket", "delete_ticket", "suche_auftrag_\xC3\xA4", "x", "send", "list_all_of_them"};
    return kNames[pick(tools_)];
  }
  std::string tool() {
    const std::string name = tool_name();
    return one_in(odd_ * 2) && name == "x" ? "\"\\u0078\"" : "\"" + name + "\"";
  }
  std::string list(std::vector<std::string> items) {
    std::string out = "[";
    for (const std::string& item : items) out += (out.size() > 1 ? "," + space() : "") + item;
    return out + "]";
  }
  std::string tools_list(bool may_be_empty) {
    std::vector<std::string> items;
    for (unsigned n = (may_be_empty ? 0 : 1) + pick(3); n > 0; --n) {
      const std::string one = "\"" + tool_name() + "\"";
      if (fault() || std::ranges::find(items, one) == items.end()) items.push_back(one);
    }
    return list(items);
  }
  std::string tags() {
    std::vector<std::string> items;
    for (const char* tag : {"\"read\"", "\"write\"", "\"gro\xC3\x9F\"", "\"smoke\""}) {
      if (one_in(2)) items.emplace_back(tag);
    }
    if (one_in(2)) std::ranges::reverse(items);
    if (fault()) items.emplace_back("\"\"");
    return list(items);
  }

  // In a case file a line feed would end the line.
  std::string line(const std::string& text) {
    std::string out = one_in(40) ? "  " + text : text;
    if (one_in(40)) out += one_in(2) ? "\r" : "  ";
    return out;
  }

  std::string case_text(std::size_t i) {
    std::string id = "pr/" + std::string(i % 7, 'k') + "/" + std::to_string(i);
    if (one_in(20)) id += "#1";
    if (one_in(20)) id += "\xE2\x82\xAC";
    if (fault() && !ids_.empty()) id = ids_.front();
    if (fault()) id += "\x7F";
    ids_.push_back(id);
    if (one_in(odd_ * 4)) id = "\\u0070" + id.substr(1);  // the same id

    std::vector<std::string> members = {member("id", "\"" + id + "\"")};
    if (one_in(10)) {
      members.push_back(
          member("messages", "[{\"role\":\"user\"," + space() + "\"content\":\"a\"}]"));
    } else {
      members.push_back(member("request", one_in(9) ? "\"say \\\"hi\\\" \\ud800\"" : "\"say hi\""));
    }
    const bool named = !one_in(5);
    if (named && one_in(6)) {
      members.push_back(member("expectedTools", tools_list(false)));
    } else {
      members.push_back(member("expectedTool", named ? tool() : "null"));
      if (one_in(3)) members.push_back(member("acceptableTools", tools_list(true)));
    }
    if (!one_in(3)) {
      members.push_back(member("risk", fault() ? "9" : std::to_string(1 + pick(5))));
    } else if (one_in(odd_)) {
      members.push_back(member("risk", "2.0"));
    }
    if (!one_in(3)) members.push_back(member("tags", tags()));
    if (one_in(4))
      members.push_back(member("metadata", "{\"a\":[1,{\"b\":null}]," + space() + "\"c\":-1e3}"));
    if (one_in(8)) members.push_back(member("input", "[]"));
    if (one_in(8)) members.push_back(member("identity", "\"u\""));
    if (one_in(6)) members.push_back(member("kind", one_in(2) ? "\"agent\"" : "\"tool-call\""));
    if (one_in(odd_)) add_odd(members, named);
    if (fault()) members.push_back(member("unheardOf", "1"));
    if (fault()) members.push_back(members.front());
    if (one_in(2)) std::shuffle(members.begin(), members.end(), random_);
    std::string out = "{" + space();
    for (const std::string& one : members)
      out += (out.back() == '"' || out.size() > 2 ? "," + space() : "") + one;
    out += space() + "}";
    if (fault()) out += "}";
    if (fault()) out += "\xFF";
    return out;
  }

  void add_odd(std::vector<std::string>& members, bool named) {
    switch (pick(6)) {
      case 0:
        members.push_back(member("trials", "1"));
        break;
      case 1:
        members.push_back(member("forbid", "[\"delete_*\"]"));
        break;
      case 2:
        if (named) members.push_back(member("expectedArgs", "{\"key\":1}"));
        break;
      case 3:
        if (named) members.push_back(member("calls", "\"only\""));
        break;
      case 4:
        members.push_back(member("mcpToolsOnly", "true"));
        break;
      default:
        members.push_back(member("timeoutMs", "500"));
    }
  }

  std::string suite_text(bool two_files) {
    std::string out = "{\"adapter\":{\"command\":[\"true\"]},\"cases\":[\"a.jsonl\"";
    out += two_files ? ",\"b.jsonl\"]" : "]";
    if (two_files && one_in(9))
      out = "{\"adapter\":{\"command\":[\"true\"]},\"cases\":[\"*.jsonl\"]";
    if (one_in(3)) {
      out +=
          ",\"gates\":{\"exactAccuracy\":0.8,\"noToolAccuracy\":0.5,\"passRate\":0.7,"
          "\"riskWeightedAccuracy\":0.6,\"minCasePassRate\":0.5,\"confusions\":3}";
    } else if (one_in(3)) {
      out +=
          ",\"gates\":[{\"figure\":\"confusions\",\"pair\":\"* -> delete_*\",\"max\":0},"
          "{\"figure\":\"acceptableAccuracy\",\"view\":\"both\",\"min\":0.9},"
          "{\"figure\":\"passHatK\",\"k\":1,\"min\":0.9},{\"figure\":\"p95Ms\",\"max\":5}]";
    } else if (one_in(6)) {
      out += ",\"gates\":[{\"figure\":\"passRate\",\"min\":0.9,\"where\":\"tag(read)\"}]";
    }
    if (one_in(6))
      out += ",\"never\":[{\"tool\":\"delete_*\",\"control\":\"C1\"},{\"tool\":\"x\"}]";
    if (one_in(5)) {
      out +=
          ",\"tools\":[{\"name\":\"get_ticket\"},{\"name\":\"x\"},{\"name\":\"send\"},"
          "{\"name\":\"suche_auftrag_\xC3\xA4\"},{\"name\":\"list_all_of_them\"}";
      out += one_in(2) ? "]" : ",{\"name\":\"delete_ticket\"}]";
    }
    if (one_in(20)) {
      out += ",\"waivers\":[{\"rule\":\"case:" + ids_.front() +
             "\",\"where\":\"\",\"why\":\"w\",\"reviewedBy\":\"r\",\"until\":\"2027-01-01\"}]";
    }
    return out + "}";
  }

  std::string predictions() {
    std::vector<std::string> ids = ids_;
    if (one_in(3)) std::shuffle(ids.begin(), ids.end(), random_);
    if (one_in(30)) ids.pop_back();
    if (one_in(30)) ids.push_back("nobody");
    if (one_in(30)) ids.push_back(ids.front());
    const bool wrong_often = one_in(2);
    std::string out;
    for (std::string id : ids) {
      if (one_in(odd_ * 4)) id = "\\u0070" + id.substr(1);
      const std::string chosen = one_in(6) ? "null" : one_in(50) ? "\"\"" : tool();
      std::string text =
          "{" + space() + member("caseId", "\"" + id + "\"") + "," + space() +
          member("selectedTool", wrong_often || one_in(9) ? chosen : "\"get_ticket\"");
      out += line(text + space() + "}") + "\n";
      if (one_in(50)) out += " \n";
    }
    return out;
  }

  std::mt19937 random_;
  bool spaced_, faulty_;
  unsigned odd_, tools_;
  std::vector<std::string> ids_;
};

}  // namespace tare

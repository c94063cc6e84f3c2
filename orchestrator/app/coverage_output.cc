#include "app/coverage_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/display_text.h"
#include "report/json_text.h"

namespace tare {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kNameBytes = 60;
constexpr std::size_t kValues = 12;  // of one enum, on a terminal

std::string values_text(const ArgumentCoverage& argument) {
  std::string out;
  for (std::size_t i = 0; i < argument.values.size() && i < kValues; ++i) {
    const ValueCoverage& value = argument.values[i];
    if (!out.empty()) out += ", ";
    out += fmt::format("{} {}", shown_text(value.text, kNameBytes), value.cases);
  }
  if (argument.values.size() > kValues) {
    out += fmt::format(", and {} more", argument.values.size() - kValues);
  }
  return out;
}

struct Line {
  std::string name, cases, rest;
};

std::vector<Line> lines_of(const Coverage& coverage) {
  std::vector<Line> lines = {{"tool, argument", "cases", ""}};
  for (const ToolCoverage& tool : coverage.tools) {
    std::string rest;
    if (tool.accepted > 0) rest = fmt::format("accepted by {} more", tool.accepted);
    if (!tool.write_because.empty()) {
      if (!rest.empty()) rest += "; ";
      rest += fmt::format("writes, near neighbours {}", tool.near_neighbours);
    }
    if (!tool.has_schema) rest += rest.empty() ? "no schema" : "; no schema";
    lines.push_back({shown_text(tool.name, kNameBytes), fmt::format("{}", tool.cases), rest});
    for (const ArgumentCoverage& argument : tool.arguments) {
      lines.push_back(
          {"  " + shown_text(argument.path, kNameBytes) + (argument.required ? " (required)" : ""),
           fmt::format("{}", argument.cases), values_text(argument)});
    }
  }
  lines.push_back({"no tool", fmt::format("{}", coverage.no_tool_cases), ""});
  return lines;
}

Json tool_json(const ToolCoverage& tool) {
  Json out = Json::object();
  out["name"] = readable_utf8(tool.name);
  out["cases"] = tool.cases;
  out["accepted"] = tool.accepted;
  out["writes"] =
      tool.write_because.empty() ? Json(nullptr) : Json(readable_utf8(tool.write_because));
  out["nearNeighbours"] = tool.near_neighbours;
  out["hasSchema"] = tool.has_schema;
  out["arguments"] = Json::array();
  for (const ArgumentCoverage& argument : tool.arguments) {
    Json one = Json::object();
    one["path"] = readable_utf8(argument.path);
    one["group"] = argument.top;
    one["required"] = argument.required;
    one["cases"] = argument.cases;
    one["values"] = Json::array();
    for (const ValueCoverage& value : argument.values) {
      Json entry = Json::object();
      entry["value"] = readable_utf8(value.text);
      entry["cases"] = value.cases;
      one["values"].push_back(std::move(entry));
    }
    out["arguments"].push_back(std::move(one));
  }
  return out;
}

// In a table's cell.
std::string cell(std::string text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '\\' || c == '`' || c == '<' || c == '*' || c == '_' || c == '[')
      out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

std::string coverage_text(const Coverage& coverage, const ViolationReport& report,
                          const TerminalStyle& style) {
  const std::vector<Line> lines = lines_of(coverage);
  std::size_t name = 0, cases = 0;
  for (const Line& line : lines) {
    name = std::max(name, text_columns(line.name));
    cases = std::max(cases, text_columns(line.cases));
  }
  std::string out;
  for (const Line& line : lines) {
    std::string text = pad_right(line.name, name) + "  " + pad_left(line.cases, cases);
    if (!line.rest.empty()) text += "  " + line.rest;
    out += text + "\n";
  }
  return out + "\n" + violations_text(report, style);
}

std::string coverage_markdown(const Coverage& coverage, const ViolationReport& report) {
  const std::vector<Line> lines = lines_of(coverage);
  std::string out = "| tool, argument | cases | |\n| --- | ---: | --- |\n";
  for (std::size_t i = 1; i < lines.size(); ++i) {
    std::string name = lines[i].name;
    const bool argument = name.starts_with("  ");
    out += fmt::format("| {}{} | {} | {} |\n", argument ? "&nbsp;&nbsp;" : "",
                       cell(argument ? name.substr(2) : name), lines[i].cases, cell(lines[i].rest));
  }
  return out + "\n" + violations_markdown(report);
}

std::string coverage_json(const Coverage& coverage, const ViolationReport& report,
                          const std::string& suite_path) {
  Json out = Json::object();
  out["format"] = "tare-coverage/1";
  out["suite"] = readable_utf8(suite_path);
  out["cases"] = coverage.cases;
  out["noToolCases"] = coverage.no_tool_cases;
  out["minCases"] = Json::object();
  out["minCases"]["wanted"] = coverage.min_cases;
  out["minCases"]["gate"] = coverage.min_cases_is_gate;
  out["tools"] = Json::array();
  for (const ToolCoverage& tool : coverage.tools) out["tools"].push_back(tool_json(tool));
  // Gaps are violations, in the form that those have everywhere.
  const Json gaps = Json::parse(violations_json(report), nullptr, false);
  out["counts"] = gaps["counts"];
  out["gaps"] = gaps["violations"];
  out["exitCode"] = gaps["exitCode"];
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tare

// Plain scenarios: {query, expect, forbid}, as JSON, JSON Lines, YAML or a table.
//
//   {"query": "Show ticket 7", "expect": "get_ticket", "forbid": ["delete_*"]}
//
// `expect` is a tool, a list of tools any of which will do, or null: no call is right. `args` are
// the arguments expected of it. In a table lists are separated by |, and the words none, null and
// "no tool" mean null.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/file.h"
#include "import/case_text.h"
#include "import/csv_items.h"
#include "import/import.h"
#include "import/request_text.h"
#include "import/source_items.h"
#include "import/suite_files.h"
#include "json/reader.h"
#include "json/writer.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 5> kQuery = {"query", "request", "messages", "prompt",
                                                    "question"};
constexpr std::array<std::string_view, 4> kExpect = {"expect", "expected", "expectedTool",
                                                     "expectedTools"};
constexpr std::array<std::string_view, 3> kArgs = {"args", "expectedArgs", "arguments"};
constexpr std::array<std::string_view, 2> kId = {"id", "name"};

// However a person, a spreadsheet or a database spells it.
bool says_no_tool(std::string_view text) {
  std::string lower;
  for (const char c : text) lower.push_back(ascii_lower(c));
  return lower == "none" || lower == "null" || lower == "no tool" || lower == "no_tool";
}

// A dash where a tool, a list or arguments are due: an empty cell, as people draw it.
bool is_dash(std::string_view column, std::string_view cell) {
  const bool due = column == "forbid" || column == "tags" ||
                   std::ranges::find(kExpect, column) != kExpect.end() ||
                   std::ranges::find(kArgs, column) != kArgs.end();
  const std::string_view text = without_blank_ends(cell);
  return due && (text == "-" || text == "\u2013" || text == "\u2014");
}

// A cell of a table as JSON.
std::string cell_json(std::string_view column, std::string_view cell) {
  const std::string_view text = without_blank_ends(cell);
  const bool list = column == "forbid" || column == "tags";
  const bool expect = std::ranges::find(kExpect, column) != kExpect.end();
  if (expect && says_no_tool(text)) return "null";
  if (list || (expect && text.find('|') != std::string_view::npos)) {
    std::string out = "[";
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find('|', at), text.size());
      const std::string_view one = without_blank_ends(text.substr(at, end - at));
      if (!one.empty()) out += (out.size() > 1 ? "," : "") + json_string(one);
      at = end + 1;
    }
    return out + "]";
  }
  json::Document document;
  const bool object = text.starts_with('{') && !json::read_strict(text, document);
  return object ? std::string(text) : json_string(expect ? text : cell);
}

class ScenarioImport {
 public:
  void take(json::Value value, const std::string& place) {
    place_ = place;
    taken_.clear();
    value_ = value;
    if (!value.is_object()) return lose("", "a scenario that is no object");
    CaseText text;
    const json::Value id = first(kId);
    const bool named = id.valid() && id.is_string() && !id.decoded_equals("");
    ++count_;
    text.add_string(
        "id", files_.new_id(named ? id.decoded() : fmt::format("scenario-{}", count_), place));
    if (!named && id.valid()) taken_.erase("id");
    bool asked = false;
    for (const std::string_view name : kQuery) {
      const json::Value v = value_.find(name);
      if (asked || !v.valid() || !add_request(text, v)) continue;
      taken_.insert(std::string(name));
      asked = true;
    }
    if (!asked) return lose("query", "a scenario without a query");
    take_expectation(text);
    take_rest(text);
    files_.add("scenarios", text);
  }

  void lose_at(const std::string& place, std::string_view member, const std::string& why) {
    files_.lose(place, member, why);
  }

  Result<Imported> finish() && { return std::move(files_).finish("scenarios"); }

 private:
  void lose(std::string_view member, const std::string& why) { files_.lose(place_, member, why); }

  template <std::size_t N>
  json::Value first(const std::array<std::string_view, N>& names) {
    for (const std::string_view name : names) {
      const json::Value v = value_.find(name);
      if (!v.valid()) continue;
      taken_.insert(std::string(name));
      return v;
    }
    return {};
  }

  void take_expectation(CaseText& text) {
    const json::Value expect = first(kExpect);
    const auto list = string_list(expect);
    bool named = false;
    if (list && !list->empty()) {
      text.add_strings("expectedTools", *list);
      named = true;
    } else if (expect.valid() && (expect.is_null() || list)) {
      if (list) lose("expect", "an empty list is taken for \"no tool call is correct\"");
      text.add("expectedTool", std::string_view("null"));
    } else if (expect.valid() && expect.is_string() && !expect.decoded_equals("")) {
      text.add("expectedTool", expect);
      named = true;
    } else {
      if (expect.valid()) {
        text.keep("expect", expect);
        lose("expect", "neither a tool nor a list of tools nor null; it stays in metadata");
      }
      const json::Value forbid = value_.find("forbid");
      const bool limits = string_list(forbid) && !string_list(forbid)->empty();
      text.add_string("kind", limits ? "agent" : "observe");
      if (!limits) lose("expect", "nothing is expected: a case of kind observe");
    }
    const json::Value args = first(kArgs);
    if (!args.valid()) return;
    if (named && args.is_object()) {
      text.add("expectedArgs", args);
    } else {
      text.keep("args", args);
      lose("args", "no object, or no tool that it is of; it stays in metadata");
    }
  }

  void take_rest(CaseText& text) {
    for (const char* name : {"forbid", "tags", "acceptableTools"}) {
      const json::Value v = value_.find(name);
      const auto list = string_list(v);
      const bool fits = std::string_view(name) != "acceptableTools" || text.has("expectedTool");
      if (!list || list->empty() || !fits) continue;
      taken_.insert(name);
      text.add(name, v);
    }
    const json::Value forbid = value_.find("forbid");
    if (forbid.valid() && !taken_.contains("forbid") && forbid.is_string() &&
        !forbid.decoded_equals("")) {
      taken_.insert("forbid");
      text.add_strings("forbid", {forbid.decoded()});
    } else if (forbid.valid() && !taken_.contains("forbid") &&
               !(forbid.is_array() && forbid.size() == 0)) {
      lose("forbid", "no list of tools; it stays in metadata");
    }
    const json::Value risk = value_.find("risk");
    const auto grade = risk.valid() ? risk.as_integer() : std::nullopt;
    if (grade && *grade >= 1 && *grade <= 5) {
      taken_.insert("risk");
      text.add("risk", risk);
    }
    for (const json::Member member : value_.members()) {
      const std::string name = member.name.decoded();
      if (!taken_.contains(name)) text.keep(name, member.value);
    }
  }

  SuiteFiles files_;
  json::Value value_;
  std::string place_;
  std::size_t count_ = 0;
  std::set<std::string> taken_;
};

Result<Imported> import_table(const std::string& source) {
  const Result<std::string> text = read_file(source);
  if (!text) return text.error();
  const std::string name = escape_for_terminal(source);
  const auto rows = read_csv(*text, name);
  if (!rows) return rows.error();
  ScenarioImport import;
  for (const CsvRow& row : *rows) {
    std::string object = "{";
    for (const auto& [column, cell] : row.cells) {
      if (is_dash(column, cell)) {
        import.lose_at(fmt::format("{}:{}:1", name, row.line), column,
                       "a dash is taken for an empty cell; none says that no tool call is right");
        continue;
      }
      object +=
          (object.size() > 1 ? "," : "") + json_string(column) + ":" + cell_json(column, cell);
    }
    object += "}";
    json::Document document;
    if (json::read_strict(object, document)) {
      return Error{ErrorKind::input, "a row that cannot be read",
                   fmt::format("{}:{}:1", name, row.line), "save the table as UTF-8"};
    }
    import.take(document.root(), fmt::format("{}:{}:1", name, row.line));
  }
  return std::move(import).finish();
}

}  // namespace

Result<Imported> import_scenarios(const std::string& source) {
  if (source.ends_with(".csv")) return import_table(source);
  const Result<SourceItems> items = SourceItems::open(source, {"scenarios", "cases", "tests"});
  if (!items) return items.error();
  ScenarioImport import;
  for (std::size_t i = 0; i < items->size(); ++i) {
    import.take(items->at(i), items->place(i, items->at(i)));
  }
  return std::move(import).finish();
}

}  // namespace tare

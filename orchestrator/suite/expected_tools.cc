// A name in an expectation that no tool bears makes a case that cannot pass, or, in
// acceptableTools, an approval of nothing. Names are compared verbatim, as scoring compares them.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/escape.h"
#include "base/nearest_name.h"
#include "json/reader.h"
#include "json/value.h"
#include "suite/fault_list.h"
#include "suite/reserved_tools.h"
#include "suite/suite.h"
#include "suite/trajectory_parser.h"

namespace tare {
namespace {

constexpr std::size_t kMaxShown = 100;

struct KnownTools {
  std::vector<std::string> names;  // in order, for hints
  std::unordered_set<std::string> set;
  std::vector<std::pair<std::string, std::string>> wire;  // wire name, name

  void add(std::string name) {
    set.insert(name);
    names.push_back(std::move(name));
  }
};

KnownTools tools_of(const Manifest& manifest) {
  KnownTools known;
  for (const ToolSpec& tool : manifest.tools) {
    known.add(tool.name);
    if (tool.wire_name) known.wire.emplace_back(*tool.wire_name, tool.name);
  }
  return known;
}

KnownTools tools_of_case(const std::string& tools_json) {
  KnownTools known;
  json::Document document;
  if (json::read_strict(tools_json, document)) return known;
  for (json::Value tool : document.root().elements()) {
    const json::Value name = tool.find("name");
    if (name.valid() && name.is_string()) known.add(name.decoded());
  }
  return known;
}

std::string hint(const std::string& name, const KnownTools& known) {
  for (const auto& [wire, canonical] : known.wire) {
    if (wire == name) {
      return fmt::format("that is the wire name of \"{}\"; expect the name",
                         escape_for_terminal(canonical));
    }
  }
  std::vector<std::string_view> views(known.names.begin(), known.names.end());
  if (views.empty()) return "no tool is offered";
  const auto near = nearest_name(name, views);
  return near ? fmt::format("did you mean \"{}\"?", escape_for_terminal(*near)) : "";
}

class Check {
 public:
  explicit Check(FaultList& faults) : faults_(faults) {}

  void look_at(const TestCase& c, const KnownTools& known) {
    const Expectation& expected = c.expected;
    if (expected.tool == Expectation::Tool::named) {
      name(c, known, "expects", expected.expected_tool);
      for (const std::string& tool : expected.acceptable_tools) name(c, known, "accepts", tool);
    }
    if (!expected.has_trajectory()) return;
    for (const std::string& tool : trajectory_tools(expected.rare->expected_calls_json)) {
      name(c, known, "expects", tool);
    }
  }

 private:
  void name(const TestCase& c, const KnownTools& known, std::string_view verb,
            const std::string& tool) {
    if (known.set.contains(tool)) return;
    if (faults_.full()) {
      faults_.add(c.position, {});
      return;
    }
    faults_.add(c.position,
                fmt::format("case \"{}\" {} tool \"{}\", which the manifest does not have",
                            escape_for_terminal(c.id()), verb, escape_for_terminal(tool)),
                hint(tool, known));
  }

  FaultList& faults_;
};

// "NO_TOOL" and its like would make reports ambiguous.
std::optional<Error> reserved_fault(const KnownTools& known, const std::string& where) {
  for (const std::string_view word : {kNoTool, kClientRefused}) {
    if (!known.set.contains(std::string(word))) continue;
    return Error{ErrorKind::input,
                 fmt::format("a tool is named \"{}\", which stands for no tool in reports", word),
                 where,
                 "give it another name",
                 {}};
  }
  return std::nullopt;
}

std::string warning_text(const Error& error) {
  std::string text = error.where.empty() ? error.reason : error.where + ": " + error.reason;
  if (!error.mend.empty()) text += "; " + error.mend;
  return text;
}

}  // namespace

Result<std::vector<std::string>> check_expected_tools(const Suite& suite,
                                                      const Manifest* manifest) {
  FaultList faults(kMaxShown);
  Check check(faults);
  const KnownTools of_suite = manifest != nullptr ? tools_of(*manifest) : KnownTools();
  if (auto fault = reserved_fault(of_suite, escape_for_terminal(suite.path))) return *fault;
  for (const TestCase& c : suite.cases) {
    if (!c.input.tools_json.empty()) {
      const KnownTools own = tools_of_case(c.input.tools_json);
      if (auto fault = reserved_fault(own, suite.where(c.position))) return *fault;
      check.look_at(c, own);
    } else if (manifest != nullptr) {
      check.look_at(c, of_suite);
    }
  }
  std::vector<std::string> warnings;
  if (!faults.any()) return warnings;
  Error error = faults.to_error(suite.files);
  if (suite.lint.strict) return error;
  warnings.push_back(warning_text(error));
  for (const Error& more : error.more) warnings.push_back(warning_text(more));
  return warnings;
}

}  // namespace tare

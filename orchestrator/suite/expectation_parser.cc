// Expectations and the contradictions among them.
//
// A case that cannot pass, or that passes whatever happens, is a fault of the suite; better to hear
// of it here than to trust its figure. Rare members are kept aside behind one pointer, so that a
// million plain cases stay small.
#include "suite/expectation_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/escape.h"
#include "base/glob.h"
#include "suite/bfcl_expectation.h"
#include "suite/case_members.h"
#include "suite/matchers.h"
#include "suite/never_entries.h"
#include "suite/reserved_tools.h"
#include "suite/trajectory_parser.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 3> kCalls = {"first", "any", "only"};
constexpr std::array<std::string_view, 5> kOrders = {"strict", "inOrder", "unordered", "subset",
                                                     "superset"};
constexpr std::array<std::string_view, 3> kStatuses = {"held", "rejected", "executed"};

class ExpectationReader {
 public:
  ExpectationReader(ValueReader& reader, const MemberSet& members, json::Value whole,
                    TestCase& test_case)
      : reader_(reader), members_(members), whole_(whole), case_(test_case) {}

  void read() {
    refuse_misplaced();
    read_tools();
    read_plain();
    read_arguments();
    read_trajectory();
    read_limits();
    read_leaderboard();
    read_rest();
    require_subject();
  }

 private:
  json::Value member(CaseMember m) const { return case_member(members_, m); }
  bool given(CaseMember m) const { return member(m).valid(); }
  Expectation& expected() { return case_.expected; }
  RareExpectation& rare() {
    if (!expected().rare) expected().rare = std::make_unique<RareExpectation>();
    return *expected().rare;
  }

  void refuse(std::initializer_list<CaseMember> list, std::string_view why, std::string_view mend) {
    for (CaseMember m : list) {
      if (!given(m)) continue;
      reader_.fault(member(m), fmt::format("\"{}\" {}", case_member_name(m), why),
                    std::string(mend));
    }
  }

  void refuse_misplaced() {
    using M = CaseMember;
    switch (case_.input.kind) {
      case CaseKind::tool_call:
      case CaseKind::agent:
        break;
      case CaseKind::invoke:
        refuse({M::expected_tool, M::acceptable_tools, M::expected_tools, M::expected_calls,
                M::order, M::calls, M::mcp_tools_only},
               "has no effect on kind invoke, where no model chooses a tool", "remove it");
        break;
      case CaseKind::observe:
        refuse({M::expected_tool, M::acceptable_tools, M::expected_tools, M::expected_args,
                M::expected_calls, M::order, M::calls, M::expected_status, M::expected_output},
               "has no effect on kind observe, which expects nothing",
               "remove it, or choose another kind");
        break;
    }
  }

  void read_tools() {
    const json::Value one = member(CaseMember::expected_tool);
    const json::Value many = member(CaseMember::expected_tools);
    if (one.valid() && many.valid()) {
      reader_.fault(many, "\"expectedTool\" and \"expectedTools\" are both given",
                    "keep one of them");
      return;
    }
    if (one.valid() && one.is_null()) {
      expected().tool = Expectation::Tool::none;
    } else if (one.valid()) {
      if (!one.is_string()) {
        reader_.misfit(one, "expectedTool", "a tool's name, or null for no call");
      } else if (auto name = reader_.word(one, "expectedTool")) {
        expect(std::move(*name));
      }
    }
    if (auto names = reader_.words(many, "expectedTools", false)) {
      expect(names->front());
      expected().acceptable_tools.assign(names->begin() + 1, names->end());
    }
    read_acceptable();
  }

  void expect(std::string name) {
    expected().tool = Expectation::Tool::named;
    expected().expected_tool = std::move(name);
  }

  void read_acceptable() {
    const json::Value list = member(CaseMember::acceptable_tools);
    std::optional<std::vector<std::string>> names = reader_.words(list, "acceptableTools");
    if (!names || names->empty()) return;
    if (given(CaseMember::expected_tools)) {
      reader_.fault(list, "\"acceptableTools\" stands beside \"expectedTools\"",
                    "all but the first of expectedTools are acceptable already");
    } else if (expected().tool == Expectation::Tool::none) {
      return;  // they never make a call acceptable where none is expected
    } else if (!given(CaseMember::expected_tool)) {
      reader_.fault(list, "\"acceptableTools\" needs \"expectedTool\"");
    }
    std::erase(*names, expected().expected_tool);
    expected().acceptable_tools = std::move(*names);
  }

  void read_plain() {
    if (auto risk = reader_.whole(member(CaseMember::risk), "risk", 1, 5)) {
      expected().risk = static_cast<std::uint8_t>(*risk);
    }
    if (auto flag = reader_.flag(member(CaseMember::mcp_tools_only), "mcpToolsOnly")) {
      expected().mcp_tools_only = *flag;
    }
    const json::Value calls = member(CaseMember::calls);
    if (auto which = reader_.choice(calls, "calls", kCalls)) {
      expected().calls = static_cast<WhichCall>(*which);
      needs_named_tool(calls, "calls");
    }
  }

  // A tool of this case, or for `invoke` the one that is called.
  void needs_named_tool(json::Value v, std::string_view name) {
    if (case_.input.kind == CaseKind::observe || case_.input.kind == CaseKind::invoke) return;
    if (given(CaseMember::expected_tools)) return;
    const json::Value tool = member(CaseMember::expected_tool);
    if (tool.valid() && !tool.is_null()) return;
    if (given(CaseMember::expected_calls) && !tool.valid()) {
      reader_.fault(v, fmt::format("\"{}\" stands beside \"expectedCalls\"", name),
                    "a trajectory says order and arguments itself");
      return;
    }
    reader_.fault(v, fmt::format("\"{}\" needs an expected tool", name),
                  "name one in \"expectedTool\", or remove it");
  }

  void read_arguments() {
    const json::Value args = member(CaseMember::expected_args);
    if (!reader_.object(args, "expectedArgs")) return;
    needs_named_tool(args, "expectedArgs");
    check_matchers(reader_, args);
    rare().expected_args_json = json_text(args);
  }

  void read_trajectory() {
    const json::Value calls = member(CaseMember::expected_calls);
    const json::Value order = member(CaseMember::order);
    if (auto which = reader_.choice(order, "order", kOrders)) {
      rare().order = kOrders[*which];
      if (!calls.valid()) reader_.fault(order, "\"order\" needs \"expectedCalls\"");
    }
    if (!calls.valid()) return;
    if (given(CaseMember::expected_tool) || given(CaseMember::expected_tools)) {
      reader_.fault(calls, "\"expectedCalls\" stands beside an expected tool",
                    "keep one of them: a trajectory says all calls that are expected");
    }
    read_expected_calls(reader_, calls, rare().order, rare());
  }

  // All tools that this case waits for: in a trajectory also those that are optional, or one of
  // several.
  std::vector<std::string> awaited_tools() {
    std::vector<std::string> tools = expected().acceptable_tools;
    if (!expected().expected_tool.empty()) tools.push_back(expected().expected_tool);
    if (expected().rare) {
      std::vector<std::string> more = trajectory_tools(expected().rare->expected_calls_json);
      tools.insert(tools.end(), more.begin(), more.end());
    }
    std::ranges::sort(tools);
    tools.erase(std::unique(tools.begin(), tools.end()), tools.end());
    return tools;
  }

  // Would a call of this kind that is as the case wants it cross the limit whatever it says?
  bool hits_every_call(const Never& limit) const {
    if (!limit.args_json.empty()) return false;
    switch (limit.level) {
      case Never::Level::called:
        return true;
      case Never::Level::executed: {
        const json::Value status = member(CaseMember::expected_status);
        return status.valid() && status.is_string() && status.decoded_equals("executed");
      }
    }
    return false;
  }

  void read_limits() {
    std::vector<Never> limits;
    read_forbid(reader_, member(CaseMember::forbid), limits);
    read_never(reader_, member(CaseMember::never), limits);
    const std::vector<std::string> awaited = awaited_tools();
    for (const std::string& tool : awaited) refuse_reserved(tool);
    for (const Never& limit : limits) {
      if (!hits_every_call(limit)) continue;
      for (const std::string& tool : awaited) refuse_own_tool(limit, tool);
    }
    if (!limits.empty()) rare().never = std::move(limits);
  }

  void refuse_reserved(const std::string& tool) {
    if (!is_reserved_tool(tool)) return;
    reader_.fault(whole_, fmt::format("\"{}\" is expected, which is no tool's name", tool),
                  tool == kNoTool ? "where no call is correct, \"expectedTool\": null"
                                  : "reports say so where a client refused a call");
  }

  void refuse_own_tool(const Never& limit, const std::string& tool) {
    if (tool.empty() || !glob_match(limit.tool, tool)) return;
    reader_.contradiction(member(limit.from_forbid ? CaseMember::forbid : CaseMember::never),
                          "lint/forbids-expected", case_.id(),
                          fmt::format("\"{}\" must never be called here, but \"{}\" is expected",
                                      escape_for_terminal(shorten(limit.tool, 60)),
                                      escape_for_terminal(shorten(tool, 60))),
                          "such a case cannot pass: narrow the glob");
  }

  void read_leaderboard() {
    const json::Value bfcl = member(CaseMember::bfcl);
    if (!bfcl.valid()) return;
    if (case_.input.kind != CaseKind::tool_call) {
      reader_.fault(bfcl, "\"bfcl\" is given, but the kind is not tool-call",
                    "remove it, or choose kind tool-call");
      return;
    }
    read_bfcl(reader_, bfcl, rare());
  }

  void read_rest() {
    if (auto tools = reader_.words(member(CaseMember::expected_errors), "expectedErrors")) {
      rare().expected_errors = std::move(*tools);
    }
    const json::Value status = member(CaseMember::expected_status);
    if (reader_.choice(status, "expectedStatus", kStatuses)) {
      needs_named_tool(status, "expectedStatus");
      rare().expected_status_json = json_text(status);
    }
    const json::Value output = member(CaseMember::expected_output);
    if (reader_.word(output, "expectedOutput")) rare().expected_output_json = json_text(output);
    if (given(CaseMember::metadata)) rare().metadata_json = json_text(member(CaseMember::metadata));
    const json::Value reply = member(CaseMember::reply);
    if (!reply.valid()) return;
    if (reply.is_array()) {
      for (json::Value turn : reply.elements()) reader_.object(turn, "a turn of reply");
    } else if (!reply.is_object()) {
      reader_.misfit(reply, "reply", "an object, or an array of objects, one a turn");
    }
    rare().reply_json = json_text(reply);
  }

  // What a case of its kind cannot do without.
  void require_subject() {
    const CaseKind kind = case_.input.kind;
    if (kind != CaseKind::invoke && !given(CaseMember::request) && !given(CaseMember::messages)) {
      reader_.fault(whole_, "neither \"request\" nor \"messages\" is given",
                    "say what the user asks");
    }
    const bool stated = given(CaseMember::expected_tool) || given(CaseMember::expected_tools) ||
                        given(CaseMember::expected_calls) || given(CaseMember::bfcl);
    if (kind == CaseKind::tool_call && !stated) {
      reader_.fault(
          whole_, "kind tool-call states no expected tool",
          "add \"expectedTool\" (null: no call is correct), or set \"kind\": \"observe\"");
    }
  }

  ValueReader& reader_;
  const MemberSet& members_;
  json::Value whole_;
  TestCase& case_;
};

}  // namespace

void read_expectation(ValueReader& reader, const MemberSet& members, json::Value whole,
                      TestCase& test_case) {
  ExpectationReader(reader, members, whole, test_case).read();
}

}  // namespace tare

#include "suite/proxy_cases.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "suite/command_template.h"

namespace tare {
namespace {

bool asks_for(const AdapterSpec& adapter, Placeholder placeholder) {
  return uses(adapter.command, placeholder) ||
         std::ranges::any_of(adapter.files,
                             [&](const CommandFile& file) { return uses(file.text, placeholder); });
}

void check_addresses(const Suite& suite, FaultList& faults) {
  if (suite.adapter.kind != AdapterKind::command) return;
  if (suite.proxy.mode == ProxyMode::off && asks_for(suite.adapter, Placeholder::model_url)) {
    faults.add({0, 0, 0}, "{modelUrl} is asked for, and no model proxy stands there",
               "set \"proxy\": {\"mode\": \"replay\"}, \"record\" or \"forward\"");
  }
  if (!suite.proxy.mcp && asks_for(suite.adapter, Placeholder::mcp_url)) {
    faults.add({0, 0, 0}, "{mcpUrl} is asked for, and no MCP server is offered",
               "set \"mcp\": true in \"proxy\"");
  }
}

}  // namespace

void check_proxy_cases(const Suite& suite, FaultList& faults) {
  check_addresses(suite, faults);
  if (suite.proxy.mode != ProxyMode::replay || !suite.proxy.cassettes.empty()) return;
  for (const TestCase& test_case : suite.cases) {
    if (test_case.input.kind == CaseKind::invoke) continue;
    if (test_case.expected.rare && !test_case.expected.rare->reply_json.empty()) continue;
    faults.add(test_case.position,
               fmt::format("case {}: mode \"replay\" has nothing to answer with",
                           quote_json(shorten(test_case.id(), 100))),
               "add \"reply\" to it, or name the folder of \"cassettes\" in \"proxy\"");
  }
}

}  // namespace tare

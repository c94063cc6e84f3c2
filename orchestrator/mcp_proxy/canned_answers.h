// What the proxy answers a tool call with: a file of answers that a person wrote, first match wins.
//
// No tool ever runs behind the proxy. A call that no answer is for gets an empty text, which is the
// least that a client takes for success. Results are sent as they stand in the file, token by
// token.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"
#include "mcp/session.h"
#include "model/test_case.h"

namespace tare {

struct CannedAnswer {
  std::string tool;                      // glob over tool names
  std::optional<std::string> arguments;  // only calls with these: canonical text
  mcp::ToolAnswer answer;
  SourcePosition position;
};

class CannedAnswers {
 public:
  CannedAnswers() = default;
  // An array of answers; JSON with comments and trailing commas, or YAML by the name. `path` is
  // named in faults.
  static Result<CannedAnswers> parse(std::string_view text, const std::string& path);

  bool empty() const { return answers_.empty(); }
  // nullptr where none is for the call. Dies with this.
  const mcp::ToolAnswer* find(const mcp::ToolCall& call) const;
  // An empty text where none is.
  mcp::ToolAnswer answer(const mcp::ToolCall& call) const;

  // A fault for each answer whose glob is for none of the tools: it would never be given.
  Result<void> check_against(const std::vector<mcp::OfferedTool>& tools) const;

 private:
  std::vector<CannedAnswer> answers_;
  std::string path_;
};

}  // namespace tare

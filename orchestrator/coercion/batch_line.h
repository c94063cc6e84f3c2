// One line of `tare diff --batch`: what a model wrote and what arrived, as two lists of calls.
//
// The line becomes an Answer with the calls at `wire` (or the model's whole text at `text`) and at
// `tool`, so that a batch is judged by the code that judges a run. Reading is one pass over the
// line's members; everything that a line needs is kept from line to line, since a batch has
// millions of them and most repeat their tools.
//
// Members are those of schemas/diff.schema.json. What is not known is passed over, what is known
// and wrong is a fault of the line, with its place: a batch that was misread proves nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "model/answer.h"

namespace tare {

struct LineFault {
  std::string reason;      // "\"rawCalls\" must be an array of calls, not a string"
  std::size_t offset = 0;  // into the line, in bytes
  std::string mend = {};
};

struct BatchLine {
  std::string_view id = "null";  // JSON text as it stands in the line
  Answer answer;
  const Manifest* manifest = nullptr;  // null where the line lists no tools
  std::string_view input_schema;       // JSON text, "" where there is none
  bool executed = true;
};

class BatchLineReader {
 public:
  // nullopt, and line() is what was read; or what is wrong with it. line() views `text`, and lives
  // until the next read.
  std::optional<LineFault> read(std::string_view text);
  const BatchLine& line() const { return line_; }

 private:
  struct Members;
  std::optional<LineFault> take(const Members& members);
  std::optional<LineFault> take_raw(const Members& members);
  std::optional<LineFault> take_calls(json::Value calls, std::string_view what, At at);
  std::optional<LineFault> take_tools(json::Value tools);
  View& next_view(At at);

  json::Document document_;
  BatchLine line_;
  std::size_t views_ = 0;  // of answer.views those that belong to this line
  Manifest manifest_;
  std::string tools_text_;         // that manifest_ was read from
  std::string tools_with_schema_;  // and the schema of tools that bring none
};

}  // namespace tare

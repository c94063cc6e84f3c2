#include "coercion/batch_diff.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "coercion/call_trace.h"
#include "coercion/finding_json.h"
#include "coercion/text_calls.h"

namespace tare {

std::optional<LineFault> BatchDiff::run(std::string_view text, std::string& out) {
  if (std::optional<LineFault> fault = reader_.read(text)) return fault;
  const BatchLine& line = reader_.line();
  TraceContext context;
  context.manifest = line.manifest;
  context.input_schema = line.input_schema;
  context.schemas = &schemas_;
  context.executed = line.executed;
  findings_.clear();
  std::size_t unread = 0;
  // The reader uses its views again for the next line; the calls of a text stand in a copy.
  std::optional<Answer> with_texts_read;
  if (has_unread_texts(line.answer)) {
    with_texts_read = line.answer;
    read_texts(*with_texts_read, context.manifest, context.input_schema);
  }
  for (CallTrace& trace : trace_calls(with_texts_read ? *with_texts_read : line.answer, context)) {
    std::ranges::move(trace.findings, std::back_inserter(findings_));
    if (trace.unread) ++unread;
  }
  out.append("{\"id\":").append(line.id).append(",");
  append_findings(out, findings_);
  // What nobody could compare is not the same as what did not change.
  if (unread > 0) out.append(",\"unread\":").append(std::to_string(unread));
  out += "}\n";
  return std::nullopt;
}

}  // namespace tare

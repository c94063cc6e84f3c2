#include "coercion/call_trace.h"

#include <algorithm>

#include "coercion/tracer.h"

namespace tare {
namespace {

bool is_raw_level(At at) { return at == At::text || at == At::wire; }

}  // namespace

std::vector<CallTrace> trace_calls(const Answer& answer, const TraceContext& context) {
  return Tracer(answer, context).run();
}

bool raw_on_record(const Answer& answer) {
  return answer.raw_given ||
         std::ranges::any_of(answer.views, [](const View& view) { return is_raw_level(view.at); });
}

bool has_raw_evidence(const Answer& answer) {
  if (answer.short_form || answer.raw_given) return answer.raw_given;
  if (!answer.views.empty()) return raw_on_record(answer);
  // No call at all is what the model wrote, unless the client refused one that nobody recorded.
  return answer.finished != FinishReason::refused_by_client;
}

bool has_normalized_evidence(const Answer& answer, bool client_stopped) {
  return !answer.short_form || answer.normalized_given || client_stopped ||
         std::ranges::any_of(answer.views, [](const View& view) { return !is_raw_level(view.at); });
}

}  // namespace tare

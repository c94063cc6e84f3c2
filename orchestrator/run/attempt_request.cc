#include "run/attempt_request.h"

namespace tare {
namespace {

Execute execute_for(CaseKind kind) {
  switch (kind) {
    case CaseKind::tool_call:
    case CaseKind::observe:
      return Execute::none;
    case CaseKind::agent:
    case CaseKind::invoke:
      return Execute::all;
  }
  return Execute::none;
}

}  // namespace

std::string attempt_request(const RunPlan& plan, const Manifest* manifest,
                            const AttemptQuestion& asked) {
  RequestContext context;
  context.kind = asked.request;
  context.trial = asked.trial;
  context.attempt = asked.attempt;
  context.tools = manifest;
  context.instructions = plan.suite->instructions;
  context.deadline_ms = asked.deadline_ms;
  context.max_turns = plan.suite->max_turns.value_or(8);
  if (asked.test_case) {
    context.execute = execute_for(asked.test_case->input.kind);
    if (asked.test_case->input.max_turns) context.max_turns = *asked.test_case->input.max_turns;
  }
  if (plan.variant) {
    context.variant_name = plan.variant->name;
    if (plan.variant->model) context.variant_model = *plan.variant->model;
    context.variant_settings_json = plan.variant->settings_json;
  }
  return request_line(asked.test_case ? &asked.test_case->input : nullptr, context);
}

}  // namespace tare

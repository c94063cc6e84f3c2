// A worked adapter in C++. It runs without a network: the model's reply, in OpenAI's chat form,
// stands in the case's input.
#include "tare_adapter.h"

using tare_adapter::Answer;
using tare_adapter::Json;

// `identity` comes from the session (here: from the case), never from a model.
static Json get_ticket(const Json& arguments, const Json& identity) {
  if (identity.is_object() && identity.value("suspended", false)) {
    throw std::runtime_error(identity.value("user", "nobody") + " may not read tickets");
  }
  return {{"key", arguments.at("key")}, {"status", "open"}};
}

static void run(const Json& request, Answer& answer) {
  const Json reply = request.at("case").at("input").at("reply");  // your model is asked here
  const Json calls = reply.at("choices").at(0).at("message").value("tool_calls", Json::array());
  for (const Json& call : calls) {
    const std::string name = call.at("function").at("name");
    const std::string text = call.at("function").at("arguments");
    answer.raw(name, text, call.value("id", Json()));
  }
  for (const Json& call : calls) {
    const std::string name = call.at("function").at("name");
    const std::string text = call.at("function").at("arguments");
    if (name != "get_ticket") throw tare_adapter::ClientError("unknown tool " + name);
    answer.guard(name, Json::parse(text), get_ticket);
  }
}

int main() {
  const Json tools = {{{"name", "get_ticket"},
                       {"description", "Show one ticket."},
                       {"inputSchema",
                        {{"type", "object"},
                         {"properties", {{"key", {{"type", "string"}}}}},
                         {"required", {"key"}}}},
                       {"annotations", {{"readOnlyHint", true}}}}};
  tare_adapter::serve(run, tools, {{"get_ticket", get_ticket}});
}

#include "app/demo_agent.h"

#include <charconv>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

namespace tare {
namespace {

using Json = nlohmann::ordered_json;

// The client layer's only rule.
Json cast_by_schema(Json arguments, const Json& schema) {
  const Json& properties = schema.at("properties");
  for (auto& [name, value] : arguments.items()) {
    if (!value.is_string() || !properties.contains(name)) continue;
    if (properties[name].value("type", "") != "integer") continue;
    const auto& text = value.get_ref<const std::string&>();
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) value = number;
  }
  return arguments;
}

Json find_reply(const std::string& path, const std::string& case_id) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty()) continue;
    Json entry = Json::parse(line);
    if (entry.at("caseId") == case_id) return entry.at("reply");
  }
  throw std::runtime_error("no reply is recorded for " + case_id);
}

void say(const Json& event) { std::cout << event.dump() << '\n'; }

void answer(const Json& request, const std::string& replies) {
  const Json reply = find_reply(replies, request.at("case").at("id"));
  say({{"event", "started"},
       {"adapter", {{"name", "tare-demo"}, {"version", "1"}}},
       {"model", reply.value("model", "replayed")},
       {"layers", {{{"role", "sdk"}, {"name", "demo-client"}, {"version", "1"}}}}});
  const Json& message = reply.at("choices").at(0).at("message");
  bool held = false;
  for (const Json& call : message.value("tool_calls", Json::array())) {
    const Json& function = call.at("function");
    // What the model wrote: its text, untouched.
    say({{"event", "raw"},
         {"id", call.at("id")},
         {"name", function.at("name")},
         {"arguments", function.at("arguments")}});
    Json arguments = Json::parse(function.at("arguments").get<std::string>());
    for (const Json& tool : request.at("tools")) {
      if (tool.at("name") != function.at("name")) continue;
      arguments = cast_by_schema(std::move(arguments), tool.at("inputSchema"));
    }
    // What the tool would have received; nothing runs.
    say({{"event", "normalized"},
         {"id", call.at("id")},
         {"name", function.at("name")},
         {"arguments", arguments},
         {"status", "held"}});
    held = true;
  }
  if (message.contains("content") && message.at("content").is_string()) {
    say({{"event", "message"}, {"role", "assistant"}, {"text", message.at("content")}});
  }
  say({{"event", "finished"}, {"reason", held ? "held" : "stop"}});
}

}  // namespace

int run_demo_agent(int argc, char** argv) {
  if (argc < 3) return 2;
  try {
    for (std::string line; std::getline(std::cin, line);) {
      const Json request = Json::parse(line);
      if (request.at("request") == "run") {
        answer(request, argv[2]);
      } else {
        say({{"event", "unsupported"}});
        say({{"event", "finished"}, {"reason", "stop"}});
      }
      std::cout.flush();
    }
  } catch (const std::exception& error) {
    std::cerr << "tare demo agent: " << error.what() << '\n';
    return 1;
  }
  return 0;
}

}  // namespace tare

// What a Tare adapter in C++20 needs beside nlohmann/json; one header. docs/protocol.md says what
// travels. serve() takes stdin and stdout for the protocol, so that a stray std::cout or a child of
// yours writes to stderr and reads nothing, and answers requests until end of input.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tare_adapter {
using Json = nlohmann::ordered_json;
using Tool = std::function<Json(const Json& arguments, const Json& identity)>;  // who asks

// Throw it where your client layer refuses the model's call: unknown tool, bad arguments.
struct ClientError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The answer to one request. `execute` and readOnlyHint decide what a guarded tool may do.
class Answer {
 public:
  Answer(const Json& request, FILE* out) : out_(out), execute_(request.value("execute", "none")) {
    identity_ = request.value("/case/identity"_json_pointer, Json());
    for (const Json& tool : request.value("tools", Json()))
      if (tool.value("/annotations/readOnlyHint"_json_pointer, false))
        read_only_.insert(tool.value("name", ""));
  }

  // Adds `event` to the members and prints one line.
  void event(std::string_view name, const Json& members = Json::object()) {
    Json line = {{"event", name}};
    line.update(members);
    std::fputs((line.dump() + "\n").c_str(), out_);  // dump() throws on invalid UTF-8
    std::fflush(out_);
  }

  // A call as the model wrote it: give the argument text as the provider sent it.
  void raw(std::string_view name, std::string_view arguments, const Json& id = nullptr) {
    event("raw", {{"id", id}, {"name", name}, {"arguments", arguments}});
    raw_seen = true;
  }

  // Records what a tool receives, and runs it if `execute` allows. Null where it is held.
  Json guard(const std::string& name, const Json& arguments, const Tool& tool) {
    const bool runs = execute_ == "all" || (execute_ == "reads" && read_only_.count(name) > 0);
    event("normalized",
          {{"name", name}, {"arguments", arguments}, {"status", runs ? "executed" : "held"}});
    held = held || !runs;
    return runs ? tool(arguments, identity_) : Json();
  }

  void invoke(const Json& call, const std::map<std::string, Tool>& functions) {
    const Json arguments = call.value("arguments", Json::object());
    std::string text, status = "rejected";
    try {
      text = functions.at(call.at("tool"))(arguments, call.value("identity", Json())).dump();
      status = "executed";
    } catch (const std::exception& e) {
      text = e.what();
    }
    event("normalized", {{"name", call.at("tool")}, {"arguments", arguments}, {"status", status}});
    event("result", {{"name", call.at("tool")}, {"isError", status != "executed"}, {"text", text}});
  }

  bool held = false, raw_seen = false;

 private:
  FILE* out_;
  std::string execute_;
  Json identity_;
  std::set<std::string> read_only_;
};

// Answers each request on stdin; `tools` are for `describe`, `functions` for `invoke`.
inline void serve(const std::function<void(const Json& request, Answer& answer)>& run,
                  const Json& tools = nullptr, const std::map<std::string, Tool>& functions = {}) {
  FILE* requests = ::fdopen(::fcntl(0, F_DUPFD_CLOEXEC, 3), "r");
  FILE* out = ::fdopen(::fcntl(1, F_DUPFD_CLOEXEC, 3), "w");
  ::dup2(::open("/dev/null", O_RDONLY | O_CLOEXEC), 0);
  ::dup2(2, 1);
  char* line = nullptr;
  std::size_t room = 0;
  while (::getline(&line, &room, requests) > 0) {
    const Json request = Json::parse(line);
    Answer answer(request, out);
    const std::string kind = request.value("request", "");
    Json end = Json::object();
    try {
      if (kind == "run") {
        run(request, answer);
      } else if (kind == "describe" && tools.is_array()) {
        answer.event("manifest", {{"tools", tools}});
      } else if (kind == "invoke" && !functions.empty()) {
        answer.invoke(request.at("case").at("invoke"), functions);
      } else {
        answer.event("unsupported");
      }
    } catch (const std::exception& e) {
      const bool by_client =
          dynamic_cast<const ClientError*>(&e) || dynamic_cast<const Json::exception*>(&e);
      if (by_client && answer.raw_seen) {
        end = {{"reason", "refusedByClient"}, {"message", e.what()}};
      } else {
        answer.event("error", {{"kind", "harness"}, {"message", e.what()}});
      }
    }
    if (end.empty()) end["reason"] = answer.held ? "held" : "stop";
    answer.event("finished", end);
  }
}

}  // namespace tare_adapter

// Objects that break the protocol, with a piece of what is to be said about each. Two tests read
// this: the reader must refuse each, and so must schemas/event.schema.json, where a schema can.
#pragma once

#include <string>
#include <vector>

namespace tare {

struct BadEvent {
  std::string json, says;
  bool beyond_schema = false;  // members that stand twice, numbers that a double cannot hold
};

inline std::vector<BadEvent> bad_events() {
  return {
      {R"({"event":5})", "\"event\" must be a string"},
      {R"({"event":"finishd"})", "unknown event \"finishd\"; did you mean \"finished\"?"},
      {R"({"event":"a","event":"b"})", "holds the member \"event\" twice", true},
      {R"({"event":"call","name":"t"})", "lacks \"at\""},
      {R"({"event":"call","at":"wires","name":"t"})", "did you mean \"wire\"?"},
      {R"({"event":"call","at":"tool"})", "lacks \"name\""},
      {R"({"event":"call","at":"tool","nmae":"t"})", "it holds \"nmae\""},
      {R"({"event":"call","at":"wire","name":5})", "\"name\" must be a string, not a number"},
      {R"({"event":"normalized","name":null})", "lacks \"name\""},
      {R"({"event":"raw","arguments":"{}"})", "lacks \"name\""},
      {R"({"event":"raw","name":"t","id":7})", "\"id\" must be a string, not a number"},
      {R"({"event":"raw","name":"t","turn":0})", "\"turn\" must be a whole number from 1"},
      {R"({"event":"raw","name":"t","turn":1.5})", "\"turn\" must be a whole number"},
      {R"({"event":"raw","name":"t","turn":4294967296})", "\"turn\" is larger"},
      {R"({"event":"raw","name":"t","at":"tool"})", "stands for a call at \"wire\""},
      {R"({"event":"raw","name":"t","status":"done"})", "\"status\" cannot be"},
      {R"({"event":"raw","name":"t","builtin":1})", "\"builtin\" must be a boolean"},
      {R"({"event":"raw","name":"a","name":"b"})", "\"name\" twice", true},
      {R"({"event":"raw","name":"a","arguments":"","arguments":""})", "\"arguments\" twice", true},
      {R"({"event":"raw","text":[]})", "\"text\" must be a string, not an array"},
      {R"({"event":"started","model":1})", "\"model\" must be a string"},
      {R"({"event":"started","layers":[1]})", "a layer must be an object"},
      {R"({"event":"started","layers":[{"role":"sdkk","name":"x"}]})", "did you mean \"sdk\"?"},
      {R"({"event":"manifest"})", "lacks \"tools\""},
      {R"({"event":"manifest","tools":[],"limits":{"maxTurns":0}})", "maxTurns"},
      {R"({"event":"manifest","tools":[],"mcp":["s"]})", "server 1 of \"mcp\" must be an object"},
      {R"({"event":"manifest","tools":[],"mcp":[{"server":"s"},{"server":"s"}]})", "two servers",
       true},
      {R"({"event":"manifest","tools":[],"mcp":[{"server":"s","allowedTools":[1]}]})",
       "must hold names of tools"},
      {R"({"event":"manifest","tools":[{"nam":"a"}]})", "tool 1 lacks \"name\""},
      {R"({"event":"manifest","tools":[{"name":"a"},{"name":"a"}]})", "two tools are called \"a\"",
       true},
      {R"({"event":"manifest","tools":[{"type":"function","function":{}}]})", "on the tool itself"},
      {R"({"event":"result"})", "lacks \"isError\""},
      {R"({"event":"message","role":"user"})", "lacks \"text\""},
      {R"({"event":"message","role":"user","text":"a","channel":"x"})", "\"channel\" cannot be"},
      {R"({"event":"history","messages":{}})", "lacks \"messages\""},
      {R"({"event":"usage","inputTokens":-1})", "\"inputTokens\" must be a whole number from 0"},
      {R"({"event":"usage","costUsd":1e400})", "\"costUsd\" must be a number", true},
      {R"({"event":"error","kind":"limit","message":"m"})", "\"kind\" cannot be"},
      {R"({"event":"error","kind":"auth"})", "lacks \"message\""},
      {R"({"event":"error","kind":"auth","message":"m","retryAfterMs":1e20})", "retryAfterMs"},
      {R"({"event":"verdict","reason":"r"})", "lacks \"score\""},
      {R"({"event":"verdict","score":9})", "from 1 to 5"},
      {R"({"event":"verdict","score":4,"verdict":"PASS"})", "both given"},
      {R"({"event":"verdict","verdict":"MAYBE"})", "\"verdict\" cannot be"},
      {R"({"event":"outcome","pass":"yes"})", "\"pass\" must be a boolean"},
      {R"({"event":"finished"})", "lacks \"reason\""},
      {R"({"event":"finished","reason":"done"})", "\"reason\" cannot be"},
      {R"({"raw":[],"finished":"done"})", "\"finished\" cannot be"},
      {R"({"raw":{}})", "\"raw\" must be an array, not an object"},
      {R"({"raw":[1]})", "must be an object, not number"},
      {R"({"raw":[{"id":"x"}]})", "lacks \"name\""},
      {R"({"raw":[],"raw":[]})", "\"raw\" twice", true},
      {R"({"normalized":[{}],"message":1})", "\"message\" must be a string"},
  };
}

}  // namespace tare

// What an adapter said, interpreted: the sum of its events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/call.h"
#include "model/manifest.h"

namespace tare {

enum class FinishReason : std::uint8_t { stop, held, refused_by_client, max_turns, refusal };
std::string_view finish_name(FinishReason reason);  // "stop", "refusedByClient", …
std::optional<FinishReason> finish_from_name(std::string_view name);

struct ToolResult {
  std::optional<std::string> id, name, text;
  bool is_error = false;
};

struct Message {
  std::string role, text;
  bool reasoning = false;  // channel
};

struct Usage {
  double cost_usd = 0;
  std::uint64_t input_tokens = 0, output_tokens = 0, model_calls = 0;
  bool seen = false;
  bool cost_seen = false;  // an event gave `costUsd`; without one the cost is not known
};

struct Layer {
  std::string role, name, version;
};

struct Started {
  std::string adapter_name, adapter_version, model;
  std::vector<Layer> layers;
};

// The agent's environment says whether the task was done.
struct TaskOutcome {
  bool pass = false;
  std::string source;
};

// `verdict`: what a judge says of a transcript. Exactly one of `score` and `pass` is there.
struct JudgeVerdict {
  std::optional<double> score;  // 1 to 5
  std::optional<bool> pass;     // PASS or FAIL
  std::string reason;
};

// `error`: trouble that would have come whatever the model had said.
struct AdapterError {
  std::string kind, message;
  std::optional<std::uint32_t> retry_after_ms;
  bool retryable = true;
};

// What Tare's own recorders say besides the views, messages and histories that they add.
struct RecorderNotes {
  // The model proxy.
  bool model = false;  // it stood in the model's place
  std::uint32_t model_requests = 0;
  std::uint32_t model_replies = 1;   // those of them that were answered by the model
  std::string tool_manifest_sha256;  // of the tools as they were sent; "" where none were
  // Offered tools that were sent under another name: the name, and the name as sent.
  std::vector<std::pair<std::string, std::string>> wire_names;
  std::vector<ToolResult> sent_back;  // what the client told the model of its calls, in order
  // The MCP proxy.
  bool mcp = false;            // it was offered
  bool mcp_connected = false;  // a client spoke to it
  bool mcp_whole = false;      // connected, and each frame could be read: a missing one counts
  std::string client;          // the MCP client's name and version; "" where it gave none

  std::vector<std::string> facts;  // trouble on the way, a sentence each
  // What the adapter said of points that a recorder saw: compared, and otherwise not used.
  std::vector<View> claims;
};

struct Answer {
  std::vector<View> views;  // in the order of the events
  std::vector<ToolResult> results;
  std::vector<Message> messages;
  std::vector<std::string> histories;  // `messages` of each `history` event, verbatim JSON
  Usage usage;
  std::optional<Started> started;
  std::optional<TaskOutcome> outcome;
  std::optional<JudgeVerdict> verdict;  // of an adapter that was asked to judge
  std::optional<AdapterError> error;    // the first one
  std::optional<Manifest> manifest;
  bool unsupported = false;
  std::optional<RecorderNotes> recorders;

  std::optional<FinishReason> finished;
  std::string finish_message;

  // The short form says explicitly what is empty and what is not known. So does the answer of a
  // program of kind `command`: without a recorder, nothing is.
  bool short_form = false;
  bool raw_given = false;         // short form: `raw` stood there, perhaps empty
  bool normalized_given = false;  // short form: `normalized` stood there, perhaps empty
  // Only which tools were chosen is told (predictions): nothing is known of their arguments.
  bool choices_only = false;
  // Its tools were sent as a_b for a.b; the Berkeley leaderboard's names are compared so.
  bool underscore_names = false;
};

}  // namespace tare

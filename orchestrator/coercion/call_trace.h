// Views to calls: which view of one level is the same call as which of the next.
//
// Levels are those of `At` that hold any view. Going along the way of a call, the views of each
// level are paired with the calls seen so far (call_pairing.h), names through the manifest's
// wireName; so views chain into traces, and a call that one level did not show is still found at
// the next.
//
// What a trace is, in short (docs/scoring.md, "Pairing"): raw is its earliest view, normalized its
// latest. One that begins behind `wire` is *invented* where it is on record what the model wrote,
// else *unaudited*. One that was seen at `text` or `wire` and did not reach the latest level that
// is on record is *dropped*, unless its last view carries a status: then it was stopped there, on
// record. Where nobody recorded what arrived, it is not known to be dropped.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/answer.h"
#include "model/score.h"
#include "schema/schema_cache.h"

namespace tare {

struct TraceContext {
  const Manifest* manifest = nullptr;  // null: no tool list
  // The client refused the model's call or crashed on it. That is the answer: what did not arrive
  // is marked as dropped, and is no finding.
  bool client_stopped = false;
  // Globs of tools whose findings weigh one grade more (rule R8), besides those whose manifest says
  // destructive.
  std::span<const std::string> side_effects = {};
  // Of every call, where no tool list is given.
  std::string_view input_schema = {};
  // Compiled schemas, shared by all calls of a run; null: calls are not held to their schemas.
  schema::SchemaCache* schemas = nullptr;
  // The calls may have run: what no status says otherwise of.
  bool executed = true;
};

// In the order of their first views, level by level.
std::vector<CallTrace> trace_calls(const Answer& answer, const TraceContext& context);

// Raw evidence for the whole answer: is it known what the model wrote, even if that is "no call"?
bool has_raw_evidence(const Answer& answer);

// The same of what a tool received. A short form without `normalized` says nothing of it; events
// that show no call behind `wire` say that none arrived, and so does a client that stopped.
bool has_normalized_evidence(const Answer& answer, bool client_stopped);

// The short form's explicit empty list counts as well as any view at `text` or `wire`.
bool raw_on_record(const Answer& answer);

}  // namespace tare

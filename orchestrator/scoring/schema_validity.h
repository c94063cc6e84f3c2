// Do the arguments of a trial's calls fit the schemas of their tools? A column of its own: it is
// asked of every call, whatever the case expects.
#pragma once

#include <span>

#include "model/answer.h"
#include "model/manifest.h"
#include "model/score.h"
#include "schema/schema_cache.h"

namespace tare {

struct BothSchemaScores {
  SchemaScore raw, normalized;
};

// Raw: each call as the model wrote it, its name read through wireName. Normalized: as it arrived.
// Calls of tools without an inputSchema, and calls whose arguments are not on record or beyond what
// can be checked, are in neither number.
BothSchemaScores schema_scores(const Answer& answer, std::span<const CallTrace> traces,
                               const Manifest* manifest, schema::SchemaCache* schemas);

}  // namespace tare

// What the evidence beside two values makes of a change between them.
#pragma once

#include <string>
#include <string_view>

#include "diff/severity.h"
#include "diff/tree_diff.h"
#include "diff/value_ids.h"
#include "json/value.h"

namespace tare {

// `change` is that of a top-level argument of that name. Where raw is a string only because raw's
// text has no types, and normalized the value that it spells in whatever way, or a list of that
// value alone, nobody changed a type.
void note_untyped(Change& change, const ValueEvidence& evidence, std::string_view name,
                  json::Value raw, json::Value normalized);

// The kind of a change of content where a repair step ran over good arguments: whatever it made of
// them, it had nothing to do there.
Change repair_corrupted(const Change& change);

// True for what a repair step does to content; a cast is another layer's doing.
bool is_content_change(const Change& change);

// Where the schema puts a member of the object at `object`.
Placed placed(const schema::Schema* schema, std::string_view object, std::string_view member);

// Is the value one of those that the schema names as the member's default?
bool is_default(const schema::Schema* schema, std::string_view member_path, json::Value value,
                const ValueIds& ids);

}  // namespace tare

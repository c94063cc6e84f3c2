// The meta-schemas of the drafts, built in so that a $ref to them works with no network.
#pragma once

#include <optional>
#include <string_view>

#include "schema/schema.h"

namespace tare::schema {

// `uri` without fragment; nullopt where it is none of them.
std::optional<std::string_view> meta_schema_text(std::string_view uri);
// The same of 2019-09 and 2020-12 alone.
std::optional<std::string_view> later_meta_schema_text(std::string_view uri);

// The draft whose meta-schema this is ("$schema", with or without the empty fragment).
std::optional<Draft> draft_of(std::string_view schema_uri);

}  // namespace tare::schema

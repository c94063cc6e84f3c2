// Keywords with schemas below them.
#pragma once

#include <functional>

#include "json/value.h"
#include "schema/node.h"
#include "schema/words.h"

namespace tare::schema {

// The node of a schema that stands within the one being compiled.
using NodeOf = std::function<NodeId(json::Value schema)>;

// All but references.
void compile_applicators(const Words& words, const NodeOf& node_of, Node& node, Program& program,
                         Notes& notes);

}  // namespace tare::schema

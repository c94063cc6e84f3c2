// Any bytes as one Python expression, and as calls within one. Besides not crashing: a tree has its
// root and each child before its parent, spans lie within the text, why it failed is said, and what
// calls mean is JSON.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "formats/python_expression.h"
#include "formats/python_meaning.h"
#include "formats/python_source.h"
#include "json/reader.h"

namespace {

using tare::formats::EmptyCalls;
using tare::formats::MeantCall;
using tare::formats::PythonKind;
using tare::formats::PythonNode;
using tare::formats::PythonTree;

void require(bool holds, const char* law) {
  if (holds) return;
  std::fprintf(stderr, "broken law: %s\n", law);
  std::abort();
}

void check_tree(const PythonTree& tree, std::string_view text) {
  require(tree.root < tree.nodes.size(), "a tree has its root");
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const PythonNode& node = tree.nodes[i];
    for (const std::uint32_t child : node.children) require(child < i, "children come first");
    for (const auto& keyword : node.keywords) require(keyword.second < i, "children come first");
    require(node.span.begin <= node.span.end && node.span.end <= text.size(),
            "spans lie within the text");
  }
}

void check_calls(std::string_view text, EmptyCalls empty, bool one_alone) {
  std::string why;
  const auto calls = tare::formats::read_meant_calls(text, empty, one_alone, why);
  require(calls || !why.empty(), "a refusal says why");
  if (!calls) return;
  for (const MeantCall& call : *calls) {
    if (!call.is_call) continue;
    tare::json::Document document;
    // NaN and Infinity are JSON to Python, and repeated keywords stand there twice.
    const tare::json::ReadError error = tare::json::read_tolerant(call.arguments, document);
    require(error.kind == tare::json::ReadErrorKind::too_deep ||
                (!error && document.root().is_object()),
            "arguments are an object of JSON");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::string why;
  if (const auto tree = tare::formats::read_python_expression(text, why)) {
    check_tree(*tree, text);
    (void)tare::formats::python_source(*tree, tree->root, text);
  } else {
    require(!why.empty(), "a refusal says why");
  }
  check_calls(text, EmptyCalls::are_texts, false);
  check_calls(text, EmptyCalls::are_calls, true);
  return 0;
}

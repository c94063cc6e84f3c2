// The client layers of the Berkeley leaderboard: from a recorded result to calls.
//
// Each family of models has a decoder of its own there, and it decides as much about the figure as
// the model does: one that is handed a Markdown fence fails on the whole answer. They are client
// layers like any other, so each has a name here, and any recorded output can be read through any
// of them (docs/bfcl.md). `NAME-unfenced` is NAME with a fence around the text taken off first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace tare::formats {

struct DecodedCall {
  std::string name;
  std::string arguments;  // JSON text; strict but for NaN and Infinity
};

struct BfclDecoded {
  enum class End : std::uint8_t {
    calls,         // perhaps none
    failed,        // "ast_decoder:decoder_failed"
    wrong_format,  // "ast_decoder:decoder_wrong_output_format"
  };
  End end = End::calls;
  std::string why;  // off `calls`
  std::vector<DecodedCall> calls;
};

// What a decoder does to the text before it is read as calls, or which JSON it is read as.
enum class BfclFamily : std::uint8_t {
  function_calls,    // [{name: "JSON text"}]
  function_objects,  // [{name: {…}}]
  function_parts,    // as function_calls; one that is no list is a list of one
  hermes,
  xlam,
  glm,
  granite,
  python,             // the text as it is
  python_brackets,    // without one leading space, brackets added
  python_cohere,      // brackets added
  python_llama3,      // line breaks taken out, brackets added
  python_mistral,     // \_ is _, brackets added
  python_gorilla,     // brackets around whatever stands there
  python_nexus,       // ; separates calls
  python_gemma,       // from the first [ to the last ]
  python_deepseek,    // the first list in the first fence
  python_databricks,  // single quotes taken off
  python_nemotron,    // a list of quoted calls
  python_v4,          // back-ticks and blanks at the ends taken off, brackets added
};

// What a family's decoder is handed.
enum class BfclForm : std::uint8_t {
  list,    // of calls that were told apart already
  markup,  // a text with calls in a form of the family's own
  python,  // a text that is read as Python
};
BfclForm form_of(BfclFamily family);

struct BfclDecoder {
  std::string name;  // as it was asked for
  BfclFamily family = BfclFamily::python;
  bool unfenced = false;
};

std::optional<BfclDecoder> find_bfcl_decoder(std::string_view name);
// All names but the `-unfenced` ones.
std::vector<std::string_view> bfcl_decoder_names();

// The models of the August 2024 results and the decoder that read them there. A model may be
// written with / or _ (as the folders of results are named).
struct BfclModel {
  std::string_view name;  // with _ for /
  std::string_view decoder;
  bool underscore_names = false;  // its tools were sent as a_b for a.b
};
const BfclModel* find_bfcl_model(std::string_view name);

// `result`: the member of that name of a result line. `arguments_are_objects`: version 4 takes
// calls whose arguments are none for a wrong format.
BfclDecoded decode_bfcl(const BfclDecoder& decoder, json::Value result, bool arguments_are_objects);

}  // namespace tare::formats

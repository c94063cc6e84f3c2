// Tool calls as a model wrote them in plain text, before any server's parser.
//
// Models are trained to write calls in some forty ways: JSON between tags, parameters in XML-like
// tags, calls as in Python, JSON in a fence or bare. Inference servers turn that text into calls,
// each with a parser of its own, and are often wrong. To audit such a parser the text is read here
// a second time, strictly by what the format means and not by what one parser makes of it.
//
// XML-like parameters and some call syntaxes have no types in their text. They are read with the
// tool's schema: where it declares a string, the text as it stands, less ONE line break at each
// side; where it declares another type, JSON, and the text where that fails. Where nothing is
// declared, the text is a string and its parameter is listed as `untyped`.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tare::formats {

// Bytes of the model's text, [begin, end).
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct CallInText {
  std::optional<std::string> name;  // nullopt: arguments stand there without a name
  std::optional<std::string> id;
  // The arguments' text. Where the format holds JSON: the bytes at `arguments_span`, good or broken
  // (of a JSON string: its content). Where it does not: JSON composed from the parameters, in
  // order, with a repeated parameter repeated.
  std::string arguments;
  Span span;            // the call with its markup
  Span arguments_span;  // its arguments, or all its parameters
  // The markup itself is broken (a tag not closed, one call cut off): the model's own slip,
  // whatever a parser made of it.
  bool malformed = false;
  std::vector<std::string> untyped;  // names of parameters with no declared type
};

enum class Channel { content, reasoning };
struct Passage {
  Channel channel = Channel::content;
  Span span;  // without the tags around it
};

struct ModelText {
  std::string format;             // the name under which it was read; "" where no call was found
  std::vector<CallInText> calls;  // in the order of the text
  std::vector<Passage> passages;  // what stands beside the calls, in order
  // Markup of a call is there, and no reader could take a call out of it, not even a broken one; or
  // the format that was named is not known and none was detected. Then it is not known what the
  // model called.
  bool unread = false;
};

// The inputSchema text of a tool by its name, "" where none is known.
using SchemaOfTool = std::function<std::string_view(std::string_view tool)>;

// `format`: a name of known_formats() (or one of its other names), or "" to detect it. A text
// without markup of a call holds none: JSON in prose is no call unless the format says so.
// Linear in the text, but for what a format needs to find its ends; never recursive.
ModelText read_model_text(std::string_view text, std::string_view format,
                          const SchemaOfTool& schema_of);

struct FormatInfo {
  std::string_view name;                      // "hermes"
  std::vector<std::string_view> other_names;  // "qwen", "hermesText"
  std::string_view family;  // taggedJson, xmlParameters, callSyntax, bareJson, fencedJson
  std::string_view example;
};
const std::vector<FormatInfo>& known_formats();

}  // namespace tare::formats

#include "protocol/call_reader.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <utility>

namespace tare {
namespace {

constexpr std::array<std::string_view, 5> kAtWords = {"text", "wire", "client", "approval", "tool"};
constexpr std::array<std::string_view, 5> kStatusWords = {"executed", "held", "denied", "rejected",
                                                          "failed"};

At read_at(Fields& fields, CallWord word, bool has_text) {
  const std::optional<std::size_t> given =
      word == CallWord::call ? fields.required_word("at", kAtWords) : fields.word("at", kAtWords);
  if (word == CallWord::call) {
    return at_from_name(kAtWords[given.value_or(0)]).value_or(At::tool);
  }
  const At meant = word == CallWord::normalized ? At::tool : has_text ? At::text : At::wire;
  if (given && kAtWords[*given] != at_name(meant)) {
    fields.fail(
        fmt::format("this entry stands for a call at \"{}\", yet its \"at\" is \"{}\"; leave "
                    "\"at\" out, or use the event \"call\"",
                    at_name(meant), kAtWords[*given]),
        fields.get("at").offset());
  }
  return meant;
}

// A string is the very text that stood there; anything else went through the printer of the
// adapter's language, and its text in this event is all that is known.
void read_arguments(Fields& fields, View& out) {
  const json::Value arguments = fields.get("arguments");
  if (arguments.valid()) {
    out.arguments = arguments.is_string() ? arguments.decoded() : std::string(arguments.text());
    out.evidence = arguments.is_string() ? Evidence::verbatim : Evidence::parsed;
  } else {
    out.evidence = out.text ? Evidence::verbatim : Evidence::none;
  }
}

}  // namespace

EventFault read_call(json::Value object, CallWord word, std::string_view what, View& out) {
  Fields fields(object, what);
  out.text = fields.text("text");
  out.format = fields.text("format");
  out.at = read_at(fields, word, out.text.has_value());
  out.id = fields.text("id");
  if (const std::optional<std::uint64_t> turn = fields.whole("turn", 1)) {
    if (*turn > std::numeric_limits<std::uint32_t>::max()) {
      fields.fail(fmt::format("{}: \"turn\" is larger than 4294967295", what), object.offset());
    }
    out.turn = static_cast<std::uint32_t>(*turn);
  }
  out.name = fields.text("name");
  // A call that reached a tool has a name: without one it would score as "no tool was called".
  if (!out.name && out.at == At::tool) fields.missing("name", "a string: the tool that was called");
  if (!out.name && !out.text && !fields.stands("name")) {
    fields.missing("name", "a string, or null where the model wrote none");
  }
  read_arguments(fields, out);
  if (const std::optional<std::size_t> status = fields.word("status", kStatusWords)) {
    out.status = status_from_name(kStatusWords[*status]);
  }
  out.server = fields.text("server");
  out.builtin = fields.boolean("builtin").value_or(false);
  return fields.take_fault();
}

}  // namespace tare

#include "coercion/batch_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/utf8.h"
#include "json/reader.h"

namespace tare {
namespace {

using json::Value;
using Fault = std::optional<LineFault>;

constexpr std::string_view kSeeSchema = "`tare schema diff` prints what a line may hold";

// The members that are asked for, in one pass. An absent one and null are one thing: an invalid
// Value. One that is asked for and stands there twice is a fault, for which was meant?
template <std::size_t N>
Fault find_members(Value object, const std::array<std::string_view, N>& names,
                   std::array<Value, N>& found) {
  found.fill({});
  std::array<bool, N> seen{};
  for (const json::Member member : object.members()) {
    for (std::size_t i = 0; i < N; ++i) {
      if (!member.name.decoded_equals(names[i])) continue;
      if (seen[i]) {
        return LineFault{fmt::format("\"{}\" stands there twice", names[i]), member.name.offset(),
                         "leave one of them"};
      }
      seen[i] = true;
      if (!member.value.is_null()) found[i] = member.value;
      break;
    }
  }
  return std::nullopt;
}

LineFault wrong_type(std::string_view what, std::string_view wanted, Value found) {
  return {fmt::format("{} must be {}, not {}", what, wanted, json::kind_name(found.kind())),
          found.offset(), std::string(kSeeSchema)};
}

void assign(std::optional<std::string>& slot, Value text) {
  const auto plain = text.undecoded();
  if (plain && slot) {
    slot->assign(*plain);
  } else if (plain) {
    slot.emplace(*plain);
  } else {
    slot = text.decoded();
  }
}

// `what`: "\"id\" of rawCalls[0]", made only where it is needed.
template <class What>
Fault take_text(Value text, const What& what, std::optional<std::string>& slot) {
  if (!text.valid()) {
    slot.reset();
    return std::nullopt;
  }
  if (!text.is_string()) return wrong_type(what(), "a string or null", text);
  assign(slot, text);
  return std::nullopt;
}

bool is_schema(Value value) { return value.is_object() || value.is_boolean(); }

Fault take_tool(Value tool, std::size_t index, std::string_view other_schema, ToolSpec& out) {
  enum { name, wire_name, schema, annotations, function, count };
  static constexpr std::array<std::string_view, count> kNames = {"name", "wireName", "inputSchema",
                                                                 "annotations", "function"};
  const auto of_tool = [&](std::size_t member) {
    return fmt::format("\"{}\" of tools[{}]", kNames[member], index);
  };
  if (!tool.is_object()) return wrong_type(fmt::format("tools[{}]", index), "an object", tool);
  std::array<Value, count> found;
  if (Fault fault = find_members(tool, kNames, found)) return fault;
  if (!found[name].valid() || !found[name].is_string()) {
    return LineFault{fmt::format("tools[{}] has no \"name\"", index), tool.offset(),
                     found[function].valid() ? "put name and inputSchema on the tool itself"
                                             : "name the tool: {\"name\":\"…\"}"};
  }
  out.name = found[name].decoded();
  if (Fault fault = take_text(
          found[wire_name], [&] { return of_tool(wire_name); }, out.wire_name)) {
    return fault;
  }
  out.input_schema = other_schema;
  if (found[schema].valid()) {
    if (!is_schema(found[schema])) {
      return wrong_type(of_tool(schema), "a JSON Schema (an object)", found[schema]);
    }
    out.input_schema = found[schema].text();
  }
  if (found[annotations].valid() && found[annotations].is_object()) {
    const Value destructive = found[annotations].find("destructiveHint");
    out.destructive = destructive.valid() && destructive.as_boolean().value_or(false);
  }
  return std::nullopt;
}

}  // namespace

struct BatchLineReader::Members {
  enum Name {
    id,
    raw_calls,
    raw_text,
    raw_format,
    raw_name,
    normalized_calls,
    tools,
    input_schema,
    executed,
    count
  };
  static constexpr std::array<std::string_view, count> kNames = {
      "id",    "rawCalls",    "rawText", "rawFormat", "rawName", "normalizedCalls",
      "tools", "inputSchema", "executed"};
  std::array<Value, count> values;

  Value operator[](Name name) const { return values[name]; }
};

std::optional<LineFault> BatchLineReader::read(std::string_view text) {
  if (const std::size_t at = find_invalid_utf8(text); at != std::string_view::npos) {
    return LineFault{"this byte is no UTF-8", at,
                     "JSON is UTF-8; what a model wrote in another encoding has to be decoded"};
  }
  // The reader does not recurse, so arguments given as an object may be as deep as they like; those
  // that the diff cannot follow are counted as unread.
  const json::ReadLimits limits{.max_depth = std::numeric_limits<std::uint32_t>::max()};
  if (json::ReadError error = json::read_strict(text, document_, limits)) {
    return LineFault{std::move(error.reason), error.offset, "each line is one JSON object"};
  }
  const Value root = document_.root();
  if (!root.is_object()) return wrong_type("a line", "a JSON object", root);
  Members members;
  if (Fault fault = find_members(root, Members::kNames, members.values)) return fault;
  views_ = 0;
  if (Fault fault = take(members)) return fault;
  line_.answer.views.resize(views_);
  return std::nullopt;
}

std::optional<LineFault> BatchLineReader::take(const Members& members) {
  line_.id = members[Members::id].valid() ? members[Members::id].text() : "null";
  line_.executed = true;
  if (const Value executed = members[Members::executed]; executed.valid()) {
    if (!executed.is_boolean()) return wrong_type("\"executed\"", "true or false", executed);
    line_.executed = executed.boolean();
  }
  line_.input_schema = {};
  if (const Value schema = members[Members::input_schema]; schema.valid()) {
    if (!is_schema(schema)) {
      return wrong_type("\"inputSchema\"", "a JSON Schema (an object)", schema);
    }
    line_.input_schema = schema.text();
  }
  line_.manifest = nullptr;
  if (const Value tools = members[Members::tools]; tools.valid()) {
    if (Fault fault = take_tools(tools)) return fault;
    line_.manifest = &manifest_;
  }
  // Both lists are on record, also where one is empty: then there was no call.
  line_.answer.short_form = true;
  line_.answer.raw_given = true;
  line_.answer.normalized_given = true;
  if (Fault fault = take_raw(members)) return fault;
  const Value normalized = members[Members::normalized_calls];
  if (!normalized.valid()) {
    return LineFault{"there is no \"normalizedCalls\"", document_.root().offset(),
                     "give the calls that arrived, [] where none did"};
  }
  return take_calls(normalized, "normalizedCalls", At::tool);
}

std::optional<LineFault> BatchLineReader::take_raw(const Members& members) {
  const Value calls = members[Members::raw_calls];
  const Value text = members[Members::raw_text];
  if (calls.valid() && text.valid()) {
    return LineFault{"\"rawCalls\" and \"rawText\" both say what the model wrote", text.offset(),
                     "leave one of them"};
  }
  if (calls.valid()) return take_calls(calls, "rawCalls", At::wire);
  if (!text.valid()) {
    return LineFault{"there is neither \"rawCalls\" nor \"rawText\"", document_.root().offset(),
                     "give what the model wrote, \"rawCalls\":[] where it made no call"};
  }
  View& view = next_view(At::text);
  view.id.reset();
  view.arguments.reset();
  view.evidence = Evidence::verbatim;
  if (Fault fault = take_text(
          text, [] { return "\"rawText\""; }, view.text))
    return fault;
  if (Fault fault = take_text(
          members[Members::raw_name], [] { return "\"rawName\""; }, view.name)) {
    return fault;
  }
  return take_text(
      members[Members::raw_format], [] { return "\"rawFormat\""; }, view.format);
}

std::optional<LineFault> BatchLineReader::take_calls(Value calls, std::string_view what, At at) {
  enum { id, name, arguments, count };
  static constexpr std::array<std::string_view, count> kNames = {"id", "name", "arguments"};
  if (!calls.is_array()) {
    return wrong_type(fmt::format("\"{}\"", what), "an array of calls", calls);
  }
  std::size_t index = 0;
  for (const Value call : calls.elements()) {
    const auto of_call = [&](std::size_t member) {
      return fmt::format("\"{}\" of {}[{}]", kNames[member], what, index);
    };
    if (!call.is_object()) {
      return wrong_type(fmt::format("{}[{}]", what, index), "an object", call);
    }
    std::array<Value, count> found;
    if (Fault fault = find_members(call, kNames, found)) return fault;
    View& view = next_view(at);
    view.text.reset();
    view.format.reset();
    if (Fault fault = take_text(
            found[id], [&] { return of_call(id); }, view.id))
      return fault;
    if (Fault fault = take_text(
            found[name], [&] { return of_call(name); }, view.name))
      return fault;
    // A string is the very text that stood there; anything else went through somebody's printer.
    const Value text = found[arguments];
    view.evidence = !text.valid()      ? Evidence::none
                    : text.is_string() ? Evidence::verbatim
                                       : Evidence::parsed;
    if (!text.valid()) {
      // A line says all that there is: no arguments are none, and not arguments nobody recorded.
      view.arguments.emplace();
    } else if (text.is_string()) {
      assign(view.arguments, text);
    } else if (view.arguments) {
      view.arguments->assign(text.text());
    } else {
      view.arguments.emplace(text.text());
    }
    ++index;
  }
  return std::nullopt;
}

std::optional<LineFault> BatchLineReader::take_tools(Value tools) {
  if (!tools.is_array()) return wrong_type("\"tools\"", "an array of tools", tools);
  if (tools_text_ == tools.text() && tools_with_schema_ == line_.input_schema) return std::nullopt;
  tools_text_.clear();
  manifest_.tools.clear();
  std::size_t index = 0;
  for (const Value tool : tools.elements()) {
    ToolSpec spec;
    if (Fault fault = take_tool(tool, index++, line_.input_schema, spec)) return fault;
    manifest_.tools.push_back(std::move(spec));
  }
  tools_text_ = tools.text();
  tools_with_schema_ = line_.input_schema;
  return std::nullopt;
}

View& BatchLineReader::next_view(At at) {
  std::vector<View>& views = line_.answer.views;
  if (views_ == views.size()) views.emplace_back();
  View& view = views[views_++];
  view.at = at;
  return view;
}

}  // namespace tare

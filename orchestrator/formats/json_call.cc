#include "formats/json_call.h"

#include <array>
#include <limits>
#include <utility>

#include "json/reader.h"

namespace tare::formats {
namespace {

// The names of members, best first.
constexpr std::array<std::string_view, 6> kNameKeys = {"name", "tool_name", "function",
                                                       "tool", "recipient", "function_name"};
constexpr std::array<std::string_view, 6> kArgumentsKeys = {"arguments", "parameters", "args",
                                                            "input",     "tool_input", "kwargs"};
constexpr std::array<std::string_view, 3> kIdKeys = {"id", "tool_call_id", "call_id"};

// With more faults than this, a broken list is broken everywhere.
constexpr std::size_t kFaultsTold = 64;

// No reader of json/ recurses, so arguments may be as deep as they like.
constexpr json::ReadLimits kLimits{std::numeric_limits<std::uint32_t>::max(), 0xffff'ffff};

template <std::size_t kSize>
std::size_t rank_of(json::Value name, const std::array<std::string_view, kSize>& keys) {
  for (std::size_t i = 0; i < kSize; ++i) {
    if (name.decoded_equals(keys[i])) return i;
  }
  return kSize;
}

// The members of an object that make a call.
struct Parts {
  json::Value name, arguments, id, function, calls;
  bool has_description = false, has_other = false;
  // A name or arguments twice: which of them is meant is anyone's guess.
  bool has_two = false;
};

Parts parts_of(json::Value object) {
  Parts parts;
  std::size_t name_rank = kNameKeys.size(), arguments_rank = kArgumentsKeys.size();
  for (const json::Member& member : object.members()) {
    if (member.value.is_object() && member.name.decoded_equals("function")) {
      parts.function = member.value;
      continue;
    }
    if ((member.value.is_array() && member.name.decoded_equals("tool_calls")) ||
        (member.value.is_object() && member.name.decoded_equals("tool_call"))) {
      parts.calls = member.value;
      continue;
    }
    const std::size_t as_name = rank_of(member.name, kNameKeys);
    if (as_name < kNameKeys.size()) {
      if (!member.value.is_string()) continue;
      parts.has_two = parts.has_two || (parts.name.valid() && as_name == name_rank);
      if (as_name <= name_rank) {
        parts.name = member.value;
        name_rank = as_name;
      }
      continue;
    }
    const std::size_t as_arguments = rank_of(member.name, kArgumentsKeys);
    if (as_arguments < kArgumentsKeys.size()) {
      parts.has_two = parts.has_two ||
                      (parts.arguments.valid() && (as_arguments == arguments_rank ||
                                                   parts.arguments.text() != member.value.text()));
      if (as_arguments <= arguments_rank) {
        parts.arguments = member.value;
        arguments_rank = as_arguments;
      }
      continue;
    }
    if (rank_of(member.name, kIdKeys) < kIdKeys.size()) {
      if (!member.value.is_null()) parts.id = member.value;
    } else if (member.name.decoded_equals("description")) {
      parts.has_description = true;
    } else if (!member.name.decoded_equals("type") && !member.name.decoded_equals("index")) {
      parts.has_other = true;
    }
  }
  return parts;
}

void set_arguments(json::Value value, std::size_t base, CallInText& call) {
  call.arguments_span = {base + value.offset(), base + value.end_offset()};
  if (!value.is_string()) {
    call.arguments = value.text();
    return;
  }
  call.arguments = value.decoded();
  // Without its quotes; a string that was cut has no closing one.
  const std::string_view text = value.text();
  const bool opened = !text.empty() && (text.front() == '"' || text.front() == '\'');
  if (opened) ++call.arguments_span.begin;
  if (opened && text.size() > 1 && text.back() == text.front()) --call.arguments_span.end;
}

// True if a fault that the tolerant reader met lies within the value.
bool holds_fault(const json::Document& document, json::Value value) {
  for (const json::Deviation& deviation : document.deviations()) {
    if (deviation.offset >= value.offset() && deviation.offset <= value.end_offset()) return true;
  }
  return false;
}

}  // namespace

// A broken value is read up to its fault, and the search goes on behind the tag that opened it:
// where each tag begins JSON that runs on over all the others, that is the text over and over. Past
// so many times its size what is left counts as broken.
bool JsonCalls::read_value(std::size_t at) {
  constexpr std::size_t kTimes = 16;
  stopped_ = at;
  ran_to_end_ = false;
  if (failed_bytes_ / kTimes > text_.size()) return false;
  std::size_t end = 0;
  const json::ReadError error = json::read_strict_prefix(text_.substr(at), document_, end, kLimits);
  stopped_ = at + (error ? error.offset : end);
  ran_to_end_ = error.kind == json::ReadErrorKind::truncated;
  if (error) failed_bytes_ += error.offset;
  return !error;
}

bool JsonCalls::take_whole(std::size_t at, CallShape shape, ModelText& out) {
  all_were_calls_ = false;
  if (!read_value(at)) return false;
  append_calls(document_.root(), at, shape, out);
  return true;
}

void JsonCalls::take_broken(std::size_t at, std::size_t limit, CallShape shape, ModelText& out) {
  stopped_ = limit;
  all_were_calls_ = false;
  // Without a member there is no call, and a text full of opening tags has none.
  if (text_.substr(at, limit - at).find(':') == std::string_view::npos) return;
  if (json::read_tolerant(text_.substr(at, limit - at), document_, kLimits)) return;
  const std::size_t before = out.calls.size();
  const json::Value root = document_.root();
  append_calls(root, at, shape, out);
  if (out.calls.size() == before) return;
  stopped_ = at + root.end_offset();
  if (!root.is_array()) {
    out.calls.back().malformed = true;
    return;
  }
  // Of a list, the elements that a fault lies in; where it lies in none, the list itself is broken,
  // and its last call stands for it.
  const bool many = document_.deviations().size() > kFaultsTold;
  bool found = false;
  std::size_t call = before;
  for (const json::Value element : root.elements()) {
    const bool is_broken = many || holds_fault(document_, element);
    for (; call < out.calls.size() && out.calls[call].span.begin < at + element.end_offset();
         ++call) {
      if (is_broken) out.calls[call].malformed = found = true;
    }
  }
  if (!found) out.calls.back().malformed = true;
}

std::optional<std::size_t> JsonCalls::end_of_value(std::size_t at) {
  if (!read_value(at)) return std::nullopt;
  return stopped_;
}

void JsonCalls::append_calls(json::Value value, std::size_t base, CallShape shape, ModelText& out) {
  all_were_calls_ = true;
  if (!value.is_array()) {
    append_one(value, base, shape, out);
    return;
  }
  for (const json::Value element : value.elements()) append_one(element, base, shape, out);
}

void JsonCalls::append_one(json::Value value, std::size_t base, CallShape shape, ModelText& out) {
  if (!value.is_object()) {
    all_were_calls_ = false;
    return;
  }
  CallInText call;
  call.span = {base + value.offset(), base + value.end_offset()};
  call.arguments_span = {call.span.end, call.span.end};
  if (shape == CallShape::keyed_by_name) {
    for (const json::Member& member : value.members()) {
      CallInText one = call;
      one.name = member.name.decoded();
      one.span = {base + member.name.offset(), base + member.value.end_offset()};
      set_arguments(member.value, base, one);
      out.calls.push_back(std::move(one));
    }
    return;
  }
  Parts parts = parts_of(value);
  if (parts.calls.valid() && !parts.name.valid()) {
    // {"tool_calls": [call, …]} or {"tool_call": call}; one level only.
    if (parts.calls.is_object()) {
      if (!parts_of(parts.calls).calls.valid()) append_one(parts.calls, base, shape, out);
      return;
    }
    for (const json::Value element : parts.calls.elements()) {
      if (element.is_object() && !parts_of(element).calls.valid()) {
        append_one(element, base, shape, out);
      }
    }
    return;
  }
  if (parts.function.valid()) {
    const json::Value id = parts.id;
    const bool other = parts.has_other;
    const bool two = parts.has_two;
    parts = parts_of(parts.function);
    parts.has_other = parts.has_other || other;
    parts.has_two = parts.has_two || two;
    if (id.valid()) parts.id = id;
  }
  const bool complete = parts.name.valid() && parts.arguments.valid();
  const bool any = parts.name.valid() || parts.arguments.valid();
  // A description makes it a tool's definition.
  if (shape == CallShape::named ? !any
                                : !complete || parts.has_description ||
                                      (shape == CallShape::complete_only && parts.has_other)) {
    all_were_calls_ = false;
    return;
  }
  if (parts.name.valid()) call.name = parts.name.decoded();
  if (parts.id.valid())
    call.id = parts.id.is_string() ? parts.id.decoded() : std::string(parts.id.text());
  if (parts.arguments.valid()) set_arguments(parts.arguments, base, call);
  call.malformed = !complete || parts.has_two;
  out.calls.push_back(std::move(call));
}

}  // namespace tare::formats

#include "coercion/history_findings.h"

#include <map>
#include <utility>

#include "coercion/call_findings.h"
#include "coercion/call_keys.h"
#include "json/reader.h"

namespace tare {
namespace {

using json::Value;

std::optional<std::string> string_at(Value object, std::string_view name) {
  const Value value = object.find(name);
  return value.valid() && value.is_string() ? std::optional(value.decoded()) : std::nullopt;
}

// A JSON string is the arguments' text; any other JSON is itself.
std::optional<std::string> arguments_at(Value object, std::string_view name) {
  const Value value = object.find(name);
  if (!value.valid()) return std::nullopt;
  return value.is_string() ? value.decoded() : std::string(value.text());
}

struct Spelling {
  std::string_view id, name, arguments;
};

void add(std::vector<ReplayedCall>& out, Value object, const Spelling& spelling) {
  if (!object.valid() || !object.is_object()) return;
  ReplayedCall call{string_at(object, spelling.id), string_at(object, spelling.name),
                    arguments_at(object, spelling.arguments)};
  if (call.name || call.arguments) out.push_back(std::move(call));
}

Value list_at(Value object, std::string_view name) {
  const Value value = object.find(name);
  return value.valid() && value.is_array() ? value : Value();
}

void add_parts(std::vector<ReplayedCall>& out, Value parts) {
  for (const Value part : parts.elements()) {
    if (!part.is_object()) continue;
    const std::string type = string_at(part, "type").value_or("");
    if (type == "tool_use") add(out, part, {"id", "name", "input"});
    if (type == "tool-call") {
      add(out, part, {"toolCallId", "toolName", part.find("input").valid() ? "input" : "args"});
    }
    for (const std::string_view name : {"functionCall", "function_call"}) {
      const Value call = part.find(name);
      if (call.valid()) add(out, call, {"id", "name", "args"});
    }
  }
}

void add_message(std::vector<ReplayedCall>& out, Value message) {
  const std::string role = string_at(message, "role").value_or("");
  if (role == "user" || role == "system" || role == "developer" || role == "tool") return;
  if (string_at(message, "type").value_or("") == "function_call") {
    add(out, message, {"call_id", "name", "arguments"});
  }
  const std::size_t before = out.size();
  if (const Value calls = list_at(message, "tool_calls"); calls.valid()) {
    for (const Value call : calls.elements()) {
      if (!call.is_object()) continue;
      const Value function = call.find("function");
      if (function.valid()) {
        add(out, function, {"id", "name", "arguments"});
        if (auto id = string_at(call, "id"); id && out.size() > before) out.back().id = id;
      } else {
        add(out, call, {"id", "name", call.find("args").valid() ? "args" : "arguments"});
      }
    }
  }
  if (const Value call = message.find("function_call"); call.valid()) {
    add(out, call, {"id", "name", "arguments"});
  }
  // Some clients keep one call in two forms; the first is enough.
  if (out.size() > before) return;
  for (const std::string_view name : {"content", "parts"}) {
    if (const Value parts = list_at(message, name); parts.valid()) add_parts(out, parts);
  }
}

void add_messages(std::vector<ReplayedCall>& out, Value list) {
  for (const Value message : list.elements()) {
    if (message.is_object()) add_message(out, message);
  }
}

// A client's text, and once more where a log has put it into a string of its own.
constexpr int kTextLevels = 2;

class History {
 public:
  History(const Answer& answer, const CallFacts& facts,
          const std::vector<std::uint32_t>& index_in_level, std::vector<CallTrace>& traces)
      : answer_(answer), facts_(facts), index_in_level_(index_in_level) {
    for (CallTrace& trace : traces) {
      const View& view = answer.views[trace.views.front()];
      // An unread text holds its arguments, whoever can read them.
      if (view.at > At::wire || trace.invented || (view.text && !view.arguments)) continue;
      const std::size_t call = written_.size();
      written_.push_back({&trace, arguments_key(view.arguments), false});
      const auto name = std::string(facts.canonical_name(view.name.value_or("")));
      if (view.id) {
        const auto [at, fresh] = by_id_.emplace(*view.id, call);
        if (!fresh) at->second = kSeveral;
      }
      by_call_.emplace(std::pair(name, written_.back().arguments), call);
    }
  }

  void hold_against(const std::vector<ReplayedCall>& replayed) {
    for (std::size_t i = 0; i < replayed.size(); ++i) {
      const ReplayedCall& call = replayed[i];
      const std::string name(facts_.canonical_name(call.name.value_or("")));
      const std::string arguments = arguments_key(call.arguments);
      const auto by_id = call.id ? by_id_.find(*call.id) : by_id_.end();
      std::size_t meant = kSeveral;
      if (by_id != by_id_.end() && by_id->second != kSeveral) {
        meant = by_id->second;
      } else if (by_call_.contains({name, arguments})) {
        continue;
      } else if (replayed.size() <= written_.size() && (!call.id || by_id_.empty())) {
        meant = i;
      }
      if (meant != kSeveral) compare(written_[meant], call, name, arguments);
    }
  }

 private:
  static constexpr std::size_t kSeveral = static_cast<std::size_t>(-1);
  struct Written {
    CallTrace* trace;
    std::string arguments;  // by value
    bool told;
  };

  void compare(Written& written, const ReplayedCall& call, std::string_view name,
               std::string_view arguments) {
    const View& view = answer_.views[written.trace->views.front()];
    // No arguments and {} are one thing to a model that is told of its past.
    const auto is_none = [](std::string_view key) {
      return key == "a" || key == "t" || key == "v{}";
    };
    const bool same_arguments =
        written.arguments == arguments || (is_none(written.arguments) && is_none(arguments));
    const bool same_name = !view.name || facts_.canonical_name(*view.name) == name;
    if (written.told || (same_arguments && same_name)) return;
    written.told = true;
    Finding finding = graded(FindingOn::call, change_of("historyRewritten"),
                             {.executed = facts_.may_have_run(written.trace->views),
                              .side_effect = facts_.has_side_effect(written.trace->views)});
    // Whatever the model is told later, the tool got what it got.
    finding.effect = Effect::neutral;
    finding.raw_call = index_in_level_[written.trace->views.front()];
    finding.raw = call_as_json(view);
    finding.raw_type = "object";
    View replayed;
    replayed.name = call.name;
    replayed.arguments = call.arguments;
    finding.normalized = call_as_json(replayed);
    finding.normalized_type = "object";
    written.trace->findings.push_back(std::move(finding));
  }

  const Answer& answer_;
  const CallFacts& facts_;
  const std::vector<std::uint32_t>& index_in_level_;
  std::vector<Written> written_;
  std::map<std::string, std::size_t, std::less<>> by_id_;
  std::map<std::pair<std::string, std::string>, std::size_t> by_call_;
};

}  // namespace

std::vector<ReplayedCall> replayed_calls(std::string_view messages) {
  std::vector<ReplayedCall> out;
  std::string text(messages);
  json::Document document;
  if (json::read_strict(text, document)) return out;
  for (int level = 0; level < kTextLevels && document.root().is_string(); ++level) {
    text = document.root().decoded();
    document = json::Document();
    if (json::read_strict(text, document)) return out;
  }
  const Value root = document.root();
  if (root.is_array()) {
    add_messages(out, root);
  } else if (root.is_object()) {
    bool is_body = false;
    for (const std::string_view name : {"messages", "contents", "input"}) {
      if (const Value list = list_at(root, name); list.valid()) {
        add_messages(out, list);
        is_body = true;
      }
    }
    if (!is_body) add_message(out, root);
  }
  return out;
}

void add_history_findings(const Answer& answer, const CallFacts& facts,
                          const std::vector<std::uint32_t>& index_in_level,
                          std::vector<CallTrace>& traces) {
  History history(answer, facts, index_in_level, traces);
  for (const std::string& messages : answer.histories) {
    history.hold_against(replayed_calls(messages));
  }
}

}  // namespace tare

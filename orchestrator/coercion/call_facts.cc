#include "coercion/call_facts.h"

#include "base/glob.h"

namespace tare {

std::string_view CallFacts::canonical_name(std::string_view name) const {
  return context_.manifest != nullptr ? context_.manifest->canonical_name(name) : name;
}

bool CallFacts::is_offered(const View& view) const {
  if (context_.manifest == nullptr || !view.name) return true;
  return context_.manifest->find(canonical_name(*view.name)) != nullptr;
}

bool CallFacts::may_have_run(std::span<const std::uint32_t> views) const {
  if (!context_.executed) return false;
  const View& last = answer_.views[views.back()];
  if (last.status) return *last.status != CallStatus::rejected;
  // A result went back to the model, and no tool was seen to get the call: refused on its way.
  if (last.answered) return false;
  return !context_.client_stopped || last.at == At::tool;
}

bool CallFacts::has_side_effect(std::span<const std::uint32_t> views) const {
  if (context_.manifest == nullptr && context_.side_effects.empty()) return false;
  for (const std::uint32_t index : views) {
    if (!answer_.views[index].name) continue;
    const std::string_view name = canonical_name(*answer_.views[index].name);
    if (context_.manifest != nullptr) {
      const ToolSpec* tool = context_.manifest->find(name);
      if (tool != nullptr && tool->destructive) return true;
    }
    for (const std::string& glob : context_.side_effects) {
      if (glob_match(glob, name)) return true;
    }
  }
  return false;
}

std::shared_ptr<const schema::Schema> CallFacts::schema_of(const View& view,
                                                           const View& other) const {
  if (context_.schemas == nullptr) return nullptr;
  if (context_.manifest == nullptr) {
    return context_.input_schema.empty() ? nullptr : context_.schemas->get(context_.input_schema);
  }
  for (const View* named : {&view, &other}) {
    if (!named->name) continue;
    const ToolSpec* tool = context_.manifest->find(canonical_name(*named->name));
    if (tool != nullptr) return context_.schemas->get(tool->input_schema);
  }
  return nullptr;
}

ArgumentsContext CallFacts::arguments_context(const View& raw, const View& normalized,
                                              bool executed, bool side_effect) const {
  ArgumentsContext out;
  out.raw_name_ok = is_offered(raw);
  out.normalized_name_ok = is_offered(normalized);
  out.executed = executed;
  out.side_effect = side_effect;
  if (raw.from_text) {
    out.raw_malformed = raw.from_text->malformed;
    out.untyped = raw.from_text->untyped;
    out.raw_text = *answer_.views[raw.from_text->holder].text;
  }
  return out;
}

bool CallFacts::is_ok(const View& view) const {
  if (!is_offered(view)) return false;
  if (!view.arguments) return !view.from_text || !view.from_text->malformed;
  const auto schema = schema_of(view, view);
  ArgumentsContext context = arguments_context(view, view, true, false);
  context.schema = schema.get();
  return pair_facts(view.arguments, view.arguments, context).raw_ok;
}

bool CallFacts::is_link_broken(const View& raw, const View& normalized) {
  if (!stray_result_) {
    std::unordered_set<std::string_view> ids;
    for (const View& view : answer_.views) {
      if (view.id) ids.insert(*view.id);
    }
    stray_result_ = false;
    for (const ToolResult& result : answer_.results) {
      if (!result.id) continue;
      result_ids_.insert(*result.id);
      if (!ids.contains(*result.id)) stray_result_ = true;
    }
  }
  return *stray_result_ && !result_ids_.contains(*raw.id) && !result_ids_.contains(*normalized.id);
}

bool CallFacts::is_joined_name(const View& raw, std::string_view normalized) {
  if (!raw.name || raw.name->empty() || normalized.size() <= raw.name->size()) return false;
  auto& names = names_[static_cast<std::size_t>(raw.at)];
  if (!names) {
    names.emplace();
    for (const View& view : answer_.views) {
      if (view.at == raw.at && view.name && !view.name->empty()) names->insert(*view.name);
    }
  }
  const std::size_t size = raw.name->size();
  return (normalized.starts_with(*raw.name) && names->contains(normalized.substr(size))) ||
         (normalized.ends_with(*raw.name) &&
          names->contains(normalized.substr(0, normalized.size() - size)));
}

}  // namespace tare

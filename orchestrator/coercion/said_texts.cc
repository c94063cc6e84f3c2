#include "coercion/said_texts.h"

#include <cstring>

#include "base/ascii.h"
#include "coercion/call_keys.h"
#include "formats/model_text.h"
#include "json/equal.h"
#include "json/reader.h"

namespace tare {
namespace {

constexpr int kMaxDepth = 3;  // {"tool_calls":[{"function":{"arguments":…}}]} and what is flatter

void append_squeezed(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (!is_blank(c)) out += c;
  }
}

bool is_telling(const std::optional<std::string>& arguments) {
  return arguments && arguments->size() > 4;
}

}  // namespace

bool holds_text(std::string_view text, std::string_view part) {
  if (part.empty()) return true;
  return memmem(text.data(), text.size(), part.data(), part.size()) != nullptr;
}

bool SaidTexts::spend(std::size_t work) {
  work_ -= std::min(work_, work);
  return work_ > 0;
}

void SaidTexts::look() {
  if (std::exchange(looked_, true)) return;
  for (const Message& message : answer_.messages) {
    if (message.role == "user" || message.role == "system" || message.role == "developer" ||
        message.role == "tool") {
      continue;
    }
    reasoning_ = reasoning_ || message.reasoning;
    append_squeezed(squeezed_, message.text);
    Said& said = said_.emplace_back();
    said.text = message.text;
    if (!spend(message.text.size())) continue;
    add_calls(said);
    add_objects(said);
  }
}

void SaidTexts::add_calls(Said& said) {
  const formats::ModelText text =
      formats::read_model_text(said.text, "", [this](std::string_view tool) {
        const ToolSpec* found =
            manifest_ != nullptr ? manifest_->find(manifest_->canonical_name(tool)) : nullptr;
        return found != nullptr ? std::string_view(found->input_schema) : input_schema_;
      });
  for (const formats::CallInText& call : text.calls) {
    std::string key = arguments_key(call.arguments);
    said.arguments.insert(key);
    if (!call.name) continue;
    const std::string_view name =
        manifest_ != nullptr ? manifest_->canonical_name(*call.name) : *call.name;
    said.calls.emplace(name, std::move(key));
  }
  said.one_call_alone = text.calls.size() == 1;
  for (const formats::Passage& passage : text.passages) {
    const std::string_view content =
        said.text.substr(passage.span.begin, passage.span.end - passage.span.begin);
    if (passage.channel == formats::Channel::content && !is_blank(content)) {
      said.one_call_alone = false;
    }
  }
}

void SaidTexts::add_objects(Said& said) {
  json::Document document;
  std::size_t at = said.text.find('{');
  while (at != std::string_view::npos) {
    const std::string_view rest = said.text.substr(at);
    std::size_t end = 0;
    const json::ReadError error = json::read_strict_prefix(rest, document, end);
    // A text that is read from each of its brackets anew must not cost its square.
    if (!spend(1 + (error ? error.offset : end))) return;
    if (error) {
      at = said.text.find('{', at + 1);
      continue;
    }
    std::vector<std::pair<json::Value, int>> open = {{document.root(), 0}};
    while (!open.empty()) {
      const auto [value, depth] = open.back();
      open.pop_back();
      if (value.is_object()) said.arguments.insert("v" + json::canonical_text(value));
      if (value.is_string()) {
        std::string inner = value.decoded();
        if (inner.starts_with('{')) said.arguments.insert(arguments_key(inner));
      }
      if (depth == kMaxDepth) continue;
      if (value.is_object()) {
        for (const json::Member member : value.members())
          open.emplace_back(member.value, depth + 1);
      } else if (value.is_array()) {
        for (const json::Value element : value.elements()) open.emplace_back(element, depth + 1);
      }
    }
    at = said.text.find('{', at + end);
  }
}

SaidTexts::Place SaidTexts::find(const View& call, std::string_view arguments_key) {
  if (!call.name || call.name->empty() || answer_.messages.empty()) return Place::nowhere;
  look();
  const std::string_view name =
      manifest_ != nullptr ? manifest_->canonical_name(*call.name) : *call.name;
  const std::pair<std::string, std::string> whole(name, arguments_key);
  for (const Said& said : said_) {
    if (!spend(1 + said.text.size())) return Place::nowhere;
    const bool read = said.calls.contains(whole);
    const bool verbatim = call.from_text && call.text && holds_text(said.text, *call.text);
    bool found = read || verbatim;
    if (!found && is_telling(call.arguments)) {
      found = holds_text(said.text, *call.name) &&
              (said.arguments.contains(arguments_key) || holds_text(said.text, *call.arguments));
    }
    if (found) return read && said.one_call_alone ? Place::alone : Place::among_other_text;
  }
  return Place::nowhere;
}

std::optional<bool> SaidTexts::holds_passage(std::string_view passage) {
  look();
  if (said_.empty()) return std::nullopt;
  std::string part;
  append_squeezed(part, passage);
  if (!spend(1 + squeezed_.size())) return std::nullopt;
  return holds_text(squeezed_, part);
}

bool SaidTexts::has_reasoning() {
  look();
  return reasoning_;
}

}  // namespace tare

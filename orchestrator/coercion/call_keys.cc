#include "coercion/call_keys.h"

#include <algorithm>

#include "json/equal.h"
#include "json/reader.h"

namespace tare {

std::string arguments_key(const std::optional<std::string>& arguments) {
  if (!arguments) return "a";
  json::Document document;
  if (json::read_strict(*arguments, document)) return "t" + *arguments;
  return "v" + json::canonical_text(document.root());
}

const CallKey& CallKeys::of(std::uint32_t view) {
  if (slots_.empty()) {
    slots_.resize(answer_.views.size());
    turns_ = std::ranges::all_of(answer_.views,
                                 [](const View& v) { return !v.id || v.turn.has_value(); });
  }
  std::unique_ptr<Slot>& slot = slots_[view];
  if (slot) return slot->key;
  slot = std::make_unique<Slot>();
  const View& from = answer_.views[view];
  slot->arguments = arguments_key(from.arguments);
  CallKey& key = slot->key;
  if (from.id) key.id = *from.id;
  if (from.id && turns_) key.turn = *from.turn;
  if (from.name) {
    key.name = manifest_ != nullptr ? manifest_->canonical_name(*from.name) : *from.name;
  }
  key.arguments = slot->arguments;
  if (from.arguments) key.text = *from.arguments;
  return key;
}

}  // namespace tare

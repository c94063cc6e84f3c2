#include "coercion/text_calls.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/ascii.h"
#include "formats/model_text.h"
#include "json/reader.h"

namespace tare {
namespace {

bool is_json_object(std::string_view text) {
  json::Document document;
  return text.starts_with('{') && !json::read_strict(text, document) && document.root().is_object();
}

class TextReader {
 public:
  TextReader(Answer& answer, const Manifest* manifest, std::string_view input_schema)
      : answer_(answer), schema_of_([manifest, input_schema](std::string_view tool) {
          if (manifest == nullptr) return input_schema;
          const ToolSpec* found = manifest->find(manifest->canonical_name(tool));
          return found != nullptr ? std::string_view(found->input_schema) : input_schema;
        }) {}

  void run() {
    count_mentions();
    for (View& view : std::exchange(answer_.views, {})) {
      if (view.from_text) view.from_text->holder = new_index_[view.from_text->holder];
      if (!is_unread_text(view) || view.reading) {
        keep(std::move(view));
      } else {
        read(std::move(view));
      }
    }
  }

 private:
  using Text = std::tuple<std::string, std::string, std::uint32_t>;  // text, format, turn
  struct Mentions {
    std::uint32_t views = 0;
    bool all_named = true;
    bool read = false;
  };

  static Text text_of(const View& view) {
    return {*view.text, view.format.value_or(""), view.turn.value_or(0)};
  }

  // Of the texts that stand there more than once.
  void count_mentions() {
    std::uint32_t texts = 0;
    for (const View& view : answer_.views) texts += is_unread_text(view) ? 1 : 0;
    if (texts < 2) return;
    for (const View& view : answer_.views) {
      if (!is_unread_text(view)) continue;
      Mentions& mentions = mentions_[text_of(view)];
      ++mentions.views;
      mentions.all_named = mentions.all_named && view.name.has_value();
    }
  }

  void keep(View view) {
    new_index_.push_back(static_cast<std::uint32_t>(answer_.views.size()));
    answer_.views.push_back(std::move(view));
  }

  void read(View view) {
    formats::ModelText text =
        formats::read_model_text(*view.text, view.format ? *view.format : "", schema_of_);
    if (!mentions_.empty()) {
      Mentions& mentions = mentions_[text_of(view)];
      const bool shared =
          mentions.views > 1 && mentions.all_named && text.calls.size() == mentions.views;
      if (shared && std::exchange(mentions.read, true)) text.calls.clear();
      if (shared && text.calls.empty()) {
        view.reading.emplace();
        keep(std::move(view));
        return;
      }
    }
    if (text.calls.empty() && !text.unread && view.name && !take_bare_arguments(view, text)) {
      keep(std::move(view));
      return;
    }
    view.reading = TextReading{{}, static_cast<std::uint32_t>(text.calls.size()), text.unread};
    for (const formats::Passage& passage : text.passages) {
      view.reading->passages.push_back(
          {passage.span.begin, passage.span.end, passage.channel == formats::Channel::reasoning});
    }
    const auto holder = static_cast<std::uint32_t>(answer_.views.size());
    keep(std::move(view));
    for (formats::CallInText& call : text.calls) {
      answer_.views.push_back(view_of(answer_.views[holder], holder, text, std::move(call)));
    }
  }

  // The arguments alone, where the adapter says whose they are.
  static bool take_bare_arguments(const View& view, formats::ModelText& text) {
    formats::Span found;
    int contents = 0;
    for (const formats::Passage& passage : text.passages) {
      if (passage.channel != formats::Channel::content) continue;
      const std::string_view content = without_blank_ends(
          std::string_view(*view.text)
              .substr(passage.span.begin, passage.span.end - passage.span.begin));
      if (content.empty()) continue;
      ++contents;
      const auto begin = static_cast<std::size_t>(content.data() - view.text->data());
      found = {begin, begin + content.size()};
    }
    if (contents != 1) return false;
    std::string arguments = view.text->substr(found.begin, found.end - found.begin);
    if (!is_json_object(arguments)) return false;
    formats::CallInText call;
    call.arguments = std::move(arguments);
    call.span = call.arguments_span = found;
    text.calls.push_back(std::move(call));
    std::erase_if(text.passages, [&](const formats::Passage& passage) {
      return passage.channel == formats::Channel::content;
    });
    return true;
  }

  static View view_of(const View& holder, std::uint32_t index, const formats::ModelText& text,
                      formats::CallInText call) {
    View view;
    view.at = holder.at;
    view.turn = holder.turn;
    view.evidence = holder.evidence;
    view.status = holder.status;
    view.server = holder.server;
    view.builtin = holder.builtin;
    view.name = holder.name;
    if (call.name) view.name = std::move(call.name);
    view.id = std::move(call.id);
    if (!view.id && text.calls.size() == 1) view.id = holder.id;
    view.arguments = std::move(call.arguments);
    view.format = text.format.empty() ? holder.format : text.format;
    view.text = holder.text->substr(call.span.begin, call.span.end - call.span.begin);
    view.from_text =
        TextCall{index, call.span.begin, call.span.end, call.malformed, std::move(call.untyped)};
    return view;
  }

  Answer& answer_;
  formats::SchemaOfTool schema_of_;
  std::map<Text, Mentions> mentions_;
  std::vector<std::uint32_t> new_index_;  // by old index of the views seen so far
};

}  // namespace

bool is_unread_text(const View& view) {
  if (view.at != At::text || !view.text || view.arguments) return false;
  return !view.reading || view.reading->unread;
}

bool has_unread_texts(const Answer& answer) {
  return std::ranges::any_of(
      answer.views, [](const View& view) { return is_unread_text(view) && !view.reading; });
}

void read_texts(Answer& answer, const Manifest* manifest, std::string_view input_schema) {
  if (has_unread_texts(answer)) TextReader(answer, manifest, input_schema).run();
}

}  // namespace tare

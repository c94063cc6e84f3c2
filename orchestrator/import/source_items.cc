#include "import/source_items.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "base/file.h"
#include "json/reader.h"

namespace tare {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 30;

// Python's printer writes NaN and Infinity, and such files are none the worse for it.
bool has_words_alone(const json::Document& document) {
  return std::ranges::all_of(document.deviations(), [](const json::Deviation& deviation) {
    return deviation.kind == json::DeviationKind::nan_or_infinity;
  });
}

// Whole lines, each an object: JSON Lines, whatever the file is called.
bool looks_like_lines(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != '{') return false;
  json::Document ignored;
  const std::size_t end = std::min(text.find('\n', first), text.size());
  return !json::read_tolerant(text.substr(first, end - first), ignored) &&
         has_words_alone(ignored) &&
         text.find_first_not_of(" \t\r\n", end) != std::string_view::npos;
}

}  // namespace

Result<SourceItems> SourceItems::open(const std::string& path,
                                      const std::vector<std::string_view>& lists) {
  Result<std::string> text = read_file(path, kMaxBytes);
  if (!text) return text.error();
  SourceItems out;
  out.name_ = escape_for_terminal(path);
  out.text_ = std::make_unique<std::string>(std::move(*text));
  const bool yaml = is_yaml_name(path);
  const bool lines = !yaml && (path.ends_with(".jsonl") || path.ends_with(".ndjson") ||
                               looks_like_lines(*out.text_));
  const Result<void> read = lines ? out.read_lines() : out.read_document(yaml, lists);
  if (!read) return read.error();
  return out;
}

Result<void> SourceItems::read_lines() {
  const std::string_view text = *text_;
  lines_source_ = std::make_unique<SourceText>(0, text);
  for (std::size_t begin = text.starts_with("\xEF\xBB\xBF") ? 3 : 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t base = begin;
    begin = end + 1;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    json::Document& document = lines_->emplace_back();
    const json::ReadError error = json::read_strict(line, document);
    if (error && (json::read_tolerant(line, document) || !has_words_alone(document))) {
      const json::LineColumn at = json::line_column_at(text, base + error.offset);
      return Error{ErrorKind::input, "not valid JSON: " + error.reason,
                   fmt::format("{}:{}:{}", name_, at.line, at.column),
                   "each line holds one JSON value"};
    }
    items_.push_back({document.root(), base});
  }
  return {};
}

Result<void> SourceItems::read_document(bool yaml, const std::vector<std::string_view>& lists) {
  FaultList faults;
  document_ = TextDocument::parse(*text_, yaml, 0, faults);
  if (!document_) return faults.to_error({name_});
  json::Value list = document_->root();
  if (list.is_object()) {
    whole_ = list;
    for (const std::string_view name : lists) {
      const json::Value held = whole_.find(name);
      if (held.valid() && held.is_array()) list = held;
    }
  }
  if (!list.is_array()) {
    items_.push_back({list, 0});
    return {};
  }
  for (const json::Value element : list.elements()) items_.push_back({element, 0});
  return {};
}

std::string SourceItems::place(std::size_t index, json::Value v) const {
  if (document_) return place(v);
  lines_source_->set_base(items_[index].base);
  return place_text(lines_source_->position(v.offset()), {name_});
}

std::string SourceItems::place(json::Value v) const {
  return place_text(document_->source().position(v.offset()), {name_});
}

}  // namespace tare

// Bytes that are not UTF-8 are refused for the whole file: what a suite says ends in requests,
// reports and names of files, all of which are UTF-8.
#include "suite/read_document.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"

namespace tare {

bool is_yaml_name(std::string_view path) {
  return path.ends_with(".yaml") || path.ends_with(".yml");
}

void add_json_fault(const json::ReadError& error, const SourceText& source, std::string mend,
                    FaultList& faults) {
  std::string reason;
  switch (error.kind) {
    case json::ReadErrorKind::none:
      return;
    case json::ReadErrorKind::empty:
      faults.add({source.file(), 0, 0}, "the file is empty");
      return;
    case json::ReadErrorKind::syntax:
    case json::ReadErrorKind::truncated:
    case json::ReadErrorKind::trailing:
      reason = "not valid JSON: " + error.reason;
      break;
    case json::ReadErrorKind::too_deep:
    case json::ReadErrorKind::too_large:
      reason = error.reason;
      break;
  }
  faults.add(source.position(error.offset), std::move(reason), std::move(mend));
}

std::unique_ptr<TextDocument> TextDocument::parse(std::string_view text, bool yaml,
                                                  std::uint32_t file, FaultList& faults) {
  auto out = std::make_unique<TextDocument>();
  if (yaml) {
    if (!yaml_to_json(text, file, out->yaml_, faults)) return nullptr;
    out->source_ = std::make_unique<SourceText>(file, out->yaml_.map);
    if (const json::ReadError error = json::read_strict(out->yaml_.json, out->document_)) {
      add_json_fault(error, out->source(), {}, faults);
      return nullptr;
    }
    return out;
  }
  out->source_ = std::make_unique<SourceText>(file, text);
  if (const std::size_t bad = find_invalid_utf8(text); bad != std::string_view::npos) {
    faults.add(out->source().position(bad), "a byte that is not UTF-8", "save the file as UTF-8");
    return nullptr;
  }
  if (const json::ReadError error = json::read_relaxed_file(text, out->document_)) {
    add_json_fault(error, out->source(), {}, faults);
    return nullptr;
  }
  return out;
}

namespace {

void read_lines(std::string_view text, std::string_view each_line, FaultList& faults,
                const std::function<void(json::Value, ValueReader&)>& take) {
  SourceText source(0, text);
  ValueReader reader(source, faults);
  json::Document document;
  for (std::size_t begin = text.starts_with("\xEF\xBB\xBF") ? 3 : 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    source.set_base(begin);
    begin = end + 1;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    if (const json::ReadError error = json::read_strict(line, document)) {
      add_json_fault(error, source, std::string(each_line), faults);
    } else {
      take(document.root(), reader);
    }
  }
}

}  // namespace

bool read_records(std::string_view text, std::string_view each_line, FaultList& faults,
                  const std::function<void(json::Value, ValueReader&)>& take) {
  if (const std::size_t bad = find_invalid_utf8(text); bad != std::string_view::npos) {
    faults.add(SourceText(0, text).position(bad), "a byte that is not UTF-8",
               "save the file as UTF-8");
    return false;
  }
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != '[') {
    read_lines(text, each_line, faults, take);
    return true;
  }
  const auto document = TextDocument::parse(text, false, 0, faults);
  if (!document) return false;
  ValueReader reader(document->source(), faults);
  for (json::Value element : document->root().elements()) take(element, reader);
  return true;
}

}  // namespace tare

// One case, an array of cases, or a case a line.
//
// JSON Lines is the form for large sets: the file is mapped, and one document and one parser serve
// all of its lines, so that memory is that of the cases alone.
#include "suite/case_files.h"

#include <fmt/format.h>

#include <memory>
#include <unordered_set>

#include "base/escape.h"
#include "base/file.h"
#include "base/utf8.h"
#include "json/reader.h"
#include "suite/case_parser.h"
#include "suite/path_glob.h"
#include "suite/read_document.h"

namespace tare {
namespace {

bool is_lines_name(std::string_view path) { return path.ends_with(".jsonl"); }

std::string_view without_space(std::string_view line) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
  while (!line.empty() && is_space(line.front())) line.remove_prefix(1);
  return line;
}

}  // namespace

std::vector<CaseFile> find_case_files(ValueReader& reader, json::Value globs,
                                      const std::string& directory,
                                      const std::string& shown_prefix) {
  std::vector<CaseFile> files;
  std::unordered_set<std::string> seen;
  for (json::Value glob : globs.elements()) {
    const std::optional<std::string> pattern = reader.word(glob, "cases");
    if (!pattern) continue;
    const Result<std::vector<std::string>> found = expand_path_glob(directory, *pattern);
    if (!found) {
      reader.fault(glob, found.error().reason, found.error().mend);
      continue;
    }
    for (const std::string& path : *found) {
      if (!is_yaml_name(path) && !is_lines_name(path) && !path.ends_with(".json")) {
        reader.fault(glob,
                     fmt::format("case file {} is of no known kind", escape_for_terminal(path)),
                     "case files end in .json, .jsonl, .yaml or .yml");
        continue;
      }
      const bool absolute = path.starts_with('/');
      if (!seen.insert(path).second) continue;
      files.push_back(
          {absolute ? path : directory + "/" + path, absolute ? path : shown_prefix + path});
    }
  }
  return files;
}

CaseLoader::CaseLoader(std::deque<TestCase>& cases, FaultList& faults)
    : cases_(cases), faults_(faults), ids_(cases) {}

void CaseLoader::take(json::Value value, ValueReader& reader, CaseParser& parser,
                      const std::vector<std::string>& files) {
  std::optional<TestCase> test_case = parser.parse(value);
  if (!test_case) return;
  digest_.update(json_text(value));
  digest_.update("\n");
  cases_.push_back(std::move(*test_case));
  if (const std::optional<std::size_t> first = ids_.add(cases_.size() - 1)) {
    reader.contradiction(
        value.find("id"), "lint/duplicate-id", cases_.back().id(),
        fmt::format("case id {} stands twice, first at {}", shown(value.find("id")),
                    place_text(cases_[*first].position, files)),
        "ids are unique in a suite");
  }
}

void CaseLoader::load_lines(std::string_view text, std::uint32_t index,
                            const std::vector<std::string>& files) {
  SourceText source(index, text);
  if (const std::size_t bad = find_invalid_utf8(text); bad != std::string_view::npos) {
    faults_.add(source.position(bad), "a byte that is not UTF-8", "save the file as UTF-8");
    return;
  }
  ValueReader reader(source, faults_);
  CaseParser parser(reader);
  json::Document document;
  std::size_t begin = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  bool any = false;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = without_space(text.substr(begin, end - begin));
    begin = end + 1;
    if (line.empty()) continue;
    any = true;
    source.set_base(static_cast<std::size_t>(line.data() - text.data()));
    if (const json::ReadError error = json::read_strict(line, document)) {
      add_json_fault(error, source, "in a .jsonl file each line is one whole case", faults_);
    } else {
      take(document.root(), reader, parser, files);
    }
  }
  if (!any) faults_.add({index, 0, 0}, "the file holds no case");
}

void CaseLoader::load_document(json::Value root, const SourceText& source,
                               const std::vector<std::string>& files) {
  ValueReader reader(source, faults_);
  CaseParser parser(reader);
  if (!root.is_array()) {
    take(root, reader, parser, files);
    return;
  }
  if (root.size() == 0) {
    faults_.add(source.position(root.offset()), "the file holds no case",
                "remove the file, or take it out of \"cases\"");
  }
  for (json::Value element : root.elements()) take(element, reader, parser, files);
}

void CaseLoader::load(const CaseFile& file, std::uint32_t index,
                      const std::vector<std::string>& files) {
  const Result<MappedFile> mapped = MappedFile::open(file.path);
  if (!mapped) {
    faults_.add({index, 0, 0}, mapped.error().reason, mapped.error().mend, mapped.error().kind);
    return;
  }
  const std::string_view text = mapped->bytes();
  if (is_lines_name(file.path)) {
    load_lines(text, index, files);
    return;
  }
  const std::unique_ptr<TextDocument> document =
      TextDocument::parse(text, is_yaml_name(file.path), index, faults_);
  if (document) load_document(document->root(), document->source(), files);
}

}  // namespace tare

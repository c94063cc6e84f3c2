#include "app/corpus.h"

#include <fmt/format.h>

#include "app/embedded.h"
#include "base/file.h"

namespace tare {
namespace {

constexpr std::string_view kCorpus = "audit/";

}  // namespace

Result<std::string> write_corpus(const std::string& folder) {
  if (auto made = make_directories(folder); !made) return made.error();
  for (const auto& file : embedded_files()) {
    if (!file.name.starts_with(kCorpus)) continue;
    const std::string path = fmt::format("{}/{}", folder, file.name.substr(kCorpus.size()));
    if (auto written = write_file_atomically(path, file.text); !written) return written.error();
  }
  const std::string path = folder + "/tare.json";
  auto written = write_file_atomically(
      path,
      "{\"adapter\": {\"command\": [\"false\"]}, \"cases\": [\"group_*.jsonl\"], "
      "\"tools\": \"tools.json\"}\n");
  if (!written) return written.error();
  return path;
}

}  // namespace tare

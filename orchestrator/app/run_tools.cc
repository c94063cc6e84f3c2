#include "app/run_tools.h"

#include "protocol/answer_reader.h"
#include "record/journal.h"

namespace tare {

Result<std::optional<LiveManifest>> tools_of_run(const std::string& folder) {
  const std::string path = folder + "/journal.jsonl";
  auto journal = JournalReader::open(path);
  if (!journal) return journal.error();
  const auto& tools = journal->header().manifest_json;
  if (!tools) return std::optional<LiveManifest>();
  std::string reason;
  auto manifest = manifest_from_tools_json(*tools, &reason);
  if (!manifest) {
    return Error{.kind = ErrorKind::input,
                 .reason = "its journal's list of tools cannot be read: " + reason,
                 .where = path + ":1"};
  }
  LiveManifest live;
  live.origin = folder;
  live.tells_agent = false;
  live.manifest = std::move(*manifest);
  return std::optional<LiveManifest>(std::move(live));
}

}  // namespace tare

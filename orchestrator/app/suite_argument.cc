#include "app/suite_argument.h"

#include "base/names.h"
#include "record/journal.h"

namespace tare {

Result<Suite> load_suite_argument(const std::string& argument, const std::string& run_folder) {
  const std::string today = utc_today();
  if (!argument.empty()) return load_suite(argument, today);
  if (!run_folder.empty()) {
    // A folder without a whole journal is begun afresh, or refused by whoever needs the journal.
    auto journal = JournalReader::open(run_folder + "/journal.jsonl");
    if (journal && !journal->header().suite_path.empty()) {
      auto suite = load_suite(journal->header().suite_path, today);
      if (suite) return suite;
      suite.error().mend += suite.error().mend.empty() ? "" : "; ";
      suite.error().mend += "the run names this suite: if it has moved, say where it is now";
      return suite.error();
    }
  }
  return load_suite(".", today);
}

}  // namespace tare

// The folder above the scratch folders of a run's attempts.
//
// Named by run and process: a run that was killed may have left adapters that still use the old
// one, so the run that goes on has another, and the old ones go once their process is gone.
#pragma once

#include <string>

namespace tare {

class ScratchRoot {
 public:
  // Makes nothing yet.
  explicit ScratchRoot(const std::string& run_id);
  ~ScratchRoot();  // it goes, with all that is in it
  ScratchRoot(const ScratchRoot&) = delete;
  ScratchRoot& operator=(const ScratchRoot&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// What earlier processes of this run left, those that are gone.
void remove_old_scratch(const std::string& run_id);

}  // namespace tare

// TARE_SCRATCH: an empty folder of the attempt's own, gone afterwards.
//
// Making and removing a folder costs a file system with a journal as much as half an attempt. So a
// folder that an attempt left empty is kept aside and renamed for the next one: each attempt still
// has a name of its own, by which its orphans are known, and finds nothing in it.
#pragma once

#include <string>

namespace tare {

class ScratchFolder {
 public:
  ScratchFolder() = default;
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  // Makes the folder. False (errno says why) if that cannot be done.
  bool open(const std::string& path);
  // The attempt is over: whatever it left there goes, deep trees and odd modes too.
  void close();
  const std::string& path() const { return path_; }

 private:
  std::string path_;   // "" while none is open
  std::string spare_;  // an empty one from before; "" if there is none
};

}  // namespace tare

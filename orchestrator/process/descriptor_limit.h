// The limit of open files: raised for Tare where many adapters run at once, and given back to each
// child as it was.
//
// Why back: programs that close "all possible" descriptors, or that use select(), behave
// differently under a limit of a million, and an adapter must behave as it does without Tare.
#pragma once

#include <sys/resource.h>

namespace tare {

// While one stands, RLIMIT_NOFILE is what Tare itself was started with. Held around a spawn: the
// child is born with the limit, so there is no moment in which it could see ours. Costs nothing
// where the limit was never raised. Open no descriptor meanwhile.
class OriginalDescriptorLimit {
 public:
  OriginalDescriptorLimit();
  ~OriginalDescriptorLimit();
  OriginalDescriptorLimit(const OriginalDescriptorLimit&) = delete;
  OriginalDescriptorLimit& operator=(const OriginalDescriptorLimit&) = delete;

 private:
  rlimit raised_{};
  bool lowered_ = false;
};

}  // namespace tare

// Which baseline a run is held against.
//
// Gates on a drop and the cases of --adaptive depend on it, so it belongs to what the run is: the
// journal's header keeps where it lay and what it said, and whoever goes on with the run or scores
// it again takes the same one, or none of another content in silence.
#pragma once

#include <string>

namespace tare {

struct HeldBaseline {
  std::string name;    // as the results name it
  std::string path;    // relative to the suite file's folder where it is the suite's own; absolute
  std::string sha256;  // of what it says, as `tare baseline` writes it
  bool operator==(const HeldBaseline&) const = default;
};

}  // namespace tare

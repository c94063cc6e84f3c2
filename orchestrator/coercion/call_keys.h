// What a call is told apart by: id, name, and its arguments by value.
//
// Most answers hold one call a level, and nothing needs telling apart there; so a key is made when
// it is first asked for. Keys are views: the answer, the manifest and the CallKeys must outlive
// them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/answer.h"

namespace tare {

struct CallKey {
  std::optional<std::string_view> id;
  std::uint32_t turn = 0;           // ids count within it
  std::string_view name = {};       // "" where there is none
  std::string_view arguments = {};  // one text for all arguments that are equal by value
  std::string_view text = {};       // the arguments as they stand, "" where there are none
};

// "v" and the canonical text where it is JSON, "t" and the text where it is not, "a" where absent.
std::string arguments_key(const std::optional<std::string>& arguments);

class CallKeys {
 public:
  // `manifest` may be null. Ids count within their turn if every view with an id gives one.
  CallKeys(const Answer& answer, const Manifest* manifest) : answer_(answer), manifest_(manifest) {}

  const CallKey& of(std::uint32_t view);

 private:
  struct Slot {
    CallKey key;
    std::string arguments;
  };
  const Answer& answer_;
  const Manifest* manifest_;
  std::vector<std::unique_ptr<Slot>> slots_;  // by view
  bool turns_ = true;
};

}  // namespace tare

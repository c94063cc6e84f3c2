// The tools of a run: its file's, or what its adapter says when it is asked, held against the
// reviewed policy before the first case is launched.
#pragma once

#include <boost/asio/io_context.hpp>
#include <optional>
#include <string>

#include "base/result.h"
#include "report/progress.h"
#include "run/attempt.h"
#include "run/policy_gate.h"

namespace tare {

struct ToolsInUse {
  std::optional<Manifest> described;         // the adapter's answer
  std::optional<Manifest> masked;            // where a secret stood in it
  const Manifest* from_file = nullptr;       // the suite's own
  std::optional<std::string> manifest_json;  // as the journal keeps it, masked; nullopt: no tools
  PolicyStanding reviewed;                   // what the suite's policy says of them

  // What the adapter and the proxies are given; null: the suite gives no tools.
  const Manifest* given() const { return described ? &*described : from_file; }
  // What scoring knows: tools by what the journal says of them, as it knows the calls.
  const Manifest* scored() const { return masked ? &*masked : given(); }
};

// Launches the adapter for `describe` where the suite says so, on `io`, and blocks until it has
// ended. What is only to be said goes to `progress`. An error where the adapter does not answer, a
// case expects a tool that is not there, or the policy refuses; masked like everything else.
// REQUIRES: the setting's plan, masker, control; RunControl watches signals.
Result<ToolsInUse> tools_in_use(boost::asio::io_context& io, const AttemptSetting& setting,
                                Progress& progress);

}  // namespace tare

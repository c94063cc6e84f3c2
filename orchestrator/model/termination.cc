// How a process ended, in the few words that results and messages show.
#include <cstring>
#include <string>
#include <system_error>

#include "model/attempt.h"

namespace tare {

namespace {

std::string signal_text(int number) {
  std::string out = "signal " + std::to_string(number);
  if (const char* text = ::sigdescr_np(number)) out += " (" + std::string(text) + ")";
  return out;
}

}  // namespace

std::string describe_termination(const Termination& t) {
  const std::string core = t.core_dumped ? ", core dumped" : "";
  switch (t.kind) {
    case Termination::Kind::not_started:
      return "not started" +
             (t.value == 0 ? std::string() : ": " + std::generic_category().message(t.value));
    case Termination::Kind::exited:
      return "exited " + std::to_string(t.value);
    case Termination::Kind::signalled:
      return signal_text(t.value) + core;
    case Termination::Kind::stopped:
      if (t.stop_exited) return "stopped by tare, exited " + std::to_string(t.value);
      return "stopped by tare, " + signal_text(t.value) + core;
    case Termination::Kind::kept:
      return "kept for the next case";
  }
  return {};
}

}  // namespace tare

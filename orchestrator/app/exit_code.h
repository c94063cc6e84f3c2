// The exit codes of every command, in one place (docs/suite.md, "Exit codes").
#pragma once

#include "base/result.h"

namespace tare {

inline constexpr int kExitGood = 0;
inline constexpr int kExitFindings = 1;   // a gate failed
inline constexpr int kExitBadInput = 2;   // bad usage or bad input: nothing ran
inline constexpr int kExitUndecided = 3;  // undecided, or incomplete trials over their limit
inline constexpr int kExitNothing = 4;    // nothing selected
inline constexpr int kExitReport = 110;   // a report could not be written
inline constexpr int kExitInterrupted = 130;

inline int exit_code_of(const Error& error) {
  switch (error.kind) {
    case ErrorKind::usage:
    case ErrorKind::input:
    case ErrorKind::system:
      return kExitBadInput;
    case ErrorKind::nothing:
      return kExitNothing;
    case ErrorKind::interrupted:
      return kExitInterrupted;
  }
  return kExitBadInput;
}

}  // namespace tare

// Calls of tools that need an approval, and how many of them ran without one.
#pragma once

#include <cstdint>

namespace tare {

struct ApprovalCounts {
  std::uint64_t calls = 0;       // of tools that need an approval: scoring/approvals.h
  std::uint64_t proven = 0;      // of those, whose status Tare's own proxy saw; else it is claimed
  std::uint64_t unapproved = 0;  // ran, and no approver was shown them
  std::uint64_t unapproved_proven = 0;  // of those, seen by the proxy

  ApprovalCounts& operator+=(const ApprovalCounts& more) {
    calls += more.calls;
    proven += more.proven;
    unapproved += more.unapproved;
    unapproved_proven += more.unapproved_proven;
    return *this;
  }
  ApprovalCounts times(std::uint64_t n) const {
    return {calls * n, proven * n, unapproved * n, unapproved_proven * n};
  }
};

}  // namespace tare

// What `tare verify` found, for a person and as JSON (`tare-verify/1`).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/approval_counts.h"
#include "record/evidence_check.h"
#include "report/paint.h"
#include "report/reporters.h"

namespace tare {

// results.json against a scoring of the journal made just now.
enum class Rescore : std::uint8_t {
  same,      // to the byte
  differs,   // a fault says where
  not_made,  // a fault says why
};

struct EvidenceReport {
  std::string folder;
  EvidenceCheck check;
  Rescore rescore = Rescore::not_made;
  std::uint64_t results_bytes = 0;
  std::string journal_sha256, results_sha256;  // of the files; "" where there is none
  std::string digest;                          // the one to sign; "" where a fault was found
  ApprovalCounts approvals;                    // of the scoring; none where it was not made
  std::vector<std::string> notes;              // what differs today and proves nothing

  bool good() const { return check.whole(); }
};

// SHA-256 of what `sha256sum journal.jsonl results.json` prints in the folder, so that it can be
// had without Tare.
std::string digest_to_sign(const std::string& journal_sha256, const std::string& results_sha256);

std::string evidence_text(const EvidenceReport& report, const TerminalStyle& style);
std::string evidence_json(const EvidenceReport& report);

}  // namespace tare

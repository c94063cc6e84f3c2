// Is a run folder still what the run wrote? The journal's chain and the digests of the artifacts,
// walked from the first byte to the last.
//
// Each line of a journal carries the SHA-256 of the line before it, and each attempt the digests of
// its artifacts, so the last line stands for everything: a byte changed anywhere breaks a link that
// can be named. What the last line itself says is held by results.json, which carries its digest
// (`provenance.journalChainSha256`), and results.json by a re-score: that is the caller's to do.
// Counts that the journal states are held against what they count (record/attempt_check.h).
//
// Unlike a reader that wants the records, this does not stop at the first fault: a person who
// doubts a folder wants to know all of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace tare {

struct EvidenceFault {
  std::string where;  // below the folder: "journal.jsonl:12", "artifacts/a/1.1/stdout"
  std::string what;
};

struct EvidenceCheck {
  std::vector<EvidenceFault> faults;  // the first 1,000
  std::uint64_t more_faults = 0;
  std::uint64_t lines = 0, attempts = 0, judgements = 0, artifacts = 0;
  std::uint64_t journal_bytes = 0, artifact_bytes = 0;
  bool ended = false;  // the footer is there: the run ended by itself
  // Names in the folder that belong to no run, sorted; the first 20.
  std::vector<std::string> others;
  std::string chain_sha256;  // of the last whole line

  bool whole() const { return faults.empty(); }
};

// Fails only where there is no journal to be looked at or a file cannot be read. Each file is read
// once, stdout and stderr twice; in memory are one line, the names of the trials and, for each
// artifact, its name and digest.
Result<EvidenceCheck> check_evidence(const std::string& folder);

// Why a file of the folder is no evidence: it is a link, a pipe or the like, which may show one
// thing to one reader and another to the next. "" where it is a regular file, or not there.
std::string not_a_file(const std::string& path);

// SHA-256 of a file of any size.
Result<std::string> sha256_of_file(const std::string& path);

}  // namespace tare

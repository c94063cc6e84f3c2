// Journals and attempts that the tests of record/ share.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "model/attempt.h"
#include "record/journal.h"

namespace tare {

// A folder of its own for a test, gone with it. In memory where the system has such a place:
// thousands of syncs to a disk would take minutes.
class TempFolder {
 public:
  TempFolder() {
    std::string pattern = "/dev/shm/tare-record-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) {
      pattern = (std::filesystem::temp_directory_path() / "tare-record-XXXXXX").string();
      if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder for a test");
    }
    path_ = pattern;
  }
  ~TempFolder() { std::filesystem::remove_all(path_); }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  std::string path(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

inline Provenance sample_provenance() {
  const std::string digest(64, 'd');
  Provenance p;
  p.run_id = "20261130T104453Z-3f9a2c";
  p.started = "2026-11-30T10:44:53.123Z";
  p.ended = "2026-11-30T10:45:00.000Z";
  p.model = "model-a";
  p.variant = "strong";
  p.layers = {{"server", "vllm", "0.8"}, {"sdk", "openai", ""}};
  p.adapter_name = "tickets";
  p.adapter_version = "1.2";
  p.tool_manifest_sha256 = digest;
  p.policy_sha256 = digest;
  p.policy_drift = {"pay: has approval \"never\" [policy/approval-changed]"};
  p.dataset_sha256 = p.gates_sha256 = p.suite_sha256 = digest;
  p.dataset_git_sha = "abc123";
  p.judge_sha256 = digest;
  p.adapter_files = {{"adapter.py", digest}, {"lib/\xc3\xa9.py", digest}};
  p.tare_version = "0.1.0";
  p.tare_sha256 = digest;
  p.trials_per_case = 3;
  p.os = "Linux 6.1";
  p.locale = "C.UTF-8";
  p.command_line = {"tare", "run", "--filter", "tag(a) & \"b\""};
  p.adapter_command = {"python3", "adapter.py"};
  return p;
}

inline JournalHeader sample_header() {
  JournalHeader header;
  header.provenance = sample_provenance();
  header.manifest_json = "[ {\"name\":\"a\", \"inputSchema\":{\"maximum\":1.0e2}} ]\n";
  header.trials = 3;
  header.trials_forced = true;
  header.adaptive = true;
  header.filter = "tag(a) & \"b\"";
  header.profile = "nightly";
  header.selected_cases = 7;
  return header;
}

// Every member set to something that is not its default.
inline AttemptRecord full_attempt() {
  AttemptRecord r;
  r.case_id = "pr/get \"ticket\" \xc3\xa9";
  r.trial = 2;
  r.attempt = 3;
  r.outcome = AttemptOutcome::failed;
  r.failure = Failure::protocol_error;
  r.failure_text = "line 3 is no JSON: \x1b[31m\nprint logs to stderr";
  r.retryable = false;
  r.termination = {Termination::Kind::stopped, 143, true, true};
  r.notes = {true, true, true, 5, true, 6};
  r.events = {R"({"event":"call","at":"wire","name":"f","arguments":"{\"a\":1.0}"})",
              "{\"event\":\"message\",\"role\":\"assistant\",\"text\":\"\xff\xfe\"}",
              R"({"event":"finished","reason":"stop"})"};
  r.stderr_tail = std::string("warning\0\xff", 9);
  r.artifacts = {{"stdout", std::string(64, 'a')}, {"a \"b\"", std::string(64, 'b')}};
  r.stdout_bytes = 1234567890123;
  r.stderr_bytes = 77;
  r.started_unix_ms = 1796035493123;
  r.duration_ms = 31;
  return r;
}

inline AttemptRecord completed_attempt(const std::string& case_id, std::uint32_t trial) {
  AttemptRecord r;
  r.case_id = case_id;
  r.trial = trial;
  r.outcome = AttemptOutcome::completed;
  r.termination = {Termination::Kind::exited, 0, false, false};
  r.events = {R"({"raw":[{"name":"get","arguments":"{}"}],"normalized":[]})"};
  return r;
}

inline Judgement sample_judgement(const std::string& case_id) {
  Judgement out;
  out.judged_attempt = 4;
  out.contract_sha256 = std::string(64, 'c');
  out.attempt = completed_attempt(case_id, 3);
  out.attempt.attempt = 2;
  out.attempt.events = {R"({"event":"verdict","score":3.5,"reason":"so it is"})",
                        R"({"event":"usage","costUsd":0.25})",
                        R"({"event":"finished","reason":"stop"})"};
  return out;
}

}  // namespace tare

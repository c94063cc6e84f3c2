#include "record/attempt_check.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "base/file.h"
#include "base/names.h"
#include "base/sha256.h"
#include "record/evidence_check.h"
#include "record/run_folder.h"

namespace tare {
namespace {

// In a file that a Masker wrote: lengths are others than they were.
bool was_masked(std::string_view bytes) { return bytes.find("[masked") != std::string_view::npos; }

void hold_file(const std::string& name, std::uint64_t counted, std::string_view bytes,
               std::vector<std::string>& out) {
  if (bytes.size() == counted || was_masked(bytes)) return;
  out.push_back(fmt::format("counts {} bytes of {}, and the file that it names has {}", counted,
                            name, bytes.size()));
}

// The events are lines of stdout, as they came.
void hold_events(const AttemptRecord& record, std::string_view bytes,
                 std::vector<std::string>& out) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < record.events.size(); ++i) {
    const std::size_t found = bytes.find(record.events[i], at);
    if (found == std::string_view::npos) {
      out.push_back(fmt::format(
          "has an event, number {}, that the stdout which it names does not have there", i + 1));
      return;
    }
    at = found + record.events[i].size();
  }
}

}  // namespace

std::vector<std::string> contradictions_of(const AttemptRecord& record, bool masked,
                                           const std::string& folder) {
  std::vector<std::string> out;
  const bool verbatim = record.kind == AdapterKind::protocol && !masked;
  std::uint64_t least = 0;
  for (const std::string& event : record.events) least += event.size() + 1;
  // The last one may have come without its newline.
  if (verbatim && record.stdout_bytes + 1 < least) {
    out.push_back(fmt::format("counts {} bytes of stdout, and its events alone have {}",
                              record.stdout_bytes, least));
  }
  for (const auto& [name, sha256] : record.artifacts) {
    if (name != "stdout" && name != "stderr") continue;
    const std::string path = folder + "/" +
                             artifact_folder_of(record.case_id, record.trial, record.attempt) +
                             "/" + folder_name_of(name);
    if (!not_a_file(path).empty()) continue;
    const auto file = MappedFile::open(path);
    // What is gone or was changed is told where the files are held against their digests.
    if (!file || sha256_hex(file->bytes()) != sha256) continue;
    if (name == "stderr") {
      if (!record.notes.stderr_truncated) hold_file(name, record.stderr_bytes, file->bytes(), out);
      continue;
    }
    hold_file(name, record.stdout_bytes, file->bytes(), out);
    if (verbatim && !was_masked(file->bytes())) hold_events(record, file->bytes(), out);
  }
  return out;
}

bool FooterCheck::add(const AttemptRecord& record) {
  ++attempts_;
  cases_.insert(record.case_id);
  trials_.emplace(record.case_id, record.trial);
  if (record.complete()) complete_.emplace(record.case_id, record.trial);
  return seen_.emplace(record.case_id, record.trial, record.attempt).second;
}

std::vector<std::string> FooterCheck::contradictions_of(const JournalFooter& footer) const {
  std::vector<std::string> out;
  const auto said = [&](const char* name) -> std::optional<std::uint64_t> {
    const auto at = footer.counts.find(name);
    return at == footer.counts.end() ? std::nullopt : std::optional(at->second);
  };
  const auto differs = [&](const char* name, std::uint64_t there) {
    const auto count = said(name);
    if (!count || *count == there) return;
    out.push_back(
        fmt::format("counts {} as \"{}\", and the lines above it have {}", *count, name, there));
  };
  const auto too_many = [&](const char* name, std::uint64_t there) {
    const auto count = said(name);
    if (!count || *count >= there) return;
    out.push_back(
        fmt::format("counts {} as \"{}\", and the lines above it are of {}", *count, name, there));
  };
  differs("attempts", attempts_);
  differs("complete", complete_.size());
  too_many("cases", cases_.size());
  const auto cases = said("cases");
  if (selected_ && cases && *cases > *selected_) {
    out.push_back(
        fmt::format("counts {} as \"cases\", and the header is of {}", *cases, *selected_));
  }
  too_many("trials", trials_.size());
  return out;
}

}  // namespace tare

// Two lists are held against each other: what the journal says is there, and what is there.
#include "record/evidence_check.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/escape.h"
#include "base/file.h"
#include "base/names.h"
#include "base/sha256.h"
#include "json/reader.h"
#include "record/attempt_check.h"
#include "record/journal_line.h"
#include "record/line_scanner.h"
#include "record/run_folder.h"

namespace tare {
namespace {

constexpr std::size_t kMaxFaults = 1000;
constexpr std::size_t kMaxOthers = 20;
constexpr std::string_view kJournal = "journal.jsonl";

void add_fault(EvidenceCheck& check, std::string where, std::string what) {
  if (check.faults.size() < kMaxFaults) {
    check.faults.push_back({std::move(where), std::move(what)});
  } else {
    ++check.more_faults;
  }
}

std::string line_place(std::uint64_t number) {
  return std::string(kJournal) + ":" + std::to_string(number);
}

// Below the folder.
std::string artifact_path(const AttemptRecord& record, const std::string& name) {
  return artifact_folder_of(record.case_id, record.trial, record.attempt) + "/" +
         folder_name_of(name);
}

// The journal, line by line. A broken link is told where it is seen: the line after the change.
class JournalWalk {
 public:
  JournalWalk(EvidenceCheck& check, std::string folder)
      : check_(check), folder_(std::move(folder)) {}

  Result<void> run(const std::string& path) {
    auto lines = LineScanner::open(path, kMaxJournalLine);
    if (!lines) return lines.error();
    while (true) {
      auto line = lines->next();
      if (!line) return line.error();
      if (!line->has_value()) break;
      look_at(**line);
    }
    if (check_.lines == 0) add_fault(check_, std::string(kJournal), "holds no whole line");
    return {};
  }

  // Path below the folder -> SHA-256. Of an attempt that was run again, the last word.
  const std::map<std::string, std::string>& artifacts() const { return artifacts_; }

 private:
  void look_at(const LineScanner::Line& line) {
    const std::string place = line_place(line.number);
    check_.journal_bytes += line.text.size() + (line.terminated ? 1 : 0);
    if (!line.terminated) {
      return add_fault(check_, place, "is cut off: no newline ends it, so nothing proves it whole");
    }
    ++check_.lines;
    hold_chain(line, place);
    check_.chain_sha256 = sha256_hex(line.text);
    const auto type = journal_line_type(line.text);
    if (!type) return add_fault(check_, place, type.error().reason);
    if ((*type == JournalLineType::header) != (line.number == 1)) {
      add_fault(check_, place,
                line.number == 1 ? "is no header" : "is a header that stands within the journal");
    }
    if (check_.ended) add_fault(check_, place, "follows the footer");
    hold_names(line, place);
    read(*type, line, place);
  }

  void hold_chain(const LineScanner::Line& line, const std::string& place) {
    const auto chain = chain_member_of(line.text);
    const std::string expected = line.number == 1 ? no_line_before() : check_.chain_sha256;
    if (!chain) return add_fault(check_, place, "has no \"prevSha256\" at its end");
    if (*chain == expected) return;
    add_fault(check_, place,
              line.number == 1
                  ? std::string("is chained to a line before it, and is the first")
                  : "does not carry the SHA-256 of line " + std::to_string(line.number - 1) +
                        ": one of the two was changed");
  }

  // A name that stands twice says one thing to one reader and another to the next.
  void hold_names(const LineScanner::Line& line, const std::string& place) {
    json::Document document;
    if (json::read_strict(line.text, document) || !document.root().is_object()) return;
    std::set<std::string> names;
    for (const json::Member& member : document.root().members()) {
      if (!names.insert(member.name.decoded()).second) {
        return add_fault(check_, place, "has the member \"" + member.name.decoded() + "\" twice");
      }
    }
  }

  void read(JournalLineType type, const LineScanner::Line& line, const std::string& place) {
    switch (type) {
      case JournalLineType::header: {
        if (const auto header = header_from_json(line.text); !header) {
          add_fault(check_, place, header.error().reason);
        } else {
          footer_.expect_cases(header->selected_cases);
        }
        return;
      }
      case JournalLineType::attempt: {
        ++check_.attempts;
        const auto record = attempt_from_json(line.text);
        if (!record) return add_fault(check_, place, record.error().reason);
        for (const auto& [name, sha256] : record->artifacts) {
          artifacts_[artifact_path(*record, name)] = sha256;
        }
        if (!footer_.add(*record)) {
          add_fault(check_, place,
                    fmt::format("is attempt {} of trial {} of case {}, which stands above already",
                                record->attempt, record->trial, quote_json(record->case_id)));
        }
        const bool masked = line.text.find("\"masked\":[") != std::string_view::npos;
        for (std::string& one : contradictions_of(*record, masked, folder_)) {
          add_fault(check_, place, std::move(one));
        }
        return;
      }
      case JournalLineType::judgement: {
        ++check_.judgements;
        if (const auto judgement = judgement_from_json(line.text); !judgement) {
          add_fault(check_, place, judgement.error().reason);
        }
        return;
      }
      case JournalLineType::footer: {
        check_.ended = true;
        if (const auto footer = footer_from_json(line.text); !footer) {
          add_fault(check_, place, footer.error().reason);
        } else {
          for (std::string& one : footer_.contradictions_of(*footer)) {
            add_fault(check_, place, std::move(one));
          }
        }
        return;
      }
    }
  }

  EvidenceCheck& check_;
  std::string folder_;
  FooterCheck footer_;
  std::map<std::string, std::string> artifacts_;
};

// Regular files below artifacts/, as paths below the folder. What is neither file nor folder is a
// fault: a link would have this look at something else.
Result<std::set<std::string>> files_there(const std::string& folder, EvidenceCheck& check) {
  namespace fs = std::filesystem;
  std::set<std::string> out;
  std::error_code error;
  const fs::path root = fs::path(folder) / "artifacts";
  const auto status = fs::symlink_status(root, error);
  if (status.type() == fs::file_type::not_found) return out;
  if (status.type() != fs::file_type::directory) {
    add_fault(check, "artifacts", "is no folder");
    return out;
  }
  auto walk = fs::recursive_directory_iterator(root, error);
  for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
    const auto type = walk->symlink_status(error).type();
    if (error) break;
    if (type == fs::file_type::directory) continue;
    const std::string below = walk->path().lexically_relative(folder).string();
    if (type == fs::file_type::regular) {
      out.insert(below);
    } else {
      add_fault(check, below, "is neither a file nor a folder");
    }
  }
  if (error) {
    return Error{.kind = ErrorKind::system,
                 .reason = "cannot look through the artifacts: " + error.message(),
                 .where = root.string()};
  }
  return out;
}

Result<void> hold_artifacts(const std::string& folder,
                            const std::map<std::string, std::string>& expected,
                            EvidenceCheck& check) {
  auto there = files_there(folder, check);
  if (!there) return there.error();
  for (const auto& [path, sha256] : expected) {
    ++check.artifacts;
    if (there->erase(path) == 0) {
      add_fault(check, path, "is gone; the journal has its SHA-256 " + sha256);
      continue;
    }
    std::error_code ignored;
    const auto size = std::filesystem::file_size(folder + "/" + path, ignored);
    if (!ignored) check.artifact_bytes += size;
    auto now = sha256_of_file(folder + "/" + path);
    if (!now) return now.error();
    if (*now != sha256) {
      add_fault(check, path,
                "was changed: its SHA-256 is " + *now + ", and was " + sha256 +
                    " when the journal was written");
    }
  }
  for (const std::string& path : *there) {
    add_fault(check, path, "is a file that the journal does not know");
  }
  return {};
}

// What lies in the folder and is no part of a run: neither evidence nor a report of it.
std::vector<std::string> others_in(const std::string& folder) {
  namespace fs = std::filesystem;
  static const std::set<std::string> kKnown = {"journal.jsonl", "results.json", "lock",
                                               "artifacts",     "junit.xml",    "report.html"};
  std::vector<std::string> out;
  std::error_code error;
  for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    std::string name = at->path().filename().string();
    if (!kKnown.contains(name)) out.push_back(std::move(name));
  }
  std::sort(out.begin(), out.end());
  if (out.size() > kMaxOthers) out.resize(kMaxOthers);
  return out;
}

}  // namespace

Result<std::string> sha256_of_file(const std::string& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!fd) return system_error("cannot open \"" + path + "\"", errno);
  Sha256 digest;
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t got = ::read(fd.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("cannot read \"" + path + "\"", errno);
    if (got == 0) return digest.hex();
    digest.update(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
  }
}

std::string not_a_file(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const auto type = fs::symlink_status(path, error).type();
  if (type == fs::file_type::regular || type == fs::file_type::not_found) return "";
  return type == fs::file_type::symlink ? "is a link, and not the file itself" : "is no file";
}

Result<EvidenceCheck> check_evidence(const std::string& folder) {
  EvidenceCheck check;
  JournalWalk walk(check, folder);
  const std::string journal = folder + "/" + std::string(kJournal);
  if (const std::string why = not_a_file(journal); !why.empty()) {
    add_fault(check, std::string(kJournal), why);
    return check;
  }
  if (auto walked = walk.run(journal); !walked) return walked.error();
  if (auto held = hold_artifacts(folder, walk.artifacts(), check); !held) return held.error();
  check.others = others_in(folder);
  return check;
}

}  // namespace tare

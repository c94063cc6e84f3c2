#include "report/evidence_text.h"

#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/sha256.h"
#include "report/approvals_text.h"
#include "report/figure_text.h"
#include "report/json_text.h"

namespace tare {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLabel = 14;

std::string row(std::string label, const std::string& text, bool good, const TerminalStyle& style) {
  label.resize(std::max(label.size(), kLabel), ' ');
  return label + paint(style.color, good ? Ink::good : Ink::bad, text) + "\n";
}

bool has_fault(const EvidenceCheck& check, std::string_view start) {
  for (const EvidenceFault& fault : check.faults) {
    if (fault.where.starts_with(start)) return true;
  }
  return false;
}

std::string_view rescore_name(Rescore rescore) {
  switch (rescore) {
    case Rescore::same:
      return "same";
    case Rescore::differs:
      return "differs";
    case Rescore::not_made:
      return "notMade";
  }
  return {};
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(readable_utf8(text));
}

}  // namespace

std::string digest_to_sign(const std::string& journal_sha256, const std::string& results_sha256) {
  return sha256_hex(journal_sha256 + "  journal.jsonl\n" + results_sha256 + "  results.json\n");
}

std::string evidence_text(const EvidenceReport& report, const TerminalStyle& style) {
  const EvidenceCheck& check = report.check;
  std::string out;
  for (const EvidenceFault& fault : check.faults) {
    out += paint(style.color, Ink::bad,
                 escape_for_terminal(fault.where) + ": " + escape_for_terminal(fault.what)) +
           "\n";
  }
  if (check.more_faults > 0) out += "and " + counted(check.more_faults, "more fault") + "\n";
  const bool journal = !has_fault(check, "journal.jsonl");
  const bool artifacts = !has_fault(check, "artifacts");
  out += row("journal.jsonl",
             counted(check.lines, "line") + ", " + counted(check.attempts, "attempt") + ": " +
                 (journal ? "each line carries the digest of the one before it" : "not proven"),
             journal, style);
  out += row("artifacts",
             counted(check.artifacts, "file") + ", " + counted(check.artifact_bytes, "byte") +
                 ": " + (artifacts ? "as the journal says" : "not as the journal says"),
             artifacts, style);
  const std::string results = report.rescore == Rescore::same      ? "scored again, the same bytes"
                              : report.rescore == Rescore::differs ? "scored again, other bytes"
                                                                   : "not scored again";
  out += row("results.json", counted(report.results_bytes, "byte") + ": " + results,
             report.rescore == Rescore::same, style);
  if (const std::string approvals = approvals_sentence(report.approvals); !approvals.empty()) {
    out += row("approvals", approvals, report.approvals.unapproved == 0, style);
  }
  for (const std::string& note : report.notes) {
    out += paint(style.color, Ink::dim, "note: " + escape_for_terminal(note)) + "\n";
  }
  if (!report.digest.empty()) {
    out += row("digest", "sha256:" + report.digest, true, style);
    out += paint(style.color, Ink::dim,
                 "  to sign; the same by hand, in the folder: sha256sum journal.jsonl results.json "
                 "| sha256sum") +
           "\n";
  }
  return out;
}

std::string evidence_json(const EvidenceReport& report) {
  const EvidenceCheck& check = report.check;
  Json out = Json::object();
  out["format"] = "tare-verify/1";
  out["folder"] = readable_utf8(report.folder);
  out["good"] = report.good();
  out["journal"] = {{"lines", check.lines},
                    {"attempts", check.attempts},
                    {"judgements", check.judgements},
                    {"bytes", check.journal_bytes},
                    {"ended", check.ended},
                    {"sha256", text_or_null(report.journal_sha256)},
                    {"chainSha256", text_or_null(check.chain_sha256)}};
  out["artifacts"] = {{"files", check.artifacts}, {"bytes", check.artifact_bytes}};
  out["results"] = {{"bytes", report.results_bytes},
                    {"sha256", text_or_null(report.results_sha256)},
                    {"rescore", rescore_name(report.rescore)}};
  Json faults = Json::array();
  for (const EvidenceFault& fault : check.faults) {
    faults.push_back({{"where", readable_utf8(fault.where)}, {"what", readable_utf8(fault.what)}});
  }
  out["faults"] = std::move(faults);
  out["moreFaults"] = check.more_faults;
  out["approvals"] = Json::parse(approvals_json(report.approvals));
  Json notes = Json::array();
  for (const std::string& note : report.notes) notes.push_back(readable_utf8(note));
  out["notes"] = std::move(notes);
  out["digest"] = text_or_null(report.digest);
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tare

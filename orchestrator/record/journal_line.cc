// Composes and takes apart the kinds of line; only the chain member and the envelope are read
// without the JSON library.
#include "record/journal_line.h"

#include "record/json_fields.h"
#include "record/provenance_json.h"

namespace tare {

namespace {

constexpr std::size_t kDigestDigits = 64;
constexpr std::string_view kChainStart = ",\"prevSha256\":\"";
constexpr std::string_view kChainEnd = "\"}";
constexpr std::size_t kChainLength = kChainStart.size() + kDigestDigits + kChainEnd.size();

bool is_lower_hex(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Takes `word` off the front of `text`.
bool take(std::string_view& text, std::string_view word) {
  if (text.substr(0, word.size()) != word) return false;
  text.remove_prefix(word.size());
  return true;
}

std::optional<std::uint32_t> take_count(std::string_view& text) {
  std::uint64_t value = 0;
  std::size_t digits = 0;
  while (digits < text.size() && digits < 10 && text[digits] >= '0' && text[digits] <= '9') {
    value = value * 10 + static_cast<std::uint64_t>(text[digits] - '0');
    ++digits;
  }
  if (digits == 0 || value > UINT32_MAX) return std::nullopt;
  text.remove_prefix(digits);
  return static_cast<std::uint32_t>(value);
}

// A string without escapes, with its quotes; others are left to the JSON library.
std::optional<std::string_view> take_plain_string(std::string_view& text) {
  if (text.empty() || text[0] != '"') return std::nullopt;
  const std::size_t end = text.find_first_of("\"\\", 1);
  if (end == std::string_view::npos || text[end] == '\\') return std::nullopt;
  const std::string_view content = text.substr(1, end - 1);
  text.remove_prefix(end + 1);
  return content;
}

std::optional<JournalReader::Entry> read_envelope_prefix(std::string_view text) {
  JournalReader::Entry entry{};
  const bool judgement = take(text, "{\"type\":\"judgement\",\"caseId\":");
  if (!judgement && !take(text, "{\"type\":\"attempt\",\"caseId\":")) return std::nullopt;
  const auto id = take_plain_string(text);
  if (!id || !take(text, ",\"trial\":")) return std::nullopt;
  const auto trial = take_count(text);
  if (judgement) {
    if (!trial || !take(text, ",\"judgedAttempt\":")) return std::nullopt;
    entry.judged_attempt = take_count(text);
    if (!entry.judged_attempt) return std::nullopt;
  }
  if (!trial || !take(text, ",\"attempt\":")) return std::nullopt;
  const auto attempt = take_count(text);
  if (!attempt || !take(text, ",\"outcome\":")) return std::nullopt;
  const auto outcome_text = take_plain_string(text);
  if (!outcome_text) return std::nullopt;
  const auto outcome = outcome_from_name(*outcome_text);
  if (!outcome) return std::nullopt;
  if (take(text, ",\"failure\":")) {
    const auto failure = take_plain_string(text);
    if (!failure) return std::nullopt;
    entry.failure = failure_from_name(*failure);
    if (!entry.failure) return std::nullopt;
  }
  if (!take(text, ",\"retryable\":")) return std::nullopt;
  entry.retryable = take(text, "true");
  if (!entry.retryable && !take(text, "false")) return std::nullopt;
  if (text.empty() || text[0] != ',') return std::nullopt;
  entry.complete = *outcome != AttemptOutcome::failed;
  if (entry.complete == entry.failure.has_value()) return std::nullopt;
  entry.case_id = *id;
  entry.trial = *trial;
  entry.attempt = *attempt;
  return entry;
}

}  // namespace

std::string no_line_before() { return std::string(kDigestDigits, '0'); }

void append_chain_member(std::string& object, std::string_view prev_sha256) {
  object.pop_back();
  object += kChainStart;
  object += prev_sha256;
  object += kChainEnd;
}

std::optional<std::string_view> chain_member_of(std::string_view line) {
  if (line.size() < kChainLength) return std::nullopt;
  std::string_view tail = line.substr(line.size() - kChainLength);
  if (!take(tail, kChainStart)) return std::nullopt;
  const std::string_view digest = tail.substr(0, kDigestDigits);
  if (tail.substr(kDigestDigits) != kChainEnd || !is_lower_hex(digest)) return std::nullopt;
  return digest;
}

std::string header_to_json(const JournalHeader& header) {
  std::string out = "{\"type\":\"header\",\"format\":\"";
  out += kJournalFormat;
  out += "\",\"provenance\":" + provenance_to_json(header.provenance).dump();
  if (header.manifest_json) {
    // As text within a string: number spelling and layout of the tools' schemas stay as they came.
    out += ",\"manifestJson\":";
    append_text_json(out, *header.manifest_json);
  }
  out += ",\"trials\":" + std::to_string(header.trials);
  out += std::string(",\"trialsForced\":") + (header.trials_forced ? "true" : "false");
  if (header.adaptive) out += ",\"adaptive\":true";
  out += ",\"filter\":";
  append_text_json(out, header.filter);
  out += ",\"profile\":";
  append_text_json(out, header.profile);
  if (!header.keep.empty()) out += ",\"keep\":\"" + header.keep + "\"";
  out += ",\"selectedCases\":" + std::to_string(header.selected_cases);
  out += ",\"suitePath\":";
  append_text_json(out, header.suite_path);
  if (header.baseline) {
    out += ",\"baseline\":{\"name\":";
    append_text_json(out, header.baseline->name);
    out += ",\"path\":";
    append_text_json(out, header.baseline->path);
    out += ",\"sha256\":";
    append_text_json(out, header.baseline->sha256);
    out += '}';
  }
  if (!header.reviewed_approvals.empty()) {
    out += ",\"reviewedApprovals\":[";
    for (const auto& [tool, approval] : header.reviewed_approvals) {
      out += out.ends_with('[') ? "{\"tool\":" : ",{\"tool\":";
      append_text_json(out, tool);
      out += ",\"approval\":\"" + approval + "\"}";
    }
    out += ']';
  }
  out += '}';
  return out;
}

Result<JournalHeader> header_from_json(std::string_view line) {
  const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return Error{.reason = "the header is no JSON"};
  JsonFields f(json, "the header");
  if (f.text("type") != "header") f.fault("type", "is not \"header\": this is no journal of tare");
  if (f.text("format") != kJournalFormat) {
    f.fault("format", "is not \"" + std::string(kJournalFormat) + "\"");
  }
  JournalHeader header;
  auto provenance = provenance_from_json(f.object("provenance"));
  header.manifest_json = f.optional_text("manifestJson");
  header.trials = f.number32("trials");
  header.trials_forced = f.boolean("trialsForced");
  if (f.has("adaptive")) header.adaptive = f.boolean("adaptive");
  header.filter = f.text("filter");
  header.profile = f.text("profile");
  if (f.has("keep")) header.keep = f.text("keep");
  if (!header.keep.empty() && header.keep != "all" && header.keep != "failures") {
    f.fault("keep", "is neither \"failures\" nor \"all\"");
  }
  header.selected_cases = f.number64("selectedCases");
  header.suite_path = f.text("suitePath");
  if (f.has("baseline")) {
    JsonFields held(f.object("baseline"), "the baseline");
    header.baseline = HeldBaseline{held.text("name"), held.text("path"), held.text("sha256")};
    held.expect_no_others();
    f.absorb(held);
  }
  if (f.has("reviewedApprovals")) {
    for (const Json& reviewed : f.array("reviewedApprovals")) {
      JsonFields tool(reviewed, "a reviewed approval");
      header.reviewed_approvals[tool.text("tool")] = tool.text("approval");
      tool.expect_no_others();
      f.absorb(tool);
    }
  }
  (void)f.has("prevSha256");
  f.expect_no_others();
  if (f.error()) return *f.error();
  if (!provenance) return provenance.error();
  header.provenance = std::move(*provenance);
  return header;
}

std::string footer_to_json(const JournalFooter& footer) {
  Json json = Json::object();
  json["type"] = "footer";
  json["interrupted"] = footer.interrupted;
  json["counts"] = Json::object();
  for (const auto& [name, count] : footer.counts) json["counts"][name] = count;
  std::string out = json.dump();
  out.pop_back();
  if (footer.cost_stop) {
    const Json stop = {{"limitUsd", footer.cost_stop->limit_usd},
                       {"knownUsd", footer.cost_stop->known_usd}};
    out += ",\"costStop\":" + stop.dump();
  }
  if (!footer.stopped_early.empty()) {
    out += ",\"stoppedEarly\":[";
    for (std::size_t i = 0; i < footer.stopped_early.size(); ++i) {
      const EarlyStop& stop = footer.stopped_early[i];
      out += i == 0 ? "{\"caseId\":" : ",{\"caseId\":";
      append_text_json(out, stop.case_id);
      out +=
          ",\"after\":" + std::to_string(stop.after) + ",\"of\":" + std::to_string(stop.of) + '}';
    }
    out += ']';
  }
  return out + '}';
}

Result<JournalFooter> footer_from_json(std::string_view line) {
  const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return Error{.reason = "the footer is no JSON"};
  JsonFields f(json, "the footer");
  JournalFooter out;
  (void)f.text("type");
  out.interrupted = f.boolean("interrupted");
  const Json& counts = f.object("counts");
  for (const auto& [name, count] : counts.items()) {
    if (count.is_number_unsigned()) out.counts[name] = count.get<std::uint64_t>();
  }
  if (f.has("costStop")) {
    JsonFields stop(f.object("costStop"), "the cost stop");
    out.cost_stop = CostStop{stop.amount("limitUsd"), stop.amount("knownUsd")};
    f.absorb(stop);
  }
  if (f.has("stoppedEarly")) {
    for (const Json& entry : f.array("stoppedEarly")) {
      JsonFields stop(entry, "a case that stopped early");
      out.stopped_early.push_back(
          {stop.text("caseId"), stop.number32("after"), stop.number32("of")});
      f.absorb(stop);
    }
  }
  (void)f.has("prevSha256");
  f.expect_no_others();
  if (f.error()) return *f.error();
  return out;
}

Result<JournalLineType> journal_line_type(std::string_view line) {
  std::string_view rest = line;
  std::string type;
  if (take(rest, "{\"type\":")) {
    if (const auto plain = take_plain_string(rest)) type = *plain;
  } else {
    const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    JsonFields f(json, "the line");
    type = f.text("type");
  }
  if (type == "attempt") return JournalLineType::attempt;
  if (type == "judgement") return JournalLineType::judgement;
  if (type == "header") return JournalLineType::header;
  if (type == "footer") return JournalLineType::footer;
  return Error{.reason = "the line is no header, attempt, judgement or footer"};
}

Result<JournalReader::Entry> read_envelope(std::string_view line) {
  if (auto entry = read_envelope_prefix(line)) return std::move(*entry);
  const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return Error{.reason = "the line is no JSON"};
  JsonFields f(json, "the attempt");
  JournalReader::Entry entry{};
  entry.case_id = f.text("caseId");
  entry.trial = f.number32("trial");
  if (f.text("type") == "judgement") entry.judged_attempt = f.number32("judgedAttempt");
  entry.attempt = f.number32("attempt");
  entry.complete =
      f.named("outcome", outcome_from_name, AttemptOutcome::failed) != AttemptOutcome::failed;
  entry.retryable = f.boolean("retryable");
  if (f.has("failure")) {
    entry.failure = f.named("failure", failure_from_name, Failure::protocol_error);
  }
  if (entry.complete == entry.failure.has_value()) {
    f.fault("failure", "stands exactly where the outcome is \"failed\"");
  }
  if (f.error()) return *f.error();
  return entry;
}

}  // namespace tare

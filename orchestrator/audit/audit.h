// What an audit finds out: one cell for each case at each client. Plain data.
//
// The same recorded replies are put to every client, so whatever differs between cells of a row is
// the client's doing. A client is one variant of one adapter: the axes that change what a library
// does (streaming, kind of schema, local tool or MCP, provider) are variants.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/answer.h"
#include "model/call.h"
#include "model/finding.h"

namespace tare {

// What came of the model's calls, from best to worst; a cell has the worst of its calls.
enum class CellOutcome : std::uint8_t {
  verbatim,         // the tool got what the model wrote
  respelled,        // the same values, written otherwise
  coerced,          // other values, another tool, other calls
  error_to_model,   // no tool got it, and the client told the model of an error
  asked_again,      // no tool got it, and the client asked the model once more without a word of it
  error_to_caller,  // no tool got it, and the client's user gets an error
  dropped,          // no tool got it, and nobody was told
  died,             // the process ended over it
  not_measured,     // the attempt failed for another reason
};
inline constexpr std::size_t kCellOutcomes = 9;
std::string_view cell_outcome_name(CellOutcome outcome);  // "verbatim", "errorToModel", …
std::optional<CellOutcome> cell_outcome_from_name(std::string_view name);
std::string_view cell_outcome_words(CellOutcome outcome);  // "error to the model", for people

// One call of a cell on its way. Bytes as they were captured.
struct CellCall {
  CellOutcome outcome = CellOutcome::verbatim;
  std::optional<std::string> raw_name, raw_arguments;                // nullopt: from nowhere
  std::optional<std::string> normalized_name, normalized_arguments;  // nullopt: reached no tool
  std::vector<Finding> findings;
};

struct AuditCell {
  std::string case_id;
  std::string aim;  // the kind that the case tempts to; "" where it says none
  CellOutcome outcome = CellOutcome::verbatim;
  Severity severity = Severity::none;  // the worst
  Effect effect = Effect::neutral;     // damaged before rescued before neutral
  std::vector<std::string> kinds;      // of its findings, each once, worst first
  std::vector<CellCall> calls;
  std::string finished;  // "stop", "refusedByClient", …; "" where it did not
  std::string told;      // what the client said, or why it was not measured; "" for nothing
  std::uint32_t model_requests = 0;
};

struct AuditedClient {
  std::string name;           // "openai"
  std::string variant;        // "chat-stream"; "" where the adapter has none
  std::string settings_json;  // of the variant, "" if it has none
  std::vector<Layer> layers;  // as the adapter named them
  std::string run_folder;
  std::vector<AuditCell> cells;  // in the order of the corpus

  std::string id() const { return variant.empty() ? name : name + "/" + variant; }
  std::string version() const;  // of the layers: "openai 6.1.0 + zod 4.0"; "" if not told
};

struct Audit {
  std::string tare_version;
  std::string corpus_sha256;
  std::vector<AuditedClient> clients;
};

}  // namespace tare

// Which calls a decoder found and what became of them are two questions there: output that cannot
// be decoded is a fault where a call is due, and no call where none is. A client that refused
// stands for the first; arguments that are no JSON do on raw what they would do to the decoder.
#include "scoring/bfcl_verdict.h"

#include <algorithm>
#include <deque>
#include <vector>

#include "json/reader.h"
#include "scoring/bfcl_checker.h"

namespace tare {
namespace {

constexpr std::string_view kFailed = "ast_decoder:decoder_failed";

// JSON, or what Python's reader takes beside it: NaN and Infinity.
json::Value read_arguments(const std::string& text, json::Document& document) {
  if (!json::read_strict(text, document)) return document.root();
  if (json::read_tolerant(text, document)) return {};
  const bool words_alone =
      std::ranges::all_of(document.deviations(), [](const json::Deviation& deviation) {
        return deviation.kind == json::DeviationKind::nan_or_infinity;
      });
  return words_alone ? document.root() : json::Value();
}

// The calls of one side with their arguments read. Lives as long as they are looked at.
class ReadCalls {
 public:
  ReadCalls(const Answer& answer, const SideSelection& side) {
    for (const std::uint32_t index : side.views) {
      const View& view = answer.views[index];
      documents_.emplace_back();
      static const std::string kNone = "{}";
      const json::Value arguments =
          read_arguments(view.arguments ? *view.arguments : kNone, documents_.back());
      broken_ = broken_ || !arguments.valid();
      untold_ = untold_ || (!view.arguments && view.evidence == Evidence::none);
      not_objects_ = not_objects_ || (arguments.valid() && !arguments.is_object());
      calls_.push_back({view.name.value_or(""), arguments});
    }
  }
  const std::vector<BfclCall>& calls() const { return calls_; }
  void clear() { calls_.clear(); }
  bool broken() const { return broken_; }            // of some call they are no JSON
  bool untold() const { return untold_; }            // of some call nobody told them
  bool not_objects() const { return not_objects_; }  // of some call they are no object

 private:
  std::deque<json::Document> documents_;
  std::vector<BfclCall> calls_;
  bool broken_ = false, untold_ = false, not_objects_ = false;
};

BfclSide wrong(std::string_view error_type, std::string_view sentence) {
  return {false, false, "bfcl: " + std::string(error_type) + ": " + std::string(sentence)};
}

// A message of the client's that begins with the leaderboard's own word is shown as it is.
BfclSide refused(const Answer& answer) {
  const std::string& message = answer.finish_message;
  if (message.starts_with("ast_decoder:")) return {false, false, "bfcl: " + message};
  return wrong(kFailed, message.empty() ? "the client refused the model's calls" : message);
}

}  // namespace

BfclSide bfcl_verdict(const TestCase& test_case, const Answer& answer, const SideSelection& side,
                      bool normalized) {
  json::Document document;
  if (json::read_strict(test_case.expected.rare->bfcl_json, document)) {
    return {true, true, "bfcl: the expectation cannot be read"};
  }
  const json::Value stated = document.root();
  const std::string category = stated.find("category").as_string().value_or("");
  BfclTask task;
  task.version = stated.find("version").decoded_equals("v1") ? BfclVersion::v1 : BfclVersion::v4;
  task.category = category;
  task.functions = stated.find("functions");
  task.ground_truth = stated.find("groundTruth");
  const json::Value underscores = stated.find("underscoreNames");
  task.underscore_names =
      answer.underscore_names || (underscores.valid() && underscores.as_boolean().value_or(false));
  const BfclRule rule = bfcl_rule(task.version, category);
  const bool counted = rule == BfclRule::no_call || rule == BfclRule::any_call;

  ReadCalls read(answer, side);
  if (!counted && normalized && read.calls().empty() && side.selection.client_refused) {
    return refused(answer);
  }
  const bool wrong_format = task.version == BfclVersion::v4 && read.not_objects();
  if (read.broken() || wrong_format) {
    if (!counted) {
      return read.broken() ? wrong(kFailed, "the arguments of a call are not JSON")
                           : wrong("ast_decoder:decoder_wrong_output_format",
                                   "the arguments of a call are no object");
    }
    read.clear();
  }
  const std::optional<BfclFault> fault = check_bfcl(task, read.calls());
  if (!fault) return {};
  // A wrong name or count is wrong whatever the arguments were.
  const bool hangs_on_arguments = !fault->error_type.ends_with("wrong_count") &&
                                  !fault->error_type.ends_with("wrong_func_name") && !counted;
  if (read.untold() && hangs_on_arguments) {
    return {true, true, "bfcl: which arguments the calls had is not on record"};
  }
  return wrong(fault->error_type, fault->sentence);
}

}  // namespace tare

// Calls out of a JSON value, whole or broken.
//
// Most formats hold a call as an object with a name and arguments, or a list of such, and differ in
// what the members are called. JSON that parses is taken as it is; JSON that does not is read
// tolerantly up to a limit that the caller knows (a closing tag, the next call), and what can be
// told is told: the arguments stay the bytes that stand there.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "formats/model_text.h"
#include "json/value.h"

namespace tare::formats {

enum class CallShape {
  named,          // {"name": "f", "arguments": {…}}; either may be missing
  complete,       // the same, with both: for JSON that no tag announces
  complete_only,  // and with no member that a call does not have
  keyed_by_name,  // {"f": {…}}
};

class JsonCalls {
 public:
  explicit JsonCalls(std::string_view text) : text_(text) {}

  // A JSON value begins at `at` and is whole: its calls are appended. False, and `stopped` is where
  // the reading failed, if it is broken.
  bool take_whole(std::size_t at, CallShape shape, ModelText& out);

  // The same for a broken value that ends before `limit`; calls in which a fault lies are marked
  // malformed. `stopped` is the end of what was read.
  void take_broken(std::size_t at, std::size_t limit, CallShape shape, ModelText& out);

  // The end of the whole JSON value at `at`; nullopt if it is broken.
  std::optional<std::size_t> end_of_value(std::size_t at);

  // Where the last reading ended, in the text.
  std::size_t stopped() const { return stopped_; }
  // Whether the last whole reading failed only because the text ended: then all of the text from
  // its beginning lies within the value, tags too.
  bool ran_to_end() const { return ran_to_end_; }
  // Whether all that the last value held were calls.
  bool all_were_calls() const { return all_were_calls_; }

 private:
  // Reads the value at `at` strictly into document_; false where it is broken.
  bool read_value(std::size_t at);
  void append_calls(json::Value value, std::size_t base, CallShape shape, ModelText& out);
  void append_one(json::Value value, std::size_t base, CallShape shape, ModelText& out);

  std::string_view text_;
  json::Document document_;  // kept for its memory
  std::size_t stopped_ = 0;
  std::size_t failed_bytes_ = 0;  // read by readings that failed
  bool all_were_calls_ = false;
  bool ran_to_end_ = false;
};

}  // namespace tare::formats

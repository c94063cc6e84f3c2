// Reads what an adapter prints on stdout, as it comes, into an Answer.
//
// A passive mechanism: the owner feeds bytes and asks what they amount to. It knows the noise
// policy, the short form (which may span lines), and when an answer has ended; event_reader.h knows
// what an object says. The same reading of objects serves a journal, so a run is scored by what was
// recorded, not by what was remembered.
//
// Passed over: blank lines, white space around a line, a carriage return before the newline, and a
// byte order mark at the very start of stdout. Kept: broken UTF-8 and lone surrogates inside
// strings (they are evidence); anywhere else they are a breach, as is a NUL.
//
// With mixed_stdout a line that is no event and no single-line short form is log text. A line that
// begins as an event does and is no JSON, an event of an unknown name and anything of the protocol
// after the end stay breaches: taken for log text they would be calls lost in silence.
//
// Cost: each byte is looked at a bounded number of times, whatever the pieces; a small answer costs
// a few microseconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/answer.h"

namespace tare {

struct AnswerLimits {
  std::size_t line_bytes = 4194304;
  std::uint32_t depth = 1024;
  bool mixed_stdout = false;  // adapter.stdout: "mixed"
};

// A breach of the protocol. `text` is for a person: which line, its first 200 bytes (escaped), why,
// and how to mend it.
struct ProtocolBreach {
  std::string text;
  std::uint64_t line = 0;    // of stdout, from 1
  std::uint64_t offset = 0;  // byte offset in stdout
  std::string line_bytes;    // its first 200 bytes, raw
};

class AnswerReader {
 public:
  explicit AnswerReader(AnswerLimits limits);
  ~AnswerReader();
  AnswerReader(AnswerReader&&) noexcept;
  AnswerReader& operator=(AnswerReader&&) noexcept;

  enum class State : std::uint8_t {
    reading,   // more is expected
    answered,  // `finished` (or a whole short form) was read; anything but white space now is a
               // breach
    breach,    // see breach()
  };
  // After a breach nothing more is read: the first one stands.
  State feed(std::string_view bytes);
  // stdout has closed: a last line without a newline counts if it parses, and is noted.
  State end_of_stream();

  State state() const;
  const ProtocolBreach& breach() const;

  // Was a call seen at `text` or `wire`? Decides clientCrash.
  bool raw_call_seen() const;
  bool missing_newline() const;
  std::uint32_t log_lines() const;
  std::uint64_t bytes_seen() const;
  // For a "no `finished`" message: what the stream ended in, such as a cut record.
  std::string describe_end() const;

  // The event lines verbatim, in order (a short form is one entry, log lines are left out), and
  // what they say. Ends the reader.
  std::vector<std::string> take_events();
  Answer take_answer();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// For a journal: the answer that these event texts give. Never fails on what an AnswerReader
// accepted; a text that cannot be read any more is skipped and counted in `unreadable`.
Answer answer_from_events(const std::vector<std::string>& events,
                          std::size_t* unreadable = nullptr);

// A manifest from a JSON array of tools (a suite's `tools`, or a `manifest` event's). Verbatim
// schemas. On bad input: nullopt and a reason.
std::optional<Manifest> manifest_from_tools_json(std::string_view json, std::string* reason);

}  // namespace tare

// `adapter` where its kind is `command`: members that mean something else there, or nothing.
//
// A member of the other kind is refused rather than passed over: who writes "stdout": "mixed" for a
// program that speaks no protocol believes that its output is read.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "suite/command_template.h"
#include "suite/sections.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 2> kProtocolStdout = {"strict", "mixed"};
constexpr std::array<std::string_view, 2> kCommandStdout = {"log", "answer"};
constexpr std::array<std::string_view, 3> kCommandStdin = {"none", "request", "messages"};

bool is_word_of(json::Value v, std::span<const std::string_view> list) {
  return v.valid() && v.is_string() &&
         std::any_of(list.begin(), list.end(),
                     [&](std::string_view word) { return v.decoded_equals(word); });
}

// REQUIRES: `words` is the array that `command` was read from.
void check_words(ValueReader& reader, json::Value words, const std::vector<std::string>& command) {
  std::size_t index = 0;
  for (const json::Value word : words.elements()) {
    const std::size_t i = index++;
    if (!word.is_string() || i >= command.size()) continue;
    const auto parts = split_template(command[i]);
    if (!parts) {
      // The program is looked for once, before the run: it has no placeholders, and none to get
      // wrong.
      if (i > 0) {
        reader.fault(word, fmt::format("command[{}]: {}", i, parts.error().reason),
                     parts.error().mend);
      }
      continue;
    }
    for (const TemplatePart& part : *parts) {
      if (!part.placeholder) continue;
      const std::string_view name = placeholder_name(*part.placeholder);
      if (i == 0) {
        reader.fault(word, fmt::format("{{{}}} stands in the name of the program", name),
                     "name one program; placeholders are for its arguments");
        break;
      }
      const std::string interpreter = interpreter_of(command, i);
      if (interpreter.empty() || !is_free_text(*part.placeholder)) continue;
      reader.fault(word,
                   fmt::format("command[{}] is code for {}, and {{{}}} would become part of it", i,
                               interpreter, name),
                   interpreter == "python" || interpreter == "node"
                       ? "pass it as an argument of its own, behind the code"
                       : fmt::format("pass it as an argument of its own: [\"sh\", \"-c\", \"agent "
                                     "\\\"$1\\\"\", \"sh\", \"{{{}}}\"]",
                                     name));
      break;
    }
  }
}

}  // namespace

void read_command_kind(ValueReader& reader, const AdapterMembers& members, AdapterSpec& out) {
  if (members.command.valid() && members.command.is_array()) {
    check_words(reader, members.command, out.command);
  }
  if (is_word_of(members.stdout_mode, kProtocolStdout)) {
    reader.fault(members.stdout_mode,
                 fmt::format("\"stdout\": {} is for adapters that speak the protocol",
                             shown(members.stdout_mode)),
                 "for kind \"command\" write \"log\", or \"answer\" where stdout is the final "
                 "answer");
  } else if (auto mode = reader.choice(members.stdout_mode, "stdout", kCommandStdout)) {
    out.command_stdout = *mode == 1 ? CommandStdout::answer : CommandStdout::log;
  }
  if (auto feed = reader.choice(members.stdin_feed, "stdin", kCommandStdin)) {
    out.command_stdin = static_cast<CommandStdin>(*feed);
  }
  read_command_files(reader, members.files, out);
  if (out.reuse > 1) {
    reader.fault(members.reuse, "\"reuse\" is for adapters that speak the protocol",
                 "remove it: a program of kind \"command\" answers by ending");
  }
}

void read_protocol_kind(ValueReader& reader, const AdapterMembers& members, AdapterSpec& out) {
  if (is_word_of(members.stdout_mode, kCommandStdout)) {
    reader.fault(members.stdout_mode,
                 fmt::format("\"stdout\": {} is for kind \"command\"", shown(members.stdout_mode)),
                 "add \"kind\": \"command\" if the program does not speak the protocol");
  } else if (auto mode = reader.choice(members.stdout_mode, "stdout", kProtocolStdout)) {
    out.mixed_stdout = *mode == 1;
  }
  if (members.stdin_feed.valid()) {
    reader.fault(members.stdin_feed, "\"stdin\" is for kind \"command\"",
                 "remove it: an adapter that speaks the protocol reads its request there; or add "
                 "\"kind\": \"command\"");
  }
  if (members.files.valid()) {
    reader.fault(members.files, "\"files\" is for kind \"command\"",
                 "remove it: an adapter that speaks the protocol writes into TARE_SCRATCH itself; "
                 "or add \"kind\": \"command\"");
  }
}

}  // namespace tare

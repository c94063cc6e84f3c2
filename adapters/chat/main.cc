// tare-chat: an adapter that shows what a served model's tool parser does.
//
// Reads requests of Tare's protocol, one a line, until end of input, and answers each with events.
// Every trouble that a server can make is an answer; only a wrong command line ends it at once.
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <string>
#include <utility>

#include "base/escape.h"
#include "base/file.h"
#include "conversation.h"
#include "options.h"

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  std::string help;
  auto options = tare::chat::read_options(argc, argv, help);
  if (!options) {
    const tare::Error& error = options.error();
    const std::string text = tare::escape_for_terminal(error.reason);
    (void)tare::write_all(STDERR_FILENO, fmt::format("tare-chat: {}\n  {}\n", text, error.mend));
    return 2;
  }
  if (!help.empty()) return tare::write_all(STDOUT_FILENO, help) ? 0 : 1;
  std::ios::sync_with_stdio(false);
  tare::chat::Conversations conversations(std::move(options).value());
  for (std::string line; std::getline(std::cin, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    if (!conversations.answer(line)) return 1;
  }
  return 0;
}

// What tare-chat was told: where to ask, how, and by what names the parser behind it goes.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "proxy/upstream.h"

namespace tare::chat {

enum class Asking : std::uint8_t { whole, stream, both };

struct Options {
  std::string url;          // "" if neither --url nor OPENAI_BASE_URL names one
  std::string key_from;     // the variable that holds the key
  bool key_wanted = false;  // --key-from was given: the variable must be set
  Asking asking = Asking::whole;
  std::string parser;       // the server's own name for its tool parser, "" if not told
  std::string text_format;  // a name of docs/formats.md, "" for detection
  bool text = true;         // ask for the text before the parser
};

// The command line. An error has the words for stderr; `help` is set where that is all that was
// asked, and holds the text.
Result<Options> read_options(int argc, char** argv, std::string& help);

// Where that leads, with the key out of the environment.
Result<proxy::Upstream> upstream_of(const Options& options);

}  // namespace tare::chat

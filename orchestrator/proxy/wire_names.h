// Under which names the offered tools were sent to the model.
//
// Clients give tools of an MCP server names of their own making: "mcp__rec__get_ticket", or
// "get_ticket" within a namespace. Where it is plain which offered tool is meant, a call under such
// a name is a call of that tool and no change of name. A sent name stands for the longest offered
// one that it ends with, so "mcp__rec__get_ticket" is no "ticket".
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/manifest.h"
#include "proxy/reply_script.h"

namespace tare::proxy {

// Offered names and the names under which they were sent, where these differ and the match is
// plain: the name behind a prefix with a separator, or with its separators exchanged.
std::vector<std::pair<std::string, std::string>> wire_names(const Manifest& sent,
                                                            const Manifest& offered);

// A script says the tools' own names; a model would say those that it was offered. Calls of offered
// tools get the name, and the namespace, under which this request sent them; all other names stay
// what they are.
void say_as_sent(std::vector<ScriptedCall>& calls, const Manifest& sent, const Manifest& offered);

}  // namespace tare::proxy

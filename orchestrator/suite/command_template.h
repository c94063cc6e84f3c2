// The words of a command with placeholders: {request}, {messages}, {caseId}, …
//
// A program that knows nothing of the protocol gets the case through its arguments. A value goes
// whole into the word in which its placeholder stands: it is never split, quoted or looked at
// again, so no text of a case can become a second argument, another placeholder or, since there is
// no shell, a command.
//
// JSON and shell scripts stand in such words too, so only {letters} is a placeholder: any other
// brace is itself, and so is one after a '$'. "{{" is a brace where it would not be.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tare {

enum class Placeholder : std::uint8_t {
  request,
  messages,
  instructions,
  case_id,
  trial,
  attempt,
  max_turns,
  deadline_ms,
  model,
  variant,
  scratch,
  home,
  model_url,
  mcp_url,
  tare,
};
inline constexpr std::size_t kPlaceholders = 15;
std::string_view placeholder_name(Placeholder placeholder);  // "request", "caseId", …

struct TemplatePart {
  std::optional<Placeholder> placeholder;
  std::string text;  // where it is none
};
// The error has a reason and a way to mend it, and no place.
Result<std::vector<TemplatePart>> split_template(std::string_view word);

using PlaceholderValues = std::array<std::string, kPlaceholders>;
inline std::string& value_of(PlaceholderValues& values, Placeholder placeholder) {
  return values[static_cast<std::size_t>(placeholder)];
}

// REQUIRES: every word but the first can be split. An error where a value cannot be an argument: it
// holds a NUL, or the word would be longer than the system takes.
Result<std::vector<std::string>> fill_command(const std::vector<std::string>& command,
                                              const PlaceholderValues& values);

// The same for a file. `json`: values are put in as JSON strings hold them, without the quotes.
std::string fill_file(std::string_view text, bool json, const PlaceholderValues& values);

bool uses(const std::vector<std::string>& command, Placeholder placeholder);
bool uses(std::string_view text, Placeholder placeholder);

// The interpreter that would read word `index` as code ("sh" of ["sh", "-c", CODE]), or "".
std::string interpreter_of(const std::vector<std::string>& command, std::size_t index);

// Is the value a text that a case or a suite wrote, and no number or path of Tare's own?
bool is_free_text(Placeholder placeholder);

}  // namespace tare

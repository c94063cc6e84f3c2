#include "suite/command_template.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "base/nearest_name.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, kPlaceholders> kNames = {
    "request", "messages", "instructions", "caseId", "trial",
    "attempt", "maxTurns", "deadlineMs",   "model",  "variant",
    "scratch", "home",     "modelUrl",     "mcpUrl", "tare"};

// What Linux takes as one argument, its end included (MAX_ARG_STRLEN).
constexpr std::size_t kLongestArgument = 131072 - 1;

constexpr std::array<std::string_view, 8> kShells = {"sh",  "bash", "dash", "zsh",
                                                     "ksh", "ash",  "fish", "python"};
constexpr std::array<std::string_view, 4> kEvaluators = {"node", "nodejs", "perl", "ruby"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The name in "{name}" at the start of `text`, or "".
std::string_view braced_name(std::string_view text) {
  if (text.size() < 3 || !is_letter(text[1])) return {};
  std::size_t end = 2;
  while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
  return end < text.size() && text[end] == '}' ? text.substr(1, end - 1) : std::string_view();
}

std::optional<Placeholder> placeholder_from(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Placeholder>(found - kNames.begin());
}

Error refuse(std::string reason, std::string mend) {
  return Error{.kind = ErrorKind::input, .reason = std::move(reason), .mend = std::move(mend)};
}

// "/usr/bin/python3.11" is python.
std::string_view program_name(std::string_view word) {
  if (const std::size_t slash = word.rfind('/'); slash != std::string_view::npos) {
    word.remove_prefix(slash + 1);
  }
  while (!word.empty() && (is_digit(word.back()) || word.back() == '.')) word.remove_suffix(1);
  return word;
}

bool takes_code(std::string_view program, std::string_view option) {
  if (std::find(kShells.begin(), kShells.end(), program) != kShells.end()) {
    return option.size() > 1 && option[0] == '-' && option.back() == 'c' &&
           std::all_of(option.begin() + 1, option.end(), is_letter);
  }
  if (std::find(kEvaluators.begin(), kEvaluators.end(), program) == kEvaluators.end()) return false;
  return option == "-e" || option == "-p" || option == "-pe" || option == "--eval" ||
         option == "--print";
}

}  // namespace

std::string_view placeholder_name(Placeholder placeholder) {
  return kNames[static_cast<std::size_t>(placeholder)];
}

Result<std::vector<TemplatePart>> split_template(std::string_view word) {
  std::vector<TemplatePart> parts;
  std::string text;
  char before = '\0';
  while (!word.empty()) {
    std::size_t taken = 1;
    if (word[0] != '{') {
      text += word[0];
    } else if (word.starts_with("{{")) {
      const std::string_view inner = braced_name(word.substr(1));
      if (placeholder_from(inner) && word.substr(1 + inner.size() + 2).starts_with("}")) {
        return refuse(
            fmt::format("{{{{{}}}}} has two braces", inner),
            fmt::format("write {{{}}}; \"{{{{\" is a brace that is no placeholder", inner));
      }
      text += '{';
      taken = 2;
    } else if (const std::string_view name = braced_name(word); name.empty()) {
      text += '{';
    } else if (const auto placeholder = placeholder_from(name); before == '$') {
      if (placeholder) {
        return refuse(fmt::format("${{{}}} is a placeholder with a '$'", name),
                      fmt::format("write {{{}}}, or ${{{{{}}} for the text itself", name, name));
      }
      text += '{';
    } else if (placeholder) {
      if (!text.empty()) parts.push_back({std::nullopt, std::move(text)});
      text.clear();
      parts.push_back({placeholder, {}});
      taken = name.size() + 2;
    } else {
      return refuse(fmt::format("{{{}}} is no placeholder", shorten(name, 64)),
                    fmt::format("{}; {{{{{}}} is the text itself", nearest_name_hint(name, kNames),
                                shorten(name, 64)));
    }
    before = word[taken - 1];
    word.remove_prefix(taken);
  }
  if (!text.empty()) parts.push_back({std::nullopt, std::move(text)});
  return parts;
}

Result<std::vector<std::string>> fill_command(const std::vector<std::string>& command,
                                              const PlaceholderValues& values) {
  std::vector<std::string> out;
  out.reserve(command.size());
  for (std::size_t i = 0; i < command.size(); ++i) {
    if (i == 0) {
      out.push_back(command[i]);
      continue;
    }
    const auto parts = split_template(command[i]);
    if (!parts) return parts.error();
    std::string word;
    std::string_view last = "";  // the placeholder that made it what it is
    for (const TemplatePart& part : *parts) {
      const std::string& piece =
          part.placeholder ? values[static_cast<std::size_t>(*part.placeholder)] : part.text;
      if (part.placeholder) last = placeholder_name(*part.placeholder);
      if (piece.find('\0') != std::string::npos) {
        return refuse(
            fmt::format("{{{}}} in command[{}] would hold a NUL, which no argument can", last, i),
            "pass it by {messages}, which is a file, or by \"stdin\"");
      }
      word += piece;
    }
    if (word.size() > kLongestArgument) {
      return refuse(fmt::format("command[{}] with {{{}}} in it has {} bytes; an argument holds at "
                                "most {}",
                                i, last, word.size(), kLongestArgument),
                    "pass it by {messages}, which is a file, or by \"stdin\"");
    }
    out.push_back(std::move(word));
  }
  return out;
}

std::string fill_file(std::string_view text, bool json, const PlaceholderValues& values) {
  std::string out;
  const auto parts = split_template(text);
  if (!parts) return std::string(text);
  for (const TemplatePart& part : *parts) {
    if (!part.placeholder) {
      out += part.text;
      continue;
    }
    const std::string& value = values[static_cast<std::size_t>(*part.placeholder)];
    if (!json) {
      out += value;
      continue;
    }
    const std::string quoted = quote_json(value);
    out.append(quoted, 1, quoted.size() - 2);
  }
  return out;
}

bool uses(const std::vector<std::string>& command, Placeholder placeholder) {
  return std::any_of(command.begin() + (command.empty() ? 0 : 1), command.end(),
                     [&](const std::string& word) { return uses(word, placeholder); });
}

bool uses(std::string_view text, Placeholder placeholder) {
  const auto parts = split_template(text);
  return parts && std::any_of(parts->begin(), parts->end(), [&](const TemplatePart& part) {
           return part.placeholder == placeholder;
         });
}

std::string interpreter_of(const std::vector<std::string>& command, std::size_t index) {
  if (index < 2) return "";
  // Back over options to the program: ["bash", "-e", "-c", CODE].
  for (std::size_t i = index - 1; i > 0 && command[i].starts_with('-'); --i) {
    const std::string_view program = program_name(command[i - 1]);
    if (takes_code(program, command[index - 1])) return std::string(program);
  }
  return "";
}

bool is_free_text(Placeholder placeholder) {
  switch (placeholder) {
    case Placeholder::request:
    case Placeholder::instructions:
    case Placeholder::case_id:
    case Placeholder::model:
    case Placeholder::variant:
      return true;
    case Placeholder::messages:
    case Placeholder::trial:
    case Placeholder::attempt:
    case Placeholder::max_turns:
    case Placeholder::deadline_ms:
    case Placeholder::scratch:
    case Placeholder::home:
    case Placeholder::model_url:
    case Placeholder::mcp_url:
    case Placeholder::tare:
      return false;
  }
  return true;
}

}  // namespace tare

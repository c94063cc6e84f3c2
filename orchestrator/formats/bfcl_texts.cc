#include "formats/bfcl_texts.h"

#include "base/ascii.h"
#include "formats/text_scan.h"

namespace tare::formats {
namespace {

constexpr std::string_view kFence = "```";

// Brackets where none stand; `pad` beside those that are added.
std::string bracketed(std::string text, std::string_view pad = "") {
  if (!text.starts_with('[')) text = "[" + std::string(pad) + text;
  if (!text.ends_with(']')) text += std::string(pad) + "]";
  return text;
}

// From the first [ to the last ].
std::optional<std::string> between_brackets(std::string_view text) {
  const std::size_t open = text.find('[');
  const std::size_t close = text.rfind(']');
  if (open == kNone || close == kNone || close < open) return std::nullopt;
  return std::string(text.substr(open, close - open + 1));
}

// The first […] without a ] in it, of what stands behind the first fence's mark.
std::optional<std::string> first_list_in_fence(std::string_view text) {
  const std::size_t fence = text.find(kFence);
  if (fence == kNone) return std::nullopt;
  text = text.substr(fence + kFence.size());
  text = text.substr(0, text.find(kFence));
  const std::size_t open = text.find('[');
  const std::size_t close = open == kNone ? kNone : text.find(']', open);
  if (close == kNone) return std::nullopt;
  return std::string(text.substr(open, close - open + 1));
}

// 'x' becomes x, pair by pair.
std::string without_single_quotes(std::string_view text) {
  std::string out;
  std::size_t at = 0;
  for (;;) {
    const std::size_t open = text.find('\'', at);
    const std::size_t close = open == kNone ? kNone : text.find('\'', open + 1);
    if (close == kNone) break;
    out += text.substr(at, open - at);
    out += text.substr(open + 1, close - open - 1);
    at = close + 1;
  }
  out += text.substr(at);
  return out;
}

std::string of_quoted_calls(std::string_view given) {
  std::string text = bracketed(replaced(given, "\n", ""), " ");
  if (text.starts_with("['")) {
    text = replaced(text, "['", "[");
    text = replaced(text, "', '", ", ");
    text = replaced(text, "','", ", ");
  }
  if (text.ends_with("']")) text = replaced(text, "']", "]");
  return text;
}

std::string without_ends(std::string_view text, std::string_view dropped) {
  const std::size_t first = text.find_first_not_of(dropped);
  if (first == kNone) return {};
  return std::string(text.substr(first, text.find_last_not_of(dropped) - first + 1));
}

}  // namespace

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  std::size_t at = 0;
  for (std::size_t next; (next = text.find(from, at)) != kNone; at = next + from.size()) {
    out += text.substr(at, next - at);
    out += to;
  }
  out += text.substr(at);
  return out;
}

std::string_view without_fence(std::string_view text) {
  const std::size_t open = text.find(kFence);
  if (open == kNone) return text;
  const std::size_t line = text.find('\n', open);
  if (line == kNone) return text;
  const std::size_t close = text.find(kFence, line);
  return without_blank_ends(text.substr(line + 1, close == kNone ? kNone : close - line - 1));
}

std::optional<std::string> bfcl_python_text(BfclFamily family, std::string_view text) {
  switch (family) {
    case BfclFamily::python_brackets:
      if (text.empty()) return std::nullopt;
      if (text.front() == ' ') text.remove_prefix(1);
      return bracketed(std::string(text));
    case BfclFamily::python_cohere:
      return bracketed(std::string(text));
    case BfclFamily::python_llama3:
      return bracketed(replaced(text, "\n", ""));
    case BfclFamily::python_mistral:
      return bracketed(replaced(text, "\\_", "_"));
    case BfclFamily::python_gorilla:
      return "[" + std::string(text) + "]";
    case BfclFamily::python_nexus:
      if (text.ends_with(';')) text.remove_suffix(1);
      return "[" + replaced(text, ";", ",") + "]";
    case BfclFamily::python_gemma:
      return between_brackets(text);
    case BfclFamily::python_deepseek:
      return first_list_in_fence(text);
    case BfclFamily::python_databricks: {
      std::string plain = bracketed(replaced(without_single_quotes(text), "\n    ", ""));
      return plain.starts_with("['") ? replaced(plain, "['", "[") : plain;
    }
    case BfclFamily::python_nemotron:
      return of_quoted_calls(text);
    case BfclFamily::python_v4:
      // The parser's own wrapper takes blanks and quotes off once more.
      return without_ends(without_blank_ends(bracketed(without_ends(text, "`\n "))), "'");
    case BfclFamily::function_calls:
    case BfclFamily::function_objects:
    case BfclFamily::function_parts:
    case BfclFamily::hermes:
    case BfclFamily::xlam:
    case BfclFamily::glm:
    case BfclFamily::granite:
    case BfclFamily::python:
      break;
  }
  return std::string(text);
}

}  // namespace tare::formats

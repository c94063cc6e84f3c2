// Calls in the syntax of a programming language: Python's (Llama 4, LFM2, OLMo 3, Gemma's
// tool_code), and the one of Gemma 4 and FunctionGemma.
//
// Most stand between two marks, and only there are they calls. A list of calls without marks is one
// where the text begins with it, or a line does: within a sentence it is an example.
#include <algorithm>
#include <array>
#include <vector>

#include "formats/beside_calls.h"
#include "formats/gemma_call.h"
#include "formats/python_calls.h"
#include "formats/readers.h"
#include "formats/text_scan.h"

namespace tare::formats {
namespace {

struct Block {
  std::string_view open, close;
  bool json_words;  // its template prints values as JSON
};
constexpr std::array kBlocks = {
    Block{"<|tool_call_start|>", "<|tool_call_end|>", false},
    Block{"<|python_start|>", "<|python_end|>", false},
    Block{"<function_calls>", "</function_calls>", true},
    Block{"```tool_code", "```", false},
    Block{"<tool_code>", "</tool_code>", false},
};
constexpr std::array kGemmaMarks = {
    GemmaMarks{"<|tool_call>", "<tool_call|>", "<|\"|>"},
    GemmaMarks{"<start_function_call>", "<end_function_call>", "<escape>"},
};

class SyntaxReader {
 public:
  SyntaxReader(std::string_view text, ModelText& out) : text_(text), out_(out) {}

  void read() {
    for (const GemmaMarks& marks : kGemmaMarks) read_gemma(marks);
    for (const Block& block : kBlocks) {
      if (markup_.empty()) read_blocks(block);
    }
    if (markup_.empty()) read_bare_list();
    append_passages(text_, markup_, out_);
  }

 private:
  void read_gemma(const GemmaMarks& marks);
  void read_blocks(const Block& block);
  void read_bare_list();
  // The calls appended since `first` stand in one stretch of markup.
  void join_markup(std::size_t first, Span markup, bool closed);

  std::string_view text_;
  ModelText& out_;
  std::vector<Span> markup_;
};

void SyntaxReader::join_markup(std::size_t first, Span markup, bool closed) {
  out_.calls[first].span.begin = markup.begin;
  out_.calls.back().span.end = markup.end;
  if (!closed) out_.calls.back().malformed = true;
  markup_.push_back(markup);
}

void SyntaxReader::read_gemma(const GemmaMarks& marks) {
  if (!markup_.empty()) return;
  GemmaNextMarks next{NextMark(text_, marks.open), NextMark(text_, marks.close)};
  NextMark opens(text_, marks.open);
  std::size_t at = opens.unquoted_from(0);
  while (at != kNone) {
    const std::size_t end = read_gemma_call(text_, at, marks, next, out_);
    if (end != at) markup_.push_back({at, end});
    at = opens.unquoted_from(std::max(end, at + 1));
  }
}

void SyntaxReader::read_blocks(const Block& block) {
  NextMark next_open(text_, block.open), next_close(text_, block.close);
  std::size_t at = next_open.unquoted_from(0);
  while (at != kNone) {
    const std::size_t inner = at + block.open.size();
    const std::size_t next = std::min(next_open.unquoted_from(inner), text_.size());
    const std::size_t close = std::min(next_close.from(inner), next);
    const bool has_close = close < next;
    const std::size_t first = out_.calls.size();
    const PythonCalls calls = read_python_calls(text_, inner, close, block.json_words, out_);
    std::size_t end = inner;
    if (out_.calls.size() != first) {
      const bool fills = skip_blank(text_, calls.end) >= close;
      const bool closed = has_close && fills && calls.list_closed;
      end = !has_close ? calls.end : close + block.close.size();
      join_markup(first, {at, end}, closed);
    }
    at = next_open.unquoted_from(end);
  }
}

void SyntaxReader::read_bare_list() {
  std::size_t at = skip_blank(text_, 0);
  while (at < text_.size() && !(text_[at] == '[' && python_calls_begin(text_, at))) {
    const std::size_t line = text_.find('\n', at);
    if (line == kNone) return;
    at = skip_blank(text_, line);
  }
  if (at == text_.size()) return;
  const std::size_t first = out_.calls.size();
  const PythonCalls calls = read_python_calls(text_, at, text_.size(), false, out_);
  join_markup(first, {at, calls.end}, calls.list_closed);
}

}  // namespace

void read_call_syntax(const ReadTask& task, ModelText& out) { SyntaxReader(task.text, out).read(); }

}  // namespace tare::formats

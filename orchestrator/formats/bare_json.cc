// JSON that no tag announces: anywhere in the text, alone, in a list, in a code fence, or one after
// the other with semicolons between. Lists need no reading: their objects are found one by one.
//
// Only an object with a name and arguments is a call. An object that parses and is none is passed
// over as a whole; where one does not parse, everything that was open at the fault is broken alike,
// so the search goes on behind the fault: each byte is read a fixed number of times.
#include <algorithm>

#include "formats/family_readers.h"
#include "formats/text_scan.h"

namespace tare::formats {
namespace {

constexpr std::string_view kPythonTag = "<|python_tag|>";

class BareReader {
 public:
  BareReader(std::string_view text, CallShape shape, ModelText& out)
      : text_(text), shape_(shape), out_(out), json_(text) {}

  void read() {
    for (std::size_t at = 0; (at = text_.find('{', at)) != kNone;) {
      const std::size_t first = out_.calls.size();
      const std::size_t begin = at;
      const std::size_t key = skip_blank(text_, begin + 1);
      if (key == text_.size() || (text_[key] != '"' && text_[key] != '\'')) {
        at = std::min(key, text_.size());  // no object with members
        continue;
      }
      const bool is_whole = json_.take_whole(begin, shape_, out_);
      at = std::max(json_.stopped(), begin + 1);
      if (!is_whole && !tried_broken_ && begins_a_call(begin)) {
        tried_broken_ = true;
        json_.take_broken(begin, text_.size(), shape_, out_);
        if (out_.calls.size() > first) at = std::max(json_.stopped(), begin + 1);
      }
      if (out_.calls.size() > first) add_group(first, begin, at);
    }
    const std::size_t rest = text_.find_first_not_of(" \t\r\n];,", content_);
    if (content_ == 0 || rest != kNone) add_passage(text_, content_, text_.size(), out_);
  }

 private:
  // Broken JSON is read to the end of the text, so it has to look like a call to begin with.
  bool begins_a_call(std::size_t at) const {
    const std::size_t key = skip_blank(text_, at + 1);
    for (const std::string_view name : {"name", "tool_name", "function", "type", "arguments",
                                        "parameters", "id", "tool_calls", "tool_call"}) {
      if (stands_at(text_, key + 1, name) && (text_[key] == '"' || text_[key] == '\'')) return true;
    }
    return false;
  }

  // The calls of one object, with the layout around them: separators and brackets of a list, a code
  // fence, the tag.
  void add_group(std::size_t first, std::size_t begin, std::size_t end) {
    std::size_t opening = trim_back(begin, "[;, \t\r\n");
    if (opening != content_) {
      // In prose, only the bracket of a list.
      const std::size_t bracket = text_.substr(0, begin).find('[', trim_back(begin, "[ \t\r\n"));
      opening = std::min(bracket, begin);
    }
    const std::size_t word = trim_back(opening, " \t\r\n");
    std::size_t fence = word;
    while (fence > content_ && is_name_char(text_[fence - 1])) --fence;
    if (fence >= content_ + 3 && text_.substr(fence - 3, 3) == "```") {
      opening = fence - 3;
      fenced_ = true;
    } else if (word >= content_ + kPythonTag.size() &&
               stands_at(text_, word - kPythonTag.size(), kPythonTag)) {
      opening = word - kPythonTag.size();
    }
    const std::size_t bracket = skip_blank(text_, end);
    if (stands_at(text_, bracket, "]")) end = bracket + 1;
    const std::size_t behind = skip_fence_end(text_, end, fenced_);
    if (behind != end) fenced_ = false;
    add_passage(text_, content_, opening, out_);
    widen_spans(out_, first, opening, behind);
    content_ = behind;
  }

  // Back from `end` over the layout characters, not past what was taken already.
  std::size_t trim_back(std::size_t end, std::string_view layout) const {
    while (end > content_ && layout.find(text_[end - 1]) != kNone) --end;
    return end;
  }

  std::string_view text_;
  CallShape shape_;
  ModelText& out_;
  JsonCalls json_;
  std::size_t content_ = 0;  // all before is told
  bool fenced_ = false;      // a code fence is open
  bool tried_broken_ = false;
};

}  // namespace

void read_bare(std::string_view text, CallShape shape, ModelText& out) {
  BareReader(text, shape, out).read();
}

}  // namespace tare::formats

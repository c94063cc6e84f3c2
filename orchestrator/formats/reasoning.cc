#include "formats/reasoning.h"

#include <algorithm>

#include "formats/text_scan.h"

namespace tare::formats {
namespace {

struct Pair {
  std::string_view open, close;
};

constexpr Pair kPairs[] = {
    {"<think>", "</think>"},
    {"[THINK]", "[/THINK]"},
    {"<|START_THINKING|>", "<|END_THINKING|>"},
    {"<seed:think>", "</seed:think>"},
    {"<|channel>thought", "<channel|>"},
    {"<thinking>", "</thinking>"},
    {"<thought>", "</thought>"},
    {"<|inner_prefix|>", "<|inner_suffix|>"},
    {"", "[BEGIN FINAL RESPONSE]"},  // its opening is in the prompt
};

struct Tag {
  std::size_t begin = kNone, end = kNone;
  std::size_t pair = 0;
};

class Finder {
 public:
  Finder(std::string_view text, const std::vector<CallInText>& calls) : text_(text), calls_(calls) {
    for (const Pair& pair : kPairs) {
      opens_.emplace_back(text, pair.open);
      closes_.emplace_back(text, pair.close);
    }
  }

  std::vector<ReasoningBlock> find() {
    std::vector<ReasoningBlock> blocks;
    for (std::size_t at = 0;;) {
      const Tag open = next(opens_, at);
      const Tag close = next(closes_, at);
      const std::size_t begin = std::min(open.begin, close.begin);
      if (begin == kNone) break;
      const Tag& tag = open.begin < close.begin ? open : close;
      if (const std::size_t behind = talked_about(tag); behind != 0) {
        at = behind;
        continue;
      }
      if (close.begin < open.begin) {
        // A closing tag alone ends the reasoning that the prompt began; later ones mean nothing.
        const std::size_t from = blocks.empty() ? 0 : close.begin;
        blocks.push_back({{from, close.end}, {from, close.begin}});
        at = close.end;
        continue;
      }
      const std::size_t end = closes_[open.pair].from(open.end);
      if (end == kNone) {
        at = open.end;
        if (skip_blank(text_, 0) != open.begin) continue;  // a mention
        blocks.push_back({{open.begin, text_.size()}, {open.end, text_.size()}, true});
        break;
      }
      at = end + kPairs[open.pair].close.size();
      blocks.push_back({{open.begin, at}, {open.end, end}});
    }
    return blocks;
  }

 private:
  static Tag next(std::vector<NextMark>& marks, std::size_t at) {
    Tag tag;
    for (std::size_t i = 0; i < marks.size(); ++i) {
      const std::size_t begin = marks[i].from(at);
      if (begin < tag.begin) tag = {begin, begin + marks[i].mark().size(), i};
    }
    return tag;
  }

  // Where to go on if the tag is content or a mention, else 0.
  std::size_t talked_about(const Tag& tag) {
    while (call_ < calls_.size() && calls_[call_].span.end <= tag.begin) ++call_;
    if (call_ < calls_.size() && calls_[call_].span.begin <= tag.begin &&
        !calls_[call_].malformed) {
      return std::max(tag.end, calls_[call_].span.end);
    }
    const bool quoted =
        tag.begin > 0 && text_[tag.begin - 1] == '`' && stands_at(text_, tag.end, "`");
    return quoted ? tag.end : 0;
  }

  std::string_view text_;
  const std::vector<CallInText>& calls_;
  std::vector<NextMark> opens_, closes_;
  std::size_t call_ = 0;
};

}  // namespace

std::vector<ReasoningBlock> find_reasoning(std::string_view text,
                                           const std::vector<CallInText>& calls) {
  return Finder(text, calls).find();
}

}  // namespace tare::formats

#include "lint/pattern_sample.h"

#include <cstddef>

namespace tare {
namespace {

constexpr std::size_t kMaxDepth = 50, kMaxSample = 4096;

class Sampler {
 public:
  explicit Sampler(std::string_view pattern) : text_(pattern) {}

  std::optional<std::string> run() {
    std::string out = alternatives(0);
    if (bad_ || at_ != text_.size() || out.size() > kMaxSample) return std::nullopt;
    return out;
  }

 private:
  bool more() const { return at_ < text_.size(); }
  char now() const { return text_[at_]; }
  bool takes(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  // The first alternative; the others are read over.
  std::string alternatives(std::size_t depth) {
    if (depth > kMaxDepth) {
      bad_ = true;
      return "";
    }
    std::string first = sequence(depth);
    while (!bad_ && takes("|")) (void)sequence(depth);
    return first;
  }

  std::string sequence(std::size_t depth) {
    std::string out;
    while (!bad_ && more() && now() != '|' && now() != ')') {
      const std::string piece = atom(depth);
      const std::size_t times = least_count();
      for (std::size_t i = 0; i < times && out.size() <= kMaxSample; ++i) out += piece;
    }
    return out;
  }

  std::string atom(std::size_t depth) {
    if (takes("^") || takes("$") || takes("\\b") || takes("\\A") || takes("\\z") || takes("(?i)") ||
        takes("(?s)") || takes("(?m)")) {
      return "";
    }
    if (takes("(")) {
      if (takes("?") && !group_head()) return "";
      std::string inside = alternatives(depth + 1);
      if (!takes(")")) bad_ = true;
      return inside;
    }
    if (takes("[")) return of_class();
    if (takes(".")) return "a";
    if (takes("\\")) return escaped();
    return std::string(1, text_[at_++]);
  }

  // Behind "(?": a group that takes part in the text, or nothing known.
  bool group_head() {
    if (takes(":") || takes("i:")) return true;
    if (takes("P<") || takes("<")) {
      const std::size_t end = text_.find('>', at_);
      if (end != std::string_view::npos && now() != '=' && now() != '!') {
        at_ = end + 1;
        return true;
      }
    }
    bad_ = true;
    return false;
  }

  std::string escaped() {
    if (!more()) {
      bad_ = true;
      return "";
    }
    const char c = text_[at_++];
    switch (c) {
      case 'd':
        return "1";
      case 'w':
        return "a";
      case 's':
        return " ";
      case 'S':
      case 'D':
        return "a";
      case 'W':
        return "-";
      case 'n':
        return "\n";
      case 't':
        return "\t";
      default:
        break;
    }
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    bad_ = bad_ || letter;
    return std::string(1, c);
  }

  // The first character of a class; of a negated one the first printable that is not in it.
  std::string of_class() {
    const bool negated = takes("^");
    std::string members;  // single characters and, of ranges, both ends with what lies between
    while (more() && now() != ']') {
      std::string low = takes("\\") ? escaped() : std::string(1, text_[at_++]);
      if (bad_ || low.size() != 1) {
        bad_ = true;
        return "";
      }
      if (more() && now() == '-' && at_ + 1 < text_.size() && text_[at_ + 1] != ']') {
        ++at_;
        const char high = text_[at_++];
        for (int c = static_cast<unsigned char>(low[0]); c <= static_cast<unsigned char>(high); ++c)
          members += static_cast<char>(c);
      } else {
        members += low;
      }
    }
    if (!takes("]") || members.empty()) {
      bad_ = true;
      return "";
    }
    if (!negated) return members.substr(0, 1);
    for (char c = 'a'; c <= 'z'; ++c) {
      if (members.find(c) == std::string::npos) return std::string(1, c);
    }
    bad_ = true;
    return "";
  }

  // Behind an atom: how often at least.
  std::size_t least_count() {
    std::size_t least = 1;
    if (takes("*") || takes("?")) {
      least = 0;
    } else if (takes("+")) {
      least = 1;
    } else if (more() && now() == '{') {
      least = braced_count();
    }
    takes("?");
    return least;
  }

  std::size_t braced_count() {
    ++at_;
    std::size_t least = 0;
    while (more() && now() >= '0' && now() <= '9' && least <= kMaxSample) {
      least = least * 10 + static_cast<std::size_t>(now() - '0');
      ++at_;
    }
    const std::size_t end = text_.find('}', at_);
    if (end == std::string_view::npos || least > kMaxSample) {
      bad_ = true;
      return 0;
    }
    at_ = end + 1;
    return least;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool bad_ = false;
};

}  // namespace

std::optional<std::string> sample_of_pattern(std::string_view pattern) {
  return Sampler(pattern).run();
}

}  // namespace tare

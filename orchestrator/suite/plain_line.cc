// Names of members are compared where they stand, by their first letter: no name is looked for in a
// list, and none is taken out of the text.
#include "suite/plain_line.h"

namespace tare {
namespace {

// What case_parser.h refuses in an id, and a little more: escapes come in a string that is not
// plain. Above ASCII these are U+0080 to U+009F, U+2028 and U+2029.
bool is_plain_id(std::string_view id) {
  const auto byte = [&id](std::size_t i) { return static_cast<unsigned char>(id[i]); };
  for (std::size_t i = 0; i < id.size(); ++i) {
    if (byte(i) < 0x7f) continue;
    if (byte(i) == 0x7f) return false;
    if (byte(i) == 0xc2 && byte(i + 1) < 0xa0) return false;
    if (byte(i) == 0xe2 && byte(i + 1) == 0x80 && (byte(i + 2) & 0xfeu) == 0xa8) return false;
  }
  return !id.empty();
}

class PlainCaseReader {
 public:
  PlainCaseReader(LineCursor& cursor, PlainCase& out) : cursor_(cursor), out_(out) {}

  bool read() {
    if (!cursor_.take('{')) return false;
    do {
      if (!cursor_.take('"') || !read_member()) return false;
    } while (cursor_.take(','));
    return cursor_.take('}') && is_whole();
  }

 private:
  enum Seen : std::uint32_t {
    kId = 1,
    kRequest = 2,
    kMessages = 4,
    kExpectedTool = 8,
    kExpectedTools = 16,
    kAcceptable = 32,
    kRisk = 64,
    kTags = 128,
    kKind = 256,
    kMetadata = 512,
    kInput = 1024,
    kIdentity = 2048,
  };

  // Is this the rest of the name, with the colon behind it? A member that stands twice is odd.
  template <std::size_t kSize>
  bool named(const char (&rest)[kSize], Seen member) {
    if (!cursor_.take(rest) || (seen_ & member) != 0) return false;
    seen_ |= member;
    return cursor_.take(':');
  }

  bool read_member() {
    switch (cursor_.peek()) {
      case 'i':
        if (named("id\"", kId)) return cursor_.take_text(out_.id);
        if (named("input\"", kInput)) return cursor_.skip_value();
        return named("identity\"", kIdentity) && cursor_.skip_value();
      case 'r':
        if (named("request\"", kRequest)) return cursor_.skip_string();
        return named("risk\"", kRisk) && read_risk();
      case 'e':
        if (named("expectedTool\"", kExpectedTool)) return read_expected();
        return named("expectedTools\"", kExpectedTools) && cursor_.take_texts(out_.expected_tools);
      case 'a':
        return named("acceptableTools\"", kAcceptable) && cursor_.take_texts(out_.acceptable_tools);
      case 't':
        return named("tags\"", kTags) && cursor_.take_texts(out_.tags);
      case 'm':
        if (named("messages\"", kMessages)) return cursor_.skip_objects();
        return named("metadata\"", kMetadata) && cursor_.skip_value();
      case 'k':
        return named("kind\"", kKind) && read_kind();
      default:
        return false;
    }
  }

  bool read_expected() {
    cursor_.skip_space();
    if (cursor_.peek() == 'n') return cursor_.take("null");
    return cursor_.take_text(out_.expected_tool) && !out_.expected_tool.empty();
  }

  // One digit: any other spelling is for those who know numbers.
  bool read_risk() {
    cursor_.skip_space();
    const char digit = cursor_.peek();
    if (digit < '1' || digit > '5') return false;
    out_.risk = static_cast<std::uint8_t>(digit - '0');
    return cursor_.take(digit);
  }

  bool read_kind() {
    std::string_view kind;
    if (!cursor_.take_text(kind)) return false;
    out_.is_agent = kind == "agent";
    return out_.is_agent || kind == "tool-call";
  }

  bool is_whole() const {
    const auto seen = [this](std::uint32_t members) { return (seen_ & members) != 0; };
    if (!seen(kId) || !is_plain_id(out_.id) || !seen(kRequest | kMessages)) return false;
    if (seen(kExpectedTool) == seen(kExpectedTools)) return false;
    return !(seen(kExpectedTools) && seen(kAcceptable));
  }

  LineCursor& cursor_;
  PlainCase& out_;
  std::uint32_t seen_ = 0;
};

}  // namespace

bool read_plain(LineCursor& cursor, PlainCase& out) {
  out = {};
  return PlainCaseReader(cursor, out).read();
}

bool read_plain(LineCursor& cursor, PlainPrediction& out) {
  out = {};
  bool id = false, tool = false;
  if (!cursor.take('{')) return false;
  do {
    if (!cursor.take('"')) return false;
    if (cursor.take("caseId\"")) {
      if (id || !cursor.take(':') || !cursor.take_text(out.case_id)) return false;
      id = true;
    } else {
      if (!cursor.take("selectedTool\"") || tool || !cursor.take(':')) return false;
      tool = true;
      cursor.skip_space();
      if (cursor.peek() == 'n' ? !cursor.take("null") : !cursor.take_text(out.selected_tool)) {
        return false;
      }
    }
  } while (cursor.take(','));
  return cursor.take('}') && id && tool && !out.case_id.empty();
}

}  // namespace tare

// A JSON value that loses nothing.
//
// A Document is a flat tape of 16-byte nodes over the source text, which it does not own: each node
// is a token's span. Nothing is decoded until it is asked for, so number text, string escapes,
// member order, duplicate members and byte offsets are simply still there, and reading costs little
// more than finding the tokens. A Value is a cheap handle (a pointer and an index) into a Document.
//
// Lifetime: the source text and the Document must outlive every Value taken from them.
// There is no operator==: "equal" has several meanings here; see json/equal.h and json/decimal.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tare::json {

enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

// "null", "boolean", "number", "string", "array", "object"
std::string_view kind_name(Kind kind);

// One token. Containers are followed by their contents; `next` is the index just past the subtree.
// In an object, each member is a string node (the name) followed by its value's subtree.
struct Node {
  std::uint32_t begin;  // offset of the first byte of the token
  std::uint32_t end;    // offset just past the last byte
  std::uint32_t next;   // index of the node after this one's subtree
  std::uint32_t bits;   // Kind in the low 3 bits, flags, and (containers) the count of children
};

// What a reader noticed about a token (node flags), besides its kind. All but `repaired` are on
// strings alone.
enum class StringNote : std::uint32_t {
  has_escape = 1u << 3,      // decoding differs from the text between the quotes
  lone_surrogate = 1u << 4,  // \ud800 without its partner: decoded as WTF-8
  invalid_utf8 = 1u << 5,    // bytes that are no UTF-8: decoded as they are
  has_nul = 1u << 6,         // \u0000
  // Tolerant reader, any scalar: the token is no plain JSON token (single quotes, True, +1, a bare
  // word, cut text). A value that is missing altogether is a repaired null of no length.
  repaired = 1u << 7,
};

// The children's count starts here in Node::bits; 24 bits, saturating (use iteration, not the
// count, where more than 16 million children matter).
inline constexpr std::uint32_t kCountShift = 8;
inline constexpr std::uint32_t kMaxCount = (1u << 24) - 1;

class Document;
class Members;
class Elements;

class Value {
 public:
  Value() = default;
  Value(const Document* document, std::uint32_t index) : document_(document), index_(index) {}

  bool valid() const { return document_ != nullptr; }
  Kind kind() const;
  bool is(Kind k) const { return kind() == k; }
  bool is_null() const { return is(Kind::null); }
  bool is_string() const { return is(Kind::string); }
  bool is_number() const { return is(Kind::number); }
  bool is_boolean() const { return is(Kind::boolean); }
  bool is_array() const { return is(Kind::array); }
  bool is_object() const { return is(Kind::object); }

  // The bytes of this value in the source, verbatim; for a container from '{' to '}' with all white
  // space between. Strings include their quotes.
  std::string_view text() const;
  std::size_t offset() const;
  std::size_t end_offset() const;

  // REQUIRES: is_boolean(). The tolerant reader's True/False count.
  bool boolean() const;
  // REQUIRES: is_number(). The digits as written, such as "1e400" or "-0".
  std::string_view number_text() const { return text(); }

  // REQUIRES: is_string() (or a member's name). The content decoded: escapes applied, a lone
  // surrogate as WTF-8, invalid bytes as they are. No allocation when `undecoded()` has a value.
  std::string decoded() const;
  // The decoded content as a view of the source, where no escape stands in it.
  std::optional<std::string_view> undecoded() const;
  bool has_note(StringNote note) const;
  // True if the decoded content equals `text`; no allocation in the usual case.
  bool decoded_equals(std::string_view text) const;

  // Children: elements of an array, members of an object (names not counted). 0 for scalars.
  std::size_t size() const;
  // REQUIRES: is_array() / is_object()
  Elements elements() const;
  Members members() const;
  // The last member of that (decoded) name, as most parsers would pick; invalid Value if none.
  Value find(std::string_view name) const;
  // How many members bear that name.
  std::size_t count(std::string_view name) const;

  // Handy for files that a person writes; nullopt where the kind or the range does not fit.
  // as_integer takes 3, 3.0 and 3e0 alike.
  std::optional<std::string> as_string() const;
  std::optional<std::int64_t> as_integer() const;
  std::optional<bool> as_boolean() const;
  std::optional<double> as_double() const;  // for thresholds only, never for evidence

  const Document* document() const { return document_; }
  std::uint32_t index() const { return index_; }

 private:
  const Document* document_ = nullptr;
  std::uint32_t index_ = 0;
};

struct Member {
  Value name;  // a string
  Value value;
};

// What a tolerant reader had to overlook, in the order met. The list in docs/protocol.md.
enum class DeviationKind : std::uint8_t {
  trailing_comma,
  single_quotes,
  unquoted_key,
  python_literal,  // True, False, None
  comment,
  nan_or_infinity,
  truncated,  // the text ended inside a value; `offset` is its size
  text_after_value,
  text_before_value,
  code_fence,
  leading_plus,
  leading_zeros,
  unescaped_quote,  // inside a string in the same quotes
  raw_control_character,
  bad_escape,
  byte_order_mark,
  missing_comma,
  bare_word,             // an unquoted string value
  bad_number,            // ".5", "5.", "0x1f"
  unexpected_character,  // skipped
  invalid_utf8_outside_string,
};
std::string_view deviation_name(DeviationKind kind);  // "trailingComma", …

// Where a truncated text stopped (COERCIONS.md, decision order, step 3).
enum class TruncationTail : std::uint8_t {
  none,
  in_string,
  in_number,
  in_literal,
  after_key,
  after_comma,
  after_value
};
std::string_view tail_name(TruncationTail tail);  // "in_string", …

struct Deviation {
  DeviationKind kind;
  std::uint32_t offset;
  std::uint32_t length;
};

class Document {
 public:
  // The value at the top. REQUIRES: a reader has filled this document with success.
  Value root() const { return Value(this, 0); }
  bool empty() const { return nodes_.empty(); }
  std::string_view source() const { return source_; }
  const std::vector<Node>& nodes() const { return nodes_; }

  // Tolerant reads only.
  const std::vector<Deviation>& deviations() const { return deviations_; }
  TruncationTail tail() const { return tail_; }
  // Depth of the deepest container; 0 for a scalar.
  std::uint32_t depth() const { return depth_; }

 private:
  friend class Value;
  friend class Builder;  // json/builder.h, used by the readers only
  std::string_view source_;
  std::vector<Node> nodes_;
  std::vector<Deviation> deviations_;
  TruncationTail tail_ = TruncationTail::none;
  std::uint32_t depth_ = 0;
};

class Elements {
 public:
  class iterator {
   public:
    iterator(const Document* d, std::uint32_t i) : document_(d), index_(i) {}
    Value operator*() const { return Value(document_, index_); }
    iterator& operator++() {
      index_ = document_->nodes()[index_].next;
      return *this;
    }
    bool operator==(const iterator& o) const { return index_ == o.index_; }

   private:
    const Document* document_;
    std::uint32_t index_;
  };
  explicit Elements(Value v) : value_(v) {}
  iterator begin() const { return {value_.document(), value_.index() + 1}; }
  iterator end() const {
    return {value_.document(), value_.document()->nodes()[value_.index()].next};
  }

 private:
  Value value_;
};

class Members {
 public:
  class iterator {
   public:
    iterator(const Document* d, std::uint32_t i) : document_(d), index_(i) {}
    Member operator*() const { return {Value(document_, index_), Value(document_, index_ + 1)}; }
    iterator& operator++() {
      index_ = document_->nodes()[index_ + 1].next;
      return *this;
    }
    bool operator==(const iterator& o) const { return index_ == o.index_; }

   private:
    const Document* document_;
    std::uint32_t index_;
  };
  explicit Members(Value v) : value_(v) {}
  iterator begin() const { return {value_.document(), value_.index() + 1}; }
  iterator end() const {
    return {value_.document(), value_.document()->nodes()[value_.index()].next};
  }

 private:
  Value value_;
};

inline Kind Value::kind() const { return static_cast<Kind>(document_->nodes_[index_].bits & 7u); }
inline std::size_t Value::offset() const { return document_->nodes_[index_].begin; }
inline std::size_t Value::end_offset() const { return document_->nodes_[index_].end; }
inline std::string_view Value::text() const {
  const Node& n = document_->nodes_[index_];
  return document_->source_.substr(n.begin, n.end - n.begin);
}
inline bool Value::has_note(StringNote note) const {
  return (document_->nodes_[index_].bits & static_cast<std::uint32_t>(note)) != 0;
}
inline Elements Value::elements() const { return Elements(*this); }
inline Members Value::members() const { return Members(*this); }

}  // namespace tare::json

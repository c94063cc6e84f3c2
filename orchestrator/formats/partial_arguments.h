// Arguments that are streamed by path: one value, or a piece of a string, for each place.
//
// Gemini can send a call's arguments as `{"jsonPath": "$.items[0].name", "stringValue": "app",
// "willContinue": true}`: no text is sent that could be joined. So the text is put together here:
// members in the order in which they first came, numbers with the digits that stood there, strings
// as their pieces joined. Its punctuation is Tare's own; nothing else is.
//
// Untrusted: a path that cannot be read, a value in a place that holds another one, an element out
// of its order are faults. Linear in what came.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "json/value.h"

namespace tare::formats {

class PartialArguments {
 public:
  static constexpr std::size_t kMaxDepth = 256;

  // `piece` is one entry of `partialArgs`. "" or what does not fit; then the piece is left out.
  std::string add(json::Value piece);

  bool empty() const { return places_.size() == 1; }
  // Places whose last piece has not come.
  std::size_t open() const { return open_; }
  // `whole`: no piece is to come. Else the text ends where what came ends, unclosed.
  std::string text(bool whole) const;

 private:
  enum class Holds : std::uint8_t { nothing, members, elements, string, other };
  struct Place {
    std::string name;  // within an object
    Holds holds = Holds::nothing;
    std::string value;  // string: decoded; other: as it stood
    bool open = false;  // a further piece was announced
    std::vector<std::size_t> inner;
  };

  // The place at a path; nullptr, and why.
  Place* find(std::string_view path, std::string& fault);
  // Inside `outer`; made where it is new. `is_index`: `name` is the number of an element.
  std::size_t step(std::size_t outer, const std::string& name, bool is_index, std::string& fault);
  void write(std::string& out, std::size_t place, bool cut) const;

  std::vector<Place> places_{1};
  std::unordered_map<std::string, std::size_t> known_;  // by the outer place's number and the name
  std::size_t open_ = 0;
};

}  // namespace tare::formats

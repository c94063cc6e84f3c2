// Schemas compiled so far, by their text: one tool's schema serves a million calls.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "schema/schema.h"

namespace tare::schema {

// Not for use by several threads at once. Holds at most kMaxSchemas and kMaxBytes of schema text;
// past that it starts anew, so a schema is held alive by the pointer that was handed out.
class SchemaCache {
 public:
  static constexpr std::size_t kMaxSchemas = 4096;
  static constexpr std::size_t kMaxBytes = 64u << 20;

  // nullptr where the text is empty or is no schema that compiles: then it declares nothing.
  std::shared_ptr<const Schema> get(std::string_view text);

  // Why a text that was asked for since the last call is no schema: so that it is not passed over
  // in silence. At most kMaxFaults are kept between two calls.
  static constexpr std::size_t kMaxFaults = 16;
  std::vector<Error> take_faults() { return std::exchange(faults_, {}); }
  bool has_faults() const { return !faults_.empty(); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  std::unordered_map<std::string, std::shared_ptr<const Schema>, Hash, std::equal_to<>> known_;
  std::size_t bytes_ = 0;
  std::vector<Error> faults_;
};

}  // namespace tare::schema

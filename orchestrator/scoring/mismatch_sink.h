// Where a comparison of two values puts what it finds: the path it stands at, and the mismatches.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "json/pointer.h"
#include "json/value.h"
#include "model/score.h"

namespace tare {

struct MismatchSink {
  static constexpr std::size_t kMax = 100;
  static constexpr std::size_t kMaxShown = 500;  // bytes of a value

  std::string path;
  ArgsComparison found = {};

  // One step down, and back up.
  class Step {
   public:
    Step(MismatchSink* sink, std::string_view name) : Step(sink) {
      if (sink_ != nullptr) json::append_pointer(sink_->path, name);
    }
    Step(MismatchSink* sink, std::size_t index) : Step(sink) {
      if (sink_ != nullptr) json::append_pointer(sink_->path, index);
    }
    ~Step() {
      if (sink_ != nullptr) sink_->path.resize(size_);
    }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

   private:
    explicit Step(MismatchSink* sink)
        : sink_(sink), size_(sink == nullptr ? 0 : sink->path.size()) {}
    MismatchSink* sink_;
    std::size_t size_;
  };

  void add(std::string expected, std::optional<std::string> got, std::string reason) {
    if (found.mismatches.size() == kMax) {
      ++found.more;
    } else {
      found.mismatches.push_back({path, std::move(expected), std::move(got), std::move(reason)});
    }
  }
};

// A value as a mismatch shows it: JSON, shortened.
std::string mismatch_text(json::Value v);
// "is of type string, not number"
std::string type_mismatch_text(json::Value got, json::Value expected);

}  // namespace tare

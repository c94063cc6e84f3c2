// Where a check is, in the value and in the schema, and what it found: kept only where somebody
// asks for the violations, for it costs more than the check.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "json/pointer.h"
#include "schema/keyword.h"
#include "schema/schema.h"

namespace tare::schema {

struct Trail {
  explicit Trail(std::size_t most) : limit(most) {}
  void report(Keyword keyword, std::string message) {
    if (violations.size() >= limit) return;
    std::string place = schema_at;
    json::append_pointer(place, keyword_name(keyword));
    violations.push_back({at, std::move(place), std::move(message)});
  }
  bool full() const { return violations.size() >= limit; }

  std::string at;
  std::string schema_at;
  std::vector<Violation> violations;
  std::size_t limit;
};

// One step down, undone at the end of its scope. Does nothing without a trail.
class TrailStep {
 public:
  explicit TrailStep(Trail* trail) : trail_(trail) {
    if (trail_ == nullptr) return;
    at_ = trail_->at.size();
    schema_at_ = trail_->schema_at.size();
  }
  ~TrailStep() {
    if (trail_ == nullptr) return;
    trail_->at.resize(at_);
    trail_->schema_at.resize(schema_at_);
  }
  TrailStep(const TrailStep&) = delete;
  TrailStep& operator=(const TrailStep&) = delete;

  template <class... Step>
  void schema(Keyword keyword, const Step&... steps) {
    if (trail_ == nullptr) return;
    json::append_pointer(trail_->schema_at, keyword_name(keyword));
    (json::append_pointer(trail_->schema_at, steps), ...);
  }
  template <class Step>
  void value(const Step& step) {
    if (trail_ != nullptr) json::append_pointer(trail_->at, step);
  }

 private:
  Trail* trail_;
  std::size_t at_ = 0;
  std::size_t schema_at_ = 0;
};

}  // namespace tare::schema

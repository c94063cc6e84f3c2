#include "scoring/mismatch_sink.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "json/writer.h"

namespace tare {

std::string mismatch_text(json::Value v) {
  constexpr std::size_t kLong = 4096;
  return shorten(
      v.text().size() > kLong ? std::string(v.text().substr(0, kLong)) : json::as_strict_json(v),
      MismatchSink::kMaxShown);
}

std::string type_mismatch_text(json::Value got, json::Value expected) {
  return fmt::format("is of type {}, not {}", json::kind_name(got.kind()),
                     json::kind_name(expected.kind()));
}

}  // namespace tare

// The events that are found in a body, each held to lie within it.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "proxy/body_events.h"

namespace tare::proxy {

inline std::vector<std::string> events(std::string_view body, std::string_view type) {
  std::vector<std::string> out;
  for_each_event(body, type, [&](std::string_view json, BodySpan span) {
    EXPECT_LE(span.end, body.size());
    EXPECT_LT(span.begin, span.end);
    out.emplace_back(json);
  });
  return out;
}

}  // namespace tare::proxy

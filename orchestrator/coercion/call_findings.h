// Findings on whole calls: those that came, went, changed their order, ran together or fell apart.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "coercion/call_facts.h"
#include "model/finding.h"

namespace tare {

struct CallEvent {
  std::size_t trace = 0;  // the trace that it is said of
  std::string_view kind;
  Hop hop = {};
  std::vector<std::uint32_t> raw = {}, normalized = {};  // views; the first of each is the pair's
  std::string remark = {};
  // The call was not made in the right place, and the layer that made it one did what was meant.
  bool recovered = false;
  // The text that the call was made of, where no view holds it as a call.
  std::optional<std::uint32_t> text_holder = {};
};

// `index_in_level`: by view. `views`: of the trace.
Finding call_finding(const Answer& answer, const CallFacts& facts, const CallEvent& event,
                     const std::vector<std::uint32_t>& index_in_level,
                     const std::vector<std::uint32_t>& views);

// {"name":…,"arguments":…} with the arguments' text as a string; bytes that are no UTF-8 stay.
std::string call_as_json(const View& view);

// A JSON string that holds these very bytes.
std::string quote_bytes(std::string_view bytes);

}  // namespace tare

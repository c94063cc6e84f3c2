// The plain case and the plain prediction: the two lines of which a large set has nearly nothing
// else.
//
// A plain case is of kind tool-call or agent, states an expected tool, and has no member beside
// that which could bear on how a prediction for it is scored: its request is checked and passed
// over. The rule is a list of what is known to be plain, so that a member which is new, rare or
// wrong makes a case odd, and an odd one is read by case_parser.h.
#pragma once

#include <cstdint>
#include <string_view>

#include "suite/line_cursor.h"

namespace tare {

// Views into the line. Lists are the text of their arrays.
struct PlainCase {
  std::string_view id;
  std::string_view expected_tool;   // data() is null where there is none, or where it is null
  std::string_view expected_tools;  // the same
  std::string_view acceptable_tools;
  std::string_view tags;
  std::uint8_t risk = 1;
  bool is_agent = false;
};

struct PlainPrediction {
  std::string_view case_id;
  std::string_view selected_tool;  // data() is null: no tool
};

// From the opening brace past the closing one. False: odd, or no JSON at all.
bool read_plain(LineCursor& cursor, PlainCase& out);
bool read_plain(LineCursor& cursor, PlainPrediction& out);

}  // namespace tare

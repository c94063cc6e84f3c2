// What was handed on as text: the messages of an answer, searched for calls and for passages.
//
// A call that reached no tool may stand there all the same, as content or as reasoning; and a tool
// call that the model did not make may have been made out of such a text. Both are told by finding
// the call in a message: its name, and its arguments to the byte or by value.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/answer.h"

namespace tare {

// Is `part` in `text`? Linear, whatever the texts.
bool holds_text(std::string_view text, std::string_view part);

class SaidTexts {
 public:
  enum class Place { nowhere, among_other_text, alone };

  // Looks at the messages only when it is first asked. The manifest may be null; it and the answer
  // must outlive this.
  SaidTexts(const Answer& answer, const Manifest* manifest, std::string_view input_schema)
      : answer_(answer), manifest_(manifest), input_schema_(input_schema) {}

  // Messages of the user, of the system and of tools do not count, for no client made them of what
  // the model wrote. `arguments_key`: of call_keys.h. The work of all questions together is
  // bounded; past the bound the answer is nowhere.
  Place find(const View& call, std::string_view arguments_key);

  // Does any message hold this passage, white space apart? nullopt: no message is on record.
  std::optional<bool> holds_passage(std::string_view passage);
  bool has_reasoning();

 private:
  struct Said {
    std::string_view text;
    std::set<std::string, std::less<>> arguments;         // keys of all objects in it
    std::set<std::pair<std::string, std::string>> calls;  // canonical names, keys of arguments
    bool one_call_alone = false;
  };
  void look();
  void add_calls(Said& said);
  void add_objects(Said& said);
  bool spend(std::size_t work);

  const Answer& answer_;
  const Manifest* manifest_;
  std::string_view input_schema_;
  std::vector<Said> said_;
  std::string squeezed_;  // all messages without white space
  bool looked_ = false;
  bool reasoning_ = false;
  std::size_t work_ = 64u << 20;
};

}  // namespace tare

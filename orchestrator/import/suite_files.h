// Cases gathered into the files of a suite, with what was lost on the way.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "import/case_text.h"
#include "import/import.h"

namespace tare {

class SuiteFiles {
 public:
  // An id that no case has yet: `wanted` without control characters, or with ~2, ~3, … behind it
  // where it is taken. `place`: the item that the next case is made of, which is named where the id
  // had to be changed, or where the case does not load.
  std::string new_id(std::string_view wanted, const std::string& place);

  // `group`: the file under cases/ that it goes into.
  void add(const std::string& group, const CaseText& one);
  void add_prediction(const std::string& line, bool refused);
  // The like of one that was met before is counted.
  void lose(const std::string& place, std::string_view member, const std::string& why);
  // JSON array of the suite's tools; "" for none.
  void set_tools(std::string json) { tools_ = std::move(json); }

  std::uint64_t cases() const { return cases_; }
  Result<Imported> finish(std::string_view format) &&;

 private:
  struct Group {
    std::string name, lines;
    std::vector<std::string> origins;  // by line
  };
  std::vector<Group> groups_;
  std::string place_;  // of the item that got the last id
  std::map<std::string, std::size_t> group_places_;
  std::unordered_map<std::string, std::uint32_t> ids_;  // how often each was asked for
  std::string predictions_, tools_;
  std::map<std::pair<std::string, std::string>, std::size_t> loss_places_;
  Imported out_;
  std::uint64_t cases_ = 0;
};

}  // namespace tare

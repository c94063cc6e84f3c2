// Faults of the files that a person wrote, gathered so that one run shows all of them.
//
// A parser that stops at the first fault makes its user fix a hundred cases in a hundred runs. Here
// everything found is kept, up to a bound, put in the order of the files, and handed over as one
// Error.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/test_case.h"

namespace tare {

// "cases/a.json:3:5"; the name alone where the line is 0 (the fault is the file's as a whole).
std::string place_text(SourcePosition at, const std::vector<std::string>& files);

// A contradiction in the suite that a check of the suite reports by its rule.
struct SetAside {
  std::string rule;     // "lint/duplicate-id"
  std::string subject;  // the case's id
  SourcePosition at;
  std::string text, mend;
};

class FaultList {
 public:
  // `limit`: how many are shown; the others are counted.
  explicit FaultList(std::size_t limit = 100) : limit_(limit) {}

  void add(SourcePosition at, std::string reason, std::string mend = {},
           ErrorKind kind = ErrorKind::input);

  // From here on contradictions are set aside there and are no faults.
  void set_aside_into(std::vector<SetAside>* aside) { aside_ = aside; }
  // Null: contradictions are faults.
  std::vector<SetAside>* aside() { return aside_; }

  bool any() const { return count_ > 0; }
  std::size_t count() const { return count_; }
  // True once nothing more would be shown: a caller may spare itself the work of wording.
  bool full() const { return faults_.size() >= limit_; }

  // The first fault, the others in `more`, in file order; a last entry counts what was left out.
  // REQUIRES: any()
  Error to_error(const std::vector<std::string>& files) const;

 private:
  struct Fault {
    SourcePosition at;
    std::string reason, mend;
    ErrorKind kind;
  };
  std::size_t limit_;
  std::size_t count_ = 0;
  std::vector<Fault> faults_;
  std::vector<SetAside>* aside_ = nullptr;
};

}  // namespace tare

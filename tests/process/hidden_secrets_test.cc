// What is hidden stays hidden for good, so each look happens in a child of its own.
#include "process/hidden_secrets.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace tare {
namespace {

// An environment like the one a program starts with: entries in memory that is not setenv's.
struct Block {
  std::vector<std::string> entries;
  std::vector<char*> pointers;

  explicit Block(std::vector<std::string> with) : entries(std::move(with)) {
    for (std::string& entry : entries) pointers.push_back(entry.data());
    pointers.push_back(nullptr);
    environ = pointers.data();
  }
};

bool wiped(const std::string& entry, std::size_t name) {
  return entry.find_first_not_of('\0', name + 1) == std::string::npos;
}

// True where `look` says so, in a child whose environment is `entries`.
bool in_a_child(std::vector<std::string> entries, const std::function<bool(Block&)>& look) {
  const pid_t child = ::fork();
  if (child == 0) {
    Block block(std::move(entries));
    ::_exit(look(block) ? 0 : 1);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(HiddenSecrets, ValueIsGoneFromTheBlockAndStillKnownToTheProcess) {
  EXPECT_TRUE(in_a_child({"A=1", "KEY=sk-1234", "KEYS=2"}, [](Block& block) {
    hide_from_other_processes({"KEY"});
    return wiped(block.entries[1], 3) && std::string(std::getenv("KEY")) == "sk-1234" &&
           block.entries[0] == "A=1" && block.entries[2] == "KEYS=2";
  }));
}

TEST(HiddenSecrets, AVariableThatStandsTwiceIsWipedTwice) {
  EXPECT_TRUE(in_a_child({"KEY=first", "KEY=second"}, [](Block& block) {
    hide_from_other_processes({"KEY"});
    return wiped(block.entries[0], 3) && wiped(block.entries[1], 3) &&
           std::string(std::getenv("KEY")) == "first";
  }));
}

TEST(HiddenSecrets, HidingOnceMoreLosesNothing) {
  EXPECT_TRUE(in_a_child({"KEY=sk-1234", "EMPTY="}, [](Block&) {
    hide_from_other_processes({"KEY", "EMPTY", "ABSENT"});
    hide_from_other_processes({"KEY", "KEY"});
    return std::string(std::getenv("KEY")) == "sk-1234" && std::getenv("ABSENT") == nullptr;
  }));
}

TEST(HiddenSecrets, TheProcessCannotBeTracedOrDumped) {
  EXPECT_TRUE(in_a_child({}, [](Block&) {
    const int before = ::prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
    hide_from_other_processes({});
    return before != 0 && ::prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0;
  }));
}

}  // namespace
}  // namespace tare

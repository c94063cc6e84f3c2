// The least an adapter can do: read nothing, answer "no tool" in the short form, exit. What it
// costs to run is what the system charges for a process.
#include <unistd.h>

#include <string_view>

int main() {
  constexpr std::string_view kAnswer = "{\"raw\":[],\"normalized\":[]}\n";
  return ::write(1, kAnswer.data(), kAnswer.size()) == static_cast<ssize_t>(kAnswer.size()) ? 0 : 1;
}

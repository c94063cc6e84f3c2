// What clients find in their environment.
#include "proxy/client_variables.h"

#include <gtest/gtest.h>

#include <map>

namespace tare::proxy {
namespace {

std::map<std::string, std::string> variables(std::string_view no_proxy) {
  std::map<std::string, std::string> out;
  for (const auto& [name, value] : client_variables("http://127.0.0.1:1/d", no_proxy)) {
    EXPECT_TRUE(out.emplace(name, value).second) << name;
  }
  return out;
}

TEST(ClientVariables, EachBaseUrlIsWhatItsClientTakesForOne) {
  const auto all = variables("");
  EXPECT_EQ(all.at("OPENAI_BASE_URL"), "http://127.0.0.1:1/d/v1");
  EXPECT_EQ(all.at("ANTHROPIC_BASE_URL"), "http://127.0.0.1:1/d");
  EXPECT_EQ(all.at("GOOGLE_GEMINI_BASE_URL"), "http://127.0.0.1:1/d");
  EXPECT_EQ(all.at("OLLAMA_HOST"), "http://127.0.0.1:1/d");
}

TEST(ClientVariables, TheLoopbackIsAddedToWhatGoesAroundAProxy) {
  EXPECT_EQ(variables("").at("NO_PROXY"), "127.0.0.1,localhost");
  EXPECT_EQ(variables("corp.example").at("no_proxy"), "corp.example,127.0.0.1,localhost");
  EXPECT_EQ(variables("localhost,127.0.0.1").at("NO_PROXY"), "localhost,127.0.0.1");
}

}  // namespace
}  // namespace tare::proxy

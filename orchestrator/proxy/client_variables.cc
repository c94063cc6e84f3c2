#include "proxy/client_variables.h"

namespace tare::proxy {

std::vector<std::pair<std::string, std::string>> client_variables(const std::string& url,
                                                                  std::string_view no_proxy) {
  std::string direct(no_proxy);
  for (const std::string_view host : {"127.0.0.1", "localhost"}) {
    if (direct.find(host) != std::string::npos) continue;
    if (!direct.empty()) direct += ',';
    direct += host;
  }
  const std::string key(kDummyKey);
  return {{"OPENAI_BASE_URL", url + "/v1"},
          {"OPENAI_API_BASE", url + "/v1"},
          {"OPENAI_API_KEY", key},
          {"ANTHROPIC_BASE_URL", url},
          {"ANTHROPIC_API_KEY", key},
          {"GOOGLE_GEMINI_BASE_URL", url},
          {"GEMINI_API_KEY", key},
          {"OLLAMA_HOST", url},
          {"NO_PROXY", direct},
          {"no_proxy", direct}};
}

}  // namespace tare::proxy

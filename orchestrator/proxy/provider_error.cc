#include "proxy/provider_error.h"

#include <fmt/format.h>

#include "proxy/reply_pieces.h"

namespace tare::proxy {
namespace {

using formats::Provider;

std::string_view openai_type(std::uint32_t status) {
  if (status == 401) return "authentication_error";
  if (status == 429) return "rate_limit_exceeded";
  return status < 500 ? "invalid_request_error" : "server_error";
}

std::string_view anthropic_type(std::uint32_t status) {
  if (status == 401) return "authentication_error";
  if (status == 403) return "permission_error";
  if (status == 404) return "not_found_error";
  if (status == 413) return "request_too_large";
  if (status == 429) return "rate_limit_error";
  if (status == 529) return "overloaded_error";
  return status < 500 ? "invalid_request_error" : "api_error";
}

std::string_view google_type(std::uint32_t status) {
  if (status == 401) return "UNAUTHENTICATED";
  if (status == 403) return "PERMISSION_DENIED";
  if (status == 404) return "NOT_FOUND";
  if (status == 429) return "RESOURCE_EXHAUSTED";
  if (status == 503) return "UNAVAILABLE";
  return status < 500 ? "INVALID_ARGUMENT" : "INTERNAL";
}

std::string quoted(std::string_view given, std::string_view usual) {
  return json_quoted(given.empty() ? usual : given, false);
}

}  // namespace

std::string error_body(Provider provider, const ProviderError& error) {
  const std::string message = json_quoted(error.message, false);
  switch (provider) {
    case Provider::openai_chat:
    case Provider::openai_responses:
      return fmt::format(R"({{"error":{{"message":{},"type":{},"param":null,"code":null}}}})",
                         message, quoted(error.type, openai_type(error.status)));
    case Provider::anthropic:
      return fmt::format(R"({{"type":"error","error":{{"type":{},"message":{}}}}})",
                         quoted(error.type, anthropic_type(error.status)), message);
    case Provider::gemini:
      return fmt::format(R"({{"error":{{"code":{},"message":{},"status":{}}}}})", error.status,
                         message, quoted(error.type, google_type(error.status)));
    case Provider::ollama:
      return fmt::format(R"({{"error":{}}})", message);
  }
  return "";
}

std::string error_event(Provider provider, const ProviderError& error, std::size_t number) {
  if (provider != Provider::openai_responses) return error_body(provider, error);
  return fmt::format(
      R"({{"type":"error","sequence_number":{},"code":{},"message":{},"param":null}})", number,
      quoted(error.type, openai_type(error.status)), json_quoted(error.message, false));
}

}  // namespace tare::proxy

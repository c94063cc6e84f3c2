#include "served_model.h"

#include <fmt/format.h>

#include <array>

#include "base/ascii.h"
#include "chat_reply.h"
#include "http_ask.h"
#include "json/reader.h"
#include "json/string_writer.h"
#include "json/value.h"

namespace tare::chat {
namespace {

using json::Value;

// Beside /v1, not below it, stands what is not OpenAI's interface.
std::string root_of(const proxy::Upstream& upstream) {
  const std::size_t slash = upstream.base.rfind('/');
  if (slash == std::string::npos) return upstream.base;
  const std::string_view last = std::string_view(upstream.base).substr(slash + 1);
  const bool version = last.size() >= 2 && last[0] == 'v' && is_digit(last[1]);
  return version ? upstream.base.substr(0, slash) : upstream.base;
}

std::string text_at(Value object, std::string_view name) {
  if (!object.valid() || !object.is_object()) return "";
  const Value found = object.find(name);
  return found.valid() && found.is_string() ? found.decoded() : "";
}

struct VersionPlace {
  std::string_view server, path, member;
};
// SGLang has had two names for it.
constexpr std::array<VersionPlace, 4> kVersionPlaces = {{
    {"vllm", "/version", "version"},
    {"sglang", "/server_info", "version"},
    {"sglang", "/get_server_info", "version"},
    {"llama.cpp", "/props", "build_info"},
}};

void read_models(const HttpAnswer& answer, ServedModel& out) {
  json::Document document;
  if (!answer.good() || json::read_strict(answer.body, document)) return;
  const Value root = document.root();
  const Value list = root.is_object() ? root.find("data") : Value();
  if (!list.valid() || !list.is_array() || list.size() == 0) return;
  const Value first = *list.elements().begin();
  out.first_model = text_at(first, "id");
  // Owners that are servers, and not whoever made the model.
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kServers = {
      {{"vllm", "vllm"},
       {"sglang", "sglang"},
       {"llamacpp", "llama.cpp"},
       {"lmdeploy", "lmdeploy"}}};
  for (const auto& [owner, server] : kServers) {
    if (text_at(first, "owned_by") == owner) out.server = server;
  }
}

// "llama.cpp", "TabbyAPI/1.2": the product and its version.
void read_server_header(std::string_view header, ServedModel& out) {
  const std::string_view product = header.substr(0, header.find(' '));
  const std::size_t slash = product.find('/');
  if (!out.server.empty() || product.empty()) return;
  out.server = std::string(product.substr(0, slash));
  if (out.version.empty() && slash != product.npos) {
    out.version = std::string(product.substr(slash + 1));
  }
}

}  // namespace

ServedModel look_at(const proxy::Upstream& upstream, std::uint32_t timeout_ms) {
  ServedModel out;
  const HttpAnswer models = ask(
      upstream,
      {.method = "GET", .target = upstream.base + "/models", .body = {}, .timeout_ms = timeout_ms});
  if (!models.fault.empty()) return out;  // nobody there, or nobody who answers
  read_models(models, out);
  for (const VersionPlace& place : kVersionPlaces) {
    if (!out.version.empty()) break;
    // Of a server that does not say whose it is, the commonest place alone is asked.
    if (place.server != (out.server.empty() ? kVersionPlaces.front().server : out.server)) continue;
    const HttpAnswer version = ask(upstream, {.method = "GET",
                                              .target = root_of(upstream) + std::string(place.path),
                                              .body = {},
                                              .timeout_ms = timeout_ms});
    json::Document document;
    if (!version.good() || json::read_strict(version.body, document)) continue;
    out.version = text_at(document.root(), place.member);
  }
  read_server_header(models.header("server"), out);
  return out;
}

std::string_view token_member(const ServedModel& served, bool stream) {
  // SGLang refuses the usual one for a stream, and then tells them once, at its end.
  if (served.server == "sglang" && stream) return "return_output_ids_in_sglext";
  if (served.server == "llama.cpp") return "return_tokens";
  return "return_token_ids";
}

Result<std::string> text_of_tokens(const proxy::Upstream& upstream, std::string_view model,
                                   std::string_view token_ids, std::uint32_t timeout_ms) {
  std::string body = "{";
  if (!model.empty()) {
    body += "\"model\":";
    json::append_json_string(body, model);
    body += ',';
  }
  // SGLang leaves special tokens out unless told not to, and a call may begin with one.
  body += fmt::format("\"tokens\":[{}],\"skip_special_tokens\":false}}", token_ids);
  const HttpAnswer answer = ask(upstream, {.method = "POST",
                                           .target = root_of(upstream) + "/detokenize",
                                           .body = std::move(body),
                                           .timeout_ms = timeout_ms});
  const auto fail = [](std::string reason) {
    return Error{.kind = ErrorKind::system, .reason = std::move(reason)};
  };
  if (!answer.fault.empty()) return fail(answer.fault);
  if (!answer.good()) {
    return fail(fmt::format("/detokenize answers {}: {}", answer.status, error_text(answer.body)));
  }
  json::Document document;
  if (json::read_strict(answer.body, document) || !document.root().is_object()) {
    return fail("/detokenize answers with what is no JSON object");
  }
  // vLLM says `prompt`, SGLang `text`, llama.cpp `content`.
  for (const std::string_view name : {"prompt", "text", "content"}) {
    const Value text = document.root().find(name);
    if (text.valid() && text.is_string()) return text.decoded();
  }
  return fail("/detokenize answers without a text");
}

}  // namespace tare::chat

// What a session answers each method with.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/escape.h"
#include "mcp/session.h"
#include "mcp/session_request.h"

namespace tare::mcp {
namespace {

// Tools change from run to run, and what is asked again is seen again: nothing is to be kept.
constexpr std::string_view kNotKept = R"("ttlMs":0,"cacheScope":"private")";

constexpr std::string_view kLacksCapabilities =
    "_meta lacks \"io.modelcontextprotocol/clientCapabilities\"";

// Where a page begins that list_tools gave the cursor of; nullopt for any other text.
std::optional<std::size_t> page_start(std::string_view cursor, const Offer& offer) {
  std::size_t start = 0;
  std::from_chars(cursor.data(), cursor.data() + cursor.size(), start);
  if (start == 0 || start >= offer.tools.size() || fmt::to_string(start) != cursor) {
    return std::nullopt;
  }
  if (offer.page_size == 0 || start % offer.page_size != 0) return std::nullopt;
  return start;
}

}  // namespace

Outgoing answer_call(std::string_view id, Revision revision, const ToolAnswer& answer) {
  Outgoing out;
  if (answer.error) {
    out.text = error_text(id, revision, answer.error->code, answer.error->message);
  } else {
    out.text = result_text(id, as_result(revision, answer.result, answer.has_result_type));
  }
  out.calls.push_back({std::string(id), answer.status});
  return out;
}

json::Value meta_member(json::Value params, std::string_view name) {
  if (!params.valid()) return {};
  const json::Value meta = params.find("_meta");
  return meta.valid() && meta.is_object() ? meta.find(name) : json::Value();
}

json::Value present_member(json::Value params, std::string_view name) {
  if (!params.valid()) return {};
  const json::Value value = params.find(name);
  return value.valid() && value.is_null() ? json::Value() : value;
}

bool Session::lacks_capabilities(const Request& request) {
  return request.says_revision && !has_initialize(request.revision) &&
         !meta_member(request.message.params, kMetaCapabilities).valid();
}

void Session::answer(const Request& request, std::vector<Outgoing>& out) {
  const std::string& method = request.message.method;
  // On stdio a client finds out by this request whether it may do without `initialize`; so it is
  // answered whatever else it says.
  if (method == "server/discover") {
    out.push_back(discover(request));
  } else if (method == "tools/call") {
    out.push_back(call_tool(request));
  } else if (lacks_capabilities(request)) {
    out.push_back(fail(request, ErrorCode::invalid_params, kLacksCapabilities));
  } else if (method == "tools/list") {
    out.push_back(list_tools(request));
  } else if (method == "initialize" && has_initialize(request.revision)) {
    out.push_back(initialize(request));
  } else if (method == "ping" && has_ping(request.revision)) {
    out.push_back({result_text(request.message.id, "{}")});
  } else if (method == "subscriptions/listen" && !has_initialize(request.revision)) {
    out.push_back(acknowledge_listening(request));
  } else {
    out.push_back(
        fail(request, ErrorCode::method_not_found, "Method not found: " + shorten(method, 200)));
  }
}

Outgoing Session::initialize(const Request& request) {
  const json::Value wanted = present_member(request.message.params, "protocolVersion");
  if (!wanted.valid() || !wanted.is_string()) {
    return fail(request, ErrorCode::invalid_params, "\"protocolVersion\" must be a string");
  }
  const auto known = revision_from_name(wanted.decoded());
  revision_ = known && has_initialize(*known) ? *known : kNewestWithInitialize;
  std::string result =
      fmt::format(R"({{"protocolVersion":"{}","capabilities":{{"tools":{{}}}},"serverInfo":{})",
                  revision_name(*revision_), server_info());
  if (offer_.instructions) {
    result += fmt::format(",\"instructions\":{}", quote_json(*offer_.instructions));
  }
  return {result_text(request.message.id, result + "}")};
}

Outgoing Session::discover(const Request& request) const {
  std::string members = fmt::format(
      R"("supportedVersions":{},"capabilities":{{"tools":{{}}}},"_meta":{{"{}":{}}},{})",
      supported_revisions(), kMetaServerInfo, server_info(), kNotKept);
  if (offer_.instructions) {
    members += fmt::format(",\"instructions\":{}", quote_json(*offer_.instructions));
  }
  return {result_text(request.message.id, result_object(Revision::r2026_07_28, members))};
}

Outgoing Session::list_tools(const Request& request) const {
  std::size_t begin = 0;
  if (const json::Value cursor = present_member(request.message.params, "cursor"); cursor.valid()) {
    const auto start =
        cursor.is_string() ? page_start(cursor.decoded(), offer_) : std::optional<std::size_t>();
    if (!start) return fail(request, ErrorCode::invalid_params, "Invalid cursor");
    begin = *start;
  }
  const std::size_t left = offer_.tools.size() - begin;
  const std::size_t count = offer_.page_size == 0 ? left : std::min(left, offer_.page_size);
  std::string members = "\"tools\":[";
  for (std::size_t i = begin; i < begin + count; ++i) {
    if (i != begin) members += ',';
    members += offer_.tools[i].json;
  }
  members += ']';
  if (count < left) members += fmt::format(R"(,"nextCursor":"{}")", begin + count);
  if (has_result_type(request.revision)) members += fmt::format(",{}", kNotKept);
  return {result_text(request.message.id, result_object(request.revision, members))};
}

Outgoing Session::call_tool(const Request& request) const {
  const std::string id(request.message.id);
  const auto reject = [&](std::string_view reason) {
    Outgoing out = fail(request, ErrorCode::invalid_params, reason);
    out.calls.push_back({id, CallStatus::rejected});
    return out;
  };
  const json::Value params = request.message.params;
  if (lacks_capabilities(request)) return reject(kLacksCapabilities);
  if (!params.valid()) return reject("\"params\" with the tool's name is missing");
  for (const std::string_view member : {"name", "arguments"}) {
    if (params.count(member) > 1) return reject(fmt::format("\"{}\" stands there twice", member));
  }
  const json::Value name = params.find("name");
  if (!name.valid() || !name.is_string()) return reject("\"name\" must be a string");
  const json::Value arguments = present_member(params, "arguments");
  if (arguments.valid() && !arguments.is_object()) {
    return reject(
        fmt::format("\"arguments\" must be an object, not {}", json::kind_name(arguments.kind())));
  }
  const std::string decoded = name.decoded();
  if (!names_.contains(decoded)) return reject("Unknown tool: " + shorten(decoded, 200));
  return answer_call(id, request.revision, on_call_({decoded, arguments}));
}

// Nothing that could be subscribed to ever changes here, so listening is granted and stays silent.
Outgoing Session::acknowledge_listening(const Request& request) const {
  return {fmt::format(R"({{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged",)"
                      R"("params":{{"_meta":{{"{}":{}}},"notifications":{{}}}}}})",
                      kMetaSubscription, request.message.id)};
}

}  // namespace tare::mcp

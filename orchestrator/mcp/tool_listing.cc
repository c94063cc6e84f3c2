#include "mcp/tool_listing.h"

#include <fmt/format.h>

#include <set>

#include "base/escape.h"
#include "json/reader.h"
#include "json/writer.h"
#include "mcp/session_request.h"

namespace tare::mcp {
namespace {

constexpr std::uint32_t kDepth = 4096;

// What answered, and the text that it points into.
struct Response {
  std::string text;
  json::Document document;
  json::Value result, error;
};

std::string text_of(json::Value object, std::string_view name) {
  const json::Value value =
      object.valid() && object.is_object() ? object.find(name) : json::Value();
  return value.valid() && value.is_string() ? value.decoded() : "";
}

class Listing {
 public:
  Listing(const Conversation& conversation, const ListingOptions& options)
      : conversation_(conversation), options_(options) {}

  Result<ToolListing> run() {
    if (Result<void> greeted = greet(); !greeted) return greeted.error();
    std::set<std::string> cursors;
    std::string cursor;
    std::size_t bytes = 0;
    while (true) {
      Response page;
      const std::string params = cursor.empty() ? "" : "\"cursor\":" + quote_json(cursor);
      if (Result<void> asked = ask("tools/list", params, page); !asked) return asked.error();
      if (page.error.valid()) return refused("tools/list", page);
      bytes += page.text.size();
      if (Result<void> taken = take(page.result, bytes); !taken) return taken.error();
      const json::Value next = page.result.find("nextCursor");
      if (next.valid() && !next.is_null() && !next.is_string()) {
        return Error{
            .reason = fmt::format("the server's answer to tools/list has a nextCursor that "
                                  "is no string: {}",
                                  shorten(next.text(), 60)),
            .mend = "a cursor is a string; absent or null where the list ends"};
      }
      cursor = text_of(page.result, "nextCursor");
      if (cursor.empty()) return std::move(out_);
      if (!cursors.insert(cursor).second || out_.pages >= options_.max_pages) {
        return Error{.reason = fmt::format("the server's list of tools has no end: after {} pages "
                                           "it gives the cursor {} again, or goes on",
                                           out_.pages, quote_json(shorten(cursor, 60)))};
      }
    }
  }

 private:
  Result<void> greet() {
    const Revision wanted = options_.revision.value_or(kNewestWithInitialize);
    if (!has_initialize(wanted)) return discover(wanted);
    Response answer;
    const std::string params =
        fmt::format("\"protocolVersion\":\"{}\",\"capabilities\":{{}},\"clientInfo\":{}",
                    revision_name(wanted), client_info());
    if (Result<void> asked = ask("initialize", params, answer); !asked) return asked.error();
    if (answer.error.valid()) {
      if (options_.revision) return refused("initialize", answer);
      return discover(kRevisions.front());
    }
    const std::string version = text_of(answer.result, "protocolVersion");
    const auto revision = revision_from_name(version);
    if (!revision || !has_initialize(*revision) ||
        (options_.revision && *revision != *options_.revision)) {
      return Error{.reason =
                       fmt::format("the server answers as revision {}, which was not asked for",
                                   quote_json(shorten(version, 60)))};
    }
    settle(*revision);
    note_server(answer.result.find("serverInfo"));
    note_instructions(answer.result);
    return conversation_.tell("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
  }

  // Revisions without a session: each request says everything.
  Result<void> discover(Revision revision) {
    settle(revision);
    Response answer;
    if (Result<void> asked = ask("server/discover", "", answer); !asked) return asked.error();
    if (answer.error.valid()) return refused("server/discover", answer);
    const json::Value meta = answer.result.find("_meta");
    if (meta.valid() && meta.is_object()) note_server(meta.find(kMetaServerInfo));
    note_instructions(answer.result);
    return {};
  }

  void settle(Revision revision) {
    out_.revision = revision;
    settled_ = true;
    conversation_.settled(revision);
  }

  void note_server(json::Value info) {
    out_.server_name = text_of(info, "name");
    out_.server_version = text_of(info, "version");
  }

  void note_instructions(json::Value result) {
    if (std::string text = text_of(result, "instructions"); !text.empty()) out_.instructions = text;
  }

  Result<void> take(json::Value result, std::size_t bytes) {
    const json::Value tools = result.find("tools");
    if (!tools.valid() || !tools.is_array()) {
      return Error{.reason = "the server's answer to tools/list has no list \"tools\""};
    }
    if (bytes > options_.max_bytes) {
      return Error{.reason = fmt::format("the server's list of tools is larger than {} bytes",
                                         options_.max_bytes)};
    }
    ++out_.pages;
    for (const json::Value tool : tools.elements()) out_.tools.push_back(json::minified(tool));
    return {};
  }

  std::string client_info() const {
    return fmt::format("{{\"name\":\"tare\",\"version\":{}}}", quote_json(options_.client_version));
  }

  // `members` of params, or "".
  Result<void> ask(std::string_view method, const std::string& members, Response& out) {
    const std::string id = std::to_string(++last_id_);
    std::string params = members;
    if (settled_ && !has_initialize(out_.revision)) {
      const std::string meta = fmt::format(
          "\"_meta\":{{\"{}\":\"{}\",\"io.modelcontextprotocol/clientInfo\":{},\"{}\":{{}}}}",
          kMetaVersion, revision_name(out_.revision), client_info(), kMetaCapabilities);
      params = meta + (members.empty() ? "" : "," + members);
    }
    std::string request =
        fmt::format("{{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"{}\"", id, method);
    if (!params.empty()) request += ",\"params\":{" + params + "}";
    auto answer = conversation_.ask(request + "}", id);
    if (!answer) return answer.error();
    out.text = std::move(answer).value();
    if (const auto error = json::read_strict(out.text, out.document, {.max_depth = kDepth})) {
      return Error{.reason = fmt::format("the server's answer to {} is no JSON: {} at byte {}",
                                         method, error.reason, error.offset)};
    }
    const json::Value root = out.document.root();
    if (root.is_object()) {
      out.result = root.find("result");
      out.error = root.find("error");
    }
    const bool good = (out.result.valid() && out.result.is_object()) ||
                      (out.error.valid() && out.error.is_object());
    if (good) return {};
    return Error{.reason = fmt::format(
                     "the server's answer to {} has neither a result nor an error", method)};
  }

  static Error refused(std::string_view method, const Response& response) {
    return Error{.reason = fmt::format("the server refuses {}: {}", method,
                                       shorten(text_of(response.error, "message"), 300))};
  }

  const Conversation& conversation_;
  const ListingOptions& options_;
  ToolListing out_;
  bool settled_ = false;
  int last_id_ = 0;
};

}  // namespace

Result<ToolListing> list_tools(const Conversation& conversation, const ListingOptions& options) {
  return Listing(conversation, options).run();
}

}  // namespace tare::mcp

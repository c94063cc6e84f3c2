#include "run/wire_manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/file.h"
#include "base/names.h"
#include "base/sha256.h"
#include "json/reader.h"
#include "proxy/endpoint.h"
#include "proxy/model_request.h"
#include "proxy/wire_names.h"

namespace tare {
namespace {

constexpr std::size_t kMaxFiles = 100'000;
constexpr std::size_t kMaxTools = 100'000;

std::string text_of(json::Value object, std::string_view name) {
  const json::Value value = object.find(name);
  return value.valid() && value.is_string() ? value.decoded() : "";
}

Result<std::vector<std::string>> records_of(const std::string& run_folder) {
  std::vector<std::string> out;
  std::error_code error;
  std::filesystem::recursive_directory_iterator at(run_folder + "/artifacts", error), end;
  for (; !error && at != end && out.size() < kMaxFiles; at.increment(error)) {
    if (at->path().filename() == "wire.jsonl") out.push_back(at->path().string());
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    return Error{.kind = ErrorKind::input,
                 .reason = "the artifacts cannot be listed: " + error.message(),
                 .where = run_folder + "/artifacts"};
  }
  if (at != end && out.size() == kMaxFiles) {
    return Error{.kind = ErrorKind::input,
                 .reason = fmt::format("more than {} attempts are on record", kMaxFiles),
                 .where = run_folder + "/artifacts",
                 .mend = "make a run of fewer cases: --filter"};
  }
  std::sort(out.begin(), out.end());
  return out;
}

class Gatherer {
 public:
  // False: the line is no record.
  bool line(std::string_view text) {
    json::Document document;
    if (json::read_strict(text, document) || !document.root().is_object()) return false;
    request(document.root());
    return true;
  }

  Manifest take() { return std::move(manifest_); }
  bool full() const { return manifest_.tools.size() >= kMaxTools; }
  std::size_t unread() const { return unread_; }

 private:
  void request(json::Value root) {
    // The door's name went before the path where there was one.
    const std::string sent = text_of(root, "target");
    const proxy::Target target = proxy::split_target("/door" + sent);
    auto endpoint = proxy::endpoint_of(target.path, target.query);
    if (!endpoint) {
      const proxy::Target behind = proxy::split_target(sent);
      endpoint = proxy::endpoint_of(behind.path, behind.query);
    }
    if (!endpoint) return;
    const json::Value kept = root.find("requestBody");
    if (kept.valid() && kept.is_string() && kept.decoded().empty()) return;  // it asked nothing
    const std::string body = text_of(root, "requestBody");
    proxy::ModelRequest sent_to_model = proxy::read_model_request(*endpoint, body);
    if (!sent_to_model.fault.empty()) ++unread_;  // or its bytes are no text, and kept as base64
    for (ToolSpec& tool : sent_to_model.tools.tools) add(std::move(tool));
  }

  void add(ToolSpec tool) {
    if (full()) return;
    const std::string key = sha256_hex(tool.json);
    if (!seen_.insert(key).second) return;
    tool.server.reset();  // a namespace of the provider's, and no server
    manifest_.tools.push_back(std::move(tool));
  }

  std::set<std::string> seen_;
  Manifest manifest_;
  std::size_t unread_ = 0;
};

void lead_back(Manifest& sent, const Policy& policy) {
  Manifest reviewed;
  for (const ReviewedTool& tool : policy.tools) {
    ToolSpec spec;
    spec.name = tool.name;
    reviewed.tools.push_back(std::move(spec));
  }
  for (const auto& [name, as_sent] : proxy::wire_names(sent, reviewed)) {
    for (ToolSpec& tool : sent.tools) {
      if (tool.name != as_sent) continue;
      tool.wire_name = tool.name;
      tool.name = name;
    }
  }
}

}  // namespace

Result<LiveManifest> wire_manifest(const std::string& run_folder, const Policy* policy) {
  Gatherer gatherer;
  const auto records = records_of(run_folder);
  if (!records) return records.error();
  for (const std::string& path : *records) {
    auto map = MappedFile::open(path);
    if (!map) return map.error();
    std::size_t number = 0;
    for (std::string_view rest = map->bytes(); !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      ++number;
      if (!gatherer.line(rest.substr(0, end))) {
        return Error{.kind = ErrorKind::input,
                     .reason = "no record of a request: what was sent there is not known",
                     .where = fmt::format("{}:{}", path, number),
                     .mend = "make the run anew; tare verify names what was changed in this one"};
      }
      rest.remove_prefix(std::min(rest.size(), end + 1));
    }
  }
  if (gatherer.full()) {
    return Error{.kind = ErrorKind::input,
                 .reason = fmt::format("{} tools or more were sent to the model", kMaxTools),
                 .where = run_folder};
  }
  LiveManifest live;
  live.manifest = gatherer.take();
  if (live.manifest.tools.empty()) {
    return Error{.kind = ErrorKind::input,
                 .reason = fmt::format("{} holds no record of tools that were sent to a model ({})",
                                       run_folder,
                                       records->empty() ? "no wire.jsonl among its artifacts"
                                                        : "no request in its wire.jsonl has any"),
                 .mend = "run with \"proxy\" on and --keep all"};
  }
  if (policy != nullptr) lead_back(live.manifest, *policy);
  live.origin = "the wire of " + run_folder;
  if (gatherer.unread() != 0) {
    live.origin += fmt::format("; requests that cannot be read: {}", gatherer.unread());
  }
  live.tells_approval = live.tells_agent = live.tells_server = live.tells_annotations = false;
  return live;
}

}  // namespace tare

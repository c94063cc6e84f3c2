#include "run/recorders.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

#include "base/escape.h"
#include "base/file.h"
#include "base/names.h"
#include "mcp_proxy/canned_answers.h"
#include "mcp_proxy/mcp_endpoint.h"
#include "mcp_proxy/recording.h"
#include "mcp_proxy/tools_offer.h"
#include "protocol/recorded_events.h"
#include "proxy/cassette.h"
#include "proxy/client_variables.h"
#include "proxy/exchange_json.h"
#include "proxy/model_proxy.h"
#include "proxy/observation.h"
#include "proxy/upstream_client.h"
#include "proxy/wire_names.h"
#include "run/describe.h"
#include "run/version.h"

namespace tare {
namespace {

constexpr std::size_t kMaxFileBytes = std::size_t{64} << 20;
constexpr std::size_t kMaxFacts = 50;

const std::string& reply_of(const TestCase& test_case) {
  static const std::string kNone;
  return test_case.expected.rare ? test_case.expected.rare->reply_json : kNone;
}

std::string cassette_path(const ProxySpec& proxy, const TestCase& test_case, std::uint32_t trial) {
  return fmt::format("{}/{}.{}.json", proxy.cassettes, folder_name_of(test_case.id()), trial);
}

// The case's own reply, else what was recorded of this trial, else of the first.
Result<proxy::ReplyScript> script_of(const ProxySpec& proxy, const TestCase& test_case,
                                     std::uint32_t trial) {
  if (const std::string& reply = reply_of(test_case); !reply.empty()) {
    auto script = proxy::read_reply_script(reply);
    if (!script) script.error().reason = "its \"reply\": " + script.error().reason;
    return script;
  }
  std::string path = cassette_path(proxy, test_case, trial);
  std::error_code ignored;
  if (trial > 1 && !std::filesystem::exists(path, ignored)) {
    path = cassette_path(proxy, test_case, 1);
  }
  const auto text = read_file(path, kMaxFileBytes);
  if (!text) {
    return Error{
        .kind = ErrorKind::input,
        .reason = "it has no \"reply\", and its cassette cannot be read: " + text.error().reason,
        .mend = "add \"reply\" to the case, or record it with mode \"record\""};
  }
  auto script = proxy::read_reply_script(*text);
  if (!script) script.error().reason = path + ": " + script.error().reason;
  return script;
}

Result<std::shared_ptr<proxy::UpstreamClient>> upstream_client(
    boost::asio::any_io_executor executor, const ProxySpec& spec,
    const std::vector<std::string>& keys) {
  proxy::Upstreams upstreams;
  for (std::size_t i = 0; i < spec.upstreams.size(); ++i) {
    const auto service = proxy::service_named(spec.upstreams[i].provider);
    if (!service) continue;
    auto upstream = proxy::read_upstream(*service, spec.upstreams[i].url, keys[i]);
    if (!upstream) {
      upstream.error().reason =
          fmt::format("proxy.upstream.{}: {}", spec.upstreams[i].provider, upstream.error().reason);
      return upstream.error();
    }
    upstreams.of(*service) = std::move(*upstream);
  }
  return std::make_shared<proxy::UpstreamClient>(executor, std::move(upstreams));
}

}  // namespace

struct RunRecorders::State {
  State(boost::asio::any_io_executor executor, const Suite& of)
      : suite(of), model(executor), began(std::chrono::steady_clock::now()) {}

  const Suite& suite;
  proxy::ModelProxy model;
  std::shared_ptr<proxy::UpstreamClient> upstream;  // null in replay
  CannedAnswers answers;
  std::string tare;
  std::chrono::steady_clock::time_point began;

  bool replays() const { return suite.proxy.mode == ProxyMode::replay; }
  bool has_model() const { return suite.proxy.mode != ProxyMode::off; }
};

struct AttemptRecorders::Door {
  std::shared_ptr<RunRecorders::State> run;
  const TestCase* test_case = nullptr;
  std::uint32_t trial = 1;
  Manifest offered;
  std::string name;
  std::shared_ptr<McpEndpoint> mcp;  // null where none is offered
  bool open = false;
};

Result<std::unique_ptr<RunRecorders>> RunRecorders::start(boost::asio::any_io_executor executor,
                                                          const Suite& suite,
                                                          const std::vector<std::string>& keys,
                                                          std::string tare) {
  auto state = std::make_shared<State>(executor, suite);
  state->tare = std::move(tare);
  const ProxySpec& spec = suite.proxy;
  if (spec.mode == ProxyMode::record || spec.mode == ProxyMode::forward) {
    auto client = upstream_client(executor, spec, keys);
    if (!client) return client.error();
    state->upstream = std::move(client).value();
  }
  if (spec.mode == ProxyMode::record) {
    if (auto made = make_directories(spec.cassettes); !made) return made.error();
  }
  if (!spec.mcp_answers.empty()) {
    const auto text = read_file(spec.mcp_answers, kMaxFileBytes);
    if (!text) return text.error();
    auto answers = CannedAnswers::parse(*text, spec.mcp_answers);
    if (!answers) return answers.error();
    state->answers = std::move(*answers);
  }
  if (auto listening = state->model.listen(); !listening) return listening.error();
  return std::unique_ptr<RunRecorders>(new RunRecorders(std::move(state)));
}

RunRecorders::RunRecorders(std::shared_ptr<State> state) : state_(std::move(state)) {}
RunRecorders::~RunRecorders() { stop(); }
void RunRecorders::stop() { state_->model.stop(); }

Result<std::unique_ptr<AttemptRecorders>> RunRecorders::open(const TestCase& test_case,
                                                             std::uint32_t trial,
                                                             const Manifest* tools) {
  auto door = std::make_unique<AttemptRecorders::Door>();
  door->run = state_;
  door->test_case = &test_case;
  door->trial = trial;
  if (tools != nullptr) door->offered = *tools;
  proxy::DoorOptions options;
  if (state_->replays()) {
    auto script = script_of(state_->suite.proxy, test_case, trial);
    if (!script) return script.error();
    options.script = std::move(*script);
    options.offered = door->offered;
    options.answer_asides = state_->suite.adapter.kind == AdapterKind::command;
  }
  options.upstream = state_->upstream;
  if (state_->suite.proxy.mcp) {
    auto offer = read_tools_offer(tools_json_of(door->offered), "the tools");
    if (!offer) return offer.error();
    offer->server_name = state_->suite.proxy.mcp_server;
    offer->server_version = kVersion;
    const auto* answers = &state_->answers;
    const auto began = state_->began;
    door->mcp = std::make_shared<McpEndpoint>(
        std::move(*offer), [answers](const mcp::ToolCall& call) { return answers->answer(call); },
        [began] {
          return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(
                                                std::chrono::steady_clock::now() - began)
                                                .count());
        });
    options.mcp = [endpoint = door->mcp](const proxy::McpRequest& request) {
      EndpointReply reply =
          endpoint->handle({request.method, *request.headers, request.body, request.bytes});
      return proxy::McpReply{reply.status, std::move(reply.headers), std::move(reply.body)};
    };
  }
  door->name = state_->model.open_door(std::move(options));
  door->open = true;
  return std::make_unique<AttemptRecorders>(std::move(door));
}

AttemptRecorders::AttemptRecorders(std::unique_ptr<Door> door) : door_(std::move(door)) {}
AttemptRecorders::~AttemptRecorders() {
  if (door_->open) (void)door_->run->model.close_door(door_->name);
}

std::string AttemptRecorders::model_url() const {
  return door_->run->has_model() ? door_->run->model.url_of(door_->name) : std::string();
}
std::string AttemptRecorders::mcp_url() const {
  return door_->mcp ? door_->run->model.url_of(door_->name) + "/mcp" : std::string();
}
const std::string& AttemptRecorders::tare() const { return door_->run->tare; }

std::vector<std::pair<std::string, std::string>> AttemptRecorders::variables(
    std::string_view no_proxy) const {
  auto out = proxy::client_variables(door_->run->model.url_of(door_->name), no_proxy);
  if (!door_->run->has_model()) {
    std::erase_if(
        out, [](const auto& one) { return one.first != "NO_PROXY" && one.first != "no_proxy"; });
  }
  if (door_->mcp) {
    out.emplace_back("TARE_MCP_URL", mcp_url());
    out.emplace_back("TARE_MCP_COMMAND",
                     fmt::format(R"([{},"proxy","mcp","--connect",{}])",
                                 quote_json(door_->run->tare), quote_json(mcp_url())));
  }
  return out;
}

AttemptRecorders::Seen AttemptRecorders::close(bool complete) {
  Seen out;
  const std::vector<proxy::Exchange> exchanges = door_->run->model.close_door(door_->name);
  door_->open = false;
  const ProxySpec& spec = door_->run->suite.proxy;
  RecorderNotes notes;
  if (door_->run->has_model()) {
    const proxy::Observation seen = proxy::observe(exchanges);
    notes.model = true;
    notes.model_requests = seen.requests;
    notes.model_replies = seen.replies;
    notes.facts = seen.facts;
    if (seen.requests == 0 && !exchanges.empty() && exchanges.front().aside) {
      notes.facts.emplace_back("the program asked the model without offering it any tool");
    } else if (seen.requests == 0) {
      notes.facts.emplace_back(
          "the client never asked the model proxy: it stopped before, or it does not heed the base "
          "URL in its environment (OPENAI_BASE_URL, ANTHROPIC_BASE_URL, …)");
    }
    if (seen.requests > 0 && seen.replies == 0) {
      notes.facts.emplace_back("no reply could be read as the model's: what it wrote is not known");
    }
    if (!seen.tools.tools.empty()) notes.tool_manifest_sha256 = manifest_sha256(seen.tools);
    notes.wire_names = proxy::wire_names(seen.tools, door_->offered);
    for (std::size_t i = 0; i < seen.views.size(); ++i) {
      out.raw_call = true;
      const auto& place = seen.places[i];
      const bool last = place.exchange == exchanges.back().order;
      RecordedPlace where{place.exchange, {}, place.complete, !place.complete && !last};
      for (const auto& span : place.spans) where.spans.emplace_back(span.begin, span.end);
      out.events.push_back(call_event(seen.views[i], where));
    }
    for (const Message& message : seen.messages) out.events.push_back(message_event(message));
    for (const std::string& history : seen.histories) out.events.push_back(history_event(history));
    for (const ToolResult& result : seen.sent_back) out.events.push_back(result_event(result));
    for (const proxy::Exchange& exchange : exchanges) {
      out.wire_lines += proxy::exchange_json("", exchange) + '\n';
    }
    if (spec.mode == ProxyMode::record && complete && proxy::cassette_replies(exchanges) > 0) {
      out.kept = write_file_atomically(cassette_path(spec, *door_->test_case, door_->trial),
                                       proxy::cassette_json(exchanges));
    }
  }
  if (door_->mcp) {
    out.mcp_lines = door_->mcp->take_record();
    notes.mcp = true;
    if (auto recording = read_mcp_record(out.mcp_lines, spec.mcp_server)) {
      notes.mcp_connected = recording->connected;
      notes.mcp_whole = recording->absence_counts();
      notes.client = recording->client_name.value_or("");
      if (recording->client_version) notes.client += ' ' + *recording->client_version;
      if (recording->unread > 0) {
        notes.facts.push_back(fmt::format("{} MCP frames could not be read", recording->unread));
      }
      for (const View& view : recording->views) out.events.push_back(call_event(view, {}));
    } else {
      notes.facts.push_back("the record of MCP frames cannot be read: " + recording.error().reason);
    }
  }
  if (notes.facts.size() > kMaxFacts) {
    const std::size_t more = notes.facts.size() - kMaxFacts;
    notes.facts.resize(kMaxFacts);
    notes.facts.push_back(fmt::format("and {} more", more));
  }
  out.events.push_back(recorder_event(notes));
  return out;
}

Result<void> check_replies(const RunPlan& plan) {
  const Suite& suite = *plan.suite;
  if (suite.proxy.mode != ProxyMode::replay) return {};
  for (const TestCase* test_case : plan.cases) {
    if (test_case->input.kind == CaseKind::invoke) continue;
    const auto script = script_of(suite.proxy, *test_case, 1);
    if (script && !script->empty()) continue;
    Error error = script ? Error{.reason = "its script holds no reply",
                                 .mend = "give it at least one reply: {\"text\": \"…\"}"}
                         : script.error();
    error.kind = ErrorKind::input;
    error.reason = fmt::format("case \"{}\" cannot be replayed: {}", test_case->id(), error.reason);
    error.where = suite.where(test_case->position);
    return error;
  }
  return {};
}

}  // namespace tare

#include "proxy/door.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <cerrno>
#include <optional>

#include "proxy/model_request.h"
#include "proxy/wire_names.h"

namespace tare::proxy {
namespace {

std::string random_name() {
  std::array<unsigned char, 16> random{};
  while (getrandom(random.data(), random.size(), 0) < 0 && errno == EINTR) {
  }
  std::string out;
  for (const unsigned char byte : random) out += fmt::format("{:02x}", byte);
  return out;
}

}  // namespace

Door::Door(DoorOptions options) : options_(std::move(options)), name_(random_name()) {}

void Door::close() {
  options_.mcp = nullptr;  // who stands behind it may be gone
  for (const auto& exchange : exchanges_) {
    if (exchange->whole || !exchange->fault.empty()) continue;
    exchange->fault = "its door was closed before the reply was whole";
  }
}

std::uint64_t Door::bytes_left() const {
  return options_.max_bytes - std::min(options_.max_bytes, bytes_ + under_way_);
}

std::uint32_t Door::exchanges_left() const {
  return options_.max_exchanges - std::min(options_.max_exchanges, begun_);
}

std::shared_ptr<Exchange> Door::begin(std::uint64_t order) {
  auto exchange = std::make_shared<Exchange>();
  exchange->order = order;
  ++begun_;
  if (options_.keep_exchanges) {
    exchanges_.push_back(exchange);
  } else {
    begun_ = 0;
  }
  return exchange;
}

PlannedReply Door::answer(Exchange& exchange) {
  const Endpoint& endpoint = *exchange.endpoint;
  if (options_.keep_exchanges) bytes_ += exchange.request_body.size();
  const ModelRequest request = read_model_request(endpoint, exchange.request_body);
  if (!request.fault.empty()) {
    exchange.fault = request.fault;
    return plan_refusal(endpoint, 400, request.fault);
  }
  if (next_ == options_.script.size() && options_.repeat) next_ = 0;
  if (next_ == options_.script.size()) {
    exchange.fault = options_.script.empty() ? std::string("no reply is scripted")
                                             : fmt::format("all {} scripted replies are used up",
                                                           options_.script.size());
    return plan_refusal(endpoint, 500, "tare: " + exchange.fault);
  }
  if (options_.answer_asides && request.tools.tools.empty() &&
      !options_.script[next_].calls.empty()) {
    exchange.aside = true;
    ScriptedReply beside;
    beside.text = "Tare";
    return plan_reply(beside, endpoint, request, turn_ + 1);
  }
  exchange.turn = ++turn_;
  const ScriptedReply& written = options_.script[next_++];
  std::optional<ScriptedReply> as_sent;
  if (!written.recorded() && !options_.offered.tools.empty()) {
    as_sent = written;
    say_as_sent(as_sent->calls, request.tools, options_.offered);
  }
  const ScriptedReply& reply = as_sent ? *as_sent : written;
  if (!reply.recorded()) {
    for (const ScriptedCall& call : reply.calls) {
      exchange.scripted.push_back(
          {.id = call.id, .name = call.name, .arguments = call.arguments, .complete = true});
    }
  }
  return plan_reply(reply, endpoint, request, exchange.turn);
}

void Door::count_forwarded(Exchange& exchange) {
  exchange.turn = ++turn_;
  if (options_.keep_exchanges) bytes_ += exchange.request_body.size();
}

void Door::count_answer(const Exchange& exchange) {
  if (options_.keep_exchanges) bytes_ += exchange.reply_body.size();
}

McpReply Door::answer_mcp(const McpRequest& request) {
  if (options_.keep_exchanges) {
    if (mcp_requests_ == options_.max_exchanges) {
      return {.status = 429, .body = "tare: too many requests through one door"};
    }
    ++mcp_requests_;
    bytes_ += request.body.size();
  }
  return options_.mcp(request);
}

std::vector<Exchange> Door::exchanges() const {
  std::vector<Exchange> out;
  out.reserve(exchanges_.size());
  for (const auto& exchange : exchanges_) out.push_back(*exchange);
  return out;
}

}  // namespace tare::proxy

#include "run/stdio_conversation.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "json/reader.h"
#include "mcp/message.h"
#include "mcp/reply.h"

namespace tare {
namespace {

constexpr std::size_t kMaxFrame = std::size_t{64} << 20;
constexpr std::size_t kMaxFrames = 10'000;

Error silent() {
  return {.kind = ErrorKind::system,
          .reason = "the server did not answer in time",
          .mend = "see whether it starts by hand; --mcp-timeout gives it longer"};
}

}  // namespace

StdioConversation::StdioConversation(ChildServer server,
                                     std::chrono::steady_clock::time_point deadline)
    : server_(std::move(server)), deadline_(deadline), reader_(kMaxFrame) {
  // A server that reads nothing must not hold us up.
  ::fcntl(server_.in(), F_SETFL, ::fcntl(server_.in(), F_GETFL) | O_NONBLOCK);
}

Result<StdioConversation> StdioConversation::start(const std::vector<std::string>& command,
                                                   std::chrono::steady_clock::time_point deadline) {
  auto server = ChildServer::start(command);
  if (!server) return server.error();
  return StdioConversation(std::move(server).value(), deadline);
}

int StdioConversation::left_ms() const {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      deadline_ - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<long long>(left.count(), 0, 3'600'000));
}

Result<void> StdioConversation::send(std::string_view line) {
  std::string rest = std::string(line) + "\n";
  while (!rest.empty()) {
    std::array<pollfd, 2> ready{{{server_.in(), POLLOUT, 0}, {server_.out(), POLLIN, 0}}};
    const int count = ::poll(ready.data(), ready.size(), left_ms());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return silent();
    // What it writes meanwhile is taken, or both would wait for each other.
    if ((ready[1].revents & POLLIN) != 0) {
      if (Result<void> got = receive(); !got) return got.error();
    }
    if (ready[0].revents == 0) continue;
    const ssize_t sent = ::write(server_.in(), rest.data(), rest.size());
    if (sent < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (sent < 0) return system_error("cannot write to the server", errno);
    rest.erase(0, static_cast<std::size_t>(sent));
  }
  return {};
}

Result<void> StdioConversation::receive() {
  pollfd ready{server_.out(), POLLIN, 0};
  const int count = ::poll(&ready, 1, left_ms());
  if (count < 0 && errno == EINTR) return {};
  if (count <= 0) return silent();
  std::array<char, 65536> buffer;
  const ssize_t got = ::read(server_.out(), buffer.data(), buffer.size());
  if (got < 0 && errno == EINTR) return {};
  if (got <= 0) {
    return Error{.kind = ErrorKind::system,
                 .reason = "the server ended before it had answered",
                 .mend = "its own messages, if any, stand above"};
  }
  bool cut = false;
  reader_.feed({buffer.data(), static_cast<std::size_t>(got)}, [&](const mcp::Frame& frame) {
    cut = cut || frame.cut();
    if (frames_.size() < kMaxFrames) frames_.emplace_back(frame.text);
  });
  if (cut)
    return Error{.reason = fmt::format("the server sent more than {} bytes on a line", kMaxFrame)};
  if (frames_.size() >= kMaxFrames) {
    return Error{.reason = fmt::format("the server sent {} messages and no answer", kMaxFrames)};
  }
  return {};
}

Result<std::optional<std::string>> StdioConversation::response(std::string_view id) {
  while (!frames_.empty()) {
    std::string frame = std::move(frames_.front());
    frames_.pop_front();
    json::Document document;
    if (json::read_strict(frame, document)) {
      return Error{
          .reason = fmt::format("the server writes what is no JSON: {}", frame.substr(0, 120)),
          .mend = "on stdio a server's logs belong on stderr"};
    }
    const mcp::Message message = mcp::read_message(document.root());
    if (message.kind == mcp::MessageKind::response && mcp::id_text(document.root()) == id) {
      return std::optional<std::string>(std::move(frame));
    }
    if (message.kind != mcp::MessageKind::request) continue;
    const std::string reply =
        message.method == "ping"
            ? mcp::result_text(message.id, "{}")
            : mcp::error_text(message.id, mcp::kNewestWithInitialize,
                              mcp::ErrorCode::method_not_found, "tare only lists tools");
    if (Result<void> sent = send(reply); !sent) return sent.error();
  }
  return std::optional<std::string>();
}

Result<std::string> StdioConversation::ask(std::string_view request, std::string_view id) {
  if (Result<void> sent = send(request); !sent) return sent.error();
  while (true) {
    auto found = response(id);
    if (!found) return found.error();
    if (*found) return std::move(**found);
    if (Result<void> got = receive(); !got) return got.error();
  }
}

Result<void> StdioConversation::tell(std::string_view notification) { return send(notification); }

}  // namespace tare

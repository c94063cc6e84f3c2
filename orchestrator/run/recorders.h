// Tare's own recorders for one attempt: its door at the model proxy and its MCP server behind it.
//
// A run has one proxy; each attempt gets a door of its own, with the script that answers it, and
// takes what was seen there with it when it ends. What was seen becomes event lines
// (protocol/recorded_events.h), so the rest of Tare reads it as it reads an adapter.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/manifest.h"
#include "run/plan.h"

namespace tare {

class AttemptRecorders;

// What all attempts of a run share.
class RunRecorders {
 public:
  // Listens on the loopback. REQUIRES: suite.proxy.any(). `keys`: of proxy.upstream, in its order.
  // `tare`: the path of this program, which serves MCP on stdio by relaying to the proxy.
  static Result<std::unique_ptr<RunRecorders>> start(boost::asio::any_io_executor executor,
                                                     const Suite& suite,
                                                     const std::vector<std::string>& keys,
                                                     std::string tare);
  ~RunRecorders();
  RunRecorders(const RunRecorders&) = delete;
  RunRecorders& operator=(const RunRecorders&) = delete;

  // `tools`: what is offered; null: none are known. An error where the case's reply or its cassette
  // cannot be read.
  Result<std::unique_ptr<AttemptRecorders>> open(const TestCase& test_case, std::uint32_t trial,
                                                 const Manifest* tools);
  // No request is taken from now on, and the io_context has nothing left to wait for.
  void stop();

  struct State;

 private:
  explicit RunRecorders(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

class AttemptRecorders {
 public:
  struct Door;
  explicit AttemptRecorders(std::unique_ptr<Door> door);
  ~AttemptRecorders();

  std::string model_url() const;  // "" where no model proxy stands
  std::string mcp_url() const;    // "" where no MCP server is offered
  const std::string& tare() const;
  // What points clients at it: NAME and value.
  std::vector<std::pair<std::string, std::string>> variables(std::string_view no_proxy) const;

  struct Seen {
    std::vector<std::string> events;
    std::string wire_lines, mcp_lines;  // for the artifacts
    bool raw_call = false;              // the model was seen to call a tool
    Result<void> kept = {};             // an error where a cassette could not be written
  };
  // Closes the door. Call once. `complete`: the attempt is one whose replies are worth keeping.
  Seen close(bool complete);

 private:
  std::unique_ptr<Door> door_;
};

// Every script that a run in replay would answer with, read once: an error that names the case.
Result<void> check_replies(const RunPlan& plan);

}  // namespace tare

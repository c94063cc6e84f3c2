// How fast cases are read: Tare's strict reader, nlohmann's DOM and simdjson, side by side on one
// file of JSON Lines, on one core, in one run.
//
//   bench_json [SIZE_MB | FILE] [ROUNDS] [--verify]
//
// Each reader takes the file line by line and visits every value. What that means differs, so there
// are two rows for Tare: one leaves tokens as spans, as reading a suite does, and one also decodes
// each string, as simdjson and nlohmann do. (Those two also make doubles of numbers; Tare never
// does.) Rounds alternate between the readers, so that a slow moment of the machine hits all; the
// best round of each counts.
#include <simdjson.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "json/reader.h"

namespace {

// Lines as a golden set has them; one in eight holds escapes, one in eight text above ASCII.
std::string make_lines(std::size_t bytes) {
  std::mt19937 random(20261130);
  const char* const texts[] = {"Show me ticket QA-142",
                               "Which tickets did Ada close last week, and which are still open?",
                               "Create a ticket: the export fails with \\\"disk full\\\" on host 7",
                               "Zeige mir alle offenen Tickets von Jörg Müller, bitte",
                               "Set QA-9 to done",
                               "Delete the three oldest drafts in project OPS",
                               "Find every ticket that mentions a timeout in the last deploy",
                               "Close it"};
  std::string out;
  out.reserve(bytes + 1024);
  for (unsigned i = 0; out.size() < bytes; ++i) {
    const std::string number = std::to_string(100000 + i);
    out += R"({"id":"pr/get_ticket/by-key-)" + number + R"(","kind":"tool-call","request":")";
    out += texts[random() % 8];
    out += R"(","expectedTool":"get_ticket","risk":)" + std::to_string(random() % 4);
    out += R"(,"tags":["read","pr"],"expectedArgs":{"key":"QA-)" + std::to_string(random() % 1000);
    out += R"(","n":)" + std::to_string(random() % 100) + ".50}}\n";
  }
  return out;
}

std::string read_whole(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "bench_json: cannot open %s\n", path.c_str());
    std::exit(2);
  }
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

template <class Line>
void for_each_line(std::string_view text, Line line) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

[[noreturn]] void fail(const char* reader, const std::string& reason) {
  std::fprintf(stderr, "bench_json: %s refused a line: %s\n", reader, reason.c_str());
  std::exit(2);
}

// What a reader saw. `sum` has no meaning: it keeps the work from being optimised away.
struct Seen {
  std::size_t values = 0;
  std::size_t sum = 0;
};

Seen run_tare(std::string_view text, bool decode) {
  using tare::json::Kind;
  tare::json::Document document;
  Seen seen;
  for_each_line(text, [&](std::string_view line) {
    if (const auto error = tare::json::read_strict(line, document)) fail("tare", error.reason);
    // Names are nodes too, one for each member.
    seen.values += document.nodes().size();
    for (std::uint32_t i = 0; i < document.nodes().size(); ++i) {
      const tare::json::Value value(&document, i);
      if (value.is_object()) seen.values -= value.size();
      if (decode && value.is_string()) {
        const auto plain = value.undecoded();
        seen.sum += plain ? plain->size() : value.decoded().size();
      }
    }
  });
  return seen;
}

void visit(const nlohmann::json& value, Seen& seen) {
  ++seen.values;
  if (value.is_structured()) {
    for (const auto& child : value) visit(child, seen);
  }
}

Seen run_nlohmann(std::string_view text) {
  Seen seen;
  for_each_line(text, [&seen](std::string_view line) {
    visit(nlohmann::json::parse(line.begin(), line.end()), seen);
  });
  return seen;
}

void visit(simdjson::ondemand::value value, Seen& seen) {
  ++seen.values;
  switch (value.type()) {
    case simdjson::ondemand::json_type::array:
      for (auto child : value.get_array()) visit(child.value(), seen);
      break;
    case simdjson::ondemand::json_type::object:
      for (auto field : value.get_object()) visit(field.value().value(), seen);
      break;
    case simdjson::ondemand::json_type::string:
      seen.sum += value.get_string().value().size();
      break;
    case simdjson::ondemand::json_type::number:
      seen.sum += value.get_double().value() > 1 ? 1 : 0;
      break;
    case simdjson::ondemand::json_type::boolean:
      seen.sum += value.get_bool().value() ? 1 : 0;
      break;
    case simdjson::ondemand::json_type::null:
      break;
  }
}

// REQUIRES: the padding that simdjson asks for stands behind the text.
Seen run_simdjson(std::string_view text) {
  simdjson::ondemand::parser parser;
  const char* end = text.data() + text.size() + simdjson::SIMDJSON_PADDING;
  Seen seen;
  for_each_line(text, [&](std::string_view line) {
    const auto left = static_cast<std::size_t>(end - line.data());
    simdjson::ondemand::document document = parser.iterate(line.data(), line.size(), left).value();
    visit(document.get_value().value(), seen);
  });
  return seen;
}

struct Contender {
  const char* name;
  Seen (*run)(std::string_view);
  Seen seen = {};
  double best_seconds = 1e9;
};

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  const bool verify = std::erase(arguments, "--verify") > 0;
  const std::string what = arguments.empty() ? "200" : arguments[0];
  const int rounds = arguments.size() > 1 ? std::max(1, std::atoi(arguments[1].c_str())) : 5;
  const bool is_size = what.find_first_not_of("0123456789") == std::string::npos;
  std::string text =
      is_size ? make_lines(std::strtoull(what.c_str(), nullptr, 10) * 1'000'000) : read_whole(what);
  const std::size_t size = text.size();
  text.resize(size + simdjson::SIMDJSON_PADDING);
  const std::string_view lines(text.data(), size);

  Contender contenders[] = {
      {"tare read_strict", [](std::string_view t) { return run_tare(t, false); }},
      {"tare, all decoded", [](std::string_view t) { return run_tare(t, true); }},
      {"simdjson on-demand", run_simdjson},
      {"nlohmann DOM", run_nlohmann}};
  for (int round = 0; round < rounds; ++round) {
    for (Contender& c : contenders) {
      const auto start = std::chrono::steady_clock::now();
      c.seen = c.run(lines);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      c.best_seconds = std::min(c.best_seconds, took.count());
    }
  }

  const double megabytes = static_cast<double>(size) / 1e6;
  std::printf("%.1f MB of JSON Lines, one core, best of %d rounds\n\n", megabytes, rounds);
  std::printf("%-20s %10s %14s %18s\n", "reader", "MB/s", "values", "time, tare = 1");
  bool same = true;
  for (const Contender& c : contenders) {
    std::printf("%-20s %10.1f %14zu %18.2f\n", c.name, megabytes / c.best_seconds, c.seen.values,
                c.best_seconds / contenders[0].best_seconds);
    same = same && c.seen.values == contenders[0].seen.values;
  }
  if (!verify) return 0;
  std::printf("\n%s\n", same ? "all saw the same count of values" : "THE COUNTS OF VALUES DIFFER");
  return same ? 0 : 1;
}

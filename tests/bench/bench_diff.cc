// What `tare diff --batch` is measured with: a generator of small pairs, and the yardstick, which
// reads the same lines as bare JSON and does nothing with them.
//
// bench_diff make COUNT          lines to stdout
// bench_diff read < LINES        each line through the strict reader
// bench_diff pairs < LINES       each line through the diff, without the command line around it
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <string_view>

#include "base/escape.h"
#include "coercion/batch_diff.h"
#include "json/reader.h"
#include "protocol/line_framer.h"

namespace tare {
namespace {

constexpr std::string_view kSchema =
    R"(,"inputSchema":{"type":"object","properties":{"key":{"type":"string"},)"
    R"("limit":{"type":"integer"},"note":{"type":"string"}},"required":["key"]})";

struct Pair {
  std::string raw, normalized;
};

// Six of ten are handed on as they are; the others changed in one place.
Pair make_pair(std::mt19937& random) {
  const auto id = random() % 100'000;
  const auto limit = random() % 50;
  const auto text = [&](std::string_view number, std::string_view note) {
    return fmt::format(R"({{"key":"QA-{}","limit":{},"note":"{}"}})", id, number, note);
  };
  const std::string number = std::to_string(limit);
  const std::string string = "\"" + number + "\"";
  const std::string_view note = "seen again on the second try";
  const std::string plain = text(number, note);
  switch (random() % 20) {
    case 0:
      return {text(string, note), plain};
    case 1:
      return {plain, text(string, note)};
    case 2:
      return {plain, text(number + ".0", note)};
    case 3:
      return {plain, text(number, "seen again")};
    case 4:
      return {text(number, " seen again "), text(number, "seen again")};
    case 5:
      return {plain, fmt::format(R"({{"key":"QA-{}","limit":{}}})", id, limit)};
    case 6:
      return {fmt::format(R"({{"key":"QA-{}","limit":{}}})", id, limit), plain};
    case 7:
      return {plain.substr(0, plain.size() - 1), plain};
    default:
      return {plain, plain};
  }
}

void make(unsigned count) {
  std::mt19937 random(20'261'130);
  std::string out;
  for (unsigned i = 0; i < count; ++i) {
    const Pair pair = make_pair(random);
    out += fmt::format(
        R"({{"id":"pair-{:07}","rawCalls":[{{"id":"c{}","name":"get_ticket","arguments":{}}}],)"
        R"("normalizedCalls":[{{"id":"c{}","name":"get_ticket","arguments":{}}}]{}}})",
        i, i, quote_json(pair.raw), i, quote_json(pair.normalized), i % 3 == 0 ? kSchema : "");
    out += '\n';
    if (out.size() < 1u << 20 && i + 1 < count) continue;
    std::fwrite(out.data(), 1, out.size(), stdout);
    out.clear();
  }
}

void each_line(const std::function<bool(std::string_view)>& take) {
  LineFramer framer(std::size_t{256} << 20);
  std::string buffer(1u << 18, '\0');
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), stdin)) {
    if (!framer.feed({buffer.data(), got}, take)) std::abort();
  }
}

void read() {
  json::Document document;
  std::size_t nodes = 0;
  each_line([&](std::string_view line) {
    const bool good = !json::read_strict(line, document);
    nodes += document.nodes().size();
    return good;
  });
  fmt::print("{} nodes\n", nodes);
}

void pairs() {
  BatchDiff diff;
  std::string out;
  each_line([&](std::string_view line) {
    if (out.size() > 1u << 18) {
      std::fwrite(out.data(), 1, out.size(), stdout);
      out.clear();
    }
    return !diff.run(line, out);
  });
  std::fwrite(out.data(), 1, out.size(), stdout);
}

}  // namespace
}  // namespace tare

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "make" && argc == 3) {
    tare::make(static_cast<unsigned>(std::atoi(argv[2])));
  } else if (what == "read") {
    tare::read();
  } else if (what == "pairs") {
    tare::pairs();
  } else {
    std::fputs("bench_diff make COUNT | read | pairs\n", stderr);
    return 2;
  }
  return 0;
}

#include "import/suite_files.h"

#include <fmt/format.h>

#include "base/utf8.h"

namespace tare {
namespace {

constexpr std::string_view kSuite = R"({{
  // Imported from {}. The adapter is yours to name: `tare run` starts it, `tare score` does not.
  "adapter": {{"command": ["./adapter"]}},
  "cases": ["cases/*.jsonl"]{}
}}
)";

std::string without_controls(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    const bool control = !c.valid || c.value < 0x20 || (c.value >= 0x7f && c.value < 0xa0) ||
                         c.value == 0x2028 || c.value == 0x2029;
    if (control) {
      out.push_back('_');
    } else {
      out += text.substr(at, c.length);
    }
    at += c.length;
  }
  return out;
}

}  // namespace

std::string SuiteFiles::new_id(std::string_view wanted, const std::string& place) {
  place_ = place;
  const std::string plain = without_controls(wanted);
  if (plain != wanted) lose(place, "id", "control characters in an id are written _");
  std::string id = plain;
  while (ids_.contains(id)) {
    const std::uint32_t n = ++ids_[plain];
    if (n == 2) lose(place, "id", "an id that another item has got ~2, ~3, … behind it");
    id = fmt::format("{}~{}", plain, n);
  }
  ids_.emplace(id, 1);
  return id;
}

void SuiteFiles::add(const std::string& group, const CaseText& one) {
  const auto [place, is_new] = group_places_.emplace(group, groups_.size());
  if (is_new) groups_.push_back({group, "", {}});
  Group& into = groups_[place->second];
  into.lines += one.line() + "\n";
  into.origins.push_back(place_);
  ++cases_;
}

void SuiteFiles::add_prediction(const std::string& line, bool refused) {
  predictions_ += line + "\n";
  ++out_.predictions;
  out_.refused += refused ? 1 : 0;
}

void SuiteFiles::lose(const std::string& place, std::string_view member, const std::string& why) {
  const auto [known, is_new] =
      loss_places_.emplace(std::make_pair(std::string(member), why), out_.losses.size());
  if (is_new) {
    out_.losses.push_back({place, std::string(member), why, 1});
  } else {
    ++out_.losses[known->second].count;
  }
}

Result<Imported> SuiteFiles::finish(std::string_view format) && {
  if (cases_ == 0) {
    Error error{ErrorKind::input, "no case could be made of it", "",
                "docs/import.md says what each format looks like"};
    for (const ImportLoss& loss : out_.losses) {
      error.more.push_back({ErrorKind::input, loss.why, loss.place});
    }
    return error;
  }
  out_.cases = cases_;
  const std::string tools = tools_.empty() ? "" : ",\n  \"tools\": \"tools.json\"";
  out_.files.push_back({"tare.json", fmt::format(kSuite, format, tools)});
  if (!tools_.empty()) out_.files.push_back({"tools.json", tools_ + "\n"});
  for (Group& group : groups_) {
    out_.files.push_back(
        {"cases/" + group.name + ".jsonl", std::move(group.lines), std::move(group.origins)});
  }
  if (!predictions_.empty()) out_.files.push_back({"predictions.jsonl", std::move(predictions_)});
  return std::move(out_);
}

}  // namespace tare

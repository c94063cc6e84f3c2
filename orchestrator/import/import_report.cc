// The two forms of the report. What was lost is never left out of either.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "import/import.h"

namespace tare {
namespace {

std::string plural(std::uint64_t n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

}  // namespace

std::string import_text(const Imported& imported, std::string_view format,
                        const std::string& folder) {
  const std::string shown = escape_for_terminal(folder);
  std::string out =
      fmt::format("{}: {} in {}\n", format, plural(imported.cases, "case", "cases"), shown);
  for (const ImportFile& file : imported.files) {
    out += fmt::format("  {}\n", escape_for_terminal(file.name));
  }
  if (imported.predictions > 0) {
    out += fmt::format(
        "{}, the client layer refused {} of them: tare score {} --from {}/predictions.jsonl\n",
        plural(imported.predictions, "prediction", "predictions"), imported.refused, shown, shown);
  }
  if (imported.losses.empty()) return out + "Nothing was left behind.\n";
  out += "Not carried over:\n";
  for (const ImportLoss& loss : imported.losses) {
    out += fmt::format("  {}: {}{}{}\n", loss.place,
                       loss.member.empty() ? "" : escape_for_terminal(loss.member) + ": ",
                       escape_for_terminal(loss.why),
                       loss.count > 1 ? fmt::format(" ({} times)", loss.count) : "");
  }
  return out;
}

std::string import_json(const Imported& imported, std::string_view format,
                        const std::string& source, const std::string& folder) {
  nlohmann::ordered_json document;
  document["format"] = "tare-import/1";
  document["from"] = format;
  document["source"] = source;
  document["folder"] = folder;
  document["cases"] = imported.cases;
  document["predictions"] = imported.predictions;
  document["refused"] = imported.refused;
  document["files"] = nlohmann::ordered_json::array();
  for (const ImportFile& file : imported.files) document["files"].push_back(file.name);
  document["notCarried"] = nlohmann::ordered_json::array();
  for (const ImportLoss& loss : imported.losses) {
    document["notCarried"].push_back(
        {{"place", loss.place}, {"member", loss.member}, {"why", loss.why}, {"count", loss.count}});
  }
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace tare

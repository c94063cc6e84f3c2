#include "report/calibration_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "report/display_text.h"
#include "report/figure_text.h"
#include "report/json_text.h"
#include "report/paragraph.h"

namespace tare {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kListed = 20;

std::string word_of(bool pass, const std::optional<double>& score) {
  const std::string word = pass ? "PASS" : "FAIL";
  return score ? fmt::format("{} ({})", word, *score) : word;
}

std::string kappa_text(const CalibrationReport& report) {
  if (report.kappa) return fmt::format("{:.3f}", *report.kappa);
  return report.pairs == 0 ? "none (there is no pair)" : "none (one side said the same of all)";
}

std::string reached_text(const CalibrationReport& report, const CalibrationFacts& facts) {
  if (!facts.min_kappa) return "; no minKappa is set";
  // Nothing was measured, so nothing fell short.
  if (report.pairs == 0) return "";
  return fmt::format("; minKappa {} is {}reached", *facts.min_kappa, facts.reached ? "" : "not ");
}

std::string row(const std::string& name, std::uint64_t a, std::uint64_t b) {
  return "  " + pad_right(name, 12) + pad_left(count_text(a), 12) + pad_left(count_text(b), 12) +
         "\n";
}

std::string score_table(const CalibrationReport& report) {
  std::string out = "\n  scores: label below, judge across\n  " + std::string(6, ' ');
  for (int judge = 1; judge <= 5; ++judge) out += fmt::format("{:>6}", judge);
  out += "\n";
  for (std::size_t label = 0; label < 5; ++label) {
    out += fmt::format("  {:>6}", label + 1);
    for (const std::uint64_t count : report.scores[label]) out += fmt::format("{:>6}", count);
    out += "\n";
  }
  return out;
}

std::string more_text(std::size_t all) {
  return all > kListed ? fmt::format("  and {} more\n", count_text(all - kListed)) : "";
}

std::string label_text(const LabelledItem& item) {
  std::string out = "  " + shown_text(item.id, 100) + ": label " + word_of(item.pass, item.score);
  if (!item.by.empty()) out += " by " + shown_text(item.by, 60);
  return out;
}

Json amount(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json side_json(bool pass, const std::optional<double>& score) {
  Json out = Json::object();
  out["pass"] = pass;
  if (score) out["score"] = *score;
  return out;
}

Json item_json(const LabelledItem& item) {
  Json out = Json::object();
  out["id"] = readable_utf8(item.id);
  out["label"] = side_json(item.pass, item.score);
  if (!item.by.empty()) out["label"]["by"] = readable_utf8(item.by);
  if (item.judged) {
    out["judge"] = side_json(item.judged->pass, item.judged->score);
    out["judge"]["reason"] = readable_utf8(item.judged->reason);
  } else {
    out["without"] = readable_utf8(item.without);
  }
  return out;
}

}  // namespace

std::string calibration_text(const CalibrationReport& report, const CalibrationFacts& facts,
                             const TerminalStyle& style) {
  std::string out =
      heading(fmt::format("The judge beside labels: {}", counted(report.pairs, "pair")), style) +
      "\n\n";
  out +=
      "  " + std::string(12, ' ') + pad_left("judge PASS", 12) + pad_left("judge FAIL", 12) + "\n";
  out += row("label PASS", report.table[0][0], report.table[0][1]);
  out += row("label FAIL", report.table[1][0], report.table[1][1]);
  if (report.scored_pairs > 0) out += score_table(report);
  out +=
      fmt::format("\nagreement {}, kappa {}", percent_text(report.agreement), kappa_text(report));
  out += reached_text(report, facts) + "\n";
  if (!report.disagreements.empty()) {
    out += fmt::format("\n{}:\n", counted(report.disagreements.size(), "disagreement"));
    for (std::size_t i = 0; i < std::min(report.disagreements.size(), kListed); ++i) {
      const LabelledItem& item = report.disagreements[i];
      out += label_text(item) + "; judge " + word_of(item.judged->pass, item.judged->score);
      if (!item.judged->reason.empty()) out += ": " + shown_text(item.judged->reason, 300);
      out += "\n";
    }
    out += more_text(report.disagreements.size());
  }
  if (!report.unjudged.empty()) {
    out += fmt::format("\n{} without a verdict:\n", counted(report.unjudged.size(), "label"));
    for (std::size_t i = 0; i < std::min(report.unjudged.size(), kListed); ++i) {
      const LabelledItem& item = report.unjudged[i];
      out += "  " + shown_text(item.id, 100) + ": " + shown_text(item.without, 200) + "\n";
    }
    out += more_text(report.unjudged.size());
  }
  if (!report.unlabelled.empty()) {
    out += fmt::format("\n{} without a label:\n", counted(report.unlabelled.size(), "verdict"));
    for (std::size_t i = 0; i < std::min(report.unlabelled.size(), kListed); ++i) {
      out += "  " + shown_text(report.unlabelled[i], 100) + "\n";
    }
    out += more_text(report.unlabelled.size());
  }
  return out;
}

std::string calibration_json(const CalibrationReport& report, const CalibrationFacts& facts) {
  Json out = Json::object();
  out["n"] = report.pairs;
  out["agreement"] = amount(report.agreement);
  out["kappa"] = amount(report.kappa);
  out["minKappa"] = amount(facts.min_kappa);
  out["reached"] = facts.min_kappa && report.pairs == 0 ? Json(nullptr) : Json(facts.reached);
  Json& table = out["table"] = Json::object();
  table["labelPass"]["judgePass"] = report.table[0][0];
  table["labelPass"]["judgeFail"] = report.table[0][1];
  table["labelFail"]["judgePass"] = report.table[1][0];
  table["labelFail"]["judgeFail"] = report.table[1][1];
  if (report.scored_pairs > 0) out["scores"] = report.scores;
  out["disagreements"] = Json::array();
  for (const LabelledItem& item : report.disagreements)
    out["disagreements"].push_back(item_json(item));
  out["labelsWithoutVerdict"] = Json::array();
  for (const LabelledItem& item : report.unjudged)
    out["labelsWithoutVerdict"].push_back(item_json(item));
  out["verdictsWithoutLabel"] = Json::array();
  for (const std::string& id : report.unlabelled)
    out["verdictsWithoutLabel"].push_back(readable_utf8(id));
  return out.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string calibration_file(const CalibrationReport& report, const CalibrationFacts& facts) {
  Json out = Json::object();
  out["format"] = "tare-calibration/1";
  out["judgeSha256"] = facts.judge_sha256;
  out["contractsSha256"] = facts.contracts_sha256;
  out["n"] = report.pairs;
  out["agreement"] = amount(report.agreement);
  out["kappa"] = amount(report.kappa);
  return out.dump(2) + "\n";
}

}  // namespace tare

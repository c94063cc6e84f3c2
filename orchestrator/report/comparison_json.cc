#include <cmath>
#include <nlohmann/json.hpp>

#include "report/changed_tools.h"
#include "report/comparison_text.h"
#include "report/comparison_words.h"
#include "report/json_text.h"

namespace tare {
namespace {

using Json = nlohmann::ordered_json;

Json number(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return nullptr;
  if (*value == std::trunc(*value) && std::fabs(*value) < 9007199254740992.0) {
    return static_cast<std::int64_t>(*value);
  }
  return *value;
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(readable_utf8(text));
}

Json differences_json(const std::vector<Difference>& list) {
  Json out = Json::array();
  for (const Difference& difference : list) {
    Json entry = Json::object();
    entry["what"] = readable_utf8(difference.what);
    entry["base"] = text_or_null(difference.base);
    entry["new"] = text_or_null(difference.now);
    out.push_back(std::move(entry));
  }
  return out;
}

Json ids_json(const std::vector<std::string>& ids) {
  Json out = Json::array();
  for (const std::string& id : ids) out.push_back(readable_utf8(id));
  return out;
}

Json figure_json(const ComparedFigure& figure) {
  Json out = Json::object();
  out["group"] = group_name(figure.group);
  out["name"] = readable_utf8(figure.name);
  out["view"] = text_or_null(figure.view);
  out["base"] = number(figure.base);
  out["new"] = number(figure.now);
  out["difference"] =
      figure.base && figure.now ? number(*figure.now - *figure.base) : Json(nullptr);
  out["cases"] = figure.cases;
  out["better"] = figure.better;
  out["worse"] = figure.worse;
  out["test"] = figure.cases == 0 ? Json(nullptr) : Json(figure.single ? "mcnemar" : "sign");
  out["p"] = figure.cases == 0 ? Json(nullptr) : number(figure.p);
  out["pCorrected"] = figure.cases == 0 ? Json(nullptr) : number(figure.corrected);
  out["smallestDrop"] = number(figure.smallest_drop);
  out["answer"] = direction_name(figure.change);
  return out;
}

Json count_json(const Count& count) {
  Json out = Json::object();
  out["passed"] = count.right;
  out["trials"] = count.of;
  return out;
}

Json cases_json(const std::vector<ChangedCase>& cases) {
  Json out = Json::array();
  for (const ChangedCase& changed : cases) {
    Json entry = Json::object();
    entry["id"] = readable_utf8(changed.id);
    entry["base"] = count_json(changed.base);
    entry["new"] = count_json(changed.now);
    entry["risk"] = changed.risk;
    out.push_back(std::move(entry));
  }
  return out;
}

Json tools_json(const std::vector<ChangedTool>& tools) {
  Json out = Json::array();
  for (const ChangedTool& tool : tools) {
    Json entry = Json::object();
    entry["tool"] = readable_utf8(tool.name);
    entry["how"] = changed_tool_how(tool.how);
    entry["changes"] = ids_json(tool.changes);
    entry["cases"] = tool.cases;
    entry["caseIds"] = ids_json(tool.case_ids);
    out.push_back(std::move(entry));
  }
  return out;
}

Json experiment_json(const Experiment& experiment) {
  Json out = Json::object();
  out["target"] = readable_utf8(experiment.target);
  out["view"] = experiment.view;
  const auto side = [](std::uint64_t confused, std::uint64_t trials) {
    Json entry = Json::object();
    entry["confused"] = confused;
    entry["trials"] = trials;
    return entry;
  };
  out["base"] = side(experiment.base, experiment.base_of);
  out["new"] = side(experiment.now, experiment.now_of);
  out["fell"] = experiment.fell;
  out["p"] = number(experiment.p);
  out["broken"] = ids_json(experiment.broken);
  out["passed"] = experiment.passed;
  if (!experiment.reason.empty()) out["reason"] = readable_utf8(experiment.reason);
  return out;
}

}  // namespace

std::string comparison_json(const Comparison& comparison) {
  Json out = Json::object();
  out["format"] = "tare-compare/1";
  out["base"] = readable_utf8(comparison.base_name);
  out["new"] = readable_utf8(comparison.now_name);
  out["answer"] = direction_name(comparison.change);
  out["datasetChanged"] = comparison.dataset_changed;
  out["thresholds"] = differences_json(comparison.thresholds);
  out["identity"] = differences_json(comparison.identity);
  out["circumstance"] = differences_json(comparison.circumstance);
  Json& cases = out["cases"] = Json::object();
  cases["paired"] = comparison.cases;
  cases["onlyBase"] = ids_json(comparison.only_base);
  cases["onlyNew"] = ids_json(comparison.only_now);
  out["smallestDrop"] = number(comparison.figures.front().smallest_drop);
  out["figures"] = Json::array();
  for (const ComparedFigure& figure : comparison.figures) {
    out["figures"].push_back(figure_json(figure));
  }
  out["newlyFailing"] = cases_json(comparison.newly_failing);
  out["newlyPassing"] = cases_json(comparison.newly_passing);
  if (comparison.tools) out["changedTools"] = tools_json(*comparison.tools);
  if (comparison.experiment) out["experiment"] = experiment_json(*comparison.experiment);
  out["exitCode"] = exit_code_of(comparison);
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tare

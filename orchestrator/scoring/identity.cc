#include "scoring/identity.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

namespace tare {
namespace {

class Differences {
 public:
  void add(std::string what, std::string base, std::string now) {
    if (base != now) list_.push_back({std::move(what), std::move(base), std::move(now)});
  }
  void add(std::string what, const std::optional<std::string>& base,
           const std::optional<std::string>& now) {
    add(std::move(what), base.value_or(""), now.value_or(""));
  }
  std::vector<Difference> take() { return std::move(list_); }

 private:
  std::vector<Difference> list_;
};

std::string words(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const std::string_view part : parts) {
    if (part.empty()) continue;
    if (!out.empty()) out += ' ';
    out += part;
  }
  return out;
}

std::string layers_text(const std::vector<Layer>& layers) {
  std::string out;
  for (const Layer& layer : layers) {
    out += (out.empty() ? "" : ", ") + words({layer.role, layer.name, layer.version});
  }
  return out;
}

std::string joined(const std::vector<std::string>& list) {
  std::string out;
  for (const std::string& word : list) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::string files_text(const Provenance& provenance) {
  std::string out;
  for (const auto& [path, sha256] : provenance.adapter_files) {
    out += (out.empty() ? "" : ", ") + path + " " + sha256.substr(0, 12);
  }
  return out;
}

std::string bounds_text(const Threshold& threshold) {
  std::string out;
  if (threshold.min) out = fmt::format("at least {}", *threshold.min);
  if (threshold.max) out += fmt::format("{}at most {}", out.empty() ? "" : ", ", *threshold.max);
  return out;
}

}  // namespace

std::vector<Difference> identity_differences(const Provenance& base, const Provenance& now) {
  Differences out;
  out.add("dataset", base.dataset_sha256, now.dataset_sha256);
  out.add("gates", base.gates_sha256, now.gates_sha256);
  out.add("model", base.model, now.model);
  out.add("variant", base.variant, now.variant);
  out.add("adapter", words({base.adapter_name, base.adapter_version}),
          words({now.adapter_name, now.adapter_version}));
  out.add("layers", layers_text(base.layers), layers_text(now.layers));
  out.add("tools", base.tool_manifest_sha256, now.tool_manifest_sha256);
  out.add("instructions", base.instructions_sha256, now.instructions_sha256);
  out.add("policy", base.policy_sha256, now.policy_sha256);
  out.add("trials a case", std::to_string(base.trials_per_case),
          std::to_string(now.trials_per_case));
  return out.take();
}

std::vector<Difference> circumstance_differences(const Provenance& base, const Provenance& now) {
  Differences out;
  out.add("run", base.run_id, now.run_id);
  out.add("started", base.started, now.started);
  out.add("host", base.os, now.os);
  out.add("locale", base.locale, now.locale);
  out.add("command line", joined(base.command_line), joined(now.command_line));
  out.add("suite file", base.suite_sha256, now.suite_sha256);
  out.add("commit", base.dataset_git_sha, now.dataset_git_sha);
  out.add("adapter's files", files_text(base), files_text(now));
  out.add("tare", words({base.tare_version, base.tare_sha256}),
          words({now.tare_version, now.tare_sha256}));
  return out.take();
}

std::vector<Difference> threshold_differences(const std::vector<Threshold>& base,
                                              const std::vector<Threshold>& now) {
  using Key = std::tuple<std::string, std::string, std::string>;
  std::map<Key, std::pair<std::string, std::string>> bounds;
  const auto key = [](const Threshold& t) { return Key(t.figure, t.view, t.detail); };
  for (const Threshold& t : base) bounds[key(t)].first = bounds_text(t);
  for (const Threshold& t : now) bounds[key(t)].second = bounds_text(t);
  Differences out;
  for (const auto& [gate, pair] : bounds) {
    const auto& [figure, view, detail] = gate;
    std::string what = "gate " + figure;
    if (!view.empty()) what += ", " + view;
    if (!detail.empty()) what += ", " + detail;
    out.add(std::move(what), pair.first, pair.second);
  }
  return out.take();
}

bool is_other_dataset(const Provenance& base, const Provenance& now) {
  return !base.dataset_sha256.empty() && !now.dataset_sha256.empty() &&
         base.dataset_sha256 != now.dataset_sha256;
}

}  // namespace tare

#include "report/by_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/nearest_name.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 9> kNames = {
    "model", "variant", "adapter", "client", "server", "parser", "version", "suite", "run"};

void join(std::string& out, std::string_view part) {
  if (part.empty()) return;
  if (!out.empty()) out += " + ";
  out += part;
}

bool is_of(ByKey key, std::string_view role) {
  if (key == ByKey::client) return role == "sdk" || role == "framework";
  if (key == ByKey::server) return role == "server";
  return key == ByKey::parser && role == "parser";
}

std::string names_of(const Started& who, ByKey key) {
  std::string out;
  for (const Layer& layer : who.layers) {
    if (is_of(key, layer.role)) join(out, layer.name);
  }
  return out;
}

std::string server_version(const Started& who) {
  for (const Layer& layer : who.layers) {
    if (layer.role == "server") return layer.version;
  }
  return "";
}

// A parser is a part of its server, so where it has no version of its own that one is meant.
std::string version_of(const Started& who, const Layer& layer) {
  return layer.version.empty() && layer.role == "parser" ? server_version(who) : layer.version;
}

std::string versions_of(const Started& who, const std::vector<ByKey>& keys) {
  std::string out;
  bool named = false;
  std::vector<std::string> told;  // server and parser of one version say it once
  for (const ByKey key : keys) {
    if (key == ByKey::adapter) {
      named = true;
      join(out, who.adapter_version);
    }
    if (key != ByKey::client && key != ByKey::server && key != ByKey::parser) continue;
    named = true;
    for (const Layer& layer : who.layers) {
      if (!is_of(key, layer.role)) continue;
      const std::string version = version_of(who, layer);
      const bool of_server = layer.role == "server" || layer.role == "parser";
      if (of_server && std::find(told.begin(), told.end(), version) != told.end()) continue;
      if (of_server) told.push_back(version);
      join(out, version);
    }
  }
  if (named) return out;
  for (const Layer& layer : who.layers) {
    const std::string version = version_of(who, layer);
    join(out, version.empty() ? layer.name : fmt::format("{} {}", layer.name, version));
  }
  return out;
}

Started started_of(const Provenance& provenance) {
  return {provenance.adapter_name, provenance.adapter_version, provenance.model, provenance.layers};
}

std::string value_of(ByKey key, const std::vector<ByKey>& keys, const Started& who,
                     const ByRun& run) {
  switch (key) {
    case ByKey::model:
      return who.model.empty() && run.provenance ? run.provenance->model : who.model;
    case ByKey::variant:
      return run.provenance ? run.provenance->variant : "";
    case ByKey::adapter:
      return who.adapter_name;
    case ByKey::client:
    case ByKey::server:
    case ByKey::parser:
      return names_of(who, key);
    case ByKey::version:
      return versions_of(who, keys);
    case ByKey::suite:
      return run.suite;
    case ByKey::run:
      return run.folder;
  }
  return "";
}

void add_counts(ByRow& to, const ByRow& from) {
  to.trials += from.trials;
  to.incomplete += from.incomplete;
  to.calls += from.calls;
  to.changed += from.changed;
  to.unaudited += from.unaudited;
  to.unread += from.unread;
  to.seen += from.seen;
  to.rescued += from.rescued;
  to.damaged += from.damaged;
  to.neutral += from.neutral;
  to.waived += from.waived;
  for (const auto& [kind, count] : from.by_kind) to.by_kind[kind] += count;
}

}  // namespace

std::string_view by_key_name(ByKey key) { return kNames[static_cast<std::size_t>(key)]; }

Result<std::vector<ByKey>> read_by_keys(std::string_view list) {
  std::vector<ByKey> out;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    const std::string_view word = list.substr(at, comma - at);
    at = comma + 1;
    const auto found = std::find(kNames.begin(), kNames.end(), word);
    if (found == kNames.end()) {
      return Error{.kind = ErrorKind::usage,
                   .reason = fmt::format("--by {}: there is no key \"{}\"", list, word),
                   .mend = nearest_name_hint(word, kNames)};
    }
    const auto key = static_cast<ByKey>(found - kNames.begin());
    if (std::find(out.begin(), out.end(), key) != out.end()) {
      return Error{.kind = ErrorKind::usage,
                   .reason = fmt::format("--by {}: \"{}\" stands there twice", list, word),
                   .mend = "name each key once"};
    }
    out.push_back(key);
  }
  return out;
}

std::optional<double> ByRow::rate() const {
  if (seen == 0) return std::nullopt;
  return static_cast<double>(changed) / static_cast<double>(seen);
}

void ByTable::begin_run(ByRun run) {
  run_ = std::move(run);
  unnamed_ = ByRow();
  in_run_.clear();
}

ByRow& ByTable::row_of(const std::optional<Started>& started) {
  const Started who = started           ? *started
                      : run_.provenance ? started_of(*run_.provenance)
                                        : Started();
  std::vector<std::string> values;
  for (const ByKey key : keys_) values.push_back(value_of(key, keys_, who, run_));
  const auto [place, is_new] = places_.emplace(std::move(values), rows_.size());
  if (is_new) rows_.emplace_back().values = place->first;
  ByRow& row = rows_[place->second];
  if (std::find(in_run_.begin(), in_run_.end(), place->second) == in_run_.end()) {
    in_run_.push_back(place->second);
    ++row.runs;
  }
  return row;
}

void ByTable::add(const TrialScore& score, const AttemptRecord& record) {
  count(record.answer.started ? row_of(record.answer.started) : unnamed_, score);
}

void ByTable::count(ByRow& row, const TrialScore& score) {
  ++row.trials;
  row.incomplete += score.outcome == AttemptOutcome::failed ? 1 : 0;
  row.unaudited += score.unaudited;
  row.unread += score.unread;
  row.rescued += score.rescued_by_refusal ? 1 : 0;
  for (const CallTrace& trace : score.traces) {
    ++row.calls;
    const bool changed = !trace.findings.empty();
    row.changed += changed ? 1 : 0;
    row.seen += changed || (trace.raw_known && !trace.unread) ? 1 : 0;
    for (const Finding& finding : trace.findings) {
      if (finding.waiver) {
        ++row.waived;
        continue;
      }
      ++row.by_kind[std::string(finding.kind)];
      switch (finding.effect) {
        case Effect::neutral:
          ++row.neutral;
          break;
        case Effect::rescued:
          ++row.rescued;
          break;
        case Effect::damaged:
          ++row.damaged;
          break;
      }
    }
  }
}

void ByTable::end_run() {
  if (unnamed_.trials > 0) add_counts(row_of(std::nullopt), unnamed_);
  unnamed_ = ByRow();
}

}  // namespace tare

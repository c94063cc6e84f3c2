#include "report/by_table.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/by_table_text.h"
#include "sample_run.h"
#include "scoring/statistics.h"

namespace tare {
namespace {

using sample::add_call;
using sample::make_finding;
using sample::make_trial;
using sample::Trial;

Started who(std::string model, std::vector<Layer> layers) {
  return {"tare-chat", "1", std::move(model), std::move(layers)};
}

// `calls` of which `changed` have a finding.
Trial trial_of(int calls, int changed, std::optional<Started> started) {
  Trial t = make_trial("c", "r", "f", "f");
  for (int i = 0; i < calls; ++i) {
    CallTrace& trace = add_call(t, "f", "{\"a\":\"1\"}", "{\"a\":1}");
    if (i >= changed) continue;
    trace.findings.push_back(make_finding("stringToNumber", "/a", "\"1\"", "string", "1", "number",
                                          Severity::medium, Effect::damaged));
  }
  t.record.answer.started = std::move(started);
  return t;
}

struct Table {
  explicit Table(std::string_view keys) : table(read_by_keys(keys).value()) {}
  template <class... Trials>
  void add_run(const Provenance& provenance, const Trials&... trials) {
    table.begin_run({"tare.json", "run", &provenance});
    (table.add(trials.score, trials.record), ...);
    table.end_run();
  }
  ByTable table;
};

TEST(ByKeys, AreReadInOrder) {
  EXPECT_EQ(read_by_keys("version,model").value(),
            (std::vector<ByKey>{ByKey::version, ByKey::model}));
  for (int i = 0; i <= static_cast<int>(ByKey::run); ++i) {
    const auto key = static_cast<ByKey>(i);
    EXPECT_EQ(read_by_keys(by_key_name(key)).value(), std::vector<ByKey>{key});
  }
}

TEST(ByKeys, AnUnknownOneNamesTheNearest) {
  const auto keys = read_by_keys("model,parsr");
  ASSERT_FALSE(keys);
  EXPECT_NE(keys.error().reason.find("\"parsr\""), std::string::npos);
  EXPECT_NE(keys.error().mend.find("\"parser\""), std::string::npos);
}

TEST(ByKeys, EmptyAndRepeatedOnesAreRefused) {
  EXPECT_FALSE(read_by_keys(""));
  EXPECT_FALSE(read_by_keys("model,"));
  EXPECT_FALSE(read_by_keys("model,model"));
}

TEST(ByTable, RunsOfOneCombinationAddUpInOneRow) {
  Table t("model,parser");
  const auto a = who("a", {{"parser", "hermes", ""}});
  const auto b = who("b", {{"parser", "hermes", ""}});
  t.add_run({}, trial_of(3, 1, b));
  t.add_run({}, trial_of(2, 0, a), trial_of(1, 1, a));
  t.add_run({}, trial_of(5, 2, b));
  ASSERT_EQ(t.table.rows().size(), 2u);
  const ByRow& first = t.table.rows()[0];
  EXPECT_EQ(first.values, (std::vector<std::string>{"b", "hermes"}));  // in order of appearance
  EXPECT_EQ(first.runs, 2u);
  EXPECT_EQ(first.trials, 2u);
  EXPECT_EQ(first.calls, 8u);
  EXPECT_EQ(first.changed, 3u);
  EXPECT_EQ(first.damaged, 3u);
  EXPECT_EQ(first.by_kind.at("stringToNumber"), 3u);
  EXPECT_EQ(t.table.rows()[1].calls, 3u);
  EXPECT_EQ(t.table.rows()[1].trials, 2u);
}

TEST(ByTable, AServerExchangedDuringARunMakesTwoRows) {
  Table t("server,version");
  t.add_run({}, trial_of(1, 0, who("m", {{"server", "vllm", "0.10"}})),
            trial_of(1, 1, who("m", {{"server", "vllm", "0.11"}})));
  ASSERT_EQ(t.table.rows().size(), 2u);
  EXPECT_EQ(t.table.rows()[1].values, (std::vector<std::string>{"vllm", "0.11"}));
}

TEST(ByTable, AnAdapterThatSaidNothingGoesWhereItsRunBelongs) {
  Table t("model");
  Provenance provenance;
  provenance.model = "m";
  Trial silent = trial_of(0, 0, std::nullopt);
  silent.score.outcome = AttemptOutcome::failed;
  t.add_run(provenance, silent, trial_of(1, 0, who("m", {})));
  ASSERT_EQ(t.table.rows().size(), 1u);
  EXPECT_EQ(t.table.rows()[0].trials, 2u);
  EXPECT_EQ(t.table.rows()[0].incomplete, 1u);
  EXPECT_EQ(t.table.rows()[0].runs, 1u);
}

TEST(ByTable, VersionsAreThoseOfTheLayersNamed) {
  const auto layered = who("m", {{"sdk", "openai", "6.1"},
                                 {"framework", "langchain", "1.0"},
                                 {"server", "vllm", "0.11"},
                                 {"parser", "hermes", ""}});
  const auto value = [&](std::string_view keys, std::size_t at) {
    Table t(keys);
    t.add_run({}, trial_of(1, 0, layered));
    return t.table.rows()[0].values[at];
  };
  EXPECT_EQ(value("client,version", 0), "openai + langchain");
  EXPECT_EQ(value("client,version", 1), "6.1 + 1.0");
  EXPECT_EQ(value("parser,version", 1), "0.11");  // a parser is a part of its server
  EXPECT_EQ(value("server,parser,version", 2), "0.11");
  EXPECT_EQ(value("adapter,version", 1), "1");
  EXPECT_EQ(value("version", 0), "openai 6.1 + langchain 1.0 + vllm 0.11 + hermes 0.11");
}

TEST(ByTable, WhatCouldNotBeLookedAtIsNotPartOfTheRate) {
  Table t("model");
  Trial trial = trial_of(4, 1, who("m", {}));
  trial.score.traces[2].raw_known = false;
  trial.score.traces[3].unread = true;
  trial.score.unaudited = trial.score.unread = 1;
  t.add_run({}, trial);
  const ByRow& row = t.table.rows()[0];
  EXPECT_EQ(row.calls, 4u);
  EXPECT_EQ(row.seen, 2u);
  EXPECT_EQ(row.rate(), 0.5);
  EXPECT_EQ(row.unaudited, 1u);
  EXPECT_EQ(row.unread, 1u);
}

TEST(ByTable, WaivedFindingsAreCountedApart) {
  Table t("model");
  Trial trial = trial_of(1, 1, who("m", {}));
  trial.score.traces[0].findings[0].waiver = 0;
  t.add_run({}, trial);
  EXPECT_EQ(t.table.rows()[0].waived, 1u);
  EXPECT_EQ(t.table.rows()[0].damaged, 0u);
  EXPECT_TRUE(t.table.rows()[0].by_kind.empty());
}

TEST(ByTableText, SaysARowInOneLine) {
  Table t("model,parser");
  t.add_run({}, trial_of(4, 1, who("a\x1b[2J", {})));
  const std::string text = by_table_text(t.table, {});
  EXPECT_EQ(text,
            "model     parser  calls  changed    rate    95 % interval  rescued  damaged  unread  "
            "unaudited  incomplete  kinds\n"
            "a\\x1b[2J  -           4        1  25.0 %  4.6 % to 69.9 %        0        1       0  "
            "        0           0  stringToNumber 1\n");
}

TEST(ByTableText, MarkdownKeepsItsCells) {
  Table t("model");
  t.add_run({}, trial_of(1, 0, who("a|b<i>", {})));
  const std::string text = by_table_markdown(t.table);
  EXPECT_NE(text.find("| a\\|b&lt;i> | 1 | 0 | 0.0 % |"), std::string::npos) << text;
  EXPECT_NE(text.find("| --- | ---: |"), std::string::npos) << text;
}

TEST(ByTableText, JsonHoldsTheFiguresAndWhatIsNotKnownAsNull) {
  Table t("model,server");
  t.add_run({}, trial_of(4, 1, who("m", {})));
  Table none("model");
  none.add_run({}, trial_of(0, 0, who("m", {})));
  const auto row = nlohmann::json::parse(by_table_json(t.table)).at("rows").at(0);
  EXPECT_EQ(row.at("keys").at("model"), "m");
  EXPECT_TRUE(row.at("keys").at("server").is_null());
  EXPECT_EQ(row.at("rate"), 0.25);
  EXPECT_EQ(row.at("interval95").at(1), wilson_95(1, 4).high);
  const auto empty = nlohmann::json::parse(by_table_json(none.table)).at("rows").at(0);
  EXPECT_TRUE(empty.at("rate").is_null());
  EXPECT_TRUE(empty.at("interval95").is_null());
}

}  // namespace
}  // namespace tare

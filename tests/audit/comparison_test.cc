#include "audit/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "sample_audit.h"

namespace tare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Way = CellChange::Way;

Audit one_cell(AuditCell cell) {
  Audit audit;
  audit.clients.push_back(sample::make_client("c", "v", "1"));
  audit.clients.front().cells.push_back(std::move(cell));
  return audit;
}

AuditCell cell(CellOutcome outcome, Severity severity, std::vector<std::string> kinds = {}) {
  AuditCell out;
  out.case_id = "x";
  out.outcome = outcome;
  out.severity = severity;
  out.kinds = std::move(kinds);
  return out;
}

std::optional<Way> way(AuditCell before, AuditCell after) {
  const Audit a = one_cell(std::move(before)), b = one_cell(std::move(after));
  const AuditComparison compared = compare_audits(a, b);
  EXPECT_EQ(compared.cells_compared, 1u);
  if (compared.changes.empty()) return std::nullopt;
  EXPECT_EQ(compared.changes.size(), 1u);
  return compared.changes.front().way;
}

TEST(Comparison, AnAuditDiffersNotFromItself) {
  const Audit audit = sample::small_audit();
  const AuditComparison compared = compare_audits(audit, audit);
  EXPECT_THAT(compared.changes, IsEmpty());
  EXPECT_THAT(compared.versions, IsEmpty());
  EXPECT_THAT(compared.only_before, IsEmpty());
  EXPECT_THAT(compared.only_after, IsEmpty());
  EXPECT_EQ(compared.cells_compared, 2 * audit.clients[0].cells.size());
  EXPECT_TRUE(compared.same_corpus);
}

TEST(Comparison, OutcomeCountsFirstThenSeverityThenKinds) {
  EXPECT_EQ(
      way(cell(CellOutcome::verbatim, Severity::none), cell(CellOutcome::coerced, Severity::low)),
      Way::worse);
  EXPECT_EQ(way(cell(CellOutcome::dropped, Severity::none),
                cell(CellOutcome::coerced, Severity::critical)),
            Way::better);
  EXPECT_EQ(
      way(cell(CellOutcome::coerced, Severity::low), cell(CellOutcome::coerced, Severity::high)),
      Way::worse);
  EXPECT_EQ(way(cell(CellOutcome::coerced, Severity::high),
                cell(CellOutcome::coerced, Severity::low, {"keyDropped"})),
            Way::better);
  EXPECT_EQ(way(cell(CellOutcome::coerced, Severity::low, {"keyDropped"}),
                cell(CellOutcome::coerced, Severity::low, {"keyRenamed"})),
            Way::other);
}

TEST(Comparison, TheOrderOfKindsIsNoChange) {
  EXPECT_EQ(way(cell(CellOutcome::coerced, Severity::low, {"a", "b"}),
                cell(CellOutcome::coerced, Severity::low, {"b", "a"})),
            std::nullopt);
}

TEST(Comparison, WhatWasNotMeasuredIsNeitherWorseNorBetter) {
  const AuditCell unknown = cell(CellOutcome::not_measured, Severity::none);
  const AuditCell fine = cell(CellOutcome::verbatim, Severity::none);
  EXPECT_EQ(way(fine, unknown), Way::other);
  EXPECT_EQ(way(unknown, fine), Way::other);
  EXPECT_EQ(way(unknown, unknown), std::nullopt);
}

TEST(Comparison, VersionsAreToldWhereTheyDiffer) {
  Audit before = one_cell(cell(CellOutcome::verbatim, Severity::none)), after = before;
  after.clients[0].layers[0].version = "2";
  EXPECT_THAT(compare_audits(before, after).versions,
              ElementsAre(std::make_pair(std::string("c/v"), std::string("c 1 -> c 2"))));
}

TEST(Comparison, ClientsAreKnownByNameAndVariantApart) {
  Audit before = one_cell(cell(CellOutcome::verbatim, Severity::none)), after = before;
  after.clients[0].name = "c/v";
  after.clients[0].variant = "";
  const AuditComparison compared = compare_audits(before, after);
  EXPECT_THAT(compared.only_before, ElementsAre("c/v"));
  EXPECT_THAT(compared.only_after, ElementsAre("c/v"));
  EXPECT_EQ(compared.cells_compared, 0u);
  EXPECT_EQ(compared.cells_only_before, 1u);
  EXPECT_EQ(compared.cells_only_after, 1u);
}

TEST(Comparison, AnotherCorpusIsToldAndItsCellsComparedAllTheSame) {
  Audit before = one_cell(cell(CellOutcome::verbatim, Severity::none)), after = before;
  after.corpus_sha256 = "b";
  EXPECT_FALSE(compare_audits(before, after).same_corpus);
  EXPECT_EQ(compare_audits(before, after).cells_compared, 1u);
}

// The oracle: each pair of clients, each pair of cells, nothing but loops.
bool same_client(const AuditedClient& a, const AuditedClient& b) {
  return a.name == b.name && a.variant == b.variant;
}

std::optional<Way> slow_way(const AuditCell& before, const AuditCell& after) {
  const bool unknown_before = before.outcome == CellOutcome::not_measured;
  const bool unknown_after = after.outcome == CellOutcome::not_measured;
  if (unknown_before && unknown_after) return std::nullopt;
  if (unknown_before || unknown_after) return Way::other;
  const auto rank = [](const AuditCell& c) { return std::make_pair(c.outcome, c.severity); };
  if (rank(after) > rank(before)) return Way::worse;
  if (rank(after) < rank(before)) return Way::better;
  const std::multiset<std::string> old_kinds(before.kinds.begin(), before.kinds.end());
  const std::multiset<std::string> new_kinds(after.kinds.begin(), after.kinds.end());
  return old_kinds == new_kinds ? std::nullopt : std::optional(Way::other);
}

AuditComparison slow_comparison(const Audit& before, const Audit& after) {
  AuditComparison out;
  std::vector<const AuditedClient*> met;
  std::set<const AuditCell*> met_cells;
  for (const AuditedClient& now : after.clients) {
    const AuditedClient* then = nullptr;
    for (const AuditedClient& old : before.clients) {
      const bool taken = std::ranges::find(met, &old) != met.end();
      if (then == nullptr && !taken && same_client(old, now)) then = &old;
    }
    if (then == nullptr) {
      out.only_after.push_back(now.id());
      out.cells_only_after += static_cast<std::uint32_t>(now.cells.size());
      continue;
    }
    met.push_back(then);
    for (const AuditCell& cell : now.cells) {
      const AuditCell* old_cell = nullptr;
      for (const AuditCell& old : then->cells) {
        if (old_cell == nullptr && !met_cells.contains(&old) && old.case_id == cell.case_id) {
          old_cell = &old;
        }
      }
      if (old_cell == nullptr) {
        ++out.cells_only_after;
        continue;
      }
      met_cells.insert(old_cell);
      ++out.cells_compared;
      if (const auto way = slow_way(*old_cell, cell)) {
        out.changes.push_back({now.id(), old_cell, &cell, *way});
      }
    }
  }
  for (const AuditedClient& old : before.clients) {
    if (std::ranges::find(met, &old) == met.end()) out.only_before.push_back(old.id());
    for (const AuditCell& cell : old.cells) {
      if (!met_cells.contains(&cell)) ++out.cells_only_before;
    }
  }
  std::vector<CellChange> ordered;
  for (const Way way : {Way::worse, Way::better, Way::other}) {
    for (const CellChange& change : out.changes) {
      if (change.way == way) ordered.push_back(change);
    }
  }
  out.changes = std::move(ordered);
  return out;
}

// Few names, so that clients and cases are missing, met and doubled.
Audit random_audit(std::mt19937& random) {
  const auto pick = [&](int below) {
    return std::uniform_int_distribution<int>(0, below - 1)(random);
  };
  Audit audit;
  for (int clients = pick(5); clients > 0; --clients) {
    AuditedClient client = sample::make_client(std::string(1, static_cast<char>('a' + pick(3))),
                                               pick(2) == 0 ? "" : "v", "1");
    for (int cells = pick(6); cells > 0; --cells) {
      AuditCell made =
          cell(static_cast<CellOutcome>(pick(kCellOutcomes)), static_cast<Severity>(pick(6)));
      made.case_id = std::string(1, static_cast<char>('p' + pick(4)));
      for (int kinds = pick(3); kinds > 0; --kinds) made.kinds.push_back(pick(2) == 0 ? "k" : "l");
      client.cells.push_back(std::move(made));
    }
    audit.clients.push_back(std::move(client));
  }
  return audit;
}

TEST(Comparison, AgreesWithAComparisonByLoops) {
  std::mt19937 random(7);
  std::size_t changes = 0;
  for (int round = 0; round < 3000; ++round) {
    const Audit before = random_audit(random), after = random_audit(random);
    const AuditComparison fast = compare_audits(before, after);
    const AuditComparison slow = slow_comparison(before, after);
    ASSERT_EQ(fast.changes.size(), slow.changes.size());
    for (std::size_t i = 0; i < fast.changes.size(); ++i) {
      ASSERT_EQ(fast.changes[i].client, slow.changes[i].client);
      ASSERT_EQ(fast.changes[i].before, slow.changes[i].before);
      ASSERT_EQ(fast.changes[i].after, slow.changes[i].after);
      ASSERT_EQ(fast.changes[i].way, slow.changes[i].way);
    }
    ASSERT_EQ(fast.only_before, slow.only_before);
    ASSERT_EQ(fast.only_after, slow.only_after);
    ASSERT_EQ(fast.cells_compared, slow.cells_compared);
    ASSERT_EQ(fast.cells_only_before, slow.cells_only_before);
    ASSERT_EQ(fast.cells_only_after, slow.cells_only_after);
    changes += fast.changes.size();
  }
  EXPECT_GT(changes, 1000u);
}

}  // namespace
}  // namespace tare

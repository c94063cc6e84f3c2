#include "audit/audit_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/comparison.h"
#include "sample_audit.h"

namespace tare {
namespace {

using testing::HasSubstr;

TEST(AuditJson, WhatIsComparedComesBack) {
  const Audit audit = sample::small_audit();
  const auto read = audit_from_json(audit_to_json(audit), "a.json");
  ASSERT_TRUE(read) << read.error().reason;
  EXPECT_EQ(read->tare_version, audit.tare_version);
  EXPECT_EQ(read->corpus_sha256, audit.corpus_sha256);
  ASSERT_EQ(read->clients.size(), audit.clients.size());
  for (std::size_t i = 0; i < audit.clients.size(); ++i) {
    EXPECT_EQ(read->clients[i].id(), audit.clients[i].id());
    EXPECT_EQ(read->clients[i].version(), audit.clients[i].version());
    ASSERT_EQ(read->clients[i].cells.size(), audit.clients[i].cells.size());
    for (std::size_t k = 0; k < audit.clients[i].cells.size(); ++k) {
      const AuditCell& before = audit.clients[i].cells[k];
      const AuditCell& after = read->clients[i].cells[k];
      EXPECT_EQ(after.outcome, before.outcome) << k;
      EXPECT_EQ(after.severity, before.severity) << k;
      EXPECT_EQ(after.effect, before.effect) << k;
      EXPECT_EQ(after.kinds, before.kinds) << k;
      EXPECT_EQ(after.finished, before.finished) << k;
      ASSERT_EQ(after.calls.size(), before.calls.size()) << k;
      for (std::size_t c = 0; c < before.calls.size(); ++c) {
        EXPECT_EQ(after.calls[c].outcome, before.calls[c].outcome);
        EXPECT_EQ(after.calls[c].raw_name, before.calls[c].raw_name);
        EXPECT_EQ(after.calls[c].raw_arguments, before.calls[c].raw_arguments);
        EXPECT_EQ(after.calls[c].normalized_name, before.calls[c].normalized_name);
        EXPECT_EQ(after.calls[c].normalized_arguments, before.calls[c].normalized_arguments);
      }
    }
  }
}

TEST(AuditJson, WhatWasWrittenAndReadIsNoChange) {
  Audit audit = sample::small_audit();
  // An id that is no UTF-8 is made readable where it is written, and so is another one.
  std::erase_if(audit.clients[0].cells,
                [](const AuditCell& cell) { return cell.case_id.starts_with("case/"); });
  std::erase_if(audit.clients[1].cells,
                [](const AuditCell& cell) { return cell.case_id.starts_with("case/"); });
  const auto read = audit_from_json(audit_to_json(audit), "a.json");
  ASSERT_TRUE(read);
  const AuditComparison compared = compare_audits(*read, audit);
  EXPECT_TRUE(compared.changes.empty());
  EXPECT_TRUE(compared.versions.empty());
  EXPECT_EQ(compared.cells_only_before + compared.cells_only_after, 0u);
}

TEST(AuditJson, TheSameAuditIsTheSameBytes) {
  EXPECT_EQ(audit_to_json(sample::small_audit()), audit_to_json(sample::small_audit()));
}

TEST(AuditJson, WhatIsNoAuditIsRefusedWithAReason) {
  const std::vector<std::pair<std::string, std::string>> texts = {
      {"", "no JSON object"},
      {"[]", "no JSON object"},
      {R"({"format": "tare-results/1"})", "format"},
      {R"({"format": "tare-audit/1"})", "no clients"},
      {R"({"format": "tare-audit/1", "clients": [1]})", "no object"},
      {R"({"format": "tare-audit/1", "clients": [{"client": "a"}]})", "no cells"},
      {R"({"format": "tare-audit/1", "clients": [{"client": "a", "cells": [{"case": "x"}]}]})",
       "cannot be read"},
      {R"({"format": "tare-audit/1", "clients": [{"client": "a", "cells": [)"
       R"({"case": "x", "outcome": "fine", "severity": "none", "effect": "neutral"}]}]})",
       "cannot be read"},
  };
  for (const auto& [text, reason] : texts) {
    const auto read = audit_from_json(text, "old.json");
    ASSERT_FALSE(read) << text;
    EXPECT_THAT(read.error().reason, HasSubstr(reason)) << text;
    EXPECT_EQ(read.error().where, "old.json");
    EXPECT_NE(read.error().mend, "");
  }
}

TEST(AuditJson, NestingWithoutEndIsRefusedAndNoCrash) {
  EXPECT_FALSE(audit_from_json(std::string(1'000'000, '['), "deep.json"));
}

}  // namespace
}  // namespace tare

#include "record/provenance_json.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sample_records.h"

namespace tare {
namespace {

TEST(ProvenanceJson, ComesBackWhole) {
  const auto json = provenance_to_json(sample_provenance());
  auto read = provenance_from_json(json);
  ASSERT_TRUE(read) << read.error().reason;
  EXPECT_EQ(provenance_to_json(*read).dump(), json.dump());
  EXPECT_EQ(read->layers.size(), 2u);
  EXPECT_EQ(read->layers[1].version, "");
  EXPECT_EQ(read->dataset_git_sha, "abc123");
  EXPECT_EQ(read->instructions_sha256, std::nullopt);
  EXPECT_EQ(read->adapter_files, sample_provenance().adapter_files);
  EXPECT_EQ(read->command_line, sample_provenance().command_line);
  EXPECT_EQ(read->trials_per_case, 3u);
}

TEST(ProvenanceJson, MembersStandInTheDocumentedOrderAndUnknownOnesAreNull) {
  const auto json = provenance_to_json(Provenance());
  std::vector<std::string> names;
  for (const auto& member : json.items()) names.push_back(member.key());
  const std::vector<std::string> expected = {"runId",
                                             "started",
                                             "ended",
                                             "model",
                                             "variant",
                                             "layers",
                                             "toolManifestSha256",
                                             "instructionsSha256",
                                             "datasetSha256",
                                             "datasetGitSha",
                                             "gatesSha256",
                                             "suiteSha256",
                                             "policySha256",
                                             "adapterFiles",
                                             "tareSha256",
                                             "trialsPerCase",
                                             "adapterName",
                                             "adapterVersion",
                                             "tareVersion",
                                             "os",
                                             "locale",
                                             "commandLine",
                                             "adapterCommand"};
  EXPECT_EQ(names, expected);
  EXPECT_TRUE(json["model"].is_null());
  EXPECT_TRUE(provenance_from_json(json));
}

TEST(ProvenanceJson, BytesThatAreNoTextDoNotStopThePrinter) {
  Provenance p = sample_provenance();
  p.command_line = {"tare", "\xff\xfe"};
  EXPECT_NE(provenance_to_json(p).dump().find("\\\\xff\\\\xfe"), std::string::npos);
}

TEST(ProvenanceJson, ForeignShapesAreErrorsNotCrashes) {
  const auto good = provenance_to_json(sample_provenance());
  EXPECT_FALSE(provenance_from_json(nlohmann::ordered_json::array()));
  for (const auto& member : good.items()) {
    auto changed = good;
    changed[member.key()] = -1.5;
    EXPECT_FALSE(provenance_from_json(changed)) << member.key();
  }
  auto unknown = good;
  unknown["colour"] = "red";
  EXPECT_FALSE(provenance_from_json(unknown));
}

}  // namespace
}  // namespace tare

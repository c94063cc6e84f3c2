#include "record/run_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/sha256.h"
#include "record/journal.h"
#include "sample_records.h"

namespace tare {
namespace {

using testing::HasSubstr;

TEST(RunFolder, ASecondTareIsRefusedByPidUntilTheFirstEnds) {
  TempFolder temp;
  const std::string path = temp.path("a/b/run");
  {
    auto first = RunFolder::create(path);
    ASSERT_TRUE(first) << first.error().reason;
    for (const auto& second : {RunFolder::open_locked(path).ok(), RunFolder::create(path).ok()}) {
      EXPECT_FALSE(second);
    }
    auto second = RunFolder::open_locked(path);
    EXPECT_THAT(second.error().reason, HasSubstr("process " + std::to_string(::getpid())));
  }
  EXPECT_TRUE(RunFolder::open_locked(path));
}

TEST(RunFolder, TheLockEndsWithItsProcess) {
  TempFolder temp;
  const std::string path = temp.path("run");
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    auto folder = RunFolder::create(path);
    char ok = folder.ok() ? 'y' : 'n';
    (void)!::write(ready[1], &ok, 1);
    ::pause();
    ::_exit(0);
  }
  char ok = 0;
  ASSERT_EQ(::read(ready[0], &ok, 1), 1);
  ASSERT_EQ(ok, 'y');
  auto refused = RunFolder::open_locked(path);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().reason, HasSubstr("process " + std::to_string(child)));
  ASSERT_EQ(::kill(child, SIGKILL), 0);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_TRUE(RunFolder::open_locked(path));
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST(RunFolder, AFolderThatHoldsARunIsNotBegunAgain) {
  TempFolder temp;
  const std::string path = temp.path("run");
  {
    auto folder = RunFolder::create(path);
    ASSERT_TRUE(folder);
    EXPECT_FALSE(folder->has_journal_header());
    ASSERT_TRUE(JournalWriter::create(folder->journal_path(), sample_header()));
    EXPECT_TRUE(folder->has_journal_header());
  }
  auto again = RunFolder::create(path);
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().reason, HasSubstr("holds a run already"));
  auto resumed = RunFolder::open_locked(path);
  ASSERT_TRUE(resumed);
  EXPECT_TRUE(resumed->has_journal_header());
}

TEST(RunFolder, AHeaderCutAtAnyByteIsBegunAfresh) {
  TempFolder temp;
  ASSERT_TRUE(JournalWriter::create(temp.path("sample"), sample_header()));
  const std::string header = *read_file(temp.path("sample"));
  const std::string path = temp.path("run"), journal = path + "/journal.jsonl";
  ASSERT_TRUE(make_directories(path));
  for (std::size_t cut = 0; cut <= header.size(); ++cut) {
    ASSERT_TRUE(write_file_atomically(journal, header.substr(0, cut)));
    auto folder = RunFolder::open_locked(path);
    ASSERT_TRUE(folder) << cut << folder.error().reason;
    ASSERT_EQ(folder->has_journal_header(), cut == header.size()) << cut;
    if (cut < header.size()) {
      ASSERT_TRUE(JournalWriter::create(journal, sample_header())) << cut;
    } else {
      ASSERT_TRUE(JournalWriter::reopen(journal));
    }
  }
}

TEST(RunFolder, AForeignFileIsNotRemoved) {
  TempFolder temp;
  const std::string path = temp.path("run"), journal = path + "/journal.jsonl";
  ASSERT_TRUE(make_directories(path));
  for (const char* content : {"my diary", "my diary\nline two\n"}) {
    ASSERT_TRUE(write_file_atomically(journal, content));
    EXPECT_FALSE(RunFolder::create(path));
    auto folder = RunFolder::open_locked(path);
    ASSERT_TRUE(folder);
    EXPECT_FALSE(folder->has_journal_header()
                     ? JournalWriter::reopen(journal).ok()
                     : JournalWriter::create(journal, sample_header()).ok());
    EXPECT_EQ(*read_file(journal), content);
  }
}

TEST(RunFolder, ArtifactsAreMaskedAndDigested) {
  TempFolder temp;
  auto folder = RunFolder::create(temp.path("run"));
  ASSERT_TRUE(folder);
  const Masker masker({"hunter2-secret"});
  auto digest = folder->write_artifact("pr/a", 2, 1, "stdout", "x hunter2-secret", masker);
  ASSERT_TRUE(digest) << digest.error().reason;
  EXPECT_EQ(*digest, sha256_hex("x [masked]"));
  EXPECT_EQ(*read_file(temp.path("run/artifacts/pr%2Fa/2.1/stdout")), "x [masked]");
  EXPECT_EQ(folder->artifact_folder("pr/a", 2, 1), temp.path("run/artifacts/pr%2Fa/2.1"));
  // Names cannot lead out of the folder, and bytes stay bytes.
  const std::string bytes("\0\xff\n", 3);
  ASSERT_TRUE(folder->write_artifact("..", 1, 1, "../../up", bytes, Masker()));
  EXPECT_EQ(*read_file(temp.path("run/artifacts/%2E./1.1/%2E.%2F..%2Fup")), bytes);
}

}  // namespace
}  // namespace tare

#include "base/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace tare {
namespace {

namespace fs = std::filesystem;

class FileTest : public testing::Test {
 protected:
  FileTest() {
    std::string pattern = (fs::temp_directory_path() / "tare-file-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~FileTest() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  std::string folder_;
};

TEST_F(FileTest, WhatIsWrittenIsReadAndNothingStaysBeside) {
  const std::string content("a\0b\n", 4);
  ASSERT_TRUE(write_file_atomically(path("f"), content));
  ASSERT_TRUE(write_file_atomically(path("f"), content + "more"));
  auto read = read_file(path("f"));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, content + "more");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, ALinkStaysALink) {
  ASSERT_TRUE(write_file_atomically(path("real"), "old"));
  fs::create_symlink("real", path("link"));
  ASSERT_TRUE(write_file_atomically(path("link"), "new"));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(*read_file(path("real")), "new");
}

TEST_F(FileTest, APipeIsWrittenNotReplaced) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = *read_file(path("pipe")); });
  EXPECT_TRUE(write_file_atomically(path("pipe"), "through"));
  reader.join();
  EXPECT_EQ(got, "through");
  EXPECT_TRUE(fs::is_fifo(path("pipe")));
}

TEST_F(FileTest, FilesOverTheBoundAreRefusedWithBothSizes) {
  ASSERT_TRUE(write_file_atomically(path("f"), "123456"));
  EXPECT_TRUE(read_file(path("f"), 6));
  auto read = read_file(path("f"), 5);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().reason.find("6 bytes"), std::string::npos);
  EXPECT_NE(read.error().reason.find("at most 5"), std::string::npos);
  EXPECT_FALSE(read_file("/dev/zero", 100000));
}

TEST_F(FileTest, ErrorsNameThePathAndTheCause) {
  auto missing = read_file(path("none"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind, ErrorKind::system);
  EXPECT_EQ(missing.error().reason,
            "cannot open \"" + path("none") + "\": No such file or directory");
  EXPECT_FALSE(read_file(folder_));
  EXPECT_FALSE(MappedFile::open(folder_));
  EXPECT_FALSE(write_file_atomically(folder_, "x"));
  EXPECT_FALSE(write_file_atomically(path("no/such/folder"), "x"));
  EXPECT_FALSE(system_error("x", ENOSPC).mend.empty());
}

TEST_F(FileTest, AFullDiskIsAnErrorNotAnEnd) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "/dev/full is not here";
  auto written = write_file_atomically("/dev/full", "x");
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().reason.find("No space left"), std::string::npos);
}

TEST_F(FileTest, FoldersAreMadeWithTheirParents) {
  EXPECT_TRUE(make_directories(path("a/b//c/")));
  EXPECT_TRUE(make_directories(path("a/b/c")));
  EXPECT_TRUE(fs::is_directory(path("a/b/c")));
  EXPECT_TRUE(make_directories("/"));
  EXPECT_TRUE(make_directories("."));
  EXPECT_FALSE(make_directories(""));
  ASSERT_TRUE(write_file_atomically(path("file"), ""));
  EXPECT_FALSE(make_directories(path("file")));
  EXPECT_FALSE(make_directories(path("file/sub")));
}

TEST_F(FileTest, MapsHoldTheFileAndEmptyOnesNothing) {
  ASSERT_TRUE(write_file_atomically(path("f"), "mapped"));
  auto map = MappedFile::open(path("f"));
  ASSERT_TRUE(map);
  MappedFile moved = std::move(*map);
  EXPECT_EQ(moved.bytes(), "mapped");
  ASSERT_TRUE(write_file_atomically(path("empty"), ""));
  EXPECT_EQ(MappedFile::open(path("empty"))->bytes(), "");
}

TEST_F(FileTest, WriteAllGoesThroughAFullNonBlockingPipe) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
  UniqueFd in(ends[0]), out(ends[1]);
  const std::string big(1 << 20, 'x');
  std::size_t got = 0;
  ASSERT_EQ(::fcntl(in.get(), F_SETFL, 0), 0);
  std::thread reader([&] {
    char buffer[65536];
    for (ssize_t n; (n = ::read(in.get(), buffer, sizeof buffer)) > 0;) {
      got += static_cast<std::size_t>(n);
    }
  });
  EXPECT_TRUE(write_all(out.get(), big));
  out.reset();
  reader.join();
  EXPECT_EQ(got, big.size());
}

TEST_F(FileTest, DescriptorsCloseThemselves) {
  int number;
  {
    UniqueFd fd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    number = fd.get();
    UniqueFd other = std::move(fd);
    EXPECT_FALSE(fd);
    EXPECT_EQ(other.get(), number);
  }
  EXPECT_EQ(::fcntl(number, F_GETFD), -1);
}

}  // namespace
}  // namespace tare

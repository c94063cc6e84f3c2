// Each way in which a command cannot be started has a sentence of its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "process/launch_spec.h"

namespace tare {
namespace {

using ::testing::HasSubstr;

class ResolveProgram : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "tare-resolve-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& content, unsigned mode = 0755) {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path, std::ios::binary) << content;
    ::chmod(path.c_str(), static_cast<mode_t>(mode));
    return path;
  }
  std::string reason(const std::string& argv0, const std::string& path = "/usr/bin:/bin") {
    const auto result = resolve_program(argv0, folder_, path);
    return result.ok() ? "found " + result.value()
                       : result.error().reason + " | " + result.error().mend;
  }

  std::string folder_;
};

TEST_F(ResolveProgram, finds_a_name_in_path_and_a_path_relative_to_the_folder) {
  const std::string tool = write("tool", "#!/bin/sh\nexit 0\n");
  EXPECT_EQ(reason("tool", "/nowhere:" + folder_), "found " + tool);
  EXPECT_EQ(reason("./tool"), "found " + folder_ + "/./tool");
  EXPECT_EQ(reason(tool), "found " + tool);
  EXPECT_THAT(reason("sh"), HasSubstr("found /"));
}

TEST_F(ResolveProgram, passes_over_what_is_not_executable_while_searching) {
  std::filesystem::create_directory(folder_ + "/a");
  std::filesystem::create_directory(folder_ + "/a/tool");
  write("tool", "#!/bin/sh\n");
  EXPECT_EQ(reason("tool", folder_ + "/a:" + folder_), "found " + folder_ + "/tool");
}

TEST_F(ResolveProgram, a_missing_name_tells_where_it_looked) {
  EXPECT_THAT(reason("no-such-program"), HasSubstr("no program \"no-such-program\" in PATH (/usr"));
}

TEST_F(ResolveProgram, a_name_in_the_working_folder_wants_a_dot_slash) {
  write("tool", "#!/bin/sh\n");
  EXPECT_THAT(reason("tool"), HasSubstr("write \"./tool\""));
}

TEST_F(ResolveProgram, a_missing_path_names_the_folder_it_is_relative_to) {
  EXPECT_THAT(reason("./gone"), HasSubstr("no file \"" + folder_ + "/./gone\""));
  EXPECT_THAT(reason("./gone"), HasSubstr("relative to \"" + folder_ + "\""));
}

TEST_F(ResolveProgram, a_file_without_the_bit_is_not_executable) {
  write("tool", "#!/bin/sh\n", 0644);
  EXPECT_THAT(reason("./tool"), HasSubstr("is not executable | make it executable"));
  EXPECT_THAT(reason("tool", folder_), HasSubstr("is not executable"));
}

TEST_F(ResolveProgram, a_folder_is_no_program) {
  EXPECT_THAT(reason(folder_), HasSubstr("is a folder, not a program"));
}

TEST_F(ResolveProgram, a_device_is_no_program) {
  EXPECT_THAT(reason("/dev/null"), HasSubstr("is no regular file"));
}

TEST_F(ResolveProgram, a_script_whose_interpreter_is_missing_names_it) {
  write("a", "#!/no/such/python3 -u\n");
  EXPECT_THAT(reason("./a"), HasSubstr("interpreter \"/no/such/python3\""));
  write("b", "#!/usr/bin/env -S no-such-language -x\n");
  EXPECT_THAT(reason("./b"), HasSubstr("interpreter \"no-such-language\""));
  EXPECT_THAT(reason("./b"), HasSubstr("not in PATH"));
  write("c", "#!\n");
  EXPECT_THAT(reason("./c"), HasSubstr("names no interpreter"));
}

TEST_F(ResolveProgram, a_script_with_dos_line_ends_says_so) {
  write("a", "#!/bin/sh\r\necho\r\n");
  EXPECT_THAT(reason("./a"), HasSubstr("carriage return"));
}

TEST_F(ResolveProgram, an_interpreter_found_by_env_is_fine) {
  write("a", "#!/usr/bin/env sh");
  EXPECT_THAT(reason("./a"), HasSubstr("found"));
}

TEST_F(ResolveProgram, a_text_without_a_first_line_for_the_kernel_is_refused) {
  write("a", "echo hello\n");
  EXPECT_THAT(reason("./a"), HasSubstr("#!/bin/sh"));
  write("b", "");
  EXPECT_THAT(reason("./b"), HasSubstr("is empty"));
}

TEST_F(ResolveProgram, a_binary_whose_loader_is_missing_names_it) {
  std::ifstream self("/proc/self/exe", std::ios::binary);
  std::string bytes(65536, '\0');
  self.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  const std::size_t at = bytes.find("/ld-linux");
  if (at == std::string::npos) GTEST_SKIP() << "the test program has no loader";
  write("whole", bytes);
  EXPECT_THAT(reason("./whole"), HasSubstr("found"));
  bytes[at + 1] = 'X';
  write("broken", bytes);
  EXPECT_THAT(reason("./broken"), HasSubstr("the loader"));
}

TEST_F(ResolveProgram, headers_of_garbage_are_read_within_bounds) {
  std::ifstream self("/proc/self/exe", std::ios::binary);
  std::string bytes(4096, '\0');
  self.read(bytes.data(), 4096);
  for (std::size_t cut = 0; cut < 200; ++cut) {
    write("cut", bytes.substr(0, cut));
    (void)reason("./cut");
  }
  for (std::size_t i = 0; i < 1024; i += 5) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(0xff);
    write("damaged", damaged);
    (void)reason("./damaged");
  }
}

TEST_F(ResolveProgram, an_empty_command_is_refused) {
  EXPECT_THAT(reason(""), HasSubstr("empty"));
  EXPECT_THAT(reason(std::string("a\0b", 3)), HasSubstr("NUL"));
}

}  // namespace
}  // namespace tare

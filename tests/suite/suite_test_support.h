// A folder on disk for one test, and a suite's faults as one text.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "suite/suite.h"

namespace tare {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "tare-suite-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  void write(const std::string& name, const std::string& content) const {
    const std::filesystem::path target = file(name);
    std::filesystem::create_directories(target.parent_path());
    std::ofstream(target, std::ios::binary) << content;
  }

 private:
  std::string path_;
};

inline std::string one_line(const Error& e) {
  std::string text = e.where.empty() ? e.reason : e.where + ": " + e.reason;
  if (!e.mend.empty()) text += " | " + e.mend;
  return text;
}

// One fault a line, `place: reason | mend`, with the folder's path taken out.
inline std::string all_faults(const Error& error, const std::string& folder = {}) {
  std::string text = one_line(error);
  for (const Error& more : error.more) text += "\n" + one_line(more);
  if (!folder.empty()) {
    const std::string prefix = folder + "/";
    for (std::size_t at; (at = text.find(prefix)) != std::string::npos;)
      text.erase(at, prefix.size());
  }
  return text;
}

inline constexpr const char* kToday = "2026-06-15";
inline constexpr const char* kGoodCase = R"({"id":"a","request":"hi","expectedTool":"get_ticket"})";

// A suite with `extra` (members with their commas in front) and one file of cases.
inline std::string suite_text(const std::string& extra = {}) {
  return R"({"adapter":{"command":["true"]},"cases":["cases.json"])" + extra + "}";
}

// "" where it loads, else all faults.
inline std::string faults_of(const Folder& folder, const std::string& name = "tare.json") {
  const Result<Suite> suite = load_suite(folder.file(name), kToday);
  return suite ? std::string() : all_faults(suite.error(), folder.path());
}

inline std::string faults_of_suite(const std::string& text, const std::string& cases = kGoodCase) {
  Folder folder;
  folder.write("tare.json", text);
  folder.write("cases.json", cases);
  return faults_of(folder);
}

inline std::string faults_of_case(const std::string& text) {
  return faults_of_suite(suite_text(), text);
}

inline Suite load_good(const Folder& folder, const std::string& name = "tare.json") {
  Result<Suite> suite = load_suite(folder.file(name), kToday);
  if (!suite) {
    ADD_FAILURE() << all_faults(suite.error());
    return {};
  }
  return std::move(*suite);
}

}  // namespace tare

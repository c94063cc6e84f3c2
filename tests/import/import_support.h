// One import in a folder of its own, and what came of it.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "import/import.h"
#include "suite/suite.h"
#include "suite/suite_test_support.h"

namespace tare {

using Json = nlohmann::ordered_json;

inline std::string content_of(const Imported& imported, const std::string& name) {
  for (const ImportFile& file : imported.files) {
    if (file.name == name) return file.content;
  }
  return "";
}

// The cases of all files, by id.
inline std::map<std::string, Json> cases_of(const Imported& imported) {
  std::map<std::string, Json> out;
  for (const ImportFile& file : imported.files) {
    if (!file.name.starts_with("cases/")) continue;
    std::istringstream lines(file.content);
    for (std::string line; std::getline(lines, line);) {
      Json one = Json::parse(line);
      out[one["id"]] = one;
    }
  }
  return out;
}

// "place: member: why (count)", one a line; `folder` is taken out.
inline std::string losses_of(const Imported& imported, const std::string& folder) {
  std::string out;
  for (const ImportLoss& loss : imported.losses) {
    out += loss.place + ": " + (loss.member.empty() ? "" : loss.member + ": ") + loss.why +
           (loss.count > 1 ? " (" + std::to_string(loss.count) + ")" : "") + "\n";
  }
  for (std::size_t at; (at = out.find(folder + "/")) != std::string::npos;) {
    out.erase(at, folder.size() + 1);
  }
  return out;
}

// Writes it and reads it back as a suite.
inline Suite loaded(const Imported& imported, const Folder& folder) {
  const std::string target = folder.file("imported");
  const Result<void> written = write_import(imported, target, kToday);
  if (!written) ADD_FAILURE() << all_faults(written.error());
  Result<Suite> suite = load_suite(target, kToday);
  if (!suite) {
    ADD_FAILURE() << all_faults(suite.error());
    return {};
  }
  return std::move(*suite);
}

}  // namespace tare

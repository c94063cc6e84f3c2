// What BulkCases holds; for bulk_cases.cc and bulk_match.cc alone.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "suite/bulk_cases.h"
#include "suite/name_table.h"
#include "suite/shared_ids.h"

namespace tare {

// Beyond so many different names the numbers save nothing.
inline constexpr std::uint32_t kMaxBulkNames = 1u << 20;

struct BulkCases::State {
  std::vector<MappedFile> files;
  std::vector<std::vector<char>> id_texts;  // one a piece; BulkCase::id_data points in here
  std::unique_ptr<BulkCase[]> cases;
  std::uint32_t count = 0;
  std::string dataset_sha256;

  SharedNames tools, tags;
  SharedNames tool_lists, tag_lists;
  std::unique_ptr<SharedIds> ids;

  State();
  std::string_view id_of(std::uint32_t index) const { return cases[index].id(); }
};

}  // namespace tare

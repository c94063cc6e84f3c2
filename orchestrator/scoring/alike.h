// Trials that no figure can tell apart.
//
// What a plain case and its prediction add to the figures hangs on the expected tool, the selected
// one, whether that is an acceptable one, the kind and the risk, and for the slices on the tags. So
// a million of them are a few thousand groups, and each group is scored once, by the code that
// scores every trial, and added as often as it has members. To find the groups is all that is done
// a million times, and it is done with numbers alone, by all cores.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "suite/bulk_cases.h"

namespace tare {

// Cases that differ in id, risk and tags alone, as far as scoring is concerned.
struct AlikeGroup {
  std::uint64_t key = 0;
  std::uint32_t first = 0;               // a member, by its place in the suite: the first
  std::array<std::uint32_t, 5> count{};  // by risk, from 1
};

struct AlikeGroups {
  std::vector<AlikeGroup> groups;       // by their first members
  std::vector<std::uint32_t> group_of;  // by case; kOddCase where it is odd
};
inline constexpr std::uint32_t kOddCase = ~std::uint32_t{0};

// REQUIRES: the cases were matched with predictions.
AlikeGroups find_alike(const BulkCases& cases, unsigned workers);

// How many cases have the same list of tags (0: none) and the same mark, a number that `mark_of`
// gives for a group and a risk; kNoMark leaves the case out.
inline constexpr std::uint32_t kNoMark = ~std::uint32_t{0};
struct TagCount {
  std::uint32_t tags, mark;
  std::uint64_t count;
};
std::vector<TagCount> count_tags(const BulkCases& cases, const AlikeGroups& alike,
                                 std::span<const std::array<std::uint32_t, 5>> mark_of,
                                 unsigned workers);

// The first `most` cases of each sort, and every odd case, in the order of the suite. `sort_of` is
// as `mark_of`; kNoMark: none of them. `sorts`: how many there are.
std::vector<std::uint32_t> first_of_sorts(const BulkCases& cases, const AlikeGroups& alike,
                                          std::span<const std::array<std::uint32_t, 5>> sort_of,
                                          std::uint32_t sorts, std::uint32_t most,
                                          unsigned workers);

}  // namespace tare

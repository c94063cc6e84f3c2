// Names as numbers, against a map.
#include "suite/name_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <thread>

#include "suite/shared_ids.h"

namespace tare {
namespace {

std::string random_name(std::mt19937& random) {
  return std::string(random() % 20, 'n') + std::to_string(random() % 3000);
}

TEST(NameTable, NumbersNamesInTheOrderInWhichTheyCome) {
  NameTable table;
  std::map<std::string, std::uint32_t> oracle;
  std::mt19937 random(3);
  for (int i = 0; i < 50'000; ++i) {
    const std::string name = random_name(random);
    const auto known = oracle.find(name);
    ASSERT_EQ(table.find(name).has_value(), known != oracle.end());
    const auto id = oracle.try_emplace(name, static_cast<std::uint32_t>(oracle.size() + 1));
    ASSERT_EQ(table.add(name), id.first->second);
    ASSERT_EQ(table.name(id.first->second), name);
  }
  EXPECT_EQ(table.size(), oracle.size());
  EXPECT_EQ(table.add(""), oracle.size() + 1);  // a name like any other
  EXPECT_EQ(table.find(""), oracle.size() + 1);
}

TEST(NameCache, SeesTheSameNumbersOnAllThreads) {
  SharedNames shared;
  std::vector<std::map<std::string, std::uint32_t>> seen(4);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < seen.size(); ++t) {
    threads.emplace_back([&, t] {
      NameCache mine(shared);
      std::mt19937 random(t);
      for (int i = 0; i < 5000; ++i) {
        const std::string name = random_name(random);
        seen[t][name] = mine.add(name);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& of_thread : seen) {
    for (const auto& [name, id] : of_thread) {
      ASSERT_EQ(shared.table().find(name), id);
      ASSERT_EQ(shared.table().name(id), name);
    }
  }
}

TEST(SharedNames, ReadsANameOnceAndCanRefuseIt) {
  int reads = 0;
  SharedNames shared([&](std::string_view name, std::vector<std::uint32_t>& members) {
    ++reads;
    if (name == "bad") return false;
    members.assign(name.size(), 7);
    return true;
  });
  NameCache cache(shared);
  EXPECT_EQ(cache.add("bad"), 0u);
  EXPECT_EQ(cache.add("good"), 1u);
  EXPECT_EQ(cache.add(""), 2u);
  EXPECT_EQ(cache.add("good"), 1u);
  EXPECT_EQ(reads, 3);
  EXPECT_EQ(shared.members(1), std::vector<std::uint32_t>(4, 7));
  EXPECT_EQ(shared.first_member(1), 7u);
  EXPECT_EQ(shared.first_member(2), 0u);
}

TEST(SharedIds, HoldEachIdOnceWhoeverAddsIt) {
  // Every id is there twice: one of the two is refused, and no other.
  std::vector<std::string> ids;
  for (int i = 0; i < 20'000; ++i) ids.push_back("pr/" + std::to_string(i % 10'000));
  SharedIds table(ids.size());
  const auto id_of = [&](std::uint32_t index) { return std::string_view(ids[index]); };
  std::atomic<int> refused = 0;
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (std::uint32_t i = t; i < ids.size(); i += 4) {
        if (!table.add(i, table.hash(ids[i]), ids[i], id_of)) ++refused;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(refused, 10'000);
  for (int i = 0; i < 10'000; ++i) {
    const std::string id = "pr/" + std::to_string(i);
    const auto found = table.find(table.hash(id), id, id_of);
    ASSERT_TRUE(found.has_value());
    ASSERT_EQ(ids[*found], id);
  }
  EXPECT_FALSE(table.find(table.hash("pr/x"), "pr/x", id_of).has_value());
}

}  // namespace
}  // namespace tare

#include "coercion/name_change.h"

#include <gtest/gtest.h>

#include <string>

#include "coercion/name_forms.h"
#include "sample_answers.h"

namespace tare {
namespace {

std::string kind(std::string_view raw, std::string_view normalized,
                 const Manifest* offered = nullptr) {
  const auto change = name_change(raw, normalized, offered);
  return change ? std::string(change->kind) : "";
}

TEST(NameChange, WithoutAListTheNamesAloneSpeak) {
  EXPECT_EQ(kind("read", "read"), "");
  EXPECT_EQ(kind("healthcheck", "kb__healthcheck"), "namePrefixed");
  EXPECT_EQ(kind("functions.read", "read"), "namePrefixStripped");
  EXPECT_EQ(kind("web_search", "web-search"), "nameSanitized");
  EXPECT_EQ(kind("Read-File", "read_file"), "nameCaseChanged");
  EXPECT_EQ(kind("tool_get_by_id", "Tool_get-by-id"), "nameCaseChanged");
  EXPECT_EQ(kind("files.read", "files_read"), "nameSanitized");
  EXPECT_EQ(kind("read_file", "read_fileread_file"), "nameConcatenated");
  EXPECT_EQ(kind("ab", "ababab"), "nameConcatenated");
  EXPECT_EQ(kind("open_ticket", "note_add"), "nameChanged");
  EXPECT_EQ(kind("Write", "invalid"), "nameChanged") << "who knows what is offered";
  EXPECT_EQ(kind("", "read"), "nameChanged");
}

TEST(NameChange, CutsAtEitherEndInTheMiddleAndWithAHash) {
  const std::string name = "mcp_inventory_service_production_eu_get_failed_sync_jobs_for_warehouse";
  EXPECT_EQ(kind(name, name.substr(0, 64)), "nameTruncated");
  EXPECT_EQ(kind(name, name.substr(0, 55) + "_3f9a01bc"), "nameTruncated");
  EXPECT_EQ(kind(name, name.substr(0, 55) + "deadbee1"), "nameTruncated");
  EXPECT_EQ(kind(name, name.substr(0, 55) + "_fbfebbbb"), "nameTruncated");
  EXPECT_EQ(kind("get_user_by_identifier", "get_user_bee"), "nameChanged") << "a word is no hash";
  EXPECT_EQ(kind(name, name.substr(0, 28) + "___" + name.substr(name.size() - 32)),
            "nameTruncated");
  EXPECT_EQ(kind(name, name.substr(name.size() - 63)), "nameTruncated");
  std::string dotted = name;
  dotted[3] = '.';
  EXPECT_EQ(kind(dotted, name.substr(0, 64)), "nameTruncated") << "sanitised, then cut";
  EXPECT_EQ(kind("get_weather", "get"), "nameTruncated");
  EXPECT_EQ(kind("get_weather", "weather"), "nameChanged") << "too short for a cut from the front";
}

TEST(NameChange, WithAListAWrongToolIsTold) {
  const Manifest one = offering({"task_bind"});
  EXPECT_EQ(kind("task_find", "task_bind", &one), "nameFuzzyMapped");
  EXPECT_EQ(kind("task-bind", "task_bind", &one), "nameCaseChanged") << "healed, not broken";
  EXPECT_EQ(kind("task_bind", "task-bind", &one), "nameSanitized");
  EXPECT_EQ(kind("task_bind", "task_find", &one), "nameChanged");
}

TEST(NameChange, APlaceholderStandsForANameThatIsNotOffered) {
  const Manifest read = offering({"read"});
  const Manifest hidden = offering({"read", "invalid"});
  EXPECT_EQ(kind("Write", "invalid", &read), "nameSentinel");
  EXPECT_EQ(kind("Write", "invalid", &hidden), "nameSentinel");
  EXPECT_EQ(kind("read", "invalid", &hidden), "nameChanged") << "read is offered";
  for (const char* name : {"invalid_tool", "unknownTool", "__error__", "noop", "no-op", "not_found",
                           "tool_not_found", "fallback", "no_such_tool", "InvalidToolCall"}) {
    EXPECT_TRUE(is_placeholder(name)) << name;
  }
  for (const char* name : {"", "tool", "call", "report_error", "found", "get_unknown_users", "note",
                           "supported", "default"}) {
    EXPECT_FALSE(is_placeholder(name)) << name;
  }
}

TEST(NameChange, TwoOfferedToolsOfOneFormCollide) {
  const std::string front(64, 'a');
  const Manifest cut = offering({front + "_delete", front + "_list"});
  EXPECT_EQ(kind(front + "_delete", front + "_list", &cut), "nameCollision");
  const Manifest sanitised = offering({"files.read", "files_read"});
  EXPECT_EQ(kind("files.read", "files_read", &sanitised), "nameCollision");
  const Manifest cased = offering({"Read", "read"});
  EXPECT_EQ(kind("Read", "read", &cased), "nameCollision");
  Manifest wired = offering({"delete_item", "list_items"});
  wired.tools[0].wire_name = wired.tools[1].wire_name = "mcp__shop";
  EXPECT_EQ(kind("delete_item", "list_items", &wired), "nameCollision");
  const Manifest apart = offering({"delete_item", "list_items"});
  EXPECT_EQ(kind("delete_item", "list_items", &apart), "nameChanged");
}

TEST(NameChange, TwoNamesOfOneLevelThatAreJoined) {
  const auto found = all_findings(
      both_ends({wire("read", R"({"p":1})", "1"), wire("write", R"({"p":2})", "2"),
                 tool("readwrite", R"({"p":1})", "1"), tool("write", R"({"p":2})", "2")}));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, "nameConcatenated");
}

}  // namespace
}  // namespace tare

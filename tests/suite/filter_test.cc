// Filters: the grammar by examples, its faults word for word, and evaluation against an oracle that
// works on a shunting-yard reading of the same text.
#include "suite/filter.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "base/glob.h"

namespace tare {
namespace {

TestCase make_case(std::string id, std::vector<std::string> tags, const char* tool, int risk = 1,
                   CaseKind kind = CaseKind::tool_call) {
  TestCase c;
  c.input.id = std::move(id);
  c.input.tags = std::move(tags);
  c.input.kind = kind;
  c.expected.risk = static_cast<std::uint8_t>(risk);
  if (tool == nullptr) {
    c.expected.tool = Expectation::Tool::none;
  } else if (*tool != '\0') {
    c.expected.tool = Expectation::Tool::named;
    c.expected.expected_tool = tool;
  }
  return c;
}

bool matches(std::string_view expression, const TestCase& c) {
  const Result<Filter> filter = Filter::parse(expression);
  if (!filter) {
    ADD_FAILURE() << expression << ": " << filter.error().reason;
    return false;
  }
  return filter->matches(c);
}

std::string fault(std::string_view expression) {
  const Result<Filter> filter = Filter::parse(expression);
  if (filter) return "no fault";
  const Error& e = filter.error();
  return e.where + ": " + e.reason + " | " + e.mend;
}

TEST(Filter, BlankMatchesEverything) {
  EXPECT_TRUE(Filter::parse("")->matches_everything());
  EXPECT_TRUE(matches("  \t", make_case("a", {}, "t")));
}

TEST(Filter, LooksAtIdTagToolKindAndRisk) {
  const TestCase c = make_case("pr/get/by-key", {"read", "two words"}, "get_ticket", 4);
  EXPECT_TRUE(matches("pr/**", c));
  EXPECT_FALSE(matches("pr/*", c));
  EXPECT_TRUE(matches("id(pr/get/*)", c));
  EXPECT_TRUE(matches("tag(read)", c));
  EXPECT_TRUE(matches("tag(\"two words\")", c));
  EXPECT_TRUE(matches("tag(two words)", c));
  EXPECT_FALSE(matches("tag(write)", c));
  EXPECT_TRUE(matches("tool(get_*)", c));
  EXPECT_TRUE(matches("kind(tool-call)", c));
  EXPECT_FALSE(matches("kind(agent)", c));
  EXPECT_TRUE(
      matches("risk(>=4) & risk(4) & risk(=4) & risk(==4) & risk(<=4) & risk(<5) & risk(>3)", c));
  EXPECT_FALSE(matches("risk(>4)", c));
  EXPECT_FALSE(matches("risk(< 4)", c));
}

TEST(Filter, ToolSeesAcceptableToolsAndNoTool) {
  TestCase c = make_case("a", {}, "get_ticket");
  c.expected.acceptable_tools = {"search_tickets"};
  EXPECT_TRUE(matches("tool(search_*)", c));
  EXPECT_TRUE(matches("tool(*)", c));
  EXPECT_FALSE(matches("tool(NO_TOOL)", c));
  const TestCase none = make_case("b", {}, nullptr);
  EXPECT_TRUE(matches("tool(NO_TOOL)", none));
  EXPECT_FALSE(matches("tool(*)", none));
  const TestCase unstated = make_case("c", {}, "", 1, CaseKind::observe);
  EXPECT_FALSE(matches("tool(**)", unstated));
  EXPECT_FALSE(matches("tool(NO_TOOL)", unstated));
}

TEST(Filter, NotBindsTighterThanAndTighterThanOr) {
  const TestCase a = make_case("a", {}, "t");
  EXPECT_TRUE(matches("a | b & c", a));
  EXPECT_FALSE(matches("(a | b) & c", a));
  EXPECT_FALSE(matches("!a & b | c", a));
  EXPECT_TRUE(matches("!(a & b)", a));
  EXPECT_TRUE(matches("!!a", a));
}

TEST(Filter, QuotesTakeOddIds) {
  EXPECT_TRUE(matches(R"("a (copy) & \"more\" \\")", make_case("a (copy) & \"more\" \\", {}, "t")));
  EXPECT_TRUE(matches("a!b", make_case("a!b", {}, "t")));
  EXPECT_TRUE(matches("id(a & b|!c)", make_case("a & b|!c", {}, "t")));
  EXPECT_TRUE(matches("größe#2", make_case("größe#2", {}, "t")));
}

TEST(Filter, FaultsSayWhereWhatAndHow) {
  EXPECT_EQ(fault("tga(read)"),
            "filter:1:1: unknown \"tga(\" in filter \"tga(read)\" | did you mean \"tag\"?");
  EXPECT_EQ(fault("é & tag(x) tag(y)"),
            "filter:1:12: expected & or | between two terms in filter \"é & tag(x) tag(y)\" | "
            "write a & b (both) or a | b (either)");
  EXPECT_EQ(fault("a && b"), "filter:1:4: \"&&\" in filter \"a && b\" | write & once");
  EXPECT_EQ(fault("a || b"), "filter:1:4: \"||\" in filter \"a || b\" | write | once");
  EXPECT_EQ(fault("a &"),
            "filter:1:4: the filter ends where a term is expected in filter \"a &\" | add a term");
  EXPECT_EQ(fault("(a | b"),
            "filter:1:1: a '(' that is not closed in filter \"(a | b\" | add a ')'");
  EXPECT_EQ(fault("a)"), "filter:1:2: a ')' too many in filter \"a)\" | remove it");
  EXPECT_EQ(fault("& a"),
            "filter:1:1: '&' where a term is expected in filter \"& a\" | add a term before it");
  EXPECT_EQ(fault("tag("), "filter:1:1: tag( is not closed in filter \"tag(\" | add a ')'");
  EXPECT_EQ(fault("tag()"),
            "filter:1:5: tag() is empty in filter \"tag()\" | name what to look for");
  EXPECT_EQ(fault("tag(a(b)"),
            "filter:1:6: '(' inside tag(…) in filter \"tag(a(b)\" | put the whole in \"quotes\"");
  EXPECT_EQ(fault("\"a"), "filter:1:1: a quote that is not closed in filter \"\"a\" | add a \"");
  EXPECT_EQ(fault("\"\""), "filter:1:1: empty quotes in filter \"\"\"\" | name what to look for");
  EXPECT_EQ(
      fault("kind(agents)"),
      "filter:1:6: unknown kind \"agents\" in filter \"kind(agents)\" | did you mean \"agent\"?");
  EXPECT_EQ(fault("risk(>=6)"),
            "filter:1:6: \">=6\" is no risk in filter \"risk(>=6)\" | risks are 1 to 5: risk(>=4), "
            "risk(2)");
  EXPECT_EQ(fault("risk(4.0)"),
            "filter:1:6: \"4.0\" is no risk in filter \"risk(4.0)\" | risks are 1 to 5: risk(>=4), "
            "risk(2)");
}

TEST(Filter, BoundsNestingAndLength) {
  EXPECT_EQ(fault(std::string(5000, '(')).substr(0, 42),
            "filter:1:102: nested deeper than 100 in fi");
  EXPECT_NE(fault(std::string(5000, '!')).find("nested deeper than 100"), std::string::npos);
  EXPECT_NE(fault(std::string(70000, 'a')).find("longer than 65536 bytes"), std::string::npos);
  std::string wide = "a";
  for (int i = 0; i < 10000; ++i) wide += "|b&c";
  EXPECT_TRUE(matches(wide, make_case("a", {}, "t")));
}

TEST(Filter, NamesGlobsThatMatchNoCase) {
  const TestCase a = make_case("pr/a", {"read"}, "get_ticket");
  const TestCase b = make_case("pr/b", {}, nullptr);
  const std::vector<const TestCase*> cases = {&a, &b};
  const auto unmatched = [&](std::string_view e) {
    return Filter::parse(e)->unmatched_globs(cases);
  };
  EXPECT_TRUE(unmatched("tag(read) | pr/* | tool(NO_TOOL)").empty());
  EXPECT_EQ(unmatched("tag(raed) & !tool(get_x*) | prx | prx | risk(5) | kind(agent)"),
            (std::vector<std::string>{"tag(raed)", "tool(get_x*)", "id(prx)"}));
  EXPECT_TRUE(Filter().unmatched_globs(cases).empty());
}

// Random expressions are built as trees, printed with random brackets and spaces, and evaluated on
// the tree: what Filter says of the text must be what the tree says.
struct Tree {
  char sign = 0;  // '&', '|', '!' or 0 for a leaf
  std::string leaf;
  std::function<bool(const TestCase&)> holds;
  std::vector<Tree> children = {};
};

Tree random_tree(std::mt19937& random, int depth) {
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Tree tree;
  if (depth > 0 && pick(4) != 0) {
    tree.sign = "&|!"[pick(3)];
    const int count = tree.sign == '!' ? 1 : 2 + pick(2);
    for (int i = 0; i < count; ++i) tree.children.push_back(random_tree(random, depth - 1));
    return tree;
  }
  static const std::vector<std::string> kGlobs = {"a", "b", "a*", "*b", "?", "**", "a/b", "*/*"};
  const std::string glob = kGlobs[static_cast<std::size_t>(pick(static_cast<int>(kGlobs.size())))];
  switch (pick(5)) {
    case 0:
      tree.leaf = glob;
      tree.holds = [glob](const TestCase& c) { return glob_match(glob, c.id()); };
      break;
    case 1:
      tree.leaf = "tag(\"" + glob + "\")";
      tree.holds = [glob](const TestCase& c) {
        for (const std::string& tag : c.input.tags) {
          if (glob_match(glob, tag)) return true;
        }
        return false;
      };
      break;
    case 2:
      tree.leaf = "tool( " + glob + " )";
      tree.holds = [glob](const TestCase& c) {
        return c.expected.tool == Expectation::Tool::named &&
               glob_match(glob, c.expected.expected_tool);
      };
      break;
    case 3: {
      const int risk = 1 + pick(5);
      tree.leaf = "risk(>=" + std::to_string(risk) + ")";
      tree.holds = [risk](const TestCase& c) { return c.expected.risk >= risk; };
      break;
    }
    default:
      tree.leaf = "kind(agent)";
      tree.holds = [](const TestCase& c) { return c.input.kind == CaseKind::agent; };
  }
  return tree;
}

bool oracle(const Tree& tree, const TestCase& c) {
  if (tree.sign == 0) return tree.holds(c);
  if (tree.sign == '!') return !oracle(tree.children[0], c);
  for (const Tree& child : tree.children) {
    if (oracle(child, c) != (tree.sign == '&')) return tree.sign == '|';
  }
  return tree.sign == '&';
}

int strength(char sign) { return sign == '|' ? 0 : sign == '&' ? 1 : sign == '!' ? 2 : 3; }

std::string print(const Tree& tree, std::mt19937& random) {
  const std::string space = random() % 3 == 0 ? " " : "";
  if (tree.sign == 0) return space + tree.leaf + space;
  std::string out;
  for (const Tree& child : tree.children) {
    std::string text = print(child, random);
    if (strength(child.sign) < strength(tree.sign) || random() % 4 == 0) text = "(" + text + ")";
    if (tree.sign == '!') return "!" + text;
    out += (out.empty() ? "" : std::string(1, tree.sign)) + text;
  }
  return out;
}

TEST(Filter, AgreesWithTheTreeItWasPrintedFrom) {
  std::mt19937 random(7);
  const char* kNames[] = {"a", "b", "ab", "a/b", "c"};
  const auto name = [&] { return std::string(kNames[random() % 5]); };
  int yes = 0;
  for (int i = 0; i < 3000; ++i) {
    const Tree tree = random_tree(random, 4);
    const std::string text = print(tree, random);
    const std::string tool = name();
    const TestCase c =
        make_case(name(), {name(), name()}, random() % 3 == 0 ? nullptr : tool.c_str(),
                  static_cast<int>(1 + random() % 5),
                  random() % 2 == 0 ? CaseKind::agent : CaseKind::tool_call);
    ASSERT_EQ(matches(text, c), oracle(tree, c)) << text;
    yes += oracle(tree, c) ? 1 : 0;
  }
  EXPECT_GT(yes, 500);
  EXPECT_LT(yes, 2500);
}

TEST(Filter, AnyTextIsReadOrRefusedButNeverCrashes) {
  std::mt19937 random(11);
  const std::string alphabet = "ab*?!&|()\"\\ tagriskidkoln>=<5/\xc3\xa9\xff";
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (auto n = random() % 24; n > 0; --n) text += alphabet[random() % alphabet.size()];
    const Result<Filter> filter = Filter::parse(text);
    if (!filter) {
      EXPECT_FALSE(filter.error().mend.empty()) << text;
      EXPECT_TRUE(filter.error().where.starts_with("filter:1:")) << text;
    }
  }
}

}  // namespace
}  // namespace tare

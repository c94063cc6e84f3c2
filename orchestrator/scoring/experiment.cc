#include "scoring/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "base/escape.h"
#include "base/glob.h"
#include "base/nearest_name.h"
#include "scoring/significance.h"

namespace tare {
namespace {

constexpr std::uint8_t kHighRisk = 4;

const SideFacts& side_of(const CaseFacts& facts, bool raw) {
  return raw ? facts.raw : facts.normalized;
}

// Trials of one case that were confused so, of those that chose.
Count confused(const CaseFacts& facts, bool raw, const std::string& target) {
  const SideFacts& side = side_of(facts, raw);
  Count out{0, side.acceptable.of};
  for (const auto& [pair, count] : side.confusions) {
    if (glob_match(target, pair)) out.right += count;
  }
  return out;
}

struct Total {
  std::uint64_t right = 0, of = 0;
  void add(const Count& count) {
    right += count.right;
    of += count.of;
  }
  double share() const { return static_cast<double>(right) / static_cast<double>(of); }
};

bool has_raw(const RunFacts& run) {
  for (const CaseFacts& facts : run.cases) {
    if (facts.raw.acceptable.of > 0) return true;
  }
  return false;
}

// "noToolAccuracy, raw: 1 to 0.9"; nothing where it did not fall or cannot be said.
template <class Of>
void guard(const char* name, bool raw, const RunFacts& base, const RunFacts& now, Of of,
           std::vector<std::string>& broken) {
  Total before, after;
  for (const CaseFacts& facts : base.cases) before.add(of(facts, side_of(facts, raw)));
  for (const CaseFacts& facts : now.cases) after.add(of(facts, side_of(facts, raw)));
  if (before.of == 0 || after.of == 0) return;
  // As whole numbers, so that equal shares are equal.
  if (after.right * before.of >= before.right * after.of) return;
  broken.push_back(fmt::format("{}, {}: {} of {} to {} of {}", name, raw ? "raw" : "normalized",
                               before.right, before.of, after.right, after.of));
}

void set_broken(const RunFacts& base, const RunFacts& now, std::vector<std::string>& broken) {
  for (const bool raw : {true, false}) {
    guard(
        "noToolAccuracy", raw, base, now,
        [](const CaseFacts& facts, const SideFacts& side) {
          return facts.tool && facts.tool->empty() ? side.exact : Count{};
        },
        broken);
    guard(
        "acceptableAccuracy of risk 4 and 5", raw, base, now,
        [](const CaseFacts& facts, const SideFacts& side) {
          return facts.risk >= kHighRisk ? side.acceptable : Count{};
        },
        broken);
    guard(
        "passRate of risk 4 and 5", raw, base, now,
        [](const CaseFacts& facts, const SideFacts& side) {
          return facts.risk >= kHighRisk ? side.passed : Count{};
        },
        broken);
  }
}

constexpr std::string_view kArrow = " -> ";

struct KnownNames {
  std::set<std::string> expected, selected;
  std::set<std::string> pairs;  // that were seen
};

void add_names(const RunFacts& run, KnownNames& known) {
  known.selected.insert(run.tools.begin(), run.tools.end());
  for (const CaseFacts& facts : run.cases) {
    if (facts.tool) {
      const std::string name = facts.tool->empty() ? "NO_TOOL" : *facts.tool;
      known.expected.insert(name);
      known.selected.insert(name);
    }
    for (const bool raw : {true, false}) {
      for (const auto& [pair, count] : side_of(facts, raw).confusions) {
        known.pairs.insert(pair);
        const std::size_t arrow = pair.find(kArrow);
        if (arrow == std::string::npos) continue;
        known.expected.insert(pair.substr(0, arrow));
        known.selected.insert(pair.substr(arrow + kArrow.size()));
      }
    }
  }
}

Result<void> check_half(std::string_view half, const std::set<std::string>& names,
                        std::string_view what) {
  const auto fits = [&](const std::string& name) { return glob_match(half, name); };
  if (std::ranges::any_of(names, fits)) return {};
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string hint = nearest_name_hint(half, known);
  return Error{
      .kind = ErrorKind::usage,
      .reason = fmt::format("--target: \"{}\" is no tool that {}", escape_for_terminal(half), what),
      .mend = hint.empty() ? "write it as in the confusions: \"get_ticket -> "
                             "list_tickets\"; globs and NO_TOOL may stand there"
                           : hint};
}

}  // namespace

Result<void> check_target(const RunFacts& base, const RunFacts& now, const std::string& target) {
  KnownNames known;
  add_names(base, known);
  add_names(now, known);
  const auto fits = [&](const std::string& pair) { return glob_match(target, pair); };
  if (std::ranges::any_of(known.pairs, fits)) return {};
  const std::size_t arrow = target.find(kArrow);
  if (arrow == std::string::npos) {
    return Error{
        .kind = ErrorKind::usage,
        .reason = fmt::format("--target: \"{}\" names no confusion", escape_for_terminal(target)),
        .mend =
            "write the tool that is expected and the one that is chosen: "
            "\"get_ticket -> list_tickets\""};
  }
  // Files that hold passes alone know no tool: there is nothing to hold a name against, and the
  // experiment says that it cannot be judged.
  if (known.expected.empty()) return {};
  known.selected.insert({"NO_TOOL", "CLIENT_REFUSED"});
  const std::string_view text = target;
  if (auto good = check_half(text.substr(0, arrow), known.expected, "a case expects"); !good) {
    return good;
  }
  return check_half(text.substr(arrow + kArrow.size()), known.selected,
                    "is offered, expected or chosen in either run");
}

Experiment judge_experiment(const RunFacts& base, const RunFacts& now,
                            const std::vector<CasePair>& pairs, const std::string& target) {
  Experiment out;
  out.target = target;
  const bool raw = has_raw(base) && has_raw(now);
  out.view = raw ? "raw" : "normalized";
  Total before, after;
  for (const CaseFacts& facts : base.cases) before.add(confused(facts, raw, target));
  for (const CaseFacts& facts : now.cases) after.add(confused(facts, raw, target));
  out.base = before.right;
  out.base_of = before.of;
  out.now = after.right;
  out.now_of = after.of;
  std::uint64_t rarer = 0, more = 0;
  for (const CasePair& pair : pairs) {
    const int direction =
        compare_shares(confused(*pair.base, raw, target), confused(*pair.now, raw, target));
    rarer += direction < 0 ? 1 : 0;
    more += direction > 0 ? 1 : 0;
  }
  out.p = sign_test(rarer, more);
  out.fell = before.of > 0 && after.of > 0 && after.right * before.of < before.right * after.of;
  set_broken(base, now, out.broken);
  out.passed = out.fell && out.broken.empty();
  if (before.of == 0 || after.of == 0) {
    out.reason = "a run says nothing of what its cases were confused with";
  } else if (before.right == 0) {
    out.reason =
        fmt::format("the first run has no confusion \"{}\" that could become rarer", target);
  } else if (!out.fell) {
    out.reason = "the confusion did not become rarer";
  } else if (!out.broken.empty()) {
    out.reason = "the confusion became rarer, and something else fell";
  }
  return out;
}

}  // namespace tare

// Scoring in bulk and case by case say the same, to the byte.
#include "run/bulk_score.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file.h"
#include "report/reporters.h"
#include "report/summary_json.h"
#include "suite/bulk_loading.h"
#include "suite/suite_maker.h"

namespace tare {
namespace {

// A terminal report, kept in memory.
class Screen {
 public:
  Screen() : fd_(::memfd_create("screen", 0)) {}
  std::vector<std::unique_ptr<Reporter>> reporters(bool quiet) const {
    std::vector<std::unique_ptr<Reporter>> out;
    TerminalStyle style;
    style.quiet = quiet;
    style.max_failures = 4;
    out.push_back(make_terminal_reporter(fd_.get(), style));
    return out;
  }
  std::string text() const {
    std::string out(static_cast<std::size_t>(::lseek(fd_.get(), 0, SEEK_END)), '\0');
    EXPECT_EQ(::pread(fd_.get(), out.data(), out.size(), 0), static_cast<ssize_t>(out.size()));
    return out;
  }

 private:
  UniqueFd fd_;
};

std::string all_parts(const RunSummary& s) {
  return totals_part(s.totals) + "\n" + scores_part(s) + "\n" + confusions_part(s) + "\n" +
         slices_part(s) + "\n" + coercions_part(s.coercions) + "\n" + outcomes_part(s.outcomes) +
         "\n" + trials_part(s.trials) + "\n" + gates_part(s) + "\n" + waivers_part(s) + "\n" +
         std::to_string(s.pass) + " " + std::to_string(s.fail) + " " + std::to_string(s.undecided) +
         " " + std::to_string(s.observed) + " " + std::to_string(s.unscored) + " " +
         std::to_string(s.p50_ms) + " " + std::to_string(s.p95_ms) + " " +
         std::to_string(s.exit_code);
}

struct Said {
  std::string summary, screen;
};

ReportContext context_of(const Suite& suite, std::size_t cases) {
  ReportContext context;
  context.suite_path = suite.path;
  context.predictions = true;
  context.cases = context.trials = cases;
  return context;
}

std::optional<Said> one_by_one(const Folder& folder, bool quiet) {
  const auto suite = load_suite(folder.file("tare.json"), kToday);
  if (!suite) return std::nullopt;
  RunOptions options;
  auto plan = make_plan(*suite, options);
  if (!plan) return std::nullopt;
  const auto predictions = load_predictions(folder.file("predictions.jsonl"), plan->cases);
  if (!predictions) return std::nullopt;
  options.trials = static_cast<std::uint32_t>(predictions->size() / plan->cases.size());
  plan = make_plan(*suite, options);
  if (!plan) return std::nullopt;
  const Manifest* manifest = suite->tools_from == ToolsFrom::file ? &suite->tools : nullptr;
  const Screen screen;
  const auto scored =
      score_run(*plan, manifest, attempts_from_predictions(*plan, *predictions),
                context_of(*suite, plan->cases.size()), false, nullptr, screen.reporters(quiet));
  if (!scored) return std::nullopt;
  return Said{all_parts(scored->summary), screen.text()};
}

std::optional<Said> in_bulk(const Folder& folder, bool quiet, unsigned workers) {
  BulkLoading bulk;
  bulk.fits = fits_bulk_score;
  bulk.min_bytes = 0;
  bulk.options = {.workers = workers, .piece_bytes = 700};
  auto suite = load_suite(folder.file("tare.json"), kToday, bulk);
  if (!suite || !bulk.cases.any()) return std::nullopt;
  if (!bulk.cases.match(folder.file("predictions.jsonl"), bulk.options)) return std::nullopt;
  const Screen screen;
  const auto scored = score_in_bulk(*suite, bulk.cases, context_of(*suite, bulk.cases.all().size()),
                                    screen.reporters(quiet), workers);
  if (!scored) return std::nullopt;
  return Said{all_parts(scored->summary), screen.text()};
}

TEST(BulkScore, SaysWhatScoringCaseByCaseSays) {
  int compared = 0, left_to_the_other = 0;
  for (unsigned seed = 0; seed < 700; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Folder folder;
    // Some are large enough for groups of which most members are never named.
    SuiteMaker(seed).write(folder, seed % 10 == 0 ? 1500 : 1 + seed % 100);
    const bool quiet = seed % 7 == 0;
    const auto ordinary = one_by_one(folder, quiet);
    const auto bulk = in_bulk(folder, quiet, 1 + seed % 4);
    if (!bulk) {
      ++left_to_the_other;
      continue;
    }
    ++compared;
    ASSERT_TRUE(ordinary.has_value());
    ASSERT_EQ(bulk->summary, ordinary->summary);
    ASSERT_EQ(bulk->screen, ordinary->screen);
  }
  EXPECT_GT(compared, 250);
  EXPECT_GT(left_to_the_other, 50);
}

TEST(BulkScore, IsNotForSuitesThatLookAtEachCase) {
  Suite suite;
  EXPECT_TRUE(fits_bulk_score(suite));
  suite.gates.resize(1);
  EXPECT_TRUE(fits_bulk_score(suite));
  suite.gates[0].where = "tag(read)";
  EXPECT_FALSE(fits_bulk_score(suite));
  suite.gates.clear();
  suite.waivers.resize(1);
  EXPECT_FALSE(fits_bulk_score(suite));
  suite.waivers.clear();
  suite.baseline_path = "tare.baseline.json";
  EXPECT_FALSE(fits_bulk_score(suite));
  suite.baseline_path.reset();
  suite.tools.tools.resize(1);
  EXPECT_TRUE(fits_bulk_score(suite));
  suite.tools.tools[0].wire_name = "w";
  EXPECT_FALSE(fits_bulk_score(suite));
}

}  // namespace
}  // namespace tare

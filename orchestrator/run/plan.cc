#include "run/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "base/nearest_name.h"
#include "scoring/aggregate.h"
#include "suite/filter.h"

namespace tare {
namespace {

// A run of more trials than this is a slip of the keyboard, and its slots would not fit 32 bits.
constexpr std::uint64_t kMaxSlots = 100'000'000;

template <class List, class NameOf>
Error unknown_name(std::string_view what, const std::string& name, const List& list,
                   NameOf name_of) {
  std::vector<std::string_view> known;
  for (const auto& entry : list) known.push_back(name_of(entry));
  Error error{.kind = ErrorKind::usage, .reason = fmt::format("there is no {} \"{}\"", what, name)};
  error.mend =
      known.empty() ? fmt::format("the suite has no {}s", what) : nearest_name_hint(name, known);
  return error;
}

}  // namespace

std::uint32_t RunPlan::deadline_ms(const TestCase& c) const {
  if (timeout_ms) return *timeout_ms;
  return c.timeout_ms.value_or(suite->timeouts.total_ms);
}

Result<RunPlan> make_plan(const Suite& suite, const RunOptions& options) {
  RunPlan plan;
  plan.suite = &suite;
  plan.timeout_ms = options.timeout_ms;
  plan.baseline = options.baseline;
  plan.gates = suite.gates;

  const ProfileSpec* profile = nullptr;
  if (options.profile) {
    for (const auto& [name, spec] : suite.profiles) {
      if (name == *options.profile) profile = &spec;
    }
    if (!profile) {
      return unknown_name("profile", *options.profile, suite.profiles,
                          [](const auto& p) { return std::string_view(p.first); });
    }
    plan.profile = *options.profile;
    if (profile->gates) plan.gates = *profile->gates;
  }
  if (auto judged = Aggregate::create(plan.gates); !judged) return judged.error();
  auto waivers = Waivers::create(suite);
  if (!waivers) return waivers.error();
  plan.waivers = std::move(waivers).value();

  std::optional<std::string> variant = options.variant;
  if (!variant && profile) variant = profile->variant;
  if (variant) {
    for (const auto& v : suite.variants) {
      if (v.name == *variant) plan.variant = &v;
    }
    if (!plan.variant) {
      return unknown_name("variant", *variant, suite.variants,
                          [](const auto& v) { return std::string_view(v.name); });
    }
  } else if (!suite.variants.empty()) {
    plan.variant = &suite.variants.front();
  }

  auto pick = [&](const std::optional<std::uint32_t>& option,
                  std::optional<std::uint32_t> ProfileSpec::*of_profile,
                  std::optional<std::uint32_t> of_suite) {
    if (option) return option;
    if (profile && profile->*of_profile) return profile->*of_profile;
    return of_suite;
  };
  plan.default_trials = *pick(options.trials, &ProfileSpec::trials, suite.trials);
  plan.jobs = pick(options.jobs, &ProfileSpec::jobs, suite.jobs)
                  .value_or(std::max(1u, std::thread::hardware_concurrency()));
  plan.keep = options.keep ? *options.keep : profile && profile->keep ? *profile->keep : suite.keep;

  if (options.filter) {
    plan.filter = *options.filter;
  } else if (profile && profile->filter) {
    plan.filter = *profile->filter;
  }
  Filter filter;
  if (!plan.filter.empty()) {
    auto parsed = Filter::parse(plan.filter);
    if (!parsed) {
      parsed.error().kind = ErrorKind::usage;
      return parsed.error();
    }
    filter = std::move(parsed).value();
  }
  std::vector<const TestCase*> all;
  for (const auto& c : suite.cases) all.push_back(&c);
  for (const TestCase* c : all) {
    if (filter.matches(*c)) plan.cases.push_back(c);
  }
  if (plan.cases.empty()) {
    return Error{.kind = ErrorKind::nothing,
                 .reason = fmt::format("the filter \"{}\" selects none of {} cases", plan.filter,
                                       all.size()),
                 .mend = "`tare run --list` without a filter shows all case ids"};
  }
  if (const auto unmatched = filter.unmatched_globs(all); !unmatched.empty()) {
    return Error{.kind = ErrorKind::usage,
                 .reason = fmt::format("\"{}\" in the filter matches no case", unmatched.front()),
                 .mend = "`tare run --list` shows all case ids; check the spelling"};
  }

  std::uint64_t slots = 0;
  plan.first_slot.reserve(plan.cases.size() + 1);
  plan.first_slot.push_back(0);
  for (const TestCase* c : plan.cases) {
    // The command line's trials stand over the case's own; the suite's and the profile's do not.
    slots += options.trials ? *options.trials : c->trials.value_or(plan.default_trials);
    if (slots > kMaxSlots) {
      return Error{.kind = ErrorKind::usage,
                   .reason = fmt::format("more than {} trials would run", kMaxSlots),
                   .mend = "lower `trials`, or filter"};
    }
    plan.first_slot.push_back(static_cast<std::uint32_t>(slots));
  }
  return plan;
}

SlotKey slot_key(const RunPlan& plan, std::uint32_t slot) {
  const auto after = std::upper_bound(plan.first_slot.begin(), plan.first_slot.end(), slot);
  const auto index = static_cast<std::size_t>(after - plan.first_slot.begin()) - 1;
  return {index, slot - plan.first_slot[index] + 1};
}

}  // namespace tare

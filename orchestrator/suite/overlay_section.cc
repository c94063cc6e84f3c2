// Profiles, variants and waivers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>

#include "base/nearest_name.h"
#include "suite/filter.h"
#include "suite/sections.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 6> kProfile = {"filter", "trials", "jobs",
                                                      "gates",  "keep",   "variant"};
constexpr std::array<std::string_view, 3> kVariant = {"name", "model", "settings"};
constexpr std::array<std::string_view, 6> kWaiver = {"rule",       "where", "why",
                                                     "reviewedBy", "until", "evidence"};
constexpr std::array<std::string_view, 4> kRules = {"coercion:", "case:", "quarantine:", "lint:"};

bool is_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  int parts[3] = {0, 0, 0};
  int part = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == 4 || i == 7) {
      ++part;
    } else if (text[i] < '0' || text[i] > '9') {
      return false;
    } else {
      parts[part] = parts[part] * 10 + (text[i] - '0');
    }
  }
  const auto [year, month, day] = parts;
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  const int days = kDays[static_cast<std::size_t>(month - 1)] + (month == 2 && leap ? 1 : 0);
  return day <= days;
}

// What a reviewer says: blanks say nothing.
std::optional<std::string> said(ValueReader& reader, json::Value v, std::string_view name) {
  std::optional<std::string> text = reader.word(v, name);
  if (text && text->find_first_not_of(" \t\r\n\v\f") == std::string::npos) {
    reader.fault(v, fmt::format("\"{}\" is blank", name));
    return std::nullopt;
  }
  return text;
}

void read_waiver(ValueReader& reader, json::Value value, const std::string& today,
                 std::vector<WaiverSpec>& out) {
  MemberSet members(reader, "a waiver", kWaiver);
  members.read(value);
  if (!members.require({"rule", "where", "why", "reviewedBy", "until"})) return;
  WaiverSpec waiver;
  waiver.position = reader.position(value);
  const json::Value rule = members["rule"];
  if (auto text = reader.word(rule, "rule")) {
    const bool known = std::any_of(kRules.begin(), kRules.end(), [&](std::string_view prefix) {
      return text->starts_with(prefix) && text->size() > prefix.size();
    });
    if (!known) reader.misfit(rule, "rule", "coercion:KIND, case:ID, quarantine:ID or lint:RULE");
    // That a case is flaky is a claim, and must be one that somebody can look up.
    if (text->starts_with("quarantine:")) members.require({"evidence"});
    waiver.rule = std::move(*text);
  }
  if (auto evidence = said(reader, members["evidence"], "evidence")) waiver.evidence = *evidence;
  if (auto where = read_filter(reader, members["where"], "where")) waiver.where = *where;
  if (auto why = said(reader, members["why"], "why")) waiver.why = *why;
  if (auto by = said(reader, members["reviewedBy"], "reviewedBy")) waiver.reviewed_by = *by;
  const json::Value until = members["until"];
  if (auto date = reader.word(until, "until")) {
    if (!is_date(*date)) {
      reader.misfit(until, "until", "a date such as \"2027-03-01\"");
    } else if (*date < today) {
      reader.fault(until, fmt::format("the waiver of {} expired on {}", shown(rule), *date),
                   "review it and set a new date, or delete it");
    }
    waiver.until = std::move(*date);
  }
  out.push_back(std::move(waiver));
}

}  // namespace

std::optional<std::string> read_filter(ValueReader& reader, json::Value v, std::string_view name) {
  std::optional<std::string> text = reader.text(v, name);
  if (!text) return std::nullopt;
  const Result<Filter> filter = Filter::parse(*text);
  if (filter) return text;
  reader.fault(v, fmt::format("\"{}\": {} ({})", name, filter.error().reason, filter.error().where),
               filter.error().mend);
  return std::nullopt;
}

void read_waivers(ValueReader& reader, json::Value v, const std::string& today,
                  std::vector<WaiverSpec>& out) {
  if (!reader.array(v, "waivers")) return;
  for (json::Value element : v.elements()) {
    if (reader.object(element, "a waiver")) read_waiver(reader, element, today, out);
  }
}

void read_variants(ValueReader& reader, json::Value v, std::vector<VariantSpec>& out) {
  if (!reader.array(v, "variants")) return;
  std::unordered_set<std::string> names;
  for (json::Value element : v.elements()) {
    if (!reader.object(element, "a variant")) continue;
    MemberSet members(reader, "a variant", kVariant);
    members.read(element);
    if (!members.require({"name"})) continue;
    VariantSpec variant;
    if (auto name = reader.word(members["name"], "name")) variant.name = std::move(*name);
    variant.model = reader.word(members["model"], "model");
    if (reader.object(members["settings"], "settings")) {
      variant.settings_json = json_text(members["settings"]);
    }
    if (!variant.name.empty() && !names.insert(variant.name).second) {
      reader.fault(members["name"],
                   fmt::format("two variants are named {}", shown(members["name"])),
                   "names of variants are unique");
    }
    out.push_back(std::move(variant));
  }
}

void read_profiles(ValueReader& reader, json::Value v, Suite& suite) {
  if (!reader.object(v, "profiles")) return;
  for (const json::Member& member : v.members()) {
    const std::optional<std::string> name = reader.word(member.name, "a profile's name");
    if (!name) continue;
    const bool again = std::any_of(suite.profiles.begin(), suite.profiles.end(),
                                   [&](const auto& one) { return one.first == *name; });
    if (again) {
      reader.fault(member.name, fmt::format("two profiles are named {}", shown(member.name)),
                   "names of profiles are unique");
    }
    if (!reader.object(member.value, *name)) continue;
    MemberSet members(reader, "a profile", kProfile);
    members.read(member.value);
    ProfileSpec profile;
    profile.filter = read_filter(reader, members["filter"], "filter");
    profile.trials = read_trials(reader, members["trials"]);
    profile.jobs = read_jobs(reader, members["jobs"]);
    profile.keep = read_keep(reader, members["keep"]);
    if (members["gates"].valid()) profile.gates = read_gates(reader, members["gates"]);
    profile.variant = reader.word(members["variant"], "variant");
    if (profile.variant) {
      std::vector<std::string_view> known;
      for (const VariantSpec& variant : suite.variants) known.push_back(variant.name);
      if (std::find(known.begin(), known.end(), *profile.variant) == known.end()) {
        reader.fault(members["variant"],
                     fmt::format("unknown variant {}", shown(members["variant"])),
                     known.empty() ? "the suite has no \"variants\""
                                   : nearest_name_hint(*profile.variant, known));
      }
    }
    suite.profiles.emplace_back(*name, std::move(profile));
  }
}

}  // namespace tare

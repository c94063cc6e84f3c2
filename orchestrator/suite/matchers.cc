// Walks with a stack of its own: depth in the file costs no stack here. Below $schema stands a JSON
// Schema, whose own `$ref` and the like are not ours to judge.
#include "suite/matchers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>
#include <vector>

#include "base/nearest_name.h"
#include "json/decimal.h"
#include "schema/format.h"
#include "schema/pattern.h"
#include "schema/schema.h"
#include "suite/tolerance.h"

namespace tare {
namespace {

// In the order of Matcher.
constexpr std::array<std::string_view, 12> kMatchers = {
    "$oneOf",    "$regex",  "$range", "$approx",     "$type", "$unordered",
    "$contains", "$absent", "$any",   "$ignoreCase", "$date", "$schema"};
// In the order of ValueType.
constexpr std::array<std::string_view, 7> kTypes = {"null",   "boolean", "integer", "number",
                                                    "string", "array",   "object"};
constexpr std::array<std::string_view, 4> kBounds = {"gt", "gte", "lt", "lte"};
constexpr std::array<std::string_view, 3> kApprox = {"value", "abs", "rel"};
constexpr std::size_t kMaxPattern = 10'000;  // instructions of the compiled pattern

bool is_matcher_name(std::string_view name) {
  return name.starts_with('$') && !name.starts_with("$$");
}

std::optional<Matcher> matcher_named(std::string_view name) {
  const auto at = std::ranges::find(kMatchers, name);
  if (at == kMatchers.end()) return std::nullopt;
  return static_cast<Matcher>(at - kMatchers.begin());
}

// A value to be looked at, and whether it stands where a member may be absent.
struct Place {
  json::Value value;
  bool may_be_absent;
};

class Check {
 public:
  explicit Check(ValueReader& reader) : reader_(reader) {}

  void run(json::Value root) {
    pending_.push_back({root, false});
    while (!pending_.empty()) {
      const Place next = pending_.back();
      pending_.pop_back();
      if (next.value.is_array()) push_elements(next.value, false);
      if (next.value.is_object()) look_at(next);
    }
  }

 private:
  void push_elements(json::Value list, bool may_be_absent) {
    for (json::Value element : list.elements()) pending_.push_back({element, may_be_absent});
  }

  void look_at(const Place& place) {
    const json::Value object = place.value;
    std::unordered_set<std::string> names;
    bool matches = false;
    for (const json::Member& member : object.members()) {
      const std::string name = member.name.decoded();
      if (!names.insert(name).second) {
        reader_.fault(member.name, fmt::format("{} stands twice in one object", shown(member.name)),
                      "keep one of them");
      }
      if (!is_matcher_name(name)) {
        pending_.push_back({member.value, true});
      } else if (const std::optional<Matcher> matcher = matcher_named(name)) {
        matches = true;
        check_operand({*matcher, member.value}, member.name, place.may_be_absent);
      } else {
        std::string hint = nearest_name_hint(name, kMatchers);
        hint += fmt::format("; a literal key is written {}", shown(member.name).insert(1, "$"));
        reader_.fault(member.name, fmt::format("unknown matcher {}", shown(member.name)),
                      std::move(hint));
      }
    }
    if (matches && names.size() > 1) {
      reader_.fault(object, "a matcher stands beside other members, which it would hide",
                    "write one matcher an object; a literal key that begins with $ is written $$");
    }
  }

  void check_operand(const MatcherUse& use, json::Value name, bool may_be_absent) {
    const json::Value operand = use.operand;
    const auto misfit = [&](std::string_view must) {
      reader_.fault(operand,
                    fmt::format("{} holds {}; it must be {}", shown(name), shown(operand), must));
    };
    switch (use.matcher) {
      case Matcher::one_of:
        if (!operand.is_array() || operand.size() == 0) return misfit("an array of alternatives");
        return push_elements(operand, may_be_absent);
      case Matcher::regex:
        return check_pattern(operand, misfit);
      case Matcher::range:
        return check_range(operand, misfit);
      case Matcher::approx:
        return check_approx(operand, misfit);
      case Matcher::type:
        return check_type(operand, misfit);
      case Matcher::unordered:
        if (!operand.is_array()) return misfit("an array");
        return push_elements(operand, false);
      case Matcher::contains:
        pending_.push_back({operand, false});
        return;
      case Matcher::absent:
        if (!operand.is_boolean()) return misfit("true, or false for: it must be there");
        if (!may_be_absent) {
          reader_.fault(name, "only a member can be absent", "write $absent as a member's value");
        }
        return;
      case Matcher::any:
        if (!operand.is_boolean() || !operand.boolean()) misfit("true");
        return;
      case Matcher::ignore_case:
        if (!operand.is_string()) misfit("a string");
        return;
      case Matcher::date:
        if (!is_date_operand(operand)) {
          misfit("a date such as \"2031-03-04\" or \"2031-03-04T10:15:00Z\"");
        }
        return;
      case Matcher::schema:
        return check_schema(operand, misfit);
    }
  }

  template <class Misfit>
  void check_pattern(json::Value operand, const Misfit& misfit) {
    if (!operand.is_string()) return misfit("a regular expression as a string");
    const schema::Pattern pattern(operand.decoded(), kMaxPattern);
    if (!pattern.runs()) {
      reader_.fault(
          operand, fmt::format("$regex {} cannot be used: it {}", shown(operand), pattern.reason()),
          "write it without look-around and back-references");
    }
  }

  template <class Misfit>
  void check_range(json::Value operand, const Misfit& misfit) {
    constexpr std::string_view kForm = "an object with gt or gte, and lt or lte, as numbers";
    if (!operand.is_object() || operand.size() == 0) return misfit(kForm);
    MemberSet members(reader_, "$range", kBounds);
    members.read(operand);
    for (std::string_view bound : kBounds) {
      if (members[bound].valid() && !members[bound].is_number()) return misfit(kForm);
    }
    if ((members["gt"].valid() && members["gte"].valid()) ||
        (members["lt"].valid() && members["lte"].valid())) {
      return reader_.fault(operand, "$range gives one end twice", "keep gt or gte, lt or lte");
    }
    const json::Value low = members["gt"].valid() ? members["gt"] : members["gte"];
    const json::Value high = members["lt"].valid() ? members["lt"] : members["lte"];
    if (!low.valid() || !high.valid()) return;
    const auto order = json::compare_numbers(low.number_text(), high.number_text());
    const bool open = members["gt"].valid() || members["lt"].valid();
    if (order == std::partial_ordering::greater ||
        (order == std::partial_ordering::equivalent && open)) {
      reader_.fault(operand, "no number lies in this $range", "swap its ends");
    }
  }

  template <class Misfit>
  void check_approx(json::Value operand, const Misfit& misfit) {
    constexpr std::string_view kForm =
        "a number (within a millionth of it), or {\"value\", \"abs\" or \"rel\"}: numbers, the "
        "last two not negative";
    if (operand.is_object()) {
      MemberSet members(reader_, "$approx", kApprox);
      members.read(operand);
      for (std::string_view name : kApprox) {
        const json::Value v = members[name];
        if (v.valid() && (!v.is_number() || (name != "value" && is_negative(v)))) {
          return misfit(kForm);
        }
      }
      if (!members["value"].valid() || (!members["abs"].valid() && !members["rel"].valid())) {
        return misfit(kForm);
      }
    } else if (!operand.is_number()) {
      return misfit(kForm);
    }
    if (!tolerance_of(operand)) {
      reader_.fault(operand, "the borders of this $approx have more than 4,096 digits",
                    "write $range with the ends that you want");
    }
  }

  static bool is_negative(json::Value number) {
    return json::compare_numbers(number.number_text(), "0") == std::partial_ordering::less;
  }

  template <class Misfit>
  void check_type(json::Value operand, const Misfit& misfit) {
    const std::string form = fmt::format("one of {}, or a list of them", fmt::join(kTypes, ", "));
    const auto is_type = [](json::Value v) {
      return v.is_string() && value_type_from_name(v.decoded()).has_value();
    };
    if (!operand.is_array()) {
      if (!is_type(operand)) misfit(form);
      return;
    }
    if (operand.size() == 0) return misfit(form);
    for (json::Value type : operand.elements()) {
      if (!is_type(type)) return misfit(form);
    }
  }

  // What is expected says its instant in one way; what is called may spell it in many.
  static bool is_date_operand(json::Value operand) {
    if (!operand.is_string()) return false;
    const std::string text = operand.decoded();
    return has_format(schema::Format::date, text) || has_format(schema::Format::date_time, text) ||
           has_format(schema::Format::date_time, text + "Z");
  }

  template <class Misfit>
  void check_schema(json::Value operand, const Misfit& misfit) {
    if (!operand.is_object() && !operand.is_boolean()) return misfit("a JSON Schema");
    const auto compiled = schema::Schema::compile(json_text(operand));
    if (!compiled) {
      reader_.fault(operand, fmt::format("$schema is no JSON Schema: {}", compiled.error().reason),
                    compiled.error().mend);
      return;
    }
    // What is passed over would match anything.
    for (const Error& note : (*compiled)->notes()) {
      reader_.fault(operand, fmt::format("$schema at {}: {}", note.where, note.reason), note.mend);
    }
  }

  ValueReader& reader_;
  std::vector<Place> pending_;
};

}  // namespace

std::optional<MatcherUse> matcher_of(json::Value value) {
  if (!value.is_object()) return std::nullopt;
  for (const json::Member& member : value.members()) {
    const std::optional<std::string_view> plain = member.name.undecoded();
    if (plain && !plain->starts_with('$')) continue;
    const std::string name = member.name.decoded();
    if (!is_matcher_name(name)) continue;
    if (const std::optional<Matcher> matcher = matcher_named(name)) {
      return MatcherUse{*matcher, member.value};
    }
  }
  return std::nullopt;
}

std::string literal_name(json::Value name) {
  std::string out = name.decoded();
  if (out.starts_with("$$")) out.erase(0, 1);
  return out;
}

bool is_plain(json::Value value) {
  // A name stands on the tape as a string does; a string that only looks like one costs a detour.
  const std::string_view text = value.text();
  return text.find("\"$") == text.npos && text.find("\"\\u0024") == text.npos;
}

void check_matchers(ValueReader& reader, json::Value value) { Check(reader).run(value); }

std::optional<ValueType> value_type_from_name(std::string_view name) {
  const auto at = std::ranges::find(kTypes, name);
  if (at == kTypes.end()) return std::nullopt;
  return static_cast<ValueType>(at - kTypes.begin());
}

}  // namespace tare

#include "diff/tree_diff.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/escape.h"
#include "diff/element_distance.h"
#include "diff/list_alignment.h"
#include "diff/member_pairing.h"
#include "diff/scalar_change.h"
#include "diff/text_leak.h"
#include "diff/value_ids.h"
#include "diff/value_refinement.h"
#include "json/pointer.h"
#include "json/writer.h"

namespace tare {
namespace {

using json::Value;

// Text of a value as it stood; a repaired token is written as JSON, since that is what it was read
// as. NaN alone has no JSON, and in quotes it would be another value.
std::string shown(Value value) {
  if (value.is_number() && value.has_note(json::StringNote::repaired)) {
    return json::json_number_text(value);
  }
  return value.document()->deviations().empty() ? std::string(value.text())
                                                : json::as_strict_json(value);
}

std::string names_in_order(const MemberPairing::Side& side) {
  std::string out = "[";
  for (const std::string_view name : side.names) {
    if (out.size() > 1) out += ',';
    append_json_quoted(out, name);
  }
  return out + "]";
}

// Spelled alike, and so the same: no need to visit.
bool is_same_text(Value raw, Value normalized) {
  return raw.kind() == normalized.kind() && raw.text() == normalized.text();
}

class TreeDiff {
 public:
  TreeDiff(Value raw, Value normalized, const ValueEvidence& evidence, const FactsOf& facts,
           std::vector<Finding>& out)
      : root_raw_(raw),
        root_normalized_(normalized),
        evidence_(evidence),
        facts_(facts),
        out_(out),
        leak_(evidence.model_text, evidence.repaired ? raw.document() : nullptr) {}

  void run() {
    stack_.push_back({root_raw_, root_normalized_, {}, 0, 0});
    while (!stack_.empty() && !full_) {
      const Step step = stack_.back();
      stack_.pop_back();
      // The stack is taken from the top, so the path still begins with that of this step's parent.
      path_.resize(step.parent_path);
      if (step.name.valid()) {
        json::append_pointer(path_, name_of(step.name));
      } else if (step.raw.index() != root_raw_.index()) {
        json::append_pointer(path_, step.index);
      }
      visit(step);
    }
    if (full_) {
      path_.clear();
      Finding rest = graded(FindingOn::arguments, change_of("furtherChanges"), facts_());
      rest.path = "";
      set_sides(rest, root_raw_, root_normalized_);
      out_.push_back(std::move(rest));
    }
  }

 private:
  struct Step {
    Value raw, normalized;
    Value name;  // of a member; else invalid, and `index` is that of an element
    std::size_t index;
    std::size_t parent_path;  // length
  };

  struct Grown {
    std::string raw, normalized;
    std::uint32_t node;  // of the normalized one
  };

  // Good until the next name is asked for.
  std::string_view name_of(Value name) {
    if (const auto plain = name.undecoded()) return *plain;
    name_ = name.decoded();
    return name_;
  }

  // Adds a finding at the present path, or at a child of it.
  Finding* add(const Change& change) {
    path_bytes_ += path_.size();
    if (++count_ > kMaxFindings || path_bytes_ > kMaxPathBytes) full_ = true;
    if (full_) return nullptr;
    out_.push_back(graded(FindingOn::arguments, change, facts_()));
    out_.back().path = path_;
    return &out_.back();
  }
  void add(const Change& change, Value raw, Value normalized) {
    if (Finding* finding = add(change)) {
      set_sides(*finding, raw, normalized);
      note_shown(*finding);
    }
  }
  void note_shown(const Finding& finding) {
    shown_bytes_ += (finding.raw ? finding.raw->size() : 0) +
                    (finding.normalized ? finding.normalized->size() : 0);
    if (shown_bytes_ > kMaxShownBytes) full_ = true;
  }

  void visit(const Step& step) {
    const Value raw = step.raw;
    const Value normalized = step.normalized;
    if (raw.kind() == normalized.kind()) {
      if (raw.is_array()) return visit_lists(raw, normalized);
      if (raw.is_object()) return visit_objects(raw, normalized);
    }
    std::optional<Change> change = scalar_change(raw, normalized);
    if (!change) return;
    refine(*change, step);
    add(*change, raw, normalized);
  }

  std::optional<Change> scalar_change(Value raw, Value normalized) {
    const bool same_kind = raw.kind() == normalized.kind();
    if (same_kind && raw.is_number()) {
      return number_change(json::json_number_text(raw), json::json_number_text(normalized));
    }
    if (same_kind && raw.is_boolean()) {
      if (raw.boolean() == normalized.boolean()) return std::nullopt;
      return change_of("boolInverted");
    }
    if (same_kind && raw.is_null()) return std::nullopt;
    if (same_kind && normalized.decoded_equals(raw.decoded())) return std::nullopt;
    schema::Declared declared;
    const schema::Schema* schema = evidence_.normalized_schema;
    if (schema != nullptr) declared = schema::declared_at(*schema, path_);
    const schema::Declared* known = schema != nullptr ? &declared : nullptr;
    if (same_kind) return string_change(raw.decoded(), normalized.decoded(), known);
    return type_change(raw, normalized, known);
  }

  // What else is known of the two calls may tell more than the two values.
  void refine(Change& change, const Step& step) {
    if (change.kind == "stringAltered") {
      if (std::ranges::find(swallowing_, step.normalized.index()) != swallowing_.end() ||
          leak_.in_string(step.raw.decoded(), step.normalized.decoded())) {
        change = change_of("textLeakedIn");
        return;
      }
    } else if (change.kind == "typeChanged") {
      if (leak_.in_value(step.normalized)) {
        change = change_of("textLeakedIn");
        change.lossless = false;  // the type is another one, too
        return;
      }
    }
    if (!evidence_.untyped.empty() && step.name.valid() && step.parent_path == 0) {
      note_untyped(change, evidence_, name_of(step.name), step.raw, step.normalized);
    }
    if (evidence_.repair_ran && is_content_change(change)) change = repair_corrupted(change);
  }

  void visit_objects(Value raw, Value normalized) {
    if (has_same_names(raw, normalized)) {
      const std::size_t mark = stack_.size();
      auto other = normalized.members().begin();
      for (const json::Member member : raw.members()) {
        push(member.value, (*other).value, member.name, 0);
        ++other;
      }
      std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(mark), stack_.end());
      return;
    }
    const MemberPairing members = pair_members(raw, normalized, ids_);
    const bool whole = raw.index() == root_raw_.index() && path_.empty();
    if (whole && everything_changed(members, raw, normalized)) return;
    for (const MemberPairing::Collapsed& name : members.collapsed) add_collapsed(members, name);
    for (const auto& [from, to] : members.renamed) add_renamed(members, from, to);
    std::vector<Grown> grown;
    if (!members.dropped.empty()) grown = grown_strings(members);
    for (const std::uint32_t i : members.dropped) add_dropped(members, i, grown);
    for (const std::uint32_t i : members.injected) {
      if (full_) return;
      const Value value = members.normalized.values[i];
      const std::string_view name = members.normalized.names[i];
      Change change = change_of(kind_of_injected(name, value));
      if (change.kind == "keyInjected" && leak_.is_made_up(name)) mark_made_up(change);
      add_member(std::move(change), name, {}, value);
    }
    if (members.reordered) {
      Change change = change_of("keyOrderChanged");
      change.value_changed = false;
      if (Finding* finding = add(change)) {
        finding->raw = names_in_order(members.raw);
        finding->normalized = names_in_order(members.normalized);
        finding->raw_type = finding->normalized_type = json::kind_name(json::Kind::object);
        note_shown(*finding);
      }
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs = members.kept;
    pairs.insert(pairs.end(), members.renamed.begin(), members.renamed.end());
    std::ranges::sort(pairs);
    for (auto pair = pairs.rbegin(); pair != pairs.rend(); ++pair) {
      const Value value = members.raw.values[pair->first];
      // A member's name stands right before its value on the tape.
      push(value, members.normalized.values[pair->second],
           Value(value.document(), value.index() - 1), 0);
    }
  }

  void add_renamed(const MemberPairing& members, std::uint32_t from, std::uint32_t to) {
    Change change = change_of("keyRenamed");
    change.remark = "to ";
    append_json_quoted(change.remark, members.normalized.names[to]);
    path_bytes_ += change.remark.size();
    add_member(std::move(change), members.raw.names[from], members.raw.values[from],
               members.normalized.values[to]);
  }

  void add_member(Change change, std::string_view name, Value raw, Value normalized) {
    if (full_) return;
    if (raw.valid()) change.placed = placed(evidence_.schema, path_, name);
    const std::size_t length = path_.size();
    json::append_pointer(path_, name);
    add(change, raw, normalized);
    path_.resize(length);
  }

  // null, the empty string and defaults before the general kinds.
  std::string_view kind_of_injected(std::string_view name, Value value) {
    if (value.is_null()) return "nullInjected";
    if (evidence_.normalized_schema == nullptr) return "keyInjected";
    std::string path = path_;
    json::append_pointer(path, name);
    return is_default(evidence_.normalized_schema, path, value, ids_) ? "defaultInjected"
                                                                      : "keyInjected";
  }

  static std::string_view kind_of_dropped(Value value) {
    if (value.is_null()) return "nullDropped";
    return value.is_string() && value.decoded_equals("") ? "emptyStringDropped" : "keyDropped";
  }

  void add_dropped(const MemberPairing& members, std::uint32_t i, std::span<const Grown> grown) {
    const Value value = members.raw.values[i];
    const std::string_view name = members.raw.names[i];
    std::string_view kind = kind_of_dropped(value);
    for (const Grown& one : grown) {
      if (!leak_.swallowed(one.raw, one.normalized, name, value)) continue;
      kind = "paramSwallowed";
      swallowing_.push_back(one.node);
      break;
    }
    add_member(change_of(kind), name, value, {});
  }

  // Strings that became longer, the first few: one of them may hold the markup of a lost member.
  static std::vector<Grown> grown_strings(const MemberPairing& members) {
    constexpr std::size_t kLookedAt = 16;
    std::vector<Grown> out;
    for (const auto& [from, to] : members.kept) {
      const Value raw = members.raw.values[from];
      const Value normalized = members.normalized.values[to];
      if (!raw.is_string() || !normalized.is_string()) continue;
      if (normalized.text().size() <= raw.text().size() || out.size() == kLookedAt) continue;
      out.push_back({raw.decoded(), normalized.decoded(), normalized.index()});
    }
    return out;
  }

  // Arguments as a whole: all lost, or nothing in common.
  bool everything_changed(const MemberPairing& members, Value raw, Value normalized) {
    if (members.raw.names.empty() || !members.kept.empty() || !members.renamed.empty()) {
      return false;
    }
    if (members.normalized.names.empty()) {
      // It stands in place of keyDropped: null and "" that are gone have kinds of their own.
      const bool any = std::ranges::any_of(
          members.raw.values, [](Value value) { return kind_of_dropped(value) == "keyDropped"; });
      if (!evidence_.raw_ok || !any) return false;
      add(change_of("argsLost"), raw, normalized);
      return true;
    }
    const bool general = std::ranges::any_of(members.injected, [&](std::uint32_t i) {
      return kind_of_injected(members.normalized.names[i], members.normalized.values[i]) ==
             "keyInjected";
    });
    if (!general) return false;
    Change change = change_of("argsReplaced");
    const bool made_up = std::ranges::any_of(members.injected, [&](std::uint32_t i) {
      return leak_.is_made_up(members.normalized.names[i]);
    });
    if (made_up) mark_made_up(change);
    add(change, raw, normalized);
    return true;
  }

  void add_collapsed(const MemberPairing& members, const MemberPairing::Collapsed& name) {
    const std::size_t length = path_.size();
    json::append_pointer(path_, members.raw.names[name.raw[0]]);
    if (Finding* finding = add(change_of("duplicateKeyCollapsed"))) {
      set_sides(*finding, {}, members.normalized.values[name.normalized]);
      // All values that stood under the name, as a list: any of them may have been meant.
      std::string all = "[";
      for (const std::uint32_t i : name.raw) {
        if (all.size() > 1) all += ',';
        all += shown(members.raw.values[i]);
      }
      finding->raw = all + "]";
      finding->raw_type = json::kind_name(members.raw.values[name.raw.back()].kind());
      note_shown(*finding);
    }
    path_.resize(length);
  }

  void visit_lists(Value raw, Value normalized) {
    std::vector<Value> from;
    std::vector<Value> to;
    std::vector<std::uint32_t> from_ids;
    std::vector<std::uint32_t> to_ids;
    for (const Value value : raw.elements()) {
      from.push_back(value);
      from_ids.push_back(ids_.of(value));
    }
    for (const Value value : normalized.elements()) {
      to.push_back(value);
      to_ids.push_back(ids_.of(value));
    }
    ElementDistance distance(from, to, ids_);
    const Alignment alignment = align(from_ids, to_ids, std::ref(distance), cells_);
    if (alignment.reordered) add(change_of("itemsReordered"), raw, normalized);
    for (const auto& [i, j] : alignment.pairs) {
      if (i != kNoPartner && j != kNoPartner) continue;
      const std::size_t length = path_.size();
      json::append_pointer(path_, std::size_t{i == kNoPartner ? j : i});
      if (i == kNoPartner) {
        add(change_of("itemInjected"), {}, to[j]);
      } else {
        add(change_of("itemDropped"), from[i], {});
      }
      path_.resize(length);
    }
    for (auto pair = alignment.pairs.rbegin(); pair != alignment.pairs.rend(); ++pair) {
      const auto& [i, j] = *pair;
      if (i != kNoPartner && j != kNoPartner) push(from[i], to[j], {}, i);
    }
  }

  void push(Value raw, Value normalized, Value name, std::size_t index) {
    if (is_same_text(raw, normalized)) return;
    stack_.push_back({raw, normalized, name, index, path_.size()});
  }

  Value root_raw_, root_normalized_;
  const ValueEvidence& evidence_;
  const FactsOf& facts_;
  std::vector<Finding>& out_;
  ValueIds ids_;
  TextLeak leak_;
  std::vector<std::uint32_t> swallowing_;  // normalized strings, by node
  std::vector<Step> stack_;
  std::string path_, name_;
  std::size_t count_ = 0, path_bytes_ = 0, shown_bytes_ = 0, cells_ = kMaxListCells;
  bool full_ = false;
};

}  // namespace

void set_sides(Finding& finding, Value raw, Value normalized) {
  if (raw.valid()) {
    finding.raw = shown(raw);
    finding.raw_type = json::kind_name(raw.kind());
  }
  if (normalized.valid()) {
    finding.normalized = shown(normalized);
    finding.normalized_type = json::kind_name(normalized.kind());
  }
}

void diff_values(Value raw, Value normalized, const ValueEvidence& evidence, const FactsOf& facts,
                 std::vector<Finding>& out) {
  TreeDiff(raw, normalized, evidence, facts, out).run();
}

}  // namespace tare

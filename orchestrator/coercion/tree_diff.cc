#include "coercion/tree_diff.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/escape.h"
#include "coercion/list_alignment.h"
#include "coercion/member_pairing.h"
#include "coercion/scalar_change.h"
#include "coercion/value_ids.h"
#include "json/pointer.h"
#include "json/writer.h"

namespace tare {
namespace {

using json::Value;

// Text of a value as it stood; a repaired token is written as JSON, since that is what it was read
// as.
std::string shown(Value value) {
  return value.document()->deviations().empty() ? std::string(value.text())
                                                : json::as_strict_json(value);
}

std::string names_in_order(const MemberPairing::Side& side) {
  std::string out = "[";
  for (const std::string& name : side.names) {
    if (out.size() > 1) out += ',';
    append_json_quoted(out, name);
  }
  return out + "]";
}

class TreeDiff {
 public:
  TreeDiff(Value raw, Value normalized, const PairFacts& facts, std::vector<Finding>& out)
      : root_raw_(raw), root_normalized_(normalized), facts_(facts), out_(out) {
    ids_.add(*raw.document());
    ids_.add(*normalized.document());
  }

  void run() {
    stack_.push_back({root_raw_, root_normalized_, 0, {}, 0});
    while (!stack_.empty() && !full_) {
      const Step step = std::move(stack_.back());
      stack_.pop_back();
      // The stack is taken from the top, so the path still begins with that of this step's parent.
      path_.resize(step.parent_path);
      if (step.parent_path != 0 || step.raw.index() != root_raw_.index()) {
        append_step(step.name, step.index);
      }
      visit(step.raw, step.normalized);
    }
    if (full_) {
      path_.clear();
      Finding rest = graded(FindingOn::arguments, change_of("furtherChanges"), facts_);
      rest.path = "";
      set_sides(rest, root_raw_, root_normalized_);
      out_.push_back(std::move(rest));
    }
  }

 private:
  struct Step {
    Value raw, normalized;
    std::size_t parent_path;          // length
    std::optional<std::string> name;  // of a member; else `index` of an element
    std::size_t index;
  };

  void append_step(const std::optional<std::string>& name, std::size_t index) {
    if (name) {
      json::append_pointer(path_, *name);
    } else {
      json::append_pointer(path_, index);
    }
  }

  // Adds a finding at the present path, or at a child of it.
  Finding* add(const Change& change) {
    path_bytes_ += path_.size();
    if (++count_ > kMaxFindings || path_bytes_ > kMaxPathBytes) full_ = true;
    if (full_) return nullptr;
    Finding finding = graded(FindingOn::arguments, change, facts_);
    finding.path = path_;
    out_.push_back(std::move(finding));
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
  void add_member(const Change& change, const std::string& name, Value raw, Value normalized) {
    const std::size_t length = path_.size();
    json::append_pointer(path_, name);
    add(change, raw, normalized);
    path_.resize(length);
  }

  void visit(Value raw, Value normalized) {
    if (raw.kind() != normalized.kind()) {
      add(type_change(raw, normalized, ids_, nullptr), raw, normalized);
      return;
    }
    std::optional<Change> change;
    switch (raw.kind()) {
      case json::Kind::null:
        return;
      case json::Kind::boolean:
        if (raw.boolean() != normalized.boolean()) change = change_of("boolInverted");
        break;
      case json::Kind::number:
        change = number_change(raw.number_text(), normalized.number_text());
        break;
      case json::Kind::string:
        change = string_change(raw.decoded(), normalized.decoded(), nullptr);
        break;
      case json::Kind::array:
        visit_lists(raw, normalized);
        return;
      case json::Kind::object:
        visit_objects(raw, normalized);
        return;
    }
    if (change) add(*change, raw, normalized);
  }

  void visit_objects(Value raw, Value normalized) {
    const MemberPairing members = pair_members(raw, normalized, ids_);
    const bool whole = raw.index() == root_raw_.index() && path_.empty();
    if (whole && everything_changed(members, raw, normalized)) return;
    for (const MemberPairing::Collapsed& name : members.collapsed) {
      add_collapsed(members, name);
    }
    for (const auto& [from, to] : members.renamed) {
      add_member(change_of("keyRenamed"), members.raw.names[from], members.raw.values[from],
                 members.normalized.values[to]);
    }
    for (const std::uint32_t i : members.dropped) {
      const Value value = members.raw.values[i];
      const bool empty = value.is_string() && value.decoded_equals("");
      const char* kind = value.is_null() ? "nullDropped"
                         : empty         ? "emptyStringDropped"
                                         : "keyDropped";
      add_member(change_of(kind), members.raw.names[i], value, {});
    }
    for (const std::uint32_t i : members.injected) {
      const Value value = members.normalized.values[i];
      add_member(change_of(value.is_null() ? "nullInjected" : "keyInjected"),
                 members.normalized.names[i], {}, value);
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
      push(members.raw.values[pair->first], members.normalized.values[pair->second],
           members.raw.names[pair->first], 0);
    }
  }

  // Arguments as a whole: all lost, or nothing in common.
  bool everything_changed(const MemberPairing& members, Value raw, Value normalized) {
    if (members.raw.names.empty() || !members.kept.empty() || !members.renamed.empty()) {
      return false;
    }
    if (members.normalized.names.empty()) {
      if (!facts_.raw_ok) return false;
      add(change_of("argsLost"), raw, normalized);
      return true;
    }
    const bool general = std::ranges::any_of(
        members.injected, [&](std::uint32_t i) { return !members.normalized.values[i].is_null(); });
    if (general) add(change_of("argsReplaced"), raw, normalized);
    return general;
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
    if (is_reordered(from_ids, to_ids)) {
      add(change_of("itemsReordered"), raw, normalized);
      return;
    }
    const Alignment alignment = align(from_ids, to_ids, cells_);
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
      if (i != kNoPartner && j != kNoPartner) push(from[i], to[j], std::nullopt, i);
    }
  }

  // Scalars spelled alike need no visit; this keeps the stack small where little changed.
  void push(Value raw, Value normalized, std::optional<std::string> name, std::size_t index) {
    if (raw.text() == normalized.text() && raw.kind() == normalized.kind()) return;
    stack_.push_back({raw, normalized, path_.size(), std::move(name), index});
  }

  Value root_raw_, root_normalized_;
  const PairFacts& facts_;
  std::vector<Finding>& out_;
  ValueIds ids_;
  std::vector<Step> stack_;
  std::string path_;
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

void diff_values(Value raw, Value normalized, const PairFacts& facts, std::vector<Finding>& out) {
  TreeDiff(raw, normalized, facts, out).run();
}

}  // namespace tare

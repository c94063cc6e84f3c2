#include "lint/argument_names.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "json/pointer.h"

namespace tare {
namespace {

constexpr std::size_t kMaxDepth = 8;
constexpr std::size_t kMaxSteps = 20'000;
constexpr std::size_t kMaxEnum = 1000;  // values of one enum

// One subschema that speaks of the place `pointer`.
struct Open {
  json::Value schema;
  std::string pointer;
  std::size_t depth;  // names above it
  bool always;        // holds for every call: not one of several alternatives
};

class Collector {
 public:
  Collector(json::Value root, RepeatedPlaces* repeated) : root_(root), repeated_(repeated) {}

  std::vector<ArgumentName> run() {
    open_.push_back({root_, "", 0, true});
    // From the front, so that the names stand in the order of the schema.
    for (std::size_t i = 0; i < open_.size() && i < kMaxSteps; ++i) look_at(Open(open_[i]));
    for (ArgumentName& one : out_) one.required = one.top && required_.contains(one.name);
    return std::move(out_);
  }

 private:
  void look_at(const Open& here) {
    if (!here.schema.valid() || !here.schema.is_object()) return;
    if (stood_above(here)) return;
    if (!seen_.insert(subschema_at(here.pointer, here.schema)).second) return;
    if (!here.pointer.empty()) add_values(here);
    if (here.depth == 0 && here.always) add_required(here.schema.find("required"));
    if (const json::Value names = here.schema.find("properties");
        names.valid() && names.is_object() && here.depth < kMaxDepth) {
      for (const json::Member& member : names.members()) {
        const std::string name = member.name.decoded();
        std::string pointer = here.pointer;
        json::append_pointer(pointer, name);
        if (!add(pointer, name, here.depth == 0)) return;
        open_.push_back({member.value, std::move(pointer), here.depth + 1, false});
      }
    }
    for (const char* items : {"items", "prefixItems"}) {
      const json::Value v = here.schema.find(items);
      if (!v.valid() || here.pointer.empty() || here.depth >= kMaxDepth) continue;
      const auto push = [&](json::Value one) {
        open_.push_back({one, here.pointer + "/*", here.depth + 1, false});
      };
      if (v.is_object()) push(v);
      if (v.is_array()) {
        for (json::Value one : v.elements()) push(one);
      }
    }
    for (const char* list : {"allOf", "anyOf", "oneOf"}) {
      const json::Value v = here.schema.find(list);
      if (!v.valid() || !v.is_array()) continue;
      for (json::Value one : v.elements()) {
        open_.push_back(
            {one, here.pointer, here.depth, here.always && std::string_view(list) == "allOf"});
      }
    }
    for (const char* branch : {"then", "else"}) {
      open_.push_back({here.schema.find(branch), here.pointer, here.depth, false});
    }
    const json::Value reference = here.schema.find("$ref");
    if (!reference.valid() || !reference.is_string()) return;
    const std::string target = reference.decoded();
    if (!target.starts_with('#')) return;
    open_.push_back({json::at_pointer(root_, std::string_view(target).substr(1)), here.pointer,
                     here.depth, here.always});
  }

  static std::string subschema_at(std::string_view pointer, json::Value schema) {
    return std::string(pointer) + "\n" + std::to_string(schema.index());
  }

  // Did the same subschema speak of a place above? Then all below is known.
  bool stood_above(const Open& here) {
    for (std::size_t end = 0; end < here.pointer.size();
         end = std::min(here.pointer.find('/', end + 1), here.pointer.size())) {
      const std::string above = here.pointer.substr(0, end);
      if (!seen_.contains(subschema_at(above, here.schema))) continue;
      if (repeated_ != nullptr) repeated_->emplace(here.pointer, above);
      return true;
    }
    return false;
  }

  bool add(const std::string& pointer, const std::string& name, bool top) {
    if (where_.contains(pointer)) return true;
    if (out_.size() >= kMaxArguments) return false;
    where_.emplace(pointer, out_.size());
    out_.push_back({pointer, name, top, false, {}});
    return true;
  }

  // Values of list items belong to a line of their own, which only an enum makes worth having.
  void add_values(const Open& here) {
    std::vector<json::Value> values;
    if (const json::Value list = here.schema.find("enum"); list.valid() && list.is_array()) {
      for (json::Value one : list.elements()) {
        if (values.size() < kMaxEnum) values.push_back(one);
      }
    } else if (const json::Value one = here.schema.find("const"); one.valid()) {
      values.push_back(one);
    }
    if (values.empty()) return;
    if (here.pointer.ends_with("/*") && !add(here.pointer, "*", false)) return;
    const auto at = where_.find(here.pointer);
    if (at == where_.end()) return;
    std::vector<json::Value>& known = out_[at->second].enum_values;
    for (json::Value one : values) {
      if (!seen_.insert(here.pointer + "\nvalue " + std::string(one.text())).second) continue;
      if (known.size() < kMaxEnum) known.push_back(one);
    }
  }

  void add_required(json::Value list) {
    if (!list.valid() || !list.is_array()) return;
    for (json::Value name : list.elements()) {
      if (name.is_string()) required_.insert(name.decoded());
    }
  }

  json::Value root_;
  RepeatedPlaces* repeated_;
  std::vector<Open> open_;
  std::vector<ArgumentName> out_;
  std::unordered_map<std::string, std::size_t> where_;
  std::unordered_set<std::string> seen_, required_;
};

}  // namespace

std::vector<ArgumentName> argument_names(const schema::Schema& schema, RepeatedPlaces* repeated) {
  return Collector(schema.root(), repeated).run();
}

}  // namespace tare

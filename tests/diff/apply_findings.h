// Applies findings to the raw arguments: what comes out must be the normalized ones. Slow and
// plain: a tree of copies, walked once for each path.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "json/pointer.h"
#include "json/reader.h"
#include "model/finding.h"

namespace tare {

class FindingsApplied {
 public:
  explicit FindingsApplied(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) by_path_[*finding.path].push_back(&finding);
  }

  // JSON text.
  std::string to(json::Value raw, const std::string& path = "") const {
    for (const Finding* finding : at(path)) {
      if (replaces(*finding)) return *finding->normalized;
    }
    if (raw.is_object()) return object(raw, path);
    if (raw.is_array()) return list(raw, path);
    return std::string(raw.text());
  }

 private:
  std::vector<const Finding*> at(const std::string& path) const {
    const auto found = by_path_.find(path);
    return found == by_path_.end() ? std::vector<const Finding*>{} : found->second;
  }
  const Finding* at(const std::string& path, std::string_view kind) const {
    for (const Finding* finding : at(path)) {
      if (finding->kind == kind) return finding;
    }
    return nullptr;
  }

  // A finding that is on the value at its path and shows what became of it.
  static bool replaces(const Finding& finding) {
    return finding.raw && finding.normalized && finding.kind != "keyRenamed" &&
           finding.kind != "keyOrderChanged" && finding.kind != "duplicateKeyCollapsed";
  }
  static std::string child(const std::string& path, json::Value name) {
    std::string out = path;
    json::append_pointer(out, name.decoded());
    return out;
  }

  std::string object(json::Value raw, const std::string& path) const {
    std::vector<std::string> members;
    std::string done;  // names that were repeated, and stand once now
    for (const json::Member member : raw.members()) {
      const std::string here = child(path, member.name);
      const auto found = at(here);
      const bool dropped = std::ranges::any_of(
          found, [](const Finding* finding) { return finding->raw && !finding->normalized; });
      if (dropped) continue;
      const std::string name(member.name.text());
      if (const Finding* one = at(here, "duplicateKeyCollapsed")) {
        if (done.find(name) == done.npos) members.push_back(name + ":" + *one->normalized);
        done += name;
      } else if (const Finding* renamed = at(here, "keyRenamed")) {
        members.push_back(renamed->remark.substr(3) + ":" + to(member.value, here));
      } else {
        members.push_back(name + ":" + to(member.value, here));
      }
    }
    for (const auto& [there, findings] : by_path_) {
      const std::size_t last = there.rfind('/');
      if (last == there.npos || there.substr(0, last) != path) continue;
      for (const Finding* finding : findings) {
        if (finding->raw || !finding->normalized || finding->kind == "itemInjected") continue;
        members.push_back("\"" + there.substr(last + 1) + "\":" + *finding->normalized);
      }
    }
    return joined("{", members, "}");
  }

  std::string list(json::Value raw, const std::string& path) const {
    std::vector<std::string> elements;
    std::size_t i = 0;
    for (const json::Value element : raw.elements()) {
      const std::string here = path + "/" + std::to_string(i++);
      if (at(here, "itemDropped") == nullptr) elements.push_back(to(element, here));
    }
    // Where it stands in the list that arrived: in ascending order each finds its place.
    for (std::size_t j = 0; j <= elements.size(); ++j) {
      const Finding* injected = at(path + "/" + std::to_string(j), "itemInjected");
      if (injected == nullptr) continue;
      elements.insert(elements.begin() + static_cast<std::ptrdiff_t>(j), *injected->normalized);
    }
    return joined("[", elements, "]");
  }

  static std::string joined(const char* open, const std::vector<std::string>& parts,
                            const char* close) {
    std::string out = open;
    for (const std::string& part : parts) out += (out.size() > 1 ? "," : "") + part;
    return out + close;
  }

  std::map<std::string, std::vector<const Finding*>> by_path_;
};

}  // namespace tare

// Equality without recursion: every subtree gets a class number, equal subtrees the same one.
//
// A node's children stand behind it on the tape, so one walk from back to front meets children
// before their parent. A scalar's key is its canonical spelling; a container's key is the list of
// its children's classes, sorted for an object, which makes it a multiset of members. Two keys are
// the same exactly if the values are, so this is exact, not a hash.
#include "json/equal.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "json/decimal.h"

namespace tare::json {
namespace {

using Members = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// The classes of all values seen so far, in any document.
class Classes {
 public:
  std::uint32_t of(std::string key) {
    return classes_.emplace(std::move(key), static_cast<std::uint32_t>(classes_.size()))
        .first->second;
  }

 private:
  std::map<std::string, std::uint32_t> classes_;
};

void append_class(std::string& key, std::uint32_t number) {
  for (int shift = 0; shift < 32; shift += 8) key += static_cast<char>(number >> shift & 0xff);
}

std::string scalar_key(Value v) {
  switch (v.kind()) {
    case Kind::null:
      return "0";
    case Kind::boolean:
      return v.boolean() ? "t" : "f";
    case Kind::number:
      return std::string(1, 'n').append(canonical_number(v.text()));
    case Kind::string:
      return std::string(1, 's').append(v.decoded());
    case Kind::array:
    case Kind::object:
      break;
  }
  return {};
}

std::vector<std::uint32_t> classes_of(Value root, Classes& classes) {
  const Document* document = root.document();
  const std::uint32_t first = root.index();
  const std::uint32_t end = document->nodes()[first].next;
  std::vector<std::uint32_t> found(end - first);
  for (std::uint32_t i = end; i-- > first;) {
    const Value v(document, i);
    std::string key;
    if (v.is_array()) {
      key += 'a';
      for (const Value element : v.elements()) append_class(key, found[element.index() - first]);
    } else if (v.is_object()) {
      key += 'o';
      Members members;
      for (const Member& m : v.members()) {
        members.emplace_back(found[m.name.index() - first], found[m.value.index() - first]);
      }
      std::sort(members.begin(), members.end());
      for (const auto& [name, value] : members) {
        append_class(key, name);
        append_class(key, value);
      }
    } else {
      key = scalar_key(v);
    }
    found[i - first] = classes.of(std::move(key));
  }
  return found;
}

}  // namespace

bool equal_by_value(Value a, Value b) {
  if (a.kind() != b.kind()) return false;
  if (!a.is_array() && !a.is_object()) return scalar_key(a) == scalar_key(b);
  if (a.size() != b.size()) return false;
  Classes classes;
  return classes_of(a, classes)[0] == classes_of(b, classes)[0];
}

std::vector<std::uint32_t> value_classes(Value v) {
  Classes classes;
  return classes_of(v, classes);
}

}  // namespace tare::json

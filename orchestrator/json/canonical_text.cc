// One text for all values equal by value.
//
// Members are sorted by name. Those that share a name need an order too, and it has to come from
// what they hold: a digest of each subtree, made from back to front like the classes in equal.cc,
// and made only where a name repeats. So depth costs neither stack nor time.
#include <algorithm>
#include <utility>
#include <vector>

#include "base/sha256.h"
#include "json/decimal.h"
#include "json/equal.h"
#include "json/string_writer.h"

namespace tare::json {
namespace {

void append_scalar(std::string& out, Value v) {
  switch (v.kind()) {
    case Kind::null:
      out += "null";
      return;
    case Kind::boolean:
      out += v.boolean() ? "true" : "false";
      return;
    case Kind::number:
      out += canonical_number(v.text());
      return;
    case Kind::string:
      append_json_string(out, v.decoded());
      return;
    case Kind::array:
    case Kind::object:
      return;
  }
}

class CanonicalWriter {
 public:
  explicit CanonicalWriter(Value root)
      : document_(root.document()),
        first_(root.index()),
        end_(root.document()->nodes()[root.index()].next) {}

  std::string write();

 private:
  struct Entry {
    std::string name;  // as a JSON string
    Value value;
  };
  std::vector<Entry> sorted_members(Value object);
  const std::string& digest(Value v);
  void make_digests();

  const Document* document_;
  std::uint32_t first_;
  std::uint32_t end_;
  std::vector<std::string> digests_;  // empty until a name repeats
};

void CanonicalWriter::make_digests() {
  digests_.resize(end_ - first_);
  for (std::uint32_t i = end_; i-- > first_;) {
    const Value v(document_, i);
    std::string content;
    if (v.is_array()) {
      content += '[';
      for (const Value element : v.elements()) content += digests_[element.index() - first_];
    } else if (v.is_object()) {
      std::vector<std::string> members;
      for (const Member& m : v.members()) {
        members.push_back(digests_[m.name.index() - first_] + digests_[m.value.index() - first_]);
      }
      std::sort(members.begin(), members.end());
      content += '{';
      for (const std::string& member : members) content += member;
    } else {
      append_scalar(content, v);
    }
    digests_[i - first_] = sha256_hex(content);
  }
}

const std::string& CanonicalWriter::digest(Value v) {
  if (digests_.empty()) make_digests();
  return digests_[v.index() - first_];
}

std::vector<CanonicalWriter::Entry> CanonicalWriter::sorted_members(Value object) {
  std::vector<Entry> members;
  members.reserve(object.size());
  for (const Member& m : object.members()) {
    std::string name;
    append_json_string(name, m.name.decoded());
    members.push_back({std::move(name), m.value});
  }
  std::sort(members.begin(), members.end(), [this](const Entry& a, const Entry& b) {
    return a.name != b.name ? a.name < b.name : digest(a.value) < digest(b.value);
  });
  return members;
}

std::string CanonicalWriter::write() {
  // What is still to be written, last first: a value, or a text (punctuation, a name).
  struct Task {
    std::string text;
    Value value;
  };
  std::string out;
  std::vector<Task> tasks;
  tasks.push_back({"", Value(document_, first_)});
  while (!tasks.empty()) {
    const Task task = std::move(tasks.back());
    tasks.pop_back();
    out += task.text;
    if (!task.value.valid()) continue;
    const std::size_t mark = tasks.size();
    if (task.value.is_array()) {
      out += '[';
      for (const Value element : task.value.elements()) {
        tasks.push_back({tasks.size() == mark ? "" : ",", element});
      }
      tasks.push_back({"]", {}});
    } else if (task.value.is_object()) {
      out += '{';
      for (Entry& entry : sorted_members(task.value)) {
        const std::string_view comma = tasks.size() == mark ? "" : ",";
        tasks.push_back({std::string(comma) + entry.name + ":", entry.value});
      }
      tasks.push_back({"}", {}});
    } else {
      append_scalar(out, task.value);
    }
    std::reverse(tasks.begin() + static_cast<std::ptrdiff_t>(mark), tasks.end());
  }
  return out;
}

}  // namespace

std::string canonical_text(Value v) { return CanonicalWriter(v).write(); }

}  // namespace tare::json

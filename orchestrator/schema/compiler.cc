// One node after the other, until no reference leads to a schema that has none.
//
// A node is promised its number when something first refers to it and is filled later, so neither
// depth nor circles matter. A keyword whose value is of no use ("required": true, as an older draft
// wrote it) says nothing, and a note says that.
#include "schema/compiler.h"

#include <set>

#include "json/pointer.h"
#include "schema/applicators.h"
#include "schema/assertions.h"
#include "schema/uri.h"

namespace tare::schema {
namespace {

using json::Value;

constexpr std::size_t kMaxErrors = 100;

class Compiler {
 public:
  Compiler(Library& library, bool assert_formats, Program& program, std::vector<Error>& notes)
      : library_(library),
        assert_formats_(assert_formats),
        program_(program),
        notes_(notes, program.passes_over) {}

  Result<void> run(Place root);

 private:
  NodeId node_for(Place place);
  void fill_open();
  Node node_of(const Place& place);
  void refer(Node& node, const Words& words, Keyword keyword, const Place& place);
  std::string sought_anchor(Keyword keyword, const std::string& reference,
                            const Place& target) const;
  void add_dynamic_anchors();

  Library& library_;
  bool assert_formats_;
  Program& program_;
  Notes notes_;
  std::map<std::pair<const json::Document*, std::uint32_t>, NodeId> known_;
  std::vector<std::pair<NodeId, Place>> open_;
  std::set<std::string> sought_;  // dynamic anchors that some reference seeks
  std::vector<Error> errors_;
};

NodeId Compiler::node_for(Place place) {
  const auto [at, is_new] = known_.try_emplace({place.schema.document(), place.schema.index()},
                                               static_cast<NodeId>(program_.nodes.size()));
  if (is_new) {
    program_.nodes.emplace_back();
    open_.emplace_back(at->second, place);
  }
  return at->second;
}

// The name to seek in the dynamic scope; empty where the reference is an ordinary one after all,
// since what it leads to bears no such anchor.
std::string Compiler::sought_anchor(Keyword keyword, const std::string& reference,
                                    const Place& target) const {
  const Resource& resource = library_.resource(target.resource);
  std::string name;
  if (keyword == Keyword::recursive_ref) name = kRecursiveAnchor;
  if (keyword == Keyword::dynamic_ref) name = percent_decoded(split_fragment(reference).fragment);
  const auto at = resource.dynamic_anchors.find(name);
  const bool is_there =
      at != resource.dynamic_anchors.end() && at->second.index() == target.schema.index();
  return is_there ? name : std::string();
}

void Compiler::refer(Node& node, const Words& words, Keyword keyword, const Place& place) {
  const Value value = words[keyword];
  if (!value.valid()) return;
  if (!value.is_string()) return notes_.ignored(value, keyword, "is no string");
  const std::string reference = value.decoded();
  const Result<Place> target = library_.find(place.resource, reference);
  if (!target) {
    if (errors_.size() >= kMaxErrors) return;
    errors_.push_back({.reason = std::string("the ")
                                     .append(keyword_name(keyword))
                                     .append(" \"" + reference + "\" leads nowhere: ")
                                     .append(target.error().reason),
                       .where = json::pointer_to(value),
                       .mend = "define it under $defs; nothing is fetched from the network"});
    return;
  }
  Combinator combinator{keyword, {node_for(*target)}};
  combinator.anchor = sought_anchor(keyword, reference, *target);
  if (!combinator.anchor.empty()) {
    sought_.insert(combinator.anchor);
    program_.dynamic = true;
  }
  node.combinators.push_back(std::move(combinator));
}

Node Compiler::node_of(const Place& place) {
  Node node;
  node.schema = place.schema;
  node.resource = place.resource;
  if (!place.schema.is_object()) {
    node.never = place.schema.is_boolean() && !place.schema.boolean();
    return node;
  }
  const Dialect& dialect = library_.resource(place.resource).dialect;
  const Words words(place.schema, dialect);
  refer(node, words, Keyword::ref, place);
  // Up to draft 7 a reference stands alone, whatever is written beside it.
  if (words.has(Keyword::ref) && dialect.is_at_most(Draft::draft7)) return node;
  refer(node, words, Keyword::dynamic_ref, place);
  refer(node, words, Keyword::recursive_ref, place);
  compile_assertions(words, assert_formats_, node, program_, notes_);
  const NodeOf below = [this, &place](Value schema) {
    return node_for(library_.place_of(schema, place.resource));
  };
  compile_applicators(words, below, node, program_, notes_);
  return node;
}

void Compiler::fill_open() {
  while (!open_.empty()) {
    const auto [id, place] = open_.back();
    open_.pop_back();
    Node node = node_of(place);  // which may make room for more
    program_.nodes[id] = std::move(node);
  }
}

// A reference that is sought dynamically may lead to any resource that bears the anchor.
void Compiler::add_dynamic_anchors() {
  for (std::size_t before = 0; before != program_.nodes.size();) {
    before = program_.nodes.size();
    for (ResourceId id = 0; id < library_.resource_count(); ++id) {
      for (const auto& [name, schema] : library_.resource(id).dynamic_anchors) {
        if (sought_.count(name) == 0) continue;
        program_.dynamic_anchors[{id, name}] = node_for(library_.place_of(schema, id));
      }
    }
    fill_open();
  }
}

Result<void> Compiler::run(Place root) {
  node_for(root);
  fill_open();
  add_dynamic_anchors();
  if (errors_.empty()) return {};
  Error first = errors_.front();
  first.more.assign(errors_.begin() + 1, errors_.end());
  return first;
}

}  // namespace

Result<void> compile_program(Library& library, Place root, bool assert_formats, Program& program,
                             std::vector<Error>& notes) {
  return Compiler(library, assert_formats, program, notes).run(root);
}

}  // namespace tare::schema

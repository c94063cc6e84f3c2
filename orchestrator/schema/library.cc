// Reading documents, naming what is in them, and following references.
#include "schema/library.h"

#include "json/pointer.h"
#include "json/reader.h"
#include "schema/meta_schemas.h"
#include "schema/uri.h"

namespace tare::schema {
namespace {

using json::Value;

std::string text_of(Value schema, std::string_view name) {
  const Value found = schema.find(name);
  return found.valid() && found.is_string() ? found.decoded() : std::string();
}

// All schemas that stand right below this one.
template <class Visit>
void each_subschema(Value schema, const Dialect& dialect, const Visit& visit) {
  for (const json::Member member : schema.members()) {
    const auto info = find_keyword(member.name.decoded(), dialect);
    if (!info) continue;
    const Value value = member.value;
    const bool schema_here = info->holds == Holds::schema || info->holds == Holds::schema_or_list;
    const bool list_here = info->holds == Holds::list || info->holds == Holds::schema_or_list;
    const bool map_here = info->holds == Holds::map || info->holds == Holds::map_or_names;
    if (schema_here) visit(value);
    if (list_here && value.is_array()) {
      for (const Value element : value.elements()) visit(element);
    }
    if (map_here && value.is_object()) {
      for (const json::Member one : value.members()) visit(one.value);
    }
  }
}

}  // namespace

Result<Place> Library::add(std::string text, std::string uri) {
  documents_.push_back({std::move(text), {}, {}});
  Document& document = documents_.back();
  if (const json::ReadError error = json::read_strict(document.text, document.json)) {
    const json::LineColumn at = json::line_column_at(document.text, error.offset);
    Error out{.reason = "the schema is no JSON: " + error.reason,
              .where = std::to_string(at.line) + ":" + std::to_string(at.column)};
    documents_.pop_back();
    return out;
  }
  const Value root = document.json.root();
  if (!root.is_object() && !root.is_boolean()) {
    documents_.pop_back();
    return Error{.reason = "a JSON Schema is an object, or true or false"};
  }
  document.resource_of.assign(document.json.nodes().size(), kUnseen);
  const auto index = static_cast<std::uint32_t>(documents_.size() - 1);
  Dialect dialect;
  dialect.draft = options_.draft;
  const ResourceId resource = new_resource(index, root, std::move(uri), dialect);
  walk(index, root, resource);
  return place_of(root, resource);
}

Place Library::place_of(Value schema, ResourceId around) const {
  const Document& document = documents_[resources_[around].document];
  const ResourceId own = document.resource_of[schema.index()];
  return {schema, own == kUnseen ? around : own};
}

Dialect Library::dialect_named(const std::string& uri, const Dialect& around, int depth) {
  Dialect out = around;
  if (const auto draft = draft_of(uri)) {
    out.draft = *draft;
    out.declared = true;
    return out;
  }
  // A meta-schema of somebody's own: it tells its draft and its vocabularies.
  const std::string base(split_fragment(uri).base);
  if (depth >= kMaxMetaSchemas) return out;
  const Result<ResourceId> known = document_named(base);
  if (!known) return out;
  const Value meta = resources_[*known].root;
  if (!meta.is_object()) return out;
  out = dialect_named(text_of(meta, "$schema"), around, depth + 1);
  const Value vocabulary = meta.find("$vocabulary");
  if (!vocabulary.valid() || !vocabulary.is_object()) return out;
  out.vocabularies = static_cast<std::uint8_t>(Vocabulary::core);
  const auto use = [&out](Vocabulary one) {
    out.vocabularies = static_cast<std::uint8_t>(out.vocabularies | static_cast<unsigned>(one));
  };
  for (const json::Member member : vocabulary.members()) {
    const std::string name = member.name.decoded();
    const std::string_view last = std::string_view(name).substr(name.rfind('/') + 1);
    if (!name.starts_with("https://json-schema.org/draft/20")) continue;
    if (last == "applicator") use(Vocabulary::applicator);
    if (last == "validation") use(Vocabulary::validation);
    if (last == "unevaluated" || (last == "applicator" && out.draft == Draft::draft2019_09)) {
      use(Vocabulary::unevaluated);
    }
    if (last.starts_with("format")) use(Vocabulary::format);
    if (last == "format-assertion") out.assert_formats = true;
  }
  return out;
}

Dialect Library::dialect_of(Value schema, const Dialect& around) {
  const std::string named = schema.is_object() ? text_of(schema, "$schema") : std::string();
  return named.empty() ? around : dialect_named(named, around, 0);
}

ResourceId Library::new_resource(std::uint32_t document, Value schema, std::string uri,
                                 const Dialect& around) {
  const auto id = static_cast<ResourceId>(resources_.size());
  resources_.push_back({document, schema, uri, around, {}, {}});
  by_uri_.emplace(std::move(uri), id);
  resources_[id].dialect = dialect_of(schema, around);
  return id;
}

// Names the schema by its own words; returns the resource it belongs to.
ResourceId Library::enter(std::uint32_t document, Value schema, ResourceId around) {
  ResourceId id = around;
  Dialect dialect = resources_[around].dialect;
  const bool is_root = resources_[around].root.index() == schema.index();
  // An embedded resource may name another draft, which decides how its own name is spelled.
  if (!is_root) dialect = dialect_of(schema, dialect);
  const bool old = dialect.is_at_most(Draft::draft7);
  if (old && schema.find("$ref").valid()) return id;

  const std::string name = text_of(schema, dialect.draft == Draft::draft4 ? "id" : "$id");
  const auto [base, fragment] = split_fragment(name);
  if (!base.empty()) {
    std::string uri = resolve_uri(resources_[around].uri, base);
    if (is_root) {
      by_uri_.emplace(uri, id);
      resources_[id].uri = std::move(uri);
    } else {
      id = new_resource(document, schema, std::move(uri), dialect);
    }
  }
  Resource& resource = resources_[id];
  if (old) {
    if (!fragment.empty()) resource.anchors.emplace(percent_decoded(fragment), schema);
    return id;
  }
  if (std::string anchor = text_of(schema, "$anchor"); !anchor.empty()) {
    resource.anchors.emplace(std::move(anchor), schema);
  }
  if (std::string anchor = text_of(schema, "$dynamicAnchor");
      !anchor.empty() && dialect.draft == Draft::draft2020_12) {
    resource.anchors.emplace(anchor, schema);
    resource.dynamic_anchors.emplace(std::move(anchor), schema);
  }
  const Value recursive = schema.find("$recursiveAnchor");
  if (recursive.valid() && recursive.is_boolean() && recursive.boolean() &&
      resource.root.index() == schema.index() &&
      find_keyword("$recursiveAnchor", resource.dialect)) {
    resource.dynamic_anchors.emplace(kRecursiveAnchor, schema);
  }
  return id;
}

void Library::walk(std::uint32_t document, Value schema, ResourceId resource) {
  std::vector<std::pair<Value, ResourceId>> open{{schema, resource}};
  while (!open.empty()) {
    const auto [here, around] = open.back();
    open.pop_back();
    ResourceId& known = documents_[document].resource_of[here.index()];
    if (known != kUnseen) continue;
    known = around;
    if (!here.is_object()) continue;
    const ResourceId own = enter(document, here, around);
    documents_[document].resource_of[here.index()] = own;
    const auto visit = [&open, own](Value below) {
      if (below.is_object() || below.is_boolean()) open.emplace_back(below, own);
    };
    each_subschema(here, resources_[own].dialect, visit);
  }
}

Result<ResourceId> Library::document_named(const std::string& uri) {
  if (const auto at = by_uri_.find(uri); at != by_uri_.end()) return at->second;
  std::optional<std::string> text;
  for (const Remote& remote : options_.remotes) {
    if (!text && split_fragment(remote.uri).base == uri) text = remote.text;
  }
  if (!text) text = meta_schema_text(uri);
  if (!text) return Error{.reason = "no document of that name is known"};
  const Result<Place> added = add(std::move(*text), uri);
  if (!added) return Error{.reason = "in " + uri + ": " + added.error().reason};
  return added->resource;
}

Value Library::child_of(std::uint32_t document, Value container, std::string_view step) {
  if (container.size() < kIndexed) return json::at_pointer(container, step);
  const auto [at, is_new] = children_.try_emplace({document, container.index()});
  Children& children = at->second;
  if (is_new && container.is_object()) {
    for (const json::Member member : container.members()) {
      children.insert_or_assign(member.name.decoded(), member.value);
    }
  } else if (is_new) {
    std::size_t index = 0;
    for (const Value element : container.elements()) {
      children.emplace(std::to_string(index++), element);
    }
  }
  const auto child = children.find(json::unescape_step(step.substr(1)));
  return child == children.end() ? Value() : child->second;
}

Result<Place> Library::at_fragment(ResourceId id, std::string_view fragment) {
  const Value root = resources_[id].root;
  if (fragment.empty()) return place_of(root, id);
  const std::string decoded = percent_decoded(fragment);
  if (decoded[0] != '/') {
    const auto at = resources_[id].anchors.find(decoded);
    if (at == resources_[id].anchors.end()) return Error{.reason = "no anchor has that name"};
    return place_of(at->second, id);
  }
  // Step by step: the way may lead through resources of their own.
  Place here{root, id};
  std::string_view rest = decoded;
  while (!rest.empty()) {
    const std::size_t end = rest.find('/', 1);
    const Value next = child_of(resources_[id].document, here.schema, rest.substr(0, end));
    if (!next.valid()) return Error{.reason = "nothing stands there"};
    here = place_of(next, here.resource);
    rest.remove_prefix(std::min(end, rest.size()));
  }
  if (!here.schema.is_object() && !here.schema.is_boolean()) {
    return Error{.reason = "what stands there is no schema"};
  }
  walk(resources_[id].document, here.schema, here.resource);
  return place_of(here.schema, here.resource);
}

Result<Place> Library::find(ResourceId from, std::string_view reference) {
  const std::string uri = resolve_uri(resources_[from].uri, reference);
  const auto [base, fragment] = split_fragment(uri);
  ResourceId target = from;
  if (base != resources_[from].uri) {
    const std::string name(base);
    const Result<ResourceId> known = document_named(name);
    if (!known) return known.error();
    target = *known;
  }
  return at_fragment(target, fragment);
}

}  // namespace tare::schema

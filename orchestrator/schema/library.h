// The documents that a schema reaches, and what each place in them is called.
//
// A document holds resources: its root, and each subschema with an `$id` of its own. A resource has
// a base URI, a dialect and anchors. Which places are schemas at all is found by walking the
// keywords that hold them, so an "$id" within an enum or an example names nothing. A reference may
// point elsewhere (into an unknown keyword); what stands there is then walked as a schema too.
//
// Nothing is fetched: documents are the schema itself, those that the caller handed over, and the
// meta-schemas.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.h"
#include "json/value.h"
#include "schema/keyword.h"
#include "schema/schema.h"

namespace tare::schema {

using ResourceId = std::uint32_t;

struct Resource {
  std::uint32_t document;
  json::Value root;
  std::string uri;  // without fragment; empty for a schema that has no name
  Dialect dialect;
  std::map<std::string, json::Value, std::less<>> anchors;  // the dynamic ones too
  std::map<std::string, json::Value, std::less<>> dynamic_anchors;
};

// The name under which `$recursiveAnchor` is kept among the dynamic anchors; no anchor can be
// called so.
inline constexpr std::string_view kRecursiveAnchor = "#";

// A schema and the resource it belongs to.
struct Place {
  json::Value schema;
  ResourceId resource = 0;
};

class Library {
 public:
  explicit Library(const Options& options) : options_(options) {}

  // The first document is the schema itself.
  Result<Place> add(std::string text, std::string uri);
  // Where a reference written in that resource leads.
  Result<Place> find(ResourceId from, std::string_view reference);

  const Resource& resource(ResourceId id) const { return resources_[id]; }
  std::size_t resource_count() const { return resources_.size(); }
  // A subschema that stands in a known schema: its resource may be one of its own.
  Place place_of(json::Value schema, ResourceId around) const;
  // The remotes are the caller's, and live no longer than the call.
  void forget_options() { options_.remotes = {}; }
  json::Value root() const { return documents_.front().json.root(); }

 private:
  struct Document {
    std::string text;
    json::Document json;
    std::vector<ResourceId> resource_of;  // by node; kUnseen where no schema was seen
  };
  static constexpr ResourceId kUnseen = 0xffff'ffff;
  static constexpr std::size_t kIndexed = 32;  // children from which on they are indexed
  static constexpr int kMaxMetaSchemas = 8;

  void walk(std::uint32_t document, json::Value schema, ResourceId resource);
  ResourceId enter(std::uint32_t document, json::Value schema, ResourceId around);
  ResourceId new_resource(std::uint32_t document, json::Value schema, std::string uri,
                          const Dialect& around);
  Dialect dialect_of(json::Value schema, const Dialect& around);
  Dialect dialect_named(const std::string& uri, const Dialect& around, int depth);
  Result<ResourceId> document_named(const std::string& uri);
  json::Value child_of(std::uint32_t document, json::Value container, std::string_view step);
  Result<Place> at_fragment(ResourceId resource, std::string_view fragment);

  Options options_;
  std::deque<Document> documents_;
  std::deque<Resource> resources_;
  std::unordered_map<std::string, ResourceId> by_uri_;
  // The children of large containers by pointer step, so that many references cost no more looks.
  using Children = std::unordered_map<std::string, json::Value>;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Children> children_;
};

}  // namespace tare::schema

// The drafts that describe themselves in one document; those after them are in
// meta_schemas_later.cc.
#include "schema/meta_schemas.h"

#include <array>

#include "schema/uri.h"

namespace tare::schema {
namespace {

constexpr std::string_view kDraft4 = R"({
"id":"http://json-schema.org/draft-04/schema#","$schema":"http://json-schema.org/draft-04/schema#",
"definitions":{
 "schemaArray":{"type":"array","minItems":1,"items":{"$ref":"#"}},
 "positiveInteger":{"type":"integer","minimum":0},
 "positiveIntegerDefault0":{"allOf":[{"$ref":"#/definitions/positiveInteger"},{"default":0}]},
 "simpleTypes":{"enum":["array","boolean","integer","null","number","object","string"]},
 "stringArray":{"type":"array","items":{"type":"string"},"minItems":1,"uniqueItems":true}},
"type":"object",
"properties":{
 "id":{"type":"string"},"$schema":{"type":"string"},"title":{"type":"string"},
 "description":{"type":"string"},"default":{},
 "multipleOf":{"type":"number","minimum":0,"exclusiveMinimum":true},
 "maximum":{"type":"number"},"exclusiveMaximum":{"type":"boolean"},
 "minimum":{"type":"number"},"exclusiveMinimum":{"type":"boolean"},
 "maxLength":{"$ref":"#/definitions/positiveInteger"},
 "minLength":{"$ref":"#/definitions/positiveIntegerDefault0"},
 "pattern":{"type":"string","format":"regex"},
 "additionalItems":{"anyOf":[{"type":"boolean"},{"$ref":"#"}],"default":{}},
 "items":{"anyOf":[{"$ref":"#"},{"$ref":"#/definitions/schemaArray"}],"default":{}},
 "maxItems":{"$ref":"#/definitions/positiveInteger"},
 "minItems":{"$ref":"#/definitions/positiveIntegerDefault0"},
 "uniqueItems":{"type":"boolean","default":false},
 "maxProperties":{"$ref":"#/definitions/positiveInteger"},
 "minProperties":{"$ref":"#/definitions/positiveIntegerDefault0"},
 "required":{"$ref":"#/definitions/stringArray"},
 "additionalProperties":{"anyOf":[{"type":"boolean"},{"$ref":"#"}],"default":{}},
 "definitions":{"type":"object","additionalProperties":{"$ref":"#"},"default":{}},
 "properties":{"type":"object","additionalProperties":{"$ref":"#"},"default":{}},
 "patternProperties":{"type":"object","additionalProperties":{"$ref":"#"},"default":{}},
 "dependencies":{"type":"object",
  "additionalProperties":{"anyOf":[{"$ref":"#"},{"$ref":"#/definitions/stringArray"}]}},
 "enum":{"type":"array","minItems":1,"uniqueItems":true},
 "type":{"anyOf":[{"$ref":"#/definitions/simpleTypes"},
  {"type":"array","items":{"$ref":"#/definitions/simpleTypes"},"minItems":1,"uniqueItems":true}]},
 "format":{"type":"string"},
 "allOf":{"$ref":"#/definitions/schemaArray"},"anyOf":{"$ref":"#/definitions/schemaArray"},
 "oneOf":{"$ref":"#/definitions/schemaArray"},"not":{"$ref":"#"}},
"dependencies":{"exclusiveMaximum":["maximum"],"exclusiveMinimum":["minimum"]},"default":{}})";

constexpr std::string_view kDraft6 = R"({
"$schema":"http://json-schema.org/draft-06/schema#","$id":"http://json-schema.org/draft-06/schema#",
"definitions":{
 "schemaArray":{"type":"array","minItems":1,"items":{"$ref":"#"}},
 "nonNegativeInteger":{"type":"integer","minimum":0},
 "nonNegativeIntegerDefault0":{"allOf":[{"$ref":"#/definitions/nonNegativeInteger"},{"default":0}]},
 "simpleTypes":{"enum":["array","boolean","integer","null","number","object","string"]},
 "stringArray":{"type":"array","items":{"type":"string"},"uniqueItems":true,"default":[]}},
"type":["object","boolean"],
"properties":{
 "$id":{"type":"string","format":"uri-reference"},"$schema":{"type":"string","format":"uri"},
 "$ref":{"type":"string","format":"uri-reference"},"title":{"type":"string"},
 "description":{"type":"string"},"default":{},"examples":{"type":"array","items":{}},
 "multipleOf":{"type":"number","exclusiveMinimum":0},
 "maximum":{"type":"number"},"exclusiveMaximum":{"type":"number"},
 "minimum":{"type":"number"},"exclusiveMinimum":{"type":"number"},
 "maxLength":{"$ref":"#/definitions/nonNegativeInteger"},
 "minLength":{"$ref":"#/definitions/nonNegativeIntegerDefault0"},
 "pattern":{"type":"string","format":"regex"},
 "additionalItems":{"$ref":"#"},
 "items":{"anyOf":[{"$ref":"#"},{"$ref":"#/definitions/schemaArray"}],"default":{}},
 "maxItems":{"$ref":"#/definitions/nonNegativeInteger"},
 "minItems":{"$ref":"#/definitions/nonNegativeIntegerDefault0"},
 "uniqueItems":{"type":"boolean","default":false},"contains":{"$ref":"#"},
 "maxProperties":{"$ref":"#/definitions/nonNegativeInteger"},
 "minProperties":{"$ref":"#/definitions/nonNegativeIntegerDefault0"},
 "required":{"$ref":"#/definitions/stringArray"},
 "additionalProperties":{"$ref":"#"},
 "definitions":{"type":"object","additionalProperties":{"$ref":"#"},"default":{}},
 "properties":{"type":"object","additionalProperties":{"$ref":"#"},"default":{}},
 "patternProperties":{"type":"object","additionalProperties":{"$ref":"#"},
  "propertyNames":{"format":"regex"},"default":{}},
 "dependencies":{"type":"object",
  "additionalProperties":{"anyOf":[{"$ref":"#"},{"$ref":"#/definitions/stringArray"}]}},
 "propertyNames":{"$ref":"#"},"const":{},
 "enum":{"type":"array","minItems":1,"uniqueItems":true},
 "type":{"anyOf":[{"$ref":"#/definitions/simpleTypes"},
  {"type":"array","items":{"$ref":"#/definitions/simpleTypes"},"minItems":1,"uniqueItems":true}]},
 "format":{"type":"string"},
 "allOf":{"$ref":"#/definitions/schemaArray"},"anyOf":{"$ref":"#/definitions/schemaArray"},
 "oneOf":{"$ref":"#/definitions/schemaArray"},"not":{"$ref":"#"}},
"default":{}})";

constexpr std::string_view kDraft7 = R"({
"$schema":"http://json-schema.org/draft-07/schema#","$id":"http://json-schema.org/draft-07/schema#",
"definitions":{
 "schemaArray":{"type":"array","minItems":1,"items":{"$ref":"#"}},
 "nonNegativeInteger":{"type":"integer","minimum":0},
 "nonNegativeIntegerDefault0":{"allOf":[{"$ref":"#/definitions/nonNegativeInteger"},{"default":0}]},
 "simpleTypes":{"enum":["array","boolean","integer","null","number","object","string"]},
 "stringArray":{"type":"array","items":{"type":"string"},"uniqueItems":true,"default":[]}},
"type":["object","boolean"],
"properties":{
 "$id":{"type":"string","format":"uri-reference"},"$schema":{"type":"string","format":"uri"},
 "$ref":{"type":"string","format":"uri-reference"},"$comment":{"type":"string"},
 "title":{"type":"string"},"description":{"type":"string"},"default":true,
 "readOnly":{"type":"boolean","default":false},"writeOnly":{"type":"boolean","default":false},
 "examples":{"type":"array","items":true},
 "multipleOf":{"type":"number","exclusiveMinimum":0},
 "maximum":{"type":"number"},"exclusiveMaximum":{"type":"number"},
 "minimum":{"type":"number"},"exclusiveMinimum":{"type":"number"},
 "maxLength":{"$ref":"#/definitions/nonNegativeInteger"},
 "minLength":{"$ref":"#/definitions/nonNegativeIntegerDefault0"},
 "pattern":{"type":"string","format":"regex"},
 "additionalItems":{"$ref":"#"},
 "items":{"anyOf":[{"$ref":"#"},{"$ref":"#/definitions/schemaArray"}],"default":true},
 "maxItems":{"$ref":"#/definitions/nonNegativeInteger"},
 "minItems":{"$ref":"#/definitions/nonNegativeIntegerDefault0"},
 "uniqueItems":{"type":"boolean","default":false},"contains":{"$ref":"#"},
 "maxProperties":{"$ref":"#/definitions/nonNegativeInteger"},
 "minProperties":{"$ref":"#/definitions/nonNegativeIntegerDefault0"},
 "required":{"$ref":"#/definitions/stringArray"},
 "additionalProperties":{"$ref":"#"},
 "definitions":{"type":"object","additionalProperties":{"$ref":"#"},"default":{}},
 "properties":{"type":"object","additionalProperties":{"$ref":"#"},"default":{}},
 "patternProperties":{"type":"object","additionalProperties":{"$ref":"#"},
  "propertyNames":{"format":"regex"},"default":{}},
 "dependencies":{"type":"object",
  "additionalProperties":{"anyOf":[{"$ref":"#"},{"$ref":"#/definitions/stringArray"}]}},
 "propertyNames":{"$ref":"#"},"const":true,
 "enum":{"type":"array","items":true,"minItems":1,"uniqueItems":true},
 "type":{"anyOf":[{"$ref":"#/definitions/simpleTypes"},
  {"type":"array","items":{"$ref":"#/definitions/simpleTypes"},"minItems":1,"uniqueItems":true}]},
 "format":{"type":"string"},"contentMediaType":{"type":"string"},
 "contentEncoding":{"type":"string"},
 "if":{"$ref":"#"},"then":{"$ref":"#"},"else":{"$ref":"#"},
 "allOf":{"$ref":"#/definitions/schemaArray"},"anyOf":{"$ref":"#/definitions/schemaArray"},
 "oneOf":{"$ref":"#/definitions/schemaArray"},"not":{"$ref":"#"}},
"default":true})";

struct MetaSchema {
  std::string_view uri;
  std::string_view text;
};

constexpr std::array kMetaSchemas = {
    MetaSchema{"http://json-schema.org/draft-04/schema", kDraft4},
    MetaSchema{"http://json-schema.org/draft-06/schema", kDraft6},
    MetaSchema{"http://json-schema.org/draft-07/schema", kDraft7},
};

}  // namespace

std::optional<std::string_view> meta_schema_text(std::string_view uri) {
  for (const MetaSchema& known : kMetaSchemas) {
    if (known.uri == uri) return known.text;
  }
  return later_meta_schema_text(uri);
}

std::optional<Draft> draft_of(std::string_view schema_uri) {
  std::string_view uri = split_fragment(schema_uri).base;
  // Both schemes are written for all drafts.
  uri.remove_prefix(uri.starts_with("https://") ? 8 : uri.starts_with("http://") ? 7 : 0);
  if (uri == "json-schema.org/draft-04/schema") return Draft::draft4;
  if (uri == "json-schema.org/draft-06/schema") return Draft::draft6;
  if (uri == "json-schema.org/draft-07/schema") return Draft::draft7;
  if (uri == "json-schema.org/draft/2019-09/schema") return Draft::draft2019_09;
  if (uri == "json-schema.org/draft/2020-12/schema") return Draft::draft2020_12;
  return std::nullopt;
}

}  // namespace tare::schema

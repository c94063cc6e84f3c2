// The drafts 2019-09 and 2020-12, which are one document a vocabulary.
#include <array>

#include "schema/meta_schemas.h"

namespace tare::schema {
namespace {

constexpr std::string_view k2019Schema = R"({
"$schema":"https://json-schema.org/draft/2019-09/schema",
"$id":"https://json-schema.org/draft/2019-09/schema",
"$vocabulary":{"https://json-schema.org/draft/2019-09/vocab/core":true,
 "https://json-schema.org/draft/2019-09/vocab/applicator":true,
 "https://json-schema.org/draft/2019-09/vocab/validation":true,
 "https://json-schema.org/draft/2019-09/vocab/meta-data":true,
 "https://json-schema.org/draft/2019-09/vocab/format":false,
 "https://json-schema.org/draft/2019-09/vocab/content":true},
"$recursiveAnchor":true,
"allOf":[{"$ref":"meta/core"},{"$ref":"meta/applicator"},{"$ref":"meta/validation"},
 {"$ref":"meta/meta-data"},{"$ref":"meta/format"},{"$ref":"meta/content"}],
"type":["object","boolean"],
"properties":{
 "definitions":{"type":"object","additionalProperties":{"$recursiveRef":"#"},"default":{}},
 "dependencies":{"type":"object","additionalProperties":{"anyOf":[{"$recursiveRef":"#"},
  {"$ref":"meta/validation#/$defs/stringArray"}]}}}})";

constexpr std::string_view k2019Core = R"({
"$schema":"https://json-schema.org/draft/2019-09/schema",
"$id":"https://json-schema.org/draft/2019-09/meta/core","$recursiveAnchor":true,
"type":["object","boolean"],
"properties":{
 "$id":{"type":"string","format":"uri-reference","pattern":"^[^#]*#?$"},
 "$schema":{"type":"string","format":"uri"},
 "$anchor":{"type":"string","pattern":"^[A-Za-z][-A-Za-z0-9.:_]*$"},
 "$ref":{"type":"string","format":"uri-reference"},
 "$recursiveRef":{"type":"string","format":"uri-reference"},
 "$recursiveAnchor":{"type":"boolean","default":false},
 "$vocabulary":{"type":"object","propertyNames":{"type":"string","format":"uri"},
  "additionalProperties":{"type":"boolean"}},
 "$comment":{"type":"string"},
 "$defs":{"type":"object","additionalProperties":{"$recursiveRef":"#"},"default":{}}}})";

constexpr std::string_view k2019Applicator = R"({
"$schema":"https://json-schema.org/draft/2019-09/schema",
"$id":"https://json-schema.org/draft/2019-09/meta/applicator","$recursiveAnchor":true,
"type":["object","boolean"],
"properties":{
 "additionalItems":{"$recursiveRef":"#"},"unevaluatedItems":{"$recursiveRef":"#"},
 "items":{"anyOf":[{"$recursiveRef":"#"},{"$ref":"#/$defs/schemaArray"}]},
 "contains":{"$recursiveRef":"#"},"additionalProperties":{"$recursiveRef":"#"},
 "unevaluatedProperties":{"$recursiveRef":"#"},
 "properties":{"type":"object","additionalProperties":{"$recursiveRef":"#"},"default":{}},
 "patternProperties":{"type":"object","additionalProperties":{"$recursiveRef":"#"},
  "propertyNames":{"format":"regex"},"default":{}},
 "dependentSchemas":{"type":"object","additionalProperties":{"$recursiveRef":"#"}},
 "propertyNames":{"$recursiveRef":"#"},
 "if":{"$recursiveRef":"#"},"then":{"$recursiveRef":"#"},"else":{"$recursiveRef":"#"},
 "allOf":{"$ref":"#/$defs/schemaArray"},"anyOf":{"$ref":"#/$defs/schemaArray"},
 "oneOf":{"$ref":"#/$defs/schemaArray"},"not":{"$recursiveRef":"#"}},
"$defs":{"schemaArray":{"type":"array","minItems":1,"items":{"$recursiveRef":"#"}}}})";

constexpr std::string_view k2019Validation = R"({
"$schema":"https://json-schema.org/draft/2019-09/schema",
"$id":"https://json-schema.org/draft/2019-09/meta/validation","$recursiveAnchor":true,
"type":["object","boolean"],
"properties":{
 "multipleOf":{"type":"number","exclusiveMinimum":0},
 "maximum":{"type":"number"},"exclusiveMaximum":{"type":"number"},
 "minimum":{"type":"number"},"exclusiveMinimum":{"type":"number"},
 "maxLength":{"$ref":"#/$defs/nonNegativeInteger"},
 "minLength":{"$ref":"#/$defs/nonNegativeIntegerDefault0"},
 "pattern":{"type":"string","format":"regex"},
 "maxItems":{"$ref":"#/$defs/nonNegativeInteger"},
 "minItems":{"$ref":"#/$defs/nonNegativeIntegerDefault0"},
 "uniqueItems":{"type":"boolean","default":false},
 "maxContains":{"$ref":"#/$defs/nonNegativeInteger"},
 "minContains":{"$ref":"#/$defs/nonNegativeInteger","default":1},
 "maxProperties":{"$ref":"#/$defs/nonNegativeInteger"},
 "minProperties":{"$ref":"#/$defs/nonNegativeIntegerDefault0"},
 "required":{"$ref":"#/$defs/stringArray"},
 "dependentRequired":{"type":"object","additionalProperties":{"$ref":"#/$defs/stringArray"}},
 "const":true,"enum":{"type":"array","items":true},
 "type":{"anyOf":[{"$ref":"#/$defs/simpleTypes"},
  {"type":"array","items":{"$ref":"#/$defs/simpleTypes"},"minItems":1,"uniqueItems":true}]}},
"$defs":{
 "nonNegativeInteger":{"type":"integer","minimum":0},
 "nonNegativeIntegerDefault0":{"$ref":"#/$defs/nonNegativeInteger","default":0},
 "simpleTypes":{"enum":["array","boolean","integer","null","number","object","string"]},
 "stringArray":{"type":"array","items":{"type":"string"},"uniqueItems":true,"default":[]}}})";

constexpr std::string_view k2019MetaData = R"({
"$schema":"https://json-schema.org/draft/2019-09/schema",
"$id":"https://json-schema.org/draft/2019-09/meta/meta-data","$recursiveAnchor":true,
"type":["object","boolean"],
"properties":{"title":{"type":"string"},"description":{"type":"string"},"default":true,
 "deprecated":{"type":"boolean","default":false},"readOnly":{"type":"boolean","default":false},
 "writeOnly":{"type":"boolean","default":false},"examples":{"type":"array","items":true}}})";

constexpr std::string_view k2019Format = R"({
"$schema":"https://json-schema.org/draft/2019-09/schema",
"$id":"https://json-schema.org/draft/2019-09/meta/format","$recursiveAnchor":true,
"type":["object","boolean"],"properties":{"format":{"type":"string"}}})";

constexpr std::string_view k2019Content = R"({
"$schema":"https://json-schema.org/draft/2019-09/schema",
"$id":"https://json-schema.org/draft/2019-09/meta/content","$recursiveAnchor":true,
"type":["object","boolean"],
"properties":{"contentMediaType":{"type":"string"},"contentEncoding":{"type":"string"},
 "contentSchema":{"$recursiveRef":"#"}}})";

constexpr std::string_view k2020Schema = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://json-schema.org/draft/2020-12/schema",
"$vocabulary":{"https://json-schema.org/draft/2020-12/vocab/core":true,
 "https://json-schema.org/draft/2020-12/vocab/applicator":true,
 "https://json-schema.org/draft/2020-12/vocab/unevaluated":true,
 "https://json-schema.org/draft/2020-12/vocab/validation":true,
 "https://json-schema.org/draft/2020-12/vocab/meta-data":true,
 "https://json-schema.org/draft/2020-12/vocab/format-annotation":true,
 "https://json-schema.org/draft/2020-12/vocab/content":true},
"$dynamicAnchor":"meta",
"allOf":[{"$ref":"meta/core"},{"$ref":"meta/applicator"},{"$ref":"meta/unevaluated"},
 {"$ref":"meta/validation"},{"$ref":"meta/meta-data"},{"$ref":"meta/format-annotation"},
 {"$ref":"meta/content"}],
"type":["object","boolean"],
"properties":{
 "definitions":{"type":"object","additionalProperties":{"$dynamicRef":"#meta"},
  "deprecated":true,"default":{}},
 "dependencies":{"type":"object","additionalProperties":{"anyOf":[{"$dynamicRef":"#meta"},
  {"$ref":"meta/validation#/$defs/stringArray"}]},"deprecated":true,"default":{}},
 "$recursiveAnchor":{"$ref":"meta/core#/$defs/anchorString","deprecated":true},
 "$recursiveRef":{"$ref":"meta/core#/$defs/uriReferenceString","deprecated":true}}})";

constexpr std::string_view k2020Core = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://json-schema.org/draft/2020-12/meta/core","$dynamicAnchor":"meta",
"type":["object","boolean"],
"properties":{
 "$id":{"$ref":"#/$defs/uriReferenceString","pattern":"^[^#]*#?$"},
 "$schema":{"$ref":"#/$defs/uriString"},"$ref":{"$ref":"#/$defs/uriReferenceString"},
 "$anchor":{"$ref":"#/$defs/anchorString"},
 "$dynamicRef":{"$ref":"#/$defs/uriReferenceString"},
 "$dynamicAnchor":{"$ref":"#/$defs/anchorString"},
 "$vocabulary":{"type":"object","propertyNames":{"$ref":"#/$defs/uriString"},
  "additionalProperties":{"type":"boolean"}},
 "$comment":{"type":"string"},
 "$defs":{"type":"object","additionalProperties":{"$dynamicRef":"#meta"}}},
"$defs":{"anchorString":{"type":"string","pattern":"^[A-Za-z_][-A-Za-z0-9._]*$"},
 "uriString":{"type":"string","format":"uri"},
 "uriReferenceString":{"type":"string","format":"uri-reference"}}})";

constexpr std::string_view k2020Applicator = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://json-schema.org/draft/2020-12/meta/applicator","$dynamicAnchor":"meta",
"type":["object","boolean"],
"properties":{
 "prefixItems":{"$ref":"#/$defs/schemaArray"},"items":{"$dynamicRef":"#meta"},
 "contains":{"$dynamicRef":"#meta"},"additionalProperties":{"$dynamicRef":"#meta"},
 "properties":{"type":"object","additionalProperties":{"$dynamicRef":"#meta"},"default":{}},
 "patternProperties":{"type":"object","additionalProperties":{"$dynamicRef":"#meta"},
  "propertyNames":{"format":"regex"},"default":{}},
 "dependentSchemas":{"type":"object","additionalProperties":{"$dynamicRef":"#meta"},"default":{}},
 "propertyNames":{"$dynamicRef":"#meta"},
 "if":{"$dynamicRef":"#meta"},"then":{"$dynamicRef":"#meta"},"else":{"$dynamicRef":"#meta"},
 "allOf":{"$ref":"#/$defs/schemaArray"},"anyOf":{"$ref":"#/$defs/schemaArray"},
 "oneOf":{"$ref":"#/$defs/schemaArray"},"not":{"$dynamicRef":"#meta"}},
"$defs":{"schemaArray":{"type":"array","minItems":1,"items":{"$dynamicRef":"#meta"}}}})";

constexpr std::string_view k2020Unevaluated = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://json-schema.org/draft/2020-12/meta/unevaluated","$dynamicAnchor":"meta",
"type":["object","boolean"],
"properties":{"unevaluatedItems":{"$dynamicRef":"#meta"},
 "unevaluatedProperties":{"$dynamicRef":"#meta"}}})";

constexpr std::string_view k2020Validation = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://json-schema.org/draft/2020-12/meta/validation","$dynamicAnchor":"meta",
"type":["object","boolean"],
"properties":{
 "type":{"anyOf":[{"$ref":"#/$defs/simpleTypes"},
  {"type":"array","items":{"$ref":"#/$defs/simpleTypes"},"minItems":1,"uniqueItems":true}]},
 "const":true,"enum":{"type":"array","items":true},
 "multipleOf":{"type":"number","exclusiveMinimum":0},
 "maximum":{"type":"number"},"exclusiveMaximum":{"type":"number"},
 "minimum":{"type":"number"},"exclusiveMinimum":{"type":"number"},
 "maxLength":{"$ref":"#/$defs/nonNegativeInteger"},
 "minLength":{"$ref":"#/$defs/nonNegativeIntegerDefault0"},
 "pattern":{"type":"string","format":"regex"},
 "maxItems":{"$ref":"#/$defs/nonNegativeInteger"},
 "minItems":{"$ref":"#/$defs/nonNegativeIntegerDefault0"},
 "uniqueItems":{"type":"boolean","default":false},
 "maxContains":{"$ref":"#/$defs/nonNegativeInteger"},
 "minContains":{"$ref":"#/$defs/nonNegativeInteger","default":1},
 "maxProperties":{"$ref":"#/$defs/nonNegativeInteger"},
 "minProperties":{"$ref":"#/$defs/nonNegativeIntegerDefault0"},
 "required":{"$ref":"#/$defs/stringArray"},
 "dependentRequired":{"type":"object","additionalProperties":{"$ref":"#/$defs/stringArray"}}},
"$defs":{
 "nonNegativeInteger":{"type":"integer","minimum":0},
 "nonNegativeIntegerDefault0":{"$ref":"#/$defs/nonNegativeInteger","default":0},
 "simpleTypes":{"enum":["array","boolean","integer","null","number","object","string"]},
 "stringArray":{"type":"array","items":{"type":"string"},"uniqueItems":true,"default":[]}}})";

constexpr std::string_view k2020MetaData = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://json-schema.org/draft/2020-12/meta/meta-data","$dynamicAnchor":"meta",
"type":["object","boolean"],
"properties":{"title":{"type":"string"},"description":{"type":"string"},"default":true,
 "deprecated":{"type":"boolean","default":false},"readOnly":{"type":"boolean","default":false},
 "writeOnly":{"type":"boolean","default":false},"examples":{"type":"array","items":true}}})";

constexpr std::string_view k2020FormatAnnotation = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://json-schema.org/draft/2020-12/meta/format-annotation","$dynamicAnchor":"meta",
"type":["object","boolean"],"properties":{"format":{"type":"string"}}})";

constexpr std::string_view k2020FormatAssertion = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://json-schema.org/draft/2020-12/meta/format-assertion","$dynamicAnchor":"meta",
"type":["object","boolean"],"properties":{"format":{"type":"string"}}})";

constexpr std::string_view k2020Content = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://json-schema.org/draft/2020-12/meta/content","$dynamicAnchor":"meta",
"type":["object","boolean"],
"properties":{"contentEncoding":{"type":"string"},"contentMediaType":{"type":"string"},
 "contentSchema":{"$dynamicRef":"#meta"}}})";

struct MetaSchema {
  std::string_view uri;
  std::string_view text;
};

constexpr std::array kMetaSchemas = {
    MetaSchema{"https://json-schema.org/draft/2019-09/schema", k2019Schema},
    MetaSchema{"https://json-schema.org/draft/2019-09/meta/core", k2019Core},
    MetaSchema{"https://json-schema.org/draft/2019-09/meta/applicator", k2019Applicator},
    MetaSchema{"https://json-schema.org/draft/2019-09/meta/validation", k2019Validation},
    MetaSchema{"https://json-schema.org/draft/2019-09/meta/meta-data", k2019MetaData},
    MetaSchema{"https://json-schema.org/draft/2019-09/meta/format", k2019Format},
    MetaSchema{"https://json-schema.org/draft/2019-09/meta/content", k2019Content},
    MetaSchema{"https://json-schema.org/draft/2020-12/schema", k2020Schema},
    MetaSchema{"https://json-schema.org/draft/2020-12/meta/core", k2020Core},
    MetaSchema{"https://json-schema.org/draft/2020-12/meta/applicator", k2020Applicator},
    MetaSchema{"https://json-schema.org/draft/2020-12/meta/unevaluated", k2020Unevaluated},
    MetaSchema{"https://json-schema.org/draft/2020-12/meta/validation", k2020Validation},
    MetaSchema{"https://json-schema.org/draft/2020-12/meta/meta-data", k2020MetaData},
    MetaSchema{"https://json-schema.org/draft/2020-12/meta/format-annotation",
               k2020FormatAnnotation},
    MetaSchema{"https://json-schema.org/draft/2020-12/meta/format-assertion", k2020FormatAssertion},
    MetaSchema{"https://json-schema.org/draft/2020-12/meta/content", k2020Content},
};

}  // namespace

std::optional<std::string_view> later_meta_schema_text(std::string_view uri) {
  for (const MetaSchema& known : kMetaSchemas) {
    if (known.uri == uri) return known.text;
  }
  return std::nullopt;
}

}  // namespace tare::schema

// A JSON Schema, compiled once, that says of a value whether it fits.
//
// Tool schemas decide what a change did: a client that turns "2" into 2 hid a slip where the schema
// wants an integer, and broke a good call where it wants a string. So the check must see what was
// written: numbers are compared as decimal text (0.1 is a multiple of 0.01, 3.0 is an integer, 2^64
// is not 2^64+1), strings by code point, objects by member without order. Patterns run in RE2,
// which is linear in the text. Nothing is ever fetched: a $ref reaches this document, the
// meta-schemas that are built in, and the documents that the caller hands over.
//
// Untrusted: the schema comes from an adapter, the value from a model. Work and depth are bounded;
// past the bounds the answer is `unknown`, never a guess.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace tare::schema {

enum class Draft { draft4, draft6, draft7, draft2019_09, draft2020_12 };

// A document that a $ref may reach.
struct Remote {
  std::string uri;
  std::string text;
};

struct Options {
  // Where the schema has no `$schema`, or one that is not known.
  Draft draft = Draft::draft2020_12;
  bool assert_formats = false;  // else `format` is an annotation
  std::span<const Remote> remotes = {};
};

enum class Fit { fits, does_not_fit, unknown };

struct Violation {
  std::string at;         // JSON Pointer into the value
  std::string schema_at;  // JSON Pointer into the schema, through $refs as they were followed
  std::string message;    // "is not of type integer", fit for a person
};

class Schema {
 public:
  // Takes the text. Error (ErrorKind::input): not JSON, not a schema, a $ref that leads nowhere;
  // with the JSON Pointer into the schema (or the line and column) as `where`.
  static Result<std::shared_ptr<const Schema>> compile(std::string text,
                                                       const Options& options = {});
  ~Schema();
  Schema(const Schema&) = delete;
  Schema& operator=(const Schema&) = delete;

  Fit check(json::Value instance) const;
  // The first `limit` violations, in one fixed order: of a value its type and its place in a list,
  // then what is said of its kind (members in the value's order), then references and
  // combinations. Of `anyOf` and the like only that none fits. Empty where it fits; one with an
  // empty schema_at says so where the bounds were passed.
  std::vector<Violation> violations(json::Value instance, std::size_t limit = 100) const;

  // What is not checked as it is written: patterns that RE2 cannot express, which are answered with
  // `unknown` (no error, for the rest of the schema is still of use), and keywords whose value
  // means nothing ("required": true), which are passed over. `where` is the JSON Pointer. At most
  // 100.
  std::span<const Error> notes() const;
  // Some keyword is passed over: what fits may not be what was meant.
  bool passes_over() const;

  json::Value root() const;  // the schema itself, living as long as this

 private:
  friend class Navigator;
  struct Impl;
  explicit Schema(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace tare::schema

// What a compiled schema holds.
#pragma once

#include <vector>

#include "schema/library.h"
#include "schema/node.h"
#include "schema/schema.h"

namespace tare::schema {

struct Schema::Impl {
  explicit Impl(const Options& options) : library(options) {}

  Library library;  // owns the text that the nodes point into
  Program program;
  std::vector<Error> notes;
};

}  // namespace tare::schema

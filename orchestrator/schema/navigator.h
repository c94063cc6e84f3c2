// The way to what a schema was compiled to, for those who read a schema and judge no value.
#pragma once

#include "schema/impl.h"

namespace tare::schema {

class Navigator {
 public:
  static const Program& program(const Schema& schema) { return schema.impl_->program; }
};

}  // namespace tare::schema

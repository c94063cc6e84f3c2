// The schema as its users see it: text in, answers out.
#include "schema/schema.h"

#include "schema/compiler.h"
#include "schema/evaluator.h"
#include "schema/impl.h"

namespace tare::schema {

Schema::Schema(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Schema::~Schema() = default;

Result<std::shared_ptr<const Schema>> Schema::compile(std::string text, const Options& options) {
  auto impl = std::make_unique<Impl>(options);
  const Result<Place> root = impl->library.add(std::move(text), "");
  if (!root) return root.error();
  const Result<void> compiled =
      compile_program(impl->library, *root, options.assert_formats, impl->program, impl->notes);
  if (!compiled) return compiled.error();
  impl->library.forget_options();
  return std::shared_ptr<const Schema>(new Schema(std::move(impl)));
}

Fit Schema::check(json::Value instance) const {
  return Evaluator(impl_->program, nullptr).run(instance);
}

std::vector<Violation> Schema::violations(json::Value instance, std::size_t limit) const {
  Trail trail(limit);
  Evaluator evaluator(impl_->program, &trail);
  evaluator.run(instance);
  if (evaluator.exhausted() && !trail.full()) {
    trail.violations.push_back({"", "", "is too large or too deep to be checked whole"});
  }
  return std::move(trail.violations);
}

std::span<const Error> Schema::notes() const { return impl_->notes; }

bool Schema::passes_over() const { return impl_->program.passes_over; }

json::Value Schema::root() const { return impl_->library.root(); }

}  // namespace tare::schema

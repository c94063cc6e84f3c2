#include "policy/place_fit.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

#include "base/escape.h"
#include "json/pointer.h"
#include "policy/schema_keywords.h"
#include "schema/format.h"

namespace tare {
namespace {

// A part that refers to others is reached through its whole document, which has this name then.
constexpr std::string_view kDocument = "urn:tare:schema";

schema::Draft draft_of(json::Value root) {
  const json::Value dialect = keyword_of(root, "$schema");
  const std::string name = dialect.valid() && dialect.is_string() ? dialect.decoded() : "";
  constexpr std::array<std::pair<std::string_view, schema::Draft>, 4> kDrafts = {
      {{"draft-04", schema::Draft::draft4},
       {"draft-06", schema::Draft::draft6},
       {"draft-07", schema::Draft::draft7},
       {"2019-09", schema::Draft::draft2019_09}}};
  for (const auto& [part, draft] : kDrafts) {
    if (name.find(part) != name.npos) return draft;
  }
  return schema::Draft::draft2020_12;
}

std::string as_fragment(const std::string& pointer) {
  std::string out;
  for (const char c : pointer) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '/' || c == '-' || c == '_' || c == '.' || c == '~';
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

// Of a text what asking it costs, where a format stands in it, and whether each is one that can be
// asserted here.
struct Contents {
  std::size_t objects = 1;
  bool formats = false, all_known = true;
};

Contents contents_of(json::Value v) {
  Contents out;
  const auto& nodes = v.document()->nodes();
  for (std::uint32_t i = v.index(); i < nodes[v.index()].next; ++i) {
    const json::Value node(v.document(), i);
    if (!node.is_object()) continue;
    ++out.objects;
    const json::Value format = node.find("format");
    if (!format.valid()) continue;
    out.formats = true;
    out.all_known =
        out.all_known && format.is_string() && schema::find_format(format.decoded()).has_value();
  }
  return out;
}

}  // namespace

bool PlaceFit::compile() {
  const bool refers = holds_reference(place_);
  if (refers && !side_->follows_references()) return false;
  const json::Value read = refers ? side_->root() : place_;
  const std::string whole(read.text());
  if (*budget_ < whole.size()) return false;
  *budget_ -= whole.size();
  const Contents contents = contents_of(read);
  cost_ = contents.objects;
  if (!contents.all_known) return false;
  const std::array<schema::Remote, 1> documents = {{{std::string(kDocument), whole}}};
  const auto compiled = [&](bool assert_formats) -> std::shared_ptr<const schema::Schema> {
    schema::Options options{.draft = draft_of(side_->root()), .assert_formats = assert_formats};
    std::string text = whole;
    if (refers) {
      options.remotes = documents;
      const std::string pointer = as_fragment(json::pointer_to(place_));
      text = "{\"$ref\":" + quote_json(std::string(kDocument) + "#" + pointer) + "}";
    }
    auto schema = schema::Schema::compile(std::move(text), options);
    if (!schema || schema.value()->passes_over()) return nullptr;
    return std::move(schema).value();
  };
  plain_ = compiled(false);
  if (contents.formats) strict_ = compiled(true);
  return plain_ != nullptr && (strict_ != nullptr) == contents.formats;
}

std::optional<bool> PlaceFit::fits(json::Value value) {
  if (!place_.valid()) return true;
  if (!compiled_ && !compile()) plain_ = strict_ = nullptr;
  compiled_ = true;
  if (plain_ == nullptr || *budget_ < cost_) return std::nullopt;
  *budget_ -= cost_;
  const schema::Fit fit = plain_->check(value);
  if (fit == schema::Fit::unknown) return std::nullopt;
  if (strict_ != nullptr && strict_->check(value) != fit) return std::nullopt;
  return fit == schema::Fit::fits;
}

}  // namespace tare

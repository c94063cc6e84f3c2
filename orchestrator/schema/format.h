// The values of `format` that can be asserted.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tare::schema {

enum class Format : std::uint8_t {
  date,
  date_time,
  time,
  duration,
  email,
  idn_email,
  hostname,
  ipv4,
  ipv6,
  uri,
  uri_reference,
  iri,
  iri_reference,
  uri_template,
  uuid,
  json_pointer,
  relative_json_pointer,
  regex,
};

// nullopt: a name that is not known, which every value passes.
std::optional<Format> find_format(std::string_view name);
std::string_view format_name(Format format);

// Does the (decoded) text have that form? O(n).
bool has_format(Format format, std::string_view text);

}  // namespace tare::schema

// The five parts of a URI and the rules by which a reference borrows them from its base.
#include "schema/uri.h"

#include <algorithm>

#include "json/lexer.h"

namespace tare::schema {
namespace {

using std::string_view;

bool is_scheme_character(char c) {
  const char lower = static_cast<char>(c | 0x20);
  return (lower >= 'a' && lower <= 'z') || json::is_digit(c) || c == '+' || c == '-' || c == '.';
}

// Each with the mark that tells it from a part that is empty.
struct Parts {
  string_view scheme;     // "http:"
  string_view authority;  // "//example.com"
  string_view path;
  string_view query;     // "?a"
  string_view fragment;  // "#b"
};

string_view take(string_view& text, std::size_t size) {
  const string_view out = text.substr(0, size);
  text.remove_prefix(out.size());
  return out;
}

Parts parts_of(string_view text) {
  Parts out;
  const std::size_t colon = text.find_first_of(":/?#");
  if (colon != string_view::npos && colon > 0 && text[colon] == ':' && !json::is_digit(text[0]) &&
      std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon),
                  is_scheme_character)) {
    out.scheme = take(text, colon + 1);
  }
  if (text.starts_with("//")) out.authority = take(text, text.find_first_of("/?#", 2));
  out.path = take(text, text.find_first_of("?#"));
  out.query = take(text, text.find('#'));
  out.fragment = text;
  return out;
}

std::string without_dot_segments(string_view path) {
  std::string out;
  const bool rooted = path.starts_with('/');
  bool ends_in_folder = false;
  while (!path.empty()) {
    if (path[0] == '/') path.remove_prefix(1);
    const string_view segment = take(path, path.find('/'));
    ends_in_folder = segment == "." || segment == "..";
    if (segment == ".") continue;
    if (segment == "..") {
      out.erase(out.empty() ? 0 : std::min(out.rfind('/'), out.size()));
      continue;
    }
    out.append("/").append(segment);
  }
  if (ends_in_folder) out += '/';
  return rooted ? out : out.substr(out.empty() ? 0 : 1);
}

}  // namespace

std::string resolve_uri(string_view base_text, string_view reference_text) {
  const Parts base = parts_of(base_text);
  const Parts reference = parts_of(reference_text);
  std::string out;
  const auto append = [&out](string_view scheme, string_view authority, string_view path,
                             string_view query, string_view fragment) {
    out.append(scheme).append(authority).append(path).append(query).append(fragment);
    return out;
  };
  if (!reference.scheme.empty()) {
    const std::string path = reference.path.starts_with('/') ? without_dot_segments(reference.path)
                                                             : std::string(reference.path);
    return append(reference.scheme, reference.authority, path, reference.query, reference.fragment);
  }
  if (!reference.authority.empty()) {
    return append(base.scheme, reference.authority, without_dot_segments(reference.path),
                  reference.query, reference.fragment);
  }
  if (reference.path.empty()) {
    return append(base.scheme, base.authority, base.path,
                  reference.query.empty() ? base.query : reference.query, reference.fragment);
  }
  std::string path(reference.path);
  if (!path.starts_with('/')) {
    const std::size_t slash = base.path.rfind('/');
    if (slash != string_view::npos) {
      path.insert(0, base.path.substr(0, slash + 1));
    } else if (!base.authority.empty()) {
      path.insert(0, "/");
    }
  }
  return append(base.scheme, base.authority, without_dot_segments(path), reference.query,
                reference.fragment);
}

SplitUri split_fragment(string_view uri) {
  const std::size_t hash = uri.find('#');
  if (hash == string_view::npos) return {uri, {}};
  return {uri.substr(0, hash), uri.substr(hash + 1)};
}

std::string percent_decoded(string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? json::hex_digit(text[i + 1]) : -1;
    const int low = high >= 0 ? json::hex_digit(text[i + 2]) : -1;
    if (low < 0) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

}  // namespace tare::schema

#include "report/json_text.h"

#include <fmt/format.h>

#include "base/names.h"
#include "base/utf8.h"

namespace tare {

std::string readable_utf8(std::string_view bytes) {
  std::string out;
  while (true) {
    std::size_t bad = find_invalid_utf8(bytes);
    if (bad == std::string_view::npos) return out.append(bytes);
    out.append(bytes.substr(0, bad));
    out += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes[bad]));
    bytes.remove_prefix(bad + 1);
  }
}

EvidenceMember evidence_member(const std::string& name, std::string_view bytes) {
  if (is_valid_utf8(bytes)) return {name, std::string(bytes)};
  return {name + "Base64", base64_encode(bytes)};
}

std::string id_key(std::string_view id) {
  if (is_valid_utf8(id)) return std::string(id);
  return "base64:" + base64_encode(id);
}

}  // namespace tare

// Text from outside, made fit for a JSON file that must stay valid UTF-8.
//
// Valid UTF-8 passes unchanged. Bytes that are none are shown as \xNN where a text is for reading,
// and kept whole as base64 in a member beside or instead of it where they are evidence.
#pragma once

#include <string>
#include <string_view>

namespace tare {

std::string readable_utf8(std::string_view bytes);

// Evidence, to the byte: its member under `name` as it is where it is UTF-8, else `nameBase64`.
struct EvidenceMember {
  std::string name, text;
};
EvidenceMember evidence_member(const std::string& name, std::string_view bytes);

// The key of a case under `timing.cases`: its id, or "base64:…" where that is not UTF-8, so that
// two such ids stay two.
std::string id_key(std::string_view id);

}  // namespace tare

#include "mcp/revision.h"

namespace tare::mcp {

std::string_view revision_name(Revision revision) {
  switch (revision) {
    case Revision::r2024_11_05:
      return "2024-11-05";
    case Revision::r2025_03_26:
      return "2025-03-26";
    case Revision::r2025_06_18:
      return "2025-06-18";
    case Revision::r2025_11_25:
      return "2025-11-25";
    case Revision::r2026_07_28:
      return "2026-07-28";
  }
  return "";
}

std::optional<Revision> revision_from_name(std::string_view name) {
  for (const Revision revision : kRevisions) {
    if (revision_name(revision) == name) return revision;
  }
  return std::nullopt;
}

std::string supported_revisions() {
  std::string out;
  for (const Revision revision : kRevisions) {
    out += out.empty() ? '[' : ',';
    out += '"';
    out += revision_name(revision);
    out += '"';
  }
  return out + "]";
}

}  // namespace tare::mcp

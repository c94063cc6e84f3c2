// The revisions of the Model Context Protocol, and what differs between them for a server of tools.
//
// Up to 2025-11-25 a session begins with `initialize`, which settles the revision. From 2026-07-28
// on there is no session: each request says its revision in `_meta`, and `server/discover` lists
// what the server speaks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tare::mcp {

enum class Revision : std::uint8_t {
  r2024_11_05,
  r2025_03_26,
  r2025_06_18,
  r2025_11_25,
  r2026_07_28
};

// Newest first: the order in which a client should choose.
inline constexpr std::array<Revision, 5> kRevisions = {Revision::r2026_07_28, Revision::r2025_11_25,
                                                       Revision::r2025_06_18, Revision::r2025_03_26,
                                                       Revision::r2024_11_05};

// What a client gets that asks `initialize` for a revision that is not known or has none.
inline constexpr Revision kNewestWithInitialize = Revision::r2025_11_25;

std::string_view revision_name(Revision revision);  // "2025-11-25"
std::optional<Revision> revision_from_name(std::string_view name);

// All of them, newest first, as a JSON array.
std::string supported_revisions();

inline bool has_initialize(Revision revision) { return revision != Revision::r2026_07_28; }
inline bool has_ping(Revision revision) { return revision != Revision::r2026_07_28; }
// Several messages in one array: JSON-RPC has them, one revision took them up.
inline bool has_batches(Revision revision) { return revision == Revision::r2025_03_26; }
// Results say `resultType`, lists say how long they may be kept, `_meta` says what is answering.
inline bool has_result_type(Revision revision) { return revision == Revision::r2026_07_28; }
// An error about a frame whose id is not known leaves `id` out; before, only JSON-RPC's null was
// there to send.
inline bool may_leave_out_id(Revision revision) { return revision >= Revision::r2025_11_25; }

}  // namespace tare::mcp

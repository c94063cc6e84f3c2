// The sections of a suite file: each reads one member into its part of the Suite.
//
// Every function takes a value that may be absent, leaves the defaults then, and adds a fault for
// each thing that does not fit. Wiring is in suite_parser.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "suite/suite.h"
#include "suite/value_reader.h"

namespace tare {

void read_adapter(ValueReader& reader, json::Value v, const std::string& directory,
                  AdapterSpec& out);

// What any launched program has: command, env, secrets, cwd.
void read_launch(ValueReader& reader, const MemberSet& members, const std::string& directory,
                 AdapterSpec& out);

// The judge; where it names a calibration, `calibration` is that member.
struct JudgeMembers {
  std::optional<JudgeSpec> judge;
  json::Value calibration;
};
JudgeMembers read_judge(ValueReader& reader, json::Value v, const std::string& directory);
// A file that `tare judge calibrate` wrote.
std::optional<Calibration> read_calibration(ValueReader& reader, json::Value root);

// The members that depend on the kind.
struct AdapterMembers {
  json::Value command, stdout_mode, stdin_feed, reuse, files;
};
// REQUIRES: `out` holds the command and `reuse`.
void read_command_kind(ValueReader& reader, const AdapterMembers& members, AdapterSpec& out);
void read_protocol_kind(ValueReader& reader, const AdapterMembers& members, AdapterSpec& out);

void read_timeouts(ValueReader& reader, json::Value v, TimeoutSpec& out);
void read_limits(ValueReader& reader, json::Value v, LimitSpec& out);
void read_retries(ValueReader& reader, json::Value v, RetrySpec& out);
// REQUIRES: the adapter has been read.
void read_proxy(ValueReader& reader, json::Value v, Suite& suite);
void read_command_files(ValueReader& reader, json::Value v, AdapterSpec& out);
std::optional<std::uint32_t> read_jobs(ValueReader& reader, json::Value v);
std::optional<std::uint32_t> read_trials(ValueReader& reader, json::Value v);
std::optional<Keep> read_keep(ValueReader& reader, json::Value v);

// Both grammars of gates (docs/suite.md).
std::vector<GateSpec> read_gates(ValueReader& reader, json::Value v);

void read_waivers(ValueReader& reader, json::Value v, const std::string& today,
                  std::vector<WaiverSpec>& out);

void read_variants(ValueReader& reader, json::Value v, std::vector<VariantSpec>& out);
void read_profiles(ValueReader& reader, json::Value v, Suite& suite);

// A filter as text, held to the grammar now. nullopt where absent or wrong.
std::optional<std::string> read_filter(ValueReader& reader, json::Value v, std::string_view name);

// "${NAME}" parts of an environment value, in order; nullopt where one is not closed or has no
// name.
struct EnvPart {
  bool variable;
  std::string text;  // the name of the variable, or literal text
};
std::optional<std::vector<EnvPart>> split_env_value(std::string_view value);

}  // namespace tare

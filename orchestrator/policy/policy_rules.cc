#include "policy/policy_rules.h"

#include <array>

namespace tare {
namespace {

constexpr std::array<RuleInfo, 31> kRules = {{
    {"policy/not-reviewed", "A policy that nobody has signed protects nobody.",
     "docs/policy.md#policynot-reviewed"},
    {"policy/extra-tool", "A tool that nobody reviewed can be called as well as any other.",
     "docs/policy.md#policyextra-tool"},
    {"policy/missing-tool",
     "A reviewed tool is not there: the agent is another one than was looked at.",
     "docs/policy.md#policymissing-tool"},
    {"policy/server-changed", "A tool of the same name from another server is another tool.",
     "docs/policy.md#policyserver-changed"},
    {"policy/approval-changed", "Whether a person is asked is not what was reviewed.",
     "docs/policy.md#policyapproval-changed"},
    {"policy/approval-absent", "An absent approval mode falls to a default that nobody chose.",
     "docs/policy.md#policyapproval-absent"},
    {"policy/write-approval", "A tool whose name says that it changes something asks nobody.",
     "docs/policy.md#policywrite-approval"},
    {"policy/destructive-approval", "A tool that says of itself that it destroys asks nobody.",
     "docs/policy.md#policydestructive-approval"},
    {"policy/runs-without-approval",
     "A tool may run without approval and is not among those that may.",
     "docs/policy.md#policyruns-without-approval"},
    {"policy/annotations-changed", "What a tool says of its own effects is not what was reviewed.",
     "docs/policy.md#policyannotations-changed"},
    {"policy/description-missing", "A model chooses a tool by its description, and there is none.",
     "docs/policy.md#policydescription-missing"},
    {"policy/description-short", "A description too short to tell a tool from its neighbours.",
     "docs/policy.md#policydescription-short"},
    {"policy/description-changed",
     "The text that a model chooses by is not the one that was reviewed.",
     "docs/policy.md#policydescription-changed"},
    {"policy/enum-opened", "A closed list of values became open: the model may write anything now.",
     "docs/policy.md#policyenum-opened"},
    {"policy/schema-widened", "Arguments are accepted that were refused at review.",
     "docs/policy.md#policyschema-widened"},
    {"policy/schema-narrowed", "Arguments are refused that were accepted at review.",
     "docs/policy.md#policyschema-narrowed"},
    {"policy/schema-changed",
     "Arguments are not what was reviewed, in a way that is neither wider nor narrower.",
     "docs/policy.md#policyschema-changed"},
    {"policy/parameter-text", "What a model reads of an argument is not what was reviewed.",
     "docs/policy.md#policyparameter-text"},
    {"policy/no-filter", "Without a filter every tool that a server adds reaches the model.",
     "docs/policy.md#policyno-filter"},
    {"policy/filter-changed", "The filter lets through other tools than were reviewed.",
     "docs/policy.md#policyfilter-changed"},
    {"policy/server-grew",
     "A server offers a tool that nobody reviewed; a filter is all that hides it.",
     "docs/policy.md#policyserver-grew"},
    {"policy/extra-server", "The agent takes tools from a server that nobody reviewed.",
     "docs/policy.md#policyextra-server"},
    {"policy/missing-server", "A reviewed server is not among those of the agent.",
     "docs/policy.md#policymissing-server"},
    {"policy/name-twice", "Two servers offer one name: which of them is called is chance.",
     "docs/policy.md#policyname-twice"},
    {"policy/name-form", "A name that providers refuse, or that a client has to change on the way.",
     "docs/policy.md#policyname-form"},
    {"policy/invisible-text",
     "Characters that no screen shows, or that change the order of what it shows.",
     "docs/policy.md#policyinvisible-text"},
    {"policy/hidden-instruction", "A text that speaks to the model past its user.",
     "docs/policy.md#policyhidden-instruction"},
    {"policy/max-turns", "The agent may take more turns than were reviewed.",
     "docs/policy.md#policymax-turns"},
    {"policy/max-calls", "The agent may make more calls in a run than were reviewed.",
     "docs/policy.md#policymax-calls"},
    {"policy/other-changed",
     "Something of a tool that no policy holds is not as it was; a diff alone says so.",
     "docs/policy.md#policyother-changed"},
    {"policy/digest-changed",
     "What was sent has another digest, and the same meaning; a diff alone says so.",
     "docs/policy.md#policydigest-changed"},
}};

static_assert(kRules.size() == static_cast<std::size_t>(PolicyRule::digest_changed) + 1);

}  // namespace

std::span<const RuleInfo> policy_rules() { return kRules; }

std::string_view rule_id(PolicyRule rule) { return kRules[static_cast<std::size_t>(rule)].id; }

}  // namespace tare

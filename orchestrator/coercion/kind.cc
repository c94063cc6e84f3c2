// The table of kinds, group by group. A kind that later versions tell is added here, in its group;
// none is ever renamed or given another meaning, since reports and waivers of years refer to it.
#include "coercion/kind.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace tare {
namespace {

using enum Severity;

constexpr KindInfo kKinds[] = {
    // A: scalar type and value
    {"stringToNumber", 'A', medium, true, "A string becomes the number of the same value."},
    {"numberToString", 'A', medium, true, "A number becomes a string that spells the same value."},
    {"stringToBool", 'A', medium, true,
     "A string with a true-like or false-like word becomes the boolean of the same truth."},
    {"boolToString", 'A', medium, true, "A boolean becomes its word."},
    {"boolInverted", 'A', critical, false,
     "A value whose usual truth is X becomes the boolean not X."},
    {"boolToNumber", 'A', high, true,
     "A boolean becomes 1 or 0, or 1 or 0 the boolean of the same truth."},
    {"intToFloat", 'A', low, true,
     "An integer is written anew with a fraction or an exponent; the value is equal."},
    {"floatToInt", 'A', info, true,
     "A number with a zero fraction is written anew as an integer; the value is equal."},
    {"numberRespelled", 'A', info, true,
     "A number keeps its value and gets another spelling; -0 losing its sign counts."},
    {"fractionTruncated", 'A', high, false,
     "A number is replaced by its integer part or by a rounding of it."},
    {"bigintPrecisionLoss", 'A', critical, false,
     "An integer beyond 2^53 becomes another one that the same double stands for."},
    {"floatPrecisionLoss", 'A', medium, false,
     "A decimal changes by less than one part in a million, or loses digits beyond a double's."},
    {"nonfiniteNumber", 'A', high, false,
     "NaN, Infinity or a number too large for a double is accepted, or becomes another value."},
    {"nullToString", 'A', high, true, "null becomes a word for it, or an empty string."},
    {"stringToNull", 'A', high, true, "The word null or None, or an empty string, becomes null."},
    {"valueNulled", 'A', critical, false, "Any other value becomes null."},
    {"enumCaseFolded", 'A', low, true,
     "A string outside the schema's enum becomes a member that differs in case alone."},
    {"enumMapped", 'A', medium, false,
     "A string outside the schema's enum becomes another member of it."},
    {"dateReformatted", 'A', medium, false,
     "Both strings are dates or times and are spelled in another way."},
    // B: containers and nested encoding
    {"jsonStringParsed", 'B', medium, false,
     "A string whose text is JSON becomes the object or list that it spells."},
    {"jsonValueStringified", 'B', medium, true,
     "An object or list becomes a string that parses back to it."},
    {"doubleEncodingUnwrapped", 'B', low, true,
     "The arguments are a JSON string that holds an object, and become that object."},
    {"arrayWrapped", 'B', low, true, "A value v becomes the list [v]."},
    {"arrayUnwrapped", 'B', medium, false,
     "A list becomes its only element, or its elements joined to one string."},
    {"arrayObjectSwap", 'B', medium, true,
     "A list becomes an object with the names 0, 1, 2, or such an object a list."},
    // C: object shape
    {"keyDropped", 'C', high, false, "A member is gone and its value is under no other name."},
    {"keyInjected", 'C', medium, true, "A member is there that was not written; not null."},
    {"defaultInjected", 'C', low, true,
     "A member is there that was not written, with the schema's default."},
    {"keyRenamed", 'C', medium, true,
     "A member moves to a name that differs in case and separators alone; its value is equal."},
    {"keyOrderChanged", 'C', info, true,
     "The same members stand in another order; the two sides show the names in order."},
    {"duplicateKeyCollapsed", 'C', high, false,
     "A member name that was repeated in one object is there fewer times."},
    {"nullDropped", 'C', medium, false, "A member with null is gone."},
    {"nullInjected", 'C', medium, true, "A member that was not written is there with null."},
    {"emptyStringDropped", 'C', medium, false, "A member with an empty string is gone."},
    {"argsLost", 'C', critical, false, "Good arguments with members become none at all."},
    {"argsReplaced", 'C', high, false, "The two sets of arguments have no member in common."},
    // D: string content
    {"stringAltered", 'D', high, false, "Two strings differ and no narrower kind explains it."},
    {"whitespaceTrimmed", 'D', high, false,
     "Two strings differ in white space at their ends, or in the form of their newlines."},
    {"entityDecoded", 'D', high, false,
     "HTML or XML entities in a string are decoded, or characters became entities."},
    {"escapeAltered", 'D', high, false,
     "One level of backslash escapes in a string is applied, removed or added."},
    {"unicodeAltered", 'D', high, false,
     "A string is in another Unicode form, or its characters were read in a wrong encoding."},
    {"valueTruncated", 'D', critical, false, "A string is cut: what is left is its beginning."},
    {"paramSwallowed", 'D', critical, true,
     "A string holds the markup of later arguments, which are missing as members."},
    {"textLeakedIn", 'D', high, true,
     "A value holds reasoning or markup that stands outside the value in the model's text."},
    // E: invalid or empty arguments
    {"emptyArgsToObject", 'E', info, true, "Empty arguments become {}."},
    {"repairTruncation", 'E', critical, false,
     "The arguments ended in the middle of a value and were completed."},
    {"repairSyntax", 'E', medium, false,
     "The arguments held something that JSON forbids and were repaired."},
    {"repairPythonLiteral", 'E', medium, true,
     "The arguments were Python (True, False, None, single quotes) and became JSON."},
    {"repairCorruptedValid", 'E', critical, false,
     "Good arguments went through a repair step that changed a value."},
    {"invalidArgsEmptied", 'E', critical, false, "Arguments that do not parse become {}."},
    {"invalidArgsWrapped", 'E', medium, true,
     "Arguments that do not parse stand verbatim in one member of an object."},
    {"historyRewritten", 'E', medium, false,
     "The call that is replayed to the model later is not what the model wrote."},
    // F: tool name
    {"namePrefixed", 'F', low, true, "The name gets a prefix and a separator."},
    {"namePrefixStripped", 'F', low, true, "The name loses a prefix and its separator."},
    {"nameCaseChanged", 'F', low, true, "The name differs in the case of its letters."},
    {"nameSanitized", 'F', high, true, "Separators or characters of the name were exchanged."},
    {"nameTruncated", 'F', high, false, "The name is cut, with or without a hash at its end."},
    {"nameCollision", 'F', critical, false,
     "Two offered tools have one form after the layer's mapping, and the other one was called."},
    {"nameFuzzyMapped", 'F', critical, false,
     "A name that is not offered becomes one that is, and the two are not alike."},
    {"nameSentinel", 'F', high, true,
     "A name that is not offered becomes a placeholder tool of the layer."},
    {"nameConcatenated", 'F', high, true, "The name is repeated."},
    {"nameChanged", 'F', high, false, "The names differ and no narrower kind explains it."},
    // G: set of calls
    {"callDropped", 'G', critical, false, "A call that the model wrote never arrived."},
    {"callDuplicated", 'G', critical, true, "One call of the model arrived twice."},
    {"callDeduplicated", 'G', high, false, "Of several equal calls of the model fewer arrived."},
    {"callsMerged", 'G', critical, false,
     "One call that arrived holds the arguments or the names of several."},
    {"callSplit", 'G', high, false, "The arguments of one call are spread over several."},
    {"callsReordered", 'G', medium, false, "The same calls arrive in another order."},
    {"callPromotedFromText", 'G', critical, false,
     "Text of the model that is no call arrived as one."},
    {"callDemotedToText", 'G', high, true,
     "A well-formed call of the model arrived as text alone."},
    {"streamMisassembled", 'G', high, false,
     "Good arguments arrived broken: their pieces were put together wrongly."},
    {"textDropped", 'G', low, false, "Text beside the call is in no channel that arrived."},
    {"callIdRewritten", 'G', info, true, "The id of the call changed."},
    // Z: fallbacks, so that every change has a kind
    {"numberAltered", 'Z', high, false, "A number became another; no narrower kind explains it."},
    {"typeChanged", 'Z', high, false, "Any other change of a value's type."},
    {"itemDropped", 'Z', high, false, "An element of a list is gone."},
    {"itemInjected", 'Z', medium, true, "An element of a list is there that was not written."},
    {"itemsReordered", 'Z', medium, false, "The same elements stand in another order."},
    {"callInjected", 'Z', critical, true, "A call arrived that the model did not write."},
    {"furtherChanges", 'Z', high, false,
     "More changes than are listed one by one; the two sides show the whole arguments."},
};

const KindInfo* find_kind(std::string_view name) {
  const auto* at = std::ranges::find(kKinds, name, &KindInfo::name);
  return at == std::end(kKinds) ? nullptr : at;
}

}  // namespace

std::span<const KindInfo> all_kinds() { return kKinds; }

bool is_kind(std::string_view name) { return find_kind(name) != nullptr; }

const KindInfo& kind_info(std::string_view name) {
  const KindInfo* info = find_kind(name);
  // A misspelt kind is a fault of this program, never of its input, and each spelling has a test.
  if (info == nullptr) std::abort();
  return *info;
}

}  // namespace tare

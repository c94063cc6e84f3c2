#include "policy/hidden_phrases.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

namespace tare {
namespace {

// When a match counts.
enum class Guard : std::uint8_t {
  none,
  not_negated,  // no word before it in its sentence denies it
  role,         // what follows names a role and no state: "you are now connected"
};

struct Phrase {
  std::string_view what, pattern;
  Guard guard = Guard::none;
};

constexpr std::string_view kEarlier = "takes back earlier instructions";
constexpr std::string_view kFromUser = "keeps something from the user";
constexpr std::string_view kSecret = "reads what is secret";
constexpr std::string_view kFirst = "sets itself before other tools";
constexpr std::string_view kUnasked = "asks for calls that nobody approved";
constexpr std::string_view kModel = "speaks of the model as such";
constexpr std::string_view kLoads = "is a link that loads by itself";

// Case is ignored.
constexpr std::array<Phrase, 27> kPhrases = {{
    {kEarlier,
     R"((ignore|disregard|forget|override|bypass) (all |any |and |every |the |your |these |those |of |my )*(previous|prior|preceding|above|earlier|other|system|safety|original) (instruction|rule|guideline|message|prompt|polic|direction|directive|command|restriction))"},
    {kEarlier,
     R"((ignore|disregard|forget|override|bypass) your (own |current |present )?(instruction|rule|guideline|polic|directive|restriction))"},
    {kEarlier,
     R"((ignore|disregard|forget) (everything|anything|all|what) (that )?(stands |was said |was written |is written |you read )?(above|before this|you were told))"},
    {kFromUser,
     R"((do not|don't|dont|never|must not|should not) (tell|inform|mention|notify|reveal|disclos|show|alert|warn)\w*[^.!?]{0,40} (the |any |your )?(user|human|person|operator|customer)\b)"},
    {kFromUser,
     R"((without|avoid) (tell|inform|mention|notify|alert|warn|ask)ing[^.!?]{0,40} (the |any |your )?(user|human|person|operator|customer)\b)",
     Guard::not_negated},
    {kFromUser, R"((do not|don't|dont|never) (tell|inform|alert|notify|warn) (anyone|anybody)\b)"},
    {kFromUser,
     R"((do not|don't|dont|never) let (the |any |your )?(user|human|person|operator|customer) (know|see|notice|find out))"},
    {kFromUser,
     R"(\b(hide|conceal|keep) (this|that|it|them|these)[^.!?]{0,20} from (the |any |your )?(user|human|person|operator|customer)\b)"},
    {kFromUser,
     R"((the |your )(user|human|operator) ((must|should|need)( not|n't| never)|can ?not|can't) (know|see|notice|be told|be informed|learn))"},
    {"is a tag that speaks to a model",
     R"(</?s>|< ?/? ?(important|system|instruction|instructions|secret|hidden|admin|assistant|developer|critical|override)( [^>]{0,80})? ?>)"},
    {"is a mark of a chat template",
     R"(<\|[a-z_]{2,24}\|>|\[/?(inst|system)\]|<</?sys>>|<(start|end)_of_turn>)"},
    {"gives the model another role", R"(\byou are now\b)", Guard::role},
    {"gives the model another role",
     R"(\b(from now on,? you|pretend (to be|that you)|act as if you|new system prompt|updated instructions:|new instructions:))"},
    {kSecret,
     R"((~|/root|/home/[^/ ]{1,40}|/users/[^/ ]{1,40}|\$home)/\.(ssh|aws|gnupg|kube|netrc|config|cursor|docker)\b|\bid_(rsa|ed25519|ecdsa)\b|/etc/(passwd|shadow)|\.env file|\bmcp\.json\b)"},
    {kSecret, R"(\b(cat|read|open|print|send|upload) \.env($|[^.\w]))"},
    {"passes on what was said",
     R"((include|send|pass|append|put|attach|forward|provide|copy)\w* (the |its |all |your |full |entire |whole |complete )*(conversation|chat history|message history|system prompt|previous messages|context window))"},
    {kFirst,
     R"((before|prior to) (using|calling|invoking|running) (this|any|any other|every|all|other) tools?[^.!?]{0,60} (you must|must|always|first|read|call|send)\b)"},
    {kFirst,
     R"(\b(call|use|run|invoke) this (tool )?(first,? )?before (you (call|use) )?(any|every|all)( of the)? other tools?\b)"},
    {kFirst,
     R"((instead of|rather than) (using |calling )?(the |any |all |every |all the )?(other|real|official|original) tools?\b)"},
    {kUnasked,
     R"((without|no need for|no need to (ask|wait) for|skip|bypass)(ping)? (asking for |any |the |user |human |prior |further )*(approval|confirmation|consent|permission)\b)",
     Guard::not_negated},
    {kUnasked,
     R"((do not|don't|dont|never) (ask|wait) (the |any |your )?((user|human|person|operator) )?for (any |the |a |user |human |prior |further )*(approval|confirmation|consent|permission)\b)"},
    {kUnasked,
     R"(\bno (user |human |prior |further )*(approval|confirmation|consent|permission) (is )?(needed|required|necessary)[^.!?]{0,30} (call|proceed|go ahead|run|execute)\b)"},
    {kModel,
     R"(\b(note|message|instruction|instructions|important) (to|for) (the |all |any )?(ai |llm )?(ai|llm|model|assistant|agent|chatbot)s?\b ?[:,-])"},
    {kModel, R"((^|[.!?] )to (the |all |any )?(ai |llm )?(ai|llm|model|assistant|chatbot)s? ?:)"},
    {kLoads, R"(!\[[^\]]{0,80}\]\((https?:)?//)"},
    {kLoads, R"(!\[[^\]]{0,80}\]\[)"},
    {kLoads,
     R"(< ?(img|image|iframe|frame|embed|object|video|audio|source|script|input|link)\b[^<]{0,200}\b(src|srcset|poster|data|href) ?= ?["']? ?(https?:)?//)"},
}};

RE2::Options options() {
  RE2::Options out;
  out.set_case_sensitive(false);
  out.set_log_errors(false);
  return out;
}

const RE2::Set* phrase_set() {
  static const std::unique_ptr<RE2::Set> set = [] {
    auto made = std::make_unique<RE2::Set>(options(), RE2::UNANCHORED);
    for (const Phrase& phrase : kPhrases) {
      (void)made->Add(re2::StringPiece(phrase.pattern.data(), phrase.pattern.size()), nullptr);
    }
    if (!made->Compile()) made.reset();
    return made;
  }();
  return set.get();
}

bool is_denied(std::string_view before) {
  static const RE2 kDenial(
      R"(\b(not|never|no|nor|cannot|can't|won't|don't|doesn't|isn't|nothing|nobody|fails?|refuse[sd]?|rejects?|rejected|impossible|forbidden|prevents?)\b)",
      options());
  constexpr std::size_t kSentence = 100;
  if (before.size() > kSentence) before.remove_prefix(before.size() - kSentence);
  const std::size_t border = before.find_last_of(".!?;:");
  if (border != before.npos) before.remove_prefix(border + 1);
  return RE2::PartialMatch(re2::StringPiece(before.data(), before.size()), kDenial);
}

// The same behind what matched: "This tool fails without approval", "without approval it fails".
bool is_refused(std::string_view after) {
  static const RE2 kRefusal(
      R"(^[^.!?;:]{0,40}\b(nothing|nobody|fails?|refuses|(is|are) (refused|rejected|forbidden)))",
      options());
  return RE2::PartialMatch(re2::StringPiece(after.data(), after.size()), kRefusal);
}

bool is_state(std::string_view after) {
  static const RE2 kState(
      R"(^ (able|allowed|connected|logged|signed|ready|authenticated|authorized|subscribed|registered|on|at|done|finished)\b)",
      options());
  return RE2::PartialMatch(re2::StringPiece(after.data(), after.size()), kState);
}

bool counts(Guard guard, std::string_view before, std::string_view after) {
  switch (guard) {
    case Guard::none:
      return true;
    case Guard::not_negated:
      return !is_denied(before) && !is_refused(after);
    case Guard::role:
      return !is_state(after);
  }
  return true;
}

// The first match that counts; false: there is none.
bool find(const Phrase& phrase, std::string_view text, std::string& out) {
  constexpr int kMostMatches = 1000;
  const RE2 pattern(re2::StringPiece(phrase.pattern.data(), phrase.pattern.size()), options());
  const re2::StringPiece all(text.data(), text.size());
  std::size_t from = 0;
  for (int i = 0; i < kMostMatches; ++i) {
    re2::StringPiece found;
    if (!pattern.Match(all, from, text.size(), RE2::UNANCHORED, &found, 1)) return false;
    const auto begin = static_cast<std::size_t>(found.data() - text.data());
    const std::size_t end = begin + found.size();
    if (counts(phrase.guard, text.substr(0, begin), text.substr(end))) {
      out = text.substr(begin, found.size());
      return true;
    }
    from = std::max(end, begin + 1);
  }
  // So many that are denied are no description of a tool.
  out = text.substr(0, 80);
  return true;
}

}  // namespace

std::vector<PhraseFound> phrases_in(std::string_view text) {
  std::vector<PhraseFound> out;
  const RE2::Set* set = phrase_set();
  if (set == nullptr || text.size() < 3) return out;
  std::vector<int> matched;
  if (!set->Match(re2::StringPiece(text.data(), text.size()), &matched)) return out;
  std::sort(matched.begin(), matched.end());
  for (const int index : matched) {
    const Phrase& phrase = kPhrases[static_cast<std::size_t>(index)];
    if (!out.empty() && out.back().what == phrase.what) continue;
    std::string words;
    if (find(phrase, text, words)) out.push_back({phrase.what, std::move(words)});
  }
  return out;
}

}  // namespace tare

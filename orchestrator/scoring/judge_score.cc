#include "scoring/judge_score.h"

#include <algorithm>

#include "base/escape.h"
#include "base/sha256.h"
#include "json/reader.h"
#include "scoring/selection.h"

namespace tare {
namespace {

constexpr std::size_t kLongestReason = 4000;

bool passes(const JudgeVerdict& said, const JudgeRule& rule) {
  return said.score ? *said.score >= rule.threshold : said.pass.value_or(false);
}

JudgeScore read_judgements(const AttemptRecord& complete, const std::string& contract,
                           const JudgeRule& rule) {
  JudgeScore out;
  out.state = JudgeScore::State::incomplete;
  out.reason = "the judge has not been asked: the run was stopped before; `tare run --resume` asks";
  const std::string digest = contract_sha256(contract);
  for (const Judgement& one : complete.judgements) {
    const Usage& usage = one.attempt.answer.usage;
    if (usage.cost_seen) out.cost_usd = out.cost_usd.value_or(0) + usage.cost_usd;
    ++out.tries;
    if (out.state != JudgeScore::State::incomplete) continue;
    if (one.contract_sha256 != digest) {
      out.reason = "the judge was asked by another contract than the case has now";
    } else if (!one.attempt.complete() || !one.attempt.answer.verdict) {
      out.reason = one.attempt.failure_text;
    } else {
      const JudgeVerdict& said = *one.attempt.answer.verdict;
      out.state = passes(said, rule) ? JudgeScore::State::passed : JudgeScore::State::failed;
      out.score = said.score;
      out.reason = shorten(said.reason, kLongestReason);
    }
  }
  return out;
}

void decide(TrialScore& score, bool decides) {
  const JudgeScore& judge = *score.judge;
  switch (judge.state) {
    case JudgeScore::State::passed:
    case JudgeScore::State::failed:
      if (!decides) {
        score.reasons.emplace_back(
            "observed: the case states nothing but a contract, and the judge informs only");
        return;
      }
      score.verdict = judge.state == JudgeScore::State::passed ? Verdict::pass : Verdict::fail;
      if (score.verdict == Verdict::fail) {
        score.reasons.push_back("the judge says FAIL" +
                                (judge.reason.empty() ? "" : ": " + judge.reason));
      }
      return;
    case JudgeScore::State::incomplete:
      if (decides) score.verdict = Verdict::undecided;
      score.reasons.push_back("the judge gave no verdict: " + judge.reason);
      return;
    case JudgeScore::State::not_asked:
      score.reasons.push_back(
          "observed: the case states nothing but a contract, and the judge was "
          "not asked (" +
          std::string(not_judged_name(judge.why)) + ")");
      return;
  }
}

}  // namespace

std::optional<std::string> contract_of(const TestCase& test_case) {
  if (!states_contract(test_case)) return std::nullopt;
  json::Document document;
  if (json::read_strict(test_case.expected.rare->expected_output_json, document)) {
    return std::nullopt;
  }
  return document.root().as_string();
}

std::string contract_sha256(const std::string& contract) { return sha256_hex(contract); }

std::optional<NotJudged> why_not_judged(const TrialScore& score) {
  if (!score.limits.empty()) return NotJudged::limit_crossed;
  if (score.outcome == AttemptOutcome::client_crash ||
      score.finished == FinishReason::refused_by_client) {
    return NotJudged::refused;
  }
  if (score.finished == FinishReason::max_turns || score.over_turns) return NotJudged::max_turns;
  const bool called =
      std::ranges::any_of(score.traces, [](const CallTrace& trace) { return !trace.dropped; });
  if (!called) return NotJudged::no_call;
  if (score.tool_errors > 0) return NotJudged::tool_error;
  if (score.verdict == Verdict::fail) return NotJudged::rule_broken;
  if (score.verdict == Verdict::undecided) return NotJudged::undecided;
  return std::nullopt;
}

void apply_judge(TrialScore& score, const TestCase& test_case, const AttemptRecord* complete,
                 const JudgeRule* rule) {
  const std::optional<std::string> contract = contract_of(test_case);
  if (!contract) return;
  const bool alone = !states_verdict(test_case);
  if (rule == nullptr) {
    if (alone && score.verdict == Verdict::observed) {
      score.reasons.emplace_back(
          "observed: the case states nothing but a contract, and the run had no judge");
    }
    return;
  }
  score.judge.emplace();
  score.judge_decides = alone && rule->decides;
  if (complete == nullptr) return;  // not asked: the trial is incomplete
  if (const auto why = why_not_judged(score)) {
    score.judge->why = *why;
  } else {
    score.judge = read_judgements(*complete, *contract, *rule);
  }
  if (alone && score.verdict == Verdict::observed) decide(score, rule->decides);
  // Its word is about the whole transcript, and so about neither side alone.
  const bool said = score.judge->state != JudgeScore::State::not_asked;
  if (said && score.judge_decides && score.raw_verdict == Verdict::observed) {
    score.raw_verdict = score.raw.evidence || score.verdict == Verdict::observed
                            ? score.verdict
                            : Verdict::undecided;
  }
}

}  // namespace tare

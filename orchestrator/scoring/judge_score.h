// What a judge's word does to a trial.
//
// A judge is asked last and decides least: only about trials that called something and broke no
// rule that code can decide, and only where the case states nothing else does its word become the
// verdict. A judge that fails leaves the trial without a judgement; that is never a FAIL.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/attempt.h"
#include "model/score.h"
#include "model/test_case.h"

namespace tare {

// Of a run with a judge.
struct JudgeRule {
  double threshold = 4;  // a score from here on passes
  bool decides = true;   // its word may become a verdict (judge_standing.h)
};

// The case's `expectedOutput`, decoded; nullopt where it has none, or is only observed.
std::optional<std::string> contract_of(const TestCase& test_case);
std::string contract_sha256(const std::string& contract);

// Why the judge is not to be asked; nullopt: it is. REQUIRES: the trial has a complete attempt, and
// `score` is what code made of it.
std::optional<NotJudged> why_not_judged(const TrialScore& score);

// Puts down what the judgements of the complete attempt say (null: there is none), and lets them
// decide where they may. `rule` is null where the run had no judge. REQUIRES: everything else of
// `score` but waivers.
void apply_judge(TrialScore& score, const TestCase& test_case, const AttemptRecord* complete,
                 const JudgeRule* rule);

}  // namespace tare

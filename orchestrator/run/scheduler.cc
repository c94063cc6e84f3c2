#include "run/scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <span>

#include "coercion/text_calls.h"
#include "protocol/masked_answer.h"
#include "protocol/recorded_answer.h"
#include "run/judge_question.h"
#include "run/score_run.h"
#include "scoring/selection.h"
#include "scoring/trial_score.h"

namespace tare {
namespace {

using boost::asio::awaitable;
constexpr auto kQuietWait = boost::asio::as_tuple(boost::asio::use_awaitable);
constexpr auto kTick = std::chrono::milliseconds(200);
constexpr auto kFirstLaunchAlone = std::chrono::milliseconds(200);

// The disk is full, or the like: what is journalled stands, and the run can go on later.
Error cut_off(Error error, const RunFolder& folder) {
  error.kind = ErrorKind::interrupted;
  error.mend = fmt::format("mend that, then go on with: tare run --resume {}", folder.path());
  return error;
}

// As it will stand in the journal, for that is what counts; nullopt: as it stands here.
std::optional<AttemptRecord> masked_record(const AttemptRecord& attempt, const Masker& masker) {
  const auto hit = [&](const std::string& event) { return masker.hits(event); };
  if (std::ranges::none_of(attempt.events, hit) && std::ranges::none_of(attempt.recorded, hit)) {
    return std::nullopt;
  }
  AttemptRecord out = attempt;
  for (std::string& event : out.events) event = mask_event(event, masker);
  for (std::string& event : out.recorded) event = mask_event(event, masker);
  out.answer = answer_of(out.kind, out.events, out.recorded);
  return out;
}

}  // namespace

Scheduler::Scheduler(boost::asio::io_context& io, SchedulerParts parts)
    : io_(io), parts_(parts), first_gate_(io), all_done_(io), tick_(io) {
  first_taken_ = first_done_ = parts_.first_launch_proven;
}

bool Scheduler::next_slot(std::uint32_t& slot) {
  const std::uint32_t end = parts_.rounds != nullptr ? static_cast<std::uint32_t>(round_.size())
                                                     : parts_.setting->plan->slots();
  while (next_ < end) {
    slot = parts_.rounds != nullptr ? round_[next_] : next_;
    ++next_;
    if (has_work(slot)) return true;
  }
  return false;
}

bool Scheduler::has_work(std::uint32_t slot) const {
  return needs_attempt(slot) || needs_judge(slot);
}

bool Scheduler::needs_attempt(std::uint32_t slot) const {
  const std::uint32_t tries = parts_.setting->plan->suite->retries.operational + 1;
  const auto& trial = parts_.table->trial(slot);
  return trial.again || (!trial.complete && !trial.given_up && trial.attempts < tries);
}

// Whether it is to be asked at all is known when the trial is scored.
bool Scheduler::needs_judge(std::uint32_t slot) const {
  if (parts_.judge == nullptr) return false;
  const RunPlan& plan = *parts_.setting->plan;
  const auto& trial = parts_.table->trial(slot);
  return trial.complete && !trial.judged && trial.judge_tries <= plan.suite->retries.operational &&
         states_contract(*plan.cases[slot_key(plan, slot).case_index]);
}

void Scheduler::spend(const Usage& usage) {
  if (parts_.budget == nullptr) return;
  Budget& budget = *parts_.budget;
  budget.add(usage);
  if (!budget.limited()) return;
  if (budget.silent() == 1 && !usage.cost_seen) {
    parts_.progress->message(
        "tare: warning: --max-cost cannot be held: an attempt did not say what it cost (`costUsd` "
        "in an event \"usage\"); only what is said counts");
  }
  if (budget.reached()) parts_.setting->control->stop(StopReason::cost_limit);
}

std::uint32_t Scheduler::elapsed_ms() const {
  return static_cast<std::uint32_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(parts_.setting->clock->now() - began_)
          .count());
}

awaitable<void> Scheduler::run() {
  began_ = parts_.setting->clock->now();
  boost::asio::co_spawn(io_, tick_loop(), boost::asio::detached);
  if (parts_.rounds == nullptr) {
    co_await run_seats();
  } else {
    while (parts_.setting->control->may_start()) {
      auto round = parts_.rounds->next();
      if (!round) {
        parts_.setting->control->give_up(round.error());
        break;
      }
      if (round->empty()) break;
      round_ = std::move(round).value();
      next_ = 0;
      co_await run_seats();
    }
  }
  ticking_ = false;
  tick_.cancel();
}

awaitable<void> Scheduler::run_seats() {
  const std::uint32_t seats = std::min(parts_.setting->plan->jobs, parts_.setting->plan->slots());
  all_done_.expires_at(boost::asio::steady_timer::time_point::max());
  seats_open_ = seats;
  for (std::uint32_t i = 0; i < seats; ++i) {
    boost::asio::co_spawn(io_, seat_loop(i + 1), [this](const std::exception_ptr& thrown) {
      if (thrown) {
        parts_.setting->control->give_up(
            {.kind = ErrorKind::system, .reason = "out of memory or another fault inside tare"});
      }
      if (--seats_open_ == 0) all_done_.cancel();
    });
  }
  if (seats_open_ > 0) (void)co_await all_done_.async_wait(kQuietWait);
}

// What it waits on are members: it is resumed once more after run() has returned.
awaitable<void> Scheduler::tick_loop() {
  while (ticking_) {
    tick_.expires_after(kTick);
    (void)co_await tick_.async_wait(kQuietWait);
    if (ticking_) parts_.progress->tick(elapsed_ms(), parts_.setting->control->running());
  }
}

awaitable<void> Scheduler::seat_loop(std::uint32_t number) {
  Seat seat(number);
  Seat judge_seat(number);
  std::uint32_t slot = 0;
  while (parts_.setting->control->may_start()) {
    if (!first_done_ && first_taken_) co_await wait_for_first_launch();
    if (!parts_.setting->control->may_start() || !next_slot(slot)) break;
    if (needs_attempt(slot)) co_await run_trial(seat, slot);
    if (parts_.setting->control->may_start() && needs_judge(slot)) {
      co_await judge_trial(judge_seat, slot);
    }
  }
  co_await seat.close(*parts_.setting);
}

awaitable<void> Scheduler::wait_for_first_launch() {
  while (!first_done_ && parts_.setting->control->may_start()) {
    const auto [error] = co_await first_gate_.async_wait(kQuietWait);
    if (!error) first_done_ = true;
  }
}

void Scheduler::first_launch_done() {
  if (first_done_) return;
  first_done_ = true;
  first_gate_.cancel();
}

awaitable<void> Scheduler::run_trial(Seat& seat, std::uint32_t slot) {
  const AttemptSetting& setting = *parts_.setting;
  const SlotKey key = slot_key(*setting.plan, slot);
  const TestCase& test_case = *setting.plan->cases[key.case_index];
  const std::uint32_t tries = setting.plan->suite->retries.operational + 1;
  const bool again = parts_.table->trial(slot).again;
  const std::uint32_t first_attempt = parts_.table->trial(slot).attempts + 1u;
  const std::uint32_t last_attempt = again ? first_attempt + tries - 1 : tries;
  std::vector<AttemptRecord> earlier;

  for (std::uint32_t attempt = first_attempt; attempt <= last_attempt; ++attempt) {
    AttemptTask task;
    task.request =
        test_case.input.kind == CaseKind::invoke ? RequestKind::invoke : RequestKind::run;
    task.test_case = &test_case;
    task.trial = key.trial;
    task.attempt = attempt;
    const bool is_first = !first_taken_;
    if (is_first) {
      first_taken_ = true;
      // Set once, by the first: setting it anew would wake the other seats, and they each other.
      first_gate_.expires_after(kFirstLaunchAlone);
      task.on_first_byte = [this] { first_launch_done(); };
    }
    AttemptResult result = co_await seat.run(setting, std::move(task));
    if (result.not_started) {
      if (is_first) first_launch_done();
      co_return;
    }
    if (is_first && result.cannot_start) {
      setting.control->give_up({.kind = ErrorKind::input,
                                .reason = parts_.masker->mask(result.record.failure_text),
                                .mend = "run the adapter's command by hand in " +
                                        setting.plan->suite->adapter.cwd +
                                        " to see what it lacks"});
      first_launch_done();
      co_return;
    }
    if (is_first) first_launch_done();

    const bool interrupted = result.record.failure == Failure::interrupted;
    const bool complete = result.record.complete();
    const auto& error = result.record.answer.error;
    const bool retry = !complete && !interrupted && result.record.retryable &&
                       attempt < last_attempt && setting.control->may_start();
    std::uint32_t wait = error && error->retry_after_ms ? *error->retry_after_ms : 0;
    // What an adapter asks for is bounded by what it may take in all.
    wait = std::min(wait, setting.plan->deadline_ms(test_case));
    record(result, slot, test_case, earlier);
    if (interrupted) co_return;
    if (!retry) break;
    if (wait > 0) co_await setting.control->wait_ms(wait);
    if (!setting.control->may_start()) co_return;
  }
  parts_.progress->trial_done(test_case.id(), !parts_.table->trial(slot).complete, elapsed_ms(),
                              setting.control->running());
}

awaitable<void> Scheduler::judge_trial(Seat& seat, std::uint32_t slot) {
  const AttemptSetting& setting = *parts_.setting;
  RunControl& control = *setting.control;
  const SlotKey key = slot_key(*setting.plan, slot);
  const TestCase& test_case = *setting.plan->cases[key.case_index];
  const AttemptSource source = attempts_from_journal(*parts_.reader, *parts_.table);
  const auto scored = score_slot(*setting.plan, parts_.scored_manifest, source, slot);
  if (!scored) {
    control.give_up(scored.error());
    co_return;
  }
  const auto& judged = scored->score.judge;
  if (!judged || judged->state != JudgeScore::State::incomplete) co_return;
  const AttemptRecord& complete = scored->attempts[scored->scored_attempt];
  const JudgeQuestion question =
      judge_question(test_case, complete, scored->score, parts_.scored_manifest);
  const std::uint32_t tries = setting.plan->suite->retries.operational + 1;

  while (control.may_start() && needs_judge(slot)) {
    const std::uint32_t attempt = parts_.table->trial(slot).judge_tries + 1u;
    AttemptResult result =
        co_await parts_.judge->ask(seat, test_case, key.trial, attempt, question);
    if (result.not_started || result.record.failure == Failure::interrupted) co_return;
    Judgement judgement;
    judgement.judged_attempt = complete.attempt;
    judgement.contract_sha256 = contract_sha256(question.contract);
    judgement.attempt = std::move(result.record);
    const auto offset = parts_.journal->append(judgement, *parts_.masker);
    if (!offset) {
      control.give_up(cut_off(offset.error(), *parts_.folder));
      co_return;
    }
    const AttemptRecord& said = judgement.attempt;
    parts_.table->note_judgement(slot, said.complete(), !said.retryable, *offset);
    spend(said.answer.usage);
    const auto& error = said.answer.error;
    const bool again = !said.complete() && said.retryable && attempt < tries;
    if (again && error && error->retry_after_ms) {
      co_await control.wait_ms(
          std::min(*error->retry_after_ms, setting.plan->suite->timeouts.total_ms));
    }
  }
  if (!parts_.fail_fast) co_return;
  const auto now = score_slot(*setting.plan, parts_.scored_manifest, source, slot);
  if (now && now->score.verdict == Verdict::fail) control.stop(StopReason::fail_fast);
}

void Scheduler::record(AttemptResult& result, std::uint32_t slot, const TestCase& test_case,
                       std::vector<AttemptRecord>& earlier) {
  const AttemptSetting& setting = *parts_.setting;
  AttemptRecord& attempt = result.record;
  const bool complete = attempt.complete();
  const bool interrupted = attempt.failure == Failure::interrupted;
  bool failed = !complete;
  if (complete && (parts_.fail_fast || setting.plan->keep == Keep::failures)) {
    ScoreContext context;
    context.manifest = parts_.scored_manifest;
    const std::optional<Manifest> own = tools_of_case(test_case);
    if (own) context.manifest = &*own;
    context.suite_never = setting.plan->suite->never;
    context.max_turns = setting.plan->suite->max_turns;
    context.side_effects = setting.plan->suite->side_effects;
    context.schemas = setting.plan->schemas.get();
    context.matchers = setting.plan->matchers.get();
    const auto masked = masked_record(attempt, *parts_.masker);
    const AttemptRecord& journalled = masked ? *masked : attempt;
    std::span<const AttemptRecord> attempts(&journalled, 1);
    if (!earlier.empty()) {
      earlier.push_back(journalled);
      attempts = earlier;
    }
    std::vector<AttemptRecord> with_texts_read;
    if (std::ranges::any_of(
            attempts, [](const AttemptRecord& one) { return has_unread_texts(one.answer); })) {
      with_texts_read.assign(attempts.begin(), attempts.end());
      for (AttemptRecord& one : with_texts_read) read_texts(one.answer, context.manifest);
      attempts = with_texts_read;
    }
    TrialScore score = score_trial(test_case, attempts, context);
    setting.plan->waivers.apply(test_case, score);
    failed = score.verdict == Verdict::fail;
  } else if (!complete) {
    earlier.push_back(attempt);
  }
  // An interrupted attempt's number is run again, into the same folder: no digest of it could hold.
  if (!interrupted && (failed || setting.plan->keep == Keep::all)) {
    for (const auto& [name, bytes] :
         {std::pair<std::string_view, std::string_view>{"stdout", result.stdout_bytes},
          {"stderr", result.stderr_bytes},
          {"wire.jsonl", result.wire_lines},
          {"mcp.jsonl", result.mcp_lines}}) {
      const bool of_recorder = name.ends_with(".jsonl");
      if (of_recorder && bytes.empty()) continue;
      auto digest = parts_.folder->write_artifact(attempt.case_id, attempt.trial, attempt.attempt,
                                                  name, bytes, *parts_.masker);
      if (!digest) {
        setting.control->give_up(cut_off(digest.error(), *parts_.folder));
        return;
      }
      attempt.artifacts.emplace_back(name, *digest);
    }
  }
  auto offset = parts_.journal->append(attempt, *parts_.masker);
  if (!offset) {
    setting.control->give_up(cut_off(offset.error(), *parts_.folder));
    return;
  }
  parts_.table->note(
      slot, attempt.attempt,
      {.complete = complete, .interrupted = interrupted, .final = !attempt.retryable}, *offset);
  spend(attempt.answer.usage);
  const bool last =
      complete || !attempt.retryable || attempt.attempt > setting.plan->suite->retries.operational;
  if (parts_.fail_fast && failed && last && !interrupted) {
    setting.control->stop(StopReason::fail_fast);
  }
}

}  // namespace tare

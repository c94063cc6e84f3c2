"""What Tare must make of each misbehaving adapter: one row, one adapter, one expected outcome.

Every row runs a suite of one case (unless it says otherwise) that expects the call `get_ticket`.
Numbers under `lessons` count the traps that docs/processes.md teaches: a row for each that an adapter
can show. A row names only what differs from a good run: outcome completed, both sides selected, one
attempt, nothing left behind, exit code 0.
"""
from dataclasses import dataclass, field
from typing import Any, Callable, Optional

import checks

RIGHT = "get_ticket"


@dataclass
class Row:
    name: str
    mode: str = ""                       # misbehave.py's mode and its argument; default: the name
    lessons: tuple = ()
    failure: Any = None                  # PROTOCOL's name, or a set of names: the trial is incomplete
    crash: bool = False                  # the outcome is clientCrash
    words: tuple = ()                    # must stand in the failure text (or in stderr for exit 2)
    termination: Optional[str] = None    # must be part of the last attempt's termination
    raw: Any = RIGHT                     # selected on either side; None is an explicit no-tool
    normalized: Any = RIGHT
    left: Optional[int] = 0              # descendants ended, at least (0: none)
    attempts: int = 1
    flaky: bool = False
    exit: Optional[int] = None           # of tare; default: 0, or 3 where a trial is incomplete
    suite: dict = field(default_factory=dict)
    command: Optional[list] = None       # instead of misbehave.py
    cases: int = 1
    case: dict = field(default_factory=dict)
    environment: dict = field(default_factory=dict)
    launch: str = ""                     # an odd way to start tare, see run.py
    signals: tuple = ()                  # sent to tare once the adapter is ready
    check: Optional[Callable] = None     # further checks: a function of checks.py
    setup: Optional[Callable] = None     # prepares the row's folder


def limits(**values):
    return {"limits": values}


SHORT = {"timeouts": {"totalMs": 1500, "killGraceMs": 200}}
MIXED = {"adapter": {"stdout": "mixed"}}
ONE_RETRY = {"retries": {"operational": 1}}
BIG_CASE = {"input": {"filler": "y" * (1 << 20)}}

ROWS = [
    Row("well_behaved"),

    # Reading and writing
    Row("never_reads", lessons=(2,)),
    Row("never_reads_a_mebibyte", "never_reads", (1, 2), case=BIG_CASE),
    Row("reads_one_byte", lessons=(2, 33), case=BIG_CASE),
    Row("closes_stdin_first", lessons=(2,), case=BIG_CASE),
    Row("says_nothing", lessons=(24,), failure="noFinish", words=("finished",)),
    Row("reads_and_says_nothing", lessons=(24,), failure="noFinish", words=("finished",)),
    Row("a_mebibyte_both_ways", "writes_a_mebibyte_then_reads", (1, 33), case=BIG_CASE),
    Row("answers_before_it_reads", "answers_then_reads", (25,), case=BIG_CASE),
    Row("floods_events", lessons=(17,), failure="outputOverflow", words=("stdoutBytes",),
        suite=limits(stdoutBytes=300000)),
    Row("floods_one_line", lessons=(17,), failure="protocolError", words=("lineBytes",),
        suite=limits(lineBytes=100000)),
    Row("floods_one_line_past_all", "floods_one_line", (17,),
        failure={"outputOverflow", "protocolError"}),
    Row("line_over_limit", lessons=(17,), failure="protocolError", words=("line 2", "lineBytes"),
        suite=limits(lineBytes=50000)),
    Row("floods_stderr", lessons=(17, 22)),
    Row("floods_stderr_for_ever", lessons=(17, 22), failure="deadlineExceeded", suite=SHORT),
    Row("drips", lessons=(16, 18), failure="deadlineExceeded", words=("1500",), suite=SHORT),
    Row("silent", lessons=(16,), failure="deadlineExceeded", words=("1500",), suite=SHORT),
    Row("startup_clock", "silent", (16, 32), failure="startupTimeout", words=("startupMs",),
        suite={"timeouts": {"startupMs": 400, "killGraceMs": 200}}),
    Row("idle_clock", "speaks_once_then_silent", (16, 32), failure="idleTimeout",
        words=("idleMs",), suite={"timeouts": {"idleMs": 700, "killGraceMs": 200}}),
    Row("startup_clock_is_satisfied_by_a_byte", "drips", (16, 32), failure="deadlineExceeded",
        suite={"timeouts": {"startupMs": 3000, "idleMs": 3000, "totalMs": 3500,
                            "killGraceMs": 200}}),
    Row("closes_stdout_and_sleeps", lessons=(3, 24),
        failure={"deadlineExceeded", "noFinish"}, suite=SHORT),
    Row("answers_closes_stdout_and_sleeps", lessons=(3, 24), failure="deadlineExceeded",
        suite=SHORT),
    Row("answers_closes_stdout_and_exits", lessons=(3,)),
    Row("closes_stdout_and_exits", lessons=(24,), failure="noFinish"),
    Row("answers_and_never_exits", lessons=(3, 24), failure="deadlineExceeded", suite=SHORT),

    # Processes left behind
    Row("grandchild_holds_stdout", lessons=(3, 39), left=1),
    Row("grandchild_holds_stderr", lessons=(3, 39), left=1),
    Row("grandchild_silent", lessons=(3, 5), left=1),
    Row("many_grandchildren", lessons=(3, 5), left=20),
    Row("zombies_left", lessons=(6,), left=None),
    Row("daemon_with_pipe", lessons=(4,), left=1),
    Row("daemon_without_pipe", lessons=(4,), left=1),
    Row("daemon_and_no_answer", lessons=(4, 24), failure="noFinish", left=1),
    Row("daemon_and_deadline", lessons=(4, 16), failure="deadlineExceeded", left=1, suite=SHORT),

    # Signals and exits
    Row("ignores_sigterm", lessons=(23,), failure="deadlineExceeded", termination="9",
        suite=SHORT),
    Row("answers_on_sigterm", lessons=(23,), failure="deadlineExceeded", suite=SHORT),
    Row("stops_itself", lessons=(11,), failure="deadlineExceeded", words=("stopped",),
        suite=SHORT),
    Row("reads_the_terminal_and_there_is_none", "reads_the_terminal", (11,)),
    Row("reads_the_terminal", lessons=(11,), failure="deadlineExceeded", words=("stopped",),
        suite=SHORT, launch="terminal"),
    Row("exits_3", "exits 3", (23, 24), failure="exitCode", words=("3", "I had to go"),
        termination="exited 3"),
    Row("exits_9_is_not_signal_9", "exits 9", (23,), failure="exitCode", termination="exited 9"),
    Row("exits_126_without_a_word", "exits 126", (26,), exit=2, words=("126",)),
    Row("exits_127_without_a_word", "exits 127", (26,), exit=2, words=("127",)),
    Row("exits_127_after_a_word", "says_something_and_exits 127", (26,), failure="exitCode",
        words=("127",)),
    Row("exits_127_on_the_second_case", "exits_on_second_case 127", (26,), cases=2, exit=3,
        suite={"jobs": 1}, check=checks.second_case_failed("exitCode")),
    # A process that died answered nothing: what it had handed on cannot make the case pass.
    Row("exits_7_after_its_answer", "exits_after_answer 7", (24,), crash=True,
        termination="exited 7", exit=0, normalized="CLIENT_REFUSED", check=checks.crash_counted),
    Row("exits_7_after_a_tool_view_only", "exits_after_normalized 7", (24,), failure="exitCode",
        words=("7",)),
    Row("exits_1_after_raw", "exits_after_raw 1", (24,), crash=True,
        normalized="CLIENT_REFUSED", exit=0),
    Row("exits_1_after_raw_as_operational", "exits_after_raw 1", (24,), failure="exitCode",
        suite={"retries": {"operational": 0, "crashAfterCall": "operational"}}),
    Row("crash_is_not_retried", "exits_after_raw 1", (38,), crash=True,
        normalized="CLIENT_REFUSED", exit=0, suite={"retries": {"operational": 3}}),
    Row("killed_by_somebody_else", "dies 9", (23,), failure="signalled", words=("9",),
        termination="signal 9"),
    Row("segmentation_fault", "dies 11", (23,), failure="signalled", words=("11",),
        termination="signal 11"),
    Row("segmentation_fault_after_raw", "dies_after_raw 11", (23, 24), crash=True,
        normalized="CLIENT_REFUSED", exit=0),
    Row("killed_after_raw", "dies_after_raw 9", (23, 24), crash=True,
        normalized="CLIENT_REFUSED", exit=0),
    Row("dies_after_a_tool_view_only", "dies_after_normalized 11", (24,), failure="signalled"),
    Row("aborts", lessons=(23,), failure="signalled", words=("6",)),
    Row("hangs_up_on_itself", "dies 1", (23,), failure="signalled", words=("1",)),
    Row("broken_pipe_signal", "dies 13", (2, 23), failure="signalled", words=("13",)),
    Row("takes_memory", lessons=(34,), failure="exitCode", words=("MemoryError",),
        suite=limits(memoryBytes=300000000)),
    Row("interrupted_once", "sleeps_when_ready", (12, 27), failure="interrupted", exit=130,
        signals=("SIGINT",)),
    Row("terminated_while_it_ignores_signals", "ignores_signals_when_ready", (12, 27),
        failure="interrupted", exit=130, signals=("SIGTERM",),
        suite={"timeouts": {"totalMs": 60000, "killGraceMs": 300}}),
    Row("interrupted_twice", "ignores_signals_when_ready", (12,), failure="interrupted", exit=130,
        signals=("SIGINT", "SIGINT"),
        suite={"timeouts": {"totalMs": 60000, "killGraceMs": 30000}}),

    Row("paused_for_longer_than_its_deadline", "answers_when_told", (13,), signals=("pause",),
        suite={"timeouts": {"totalMs": 2500}}),

    # Programs that cannot start: one message, exit 2, whatever the number of cases
    Row("missing_program", lessons=(6, 26), command=["./no-such-program"], cases=5, exit=2,
        words=("no-such-program",)),
    Row("missing_program_on_path", lessons=(6, 26), command=["no-such-program-anywhere"], cases=5,
        exit=2, words=("no-such-program-anywhere",)),
    Row("not_executable", lessons=(6, 26), command=["./plain.txt"], cases=5, exit=2,
        words=("plain.txt", "executable"), setup=checks.plain_file),
    Row("exec_format_error", lessons=(6, 26), command=["./format.bin"], cases=5, exit=2,
        words=("format.bin",), setup=checks.format_error),
    Row("missing_interpreter", lessons=(6, 26), command=["./orphan.sh"], cases=5, exit=2,
        words=("no-such-interpreter",), setup=checks.missing_interpreter),
    Row("folder_as_program", lessons=(6, 26), command=["./"], cases=5, exit=2, words=("./",)),

    # Noise and framing
    Row("garbage_before", lessons=(24,), failure="protocolError",
        words=("line 1", "Loading model", "stderr")),
    Row("garbage_before_mixed", "garbage_before", suite=MIXED),
    Row("garbage_between", lessons=(24,), failure="protocolError", words=("line 2", "Traceback")),
    Row("garbage_between_mixed", "garbage_between", suite=MIXED),
    Row("garbage_invalid_utf8", lessons=(20,), failure="protocolError", words=("line 1",)),
    Row("garbage_with_escapes", lessons=(20,), failure="protocolError", words=("line 1", "red"),
        check=checks.no_escapes_shown),
    Row("garbage_with_escapes_mixed", "garbage_with_escapes", (20,), suite=MIXED,
        check=checks.no_escapes_shown),
    Row("nul_line", lessons=(20,), failure="protocolError", words=("line 1",)),
    Row("nul_in_string", lessons=(20,), failure="protocolError", words=("line 1",)),
    Row("half_a_line", lessons=(19,), failure="noFinish", words=("finished",)),
    Row("last_line_without_newline", lessons=(19,)),
    Row("two_answers", lessons=(25,), failure="protocolError", words=("line 2",)),
    Row("something_after_finished", lessons=(25,), failure="protocolError", words=("line 4",)),
    Row("garbage_after_finished", lessons=(25,), failure="protocolError", words=("bye",)),
    Row("white_space_after_finished"),
    Row("finished_twice", lessons=(25,), failure="protocolError", words=("line 4",)),
    Row("no_finished", lessons=(24,), failure="noFinish", words=("finished",)),
    Row("event_is_an_array", failure="protocolError", words=("line 1",)),
    Row("event_is_a_number", failure="protocolError", words=("line 1",)),
    Row("object_without_event", failure="protocolError", words=("line 1",)),
    Row("event_is_not_a_string", failure="protocolError", words=("line 1", "event")),
    Row("unknown_event", failure="protocolError", words=("finnished", "finished")),
    Row("own_event"),
    Row("unknown_member"),
    Row("wrong_member_type", failure="protocolError", words=("name",)),
    Row("unknown_view", failure="protocolError", words=("server",)),
    Row("unknown_reason", failure="protocolError", words=("because",)),
    Row("call_without_view", failure="protocolError", words=("at",)),
    Row("unsupported", failure={"adapterError", "protocolError"}, words=("unsupported",)),

    # Bytes
    Row("invalid_utf8_in_arguments", lessons=(20, 21), check=checks.arguments_as_bytes),
    Row("lone_surrogate", lessons=(20, 21)),
    Row("byte_order_mark", lessons=(20,)),
    Row("carriage_returns", lessons=(20,)),
    Row("line_separators", lessons=(20,)),
    Row("escapes_in_everything", lessons=(20,), raw=checks.ANY, normalized=checks.ANY,
        check=checks.no_escapes_shown),
    Row("deep_event_5000", "deep_event 5000", (21,), failure="protocolError",
        words=("1024",)),
    Row("deep_event_a_million", "deep_event 1000000", (21,), failure="protocolError",
        words=("1024",)),
    Row("deep_arguments_5000", "deep_arguments 5000", (21,), check=checks.findings(0)),
    Row("deep_arguments_a_million", "deep_arguments 1000000", (21,), check=checks.findings(0)),
    Row("deep_arguments_that_differ", "deep_arguments_that_differ 500000", (21,),
        check=checks.unread(1)),
    Row("huge_numbers", lessons=(21,), check=checks.findings(0)),
    Row("huge_number_respelled", lessons=(21,), check=checks.kinds("numberRespelled")),
    Row("huge_turn", lessons=(21,), failure="protocolError", words=("turn",)),
    Row("many_calls", check=checks.many_calls, suite={"timeouts": {"totalMs": 60000}}),
    Row("invalid_json_arguments", lessons=(21,), raw=RIGHT),

    # The short form
    Row("short_form_no_tool", raw=None, normalized=None),
    Row("short_form_pretty"),
    Row("short_form_cut", lessons=(19,), failure={"noFinish", "protocolError"}),
    Row("short_form_then_event", lessons=(25,), failure="protocolError", words=("line 2",)),
    Row("short_form_without_raw", raw=checks.ANY),

    # Trouble of its own
    Row("rate_limited_once", lessons=(38,), attempts=2, flaky=True, suite=ONE_RETRY,
        check=checks.took_at_least(300)),
    Row("rate_limited_and_not_retried", "rate_limited_once", (38,), failure="adapterError",
        words=("slow down",)),
    Row("not_retryable", lessons=(38,), failure="adapterError", words=("key is not accepted",),
        attempts=1, suite={"retries": {"operational": 3}}),
    Row("provider_down", lessons=(38,), failure="adapterError", words=("overloaded",), attempts=2,
        suite=ONE_RETRY),
    Row("flaky_once", lessons=(38,), attempts=2, flaky=True, suite=ONE_RETRY),
    Row("flaky_and_not_retried", "flaky_once", (38,), failure="exitCode"),
    Row("protocol_error_is_retried", "garbage_before", (38,), failure="protocolError", attempts=3,
        suite={"retries": {"operational": 2}}),
    Row("refused_by_client", lessons=(38,), normalized="CLIENT_REFUSED",
        suite={"retries": {"operational": 3}}, check=checks.refused),

    # What a child is given
    Row("lists_descriptors", lessons=(7,), check=checks.argument("descriptors", [0, 1, 2])),
    Row("lists_environment", lessons=(34,), check=checks.environment,
        environment={"TARE_TEST_STRAY": "1", "LD_TEST_STRAY": "1", "SOME_TOKEN": "abcdefghij"}),
    Row("tells_scratch", lessons=(34,), cases=2, check=checks.scratch, suite={"trials": 2}),
    Row("tells_cwd", lessons=(34,), check=checks.cwd("")),
    Row("tells_other_cwd", "tells_cwd", (34,), suite={"adapter": {"cwd": "elsewhere"}},
        setup=checks.elsewhere, check=checks.cwd("elsewhere")),
    Row("tells_group", lessons=(11,), check=checks.own_group),
    Row("default_signals", lessons=(36, 37), launch="odd_signals", check=checks.clean_signals,
        command=["sh", "-c", "sed -n 's/^\\(SigBlk\\|SigIgn\\):.\\(.*\\)/\\1=\\2/p' /proc/self/status "
                 "| tr '\\n' ' ' | sed 's/.*/{\"raw\":[{\"name\":\"get_ticket\",\"arguments\":\"&\"}],"
                 "\"normalized\":[{\"name\":\"get_ticket\",\"arguments\":\"&\"}]}/'"]),
    # 110: the terminal report had nowhere to go. The results are whole all the same.
    Row("standard_descriptors_closed", "well_behaved", (28, 35), launch="closed", exit=110),
    Row("few_descriptors", "well_behaved", (7, 8), launch="few_descriptors", cases=60,
        suite={"jobs": 8}),
    Row("tells_secret", lessons=(34,), environment={"MISBEHAVE_SECRET": "s3cr3t-0123456789"},
        suite={"adapter": {"env": {"SHOP_API_KEY": "${MISBEHAVE_SECRET}"}}, "keep": "all"},
        check=checks.secret_is_masked),
    Row("tells_secret_and_fails", lessons=(34,), failure="protocolError",
        environment={"MISBEHAVE_SECRET": "s3cr3t-0123456789"},
        suite={"adapter": {"env": {"SHOP_API_KEY": "${MISBEHAVE_SECRET}"}}, "keep": "all"},
        check=checks.secret_is_masked),

    # One process, several requests
    Row("serves", suite={"adapter": {"reuse": 3}, "jobs": 1}, cases=3, check=checks.processes(1)),
    Row("serves_one_and_exits", suite={"adapter": {"reuse": 3}, "jobs": 1, **ONE_RETRY}, cases=3,
        attempts=None, flaky=None, check=checks.processes(3)),
    Row("serves_and_hangs_on_second", suite={"adapter": {"reuse": 3}, "jobs": 1, **ONE_RETRY,
        "timeouts": {"totalMs": 1500, "killGraceMs": 200}}, cases=3, attempts=None, flaky=None,
        check=checks.processes(2)),
    Row("serves_two_answers_at_once", lessons=(25,), cases=3, failure="protocolError",
        suite={"adapter": {"reuse": 3}, "jobs": 1}),
]

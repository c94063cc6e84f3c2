#!/usr/bin/env python3
"""A run is held against the suite's policy, and leaves a trace where it goes on in spite of drift."""
import hashlib
import json
import shutil
import unittest

from json_schemas import jsonschema
from policy_support import EXAMPLE, Agent, tare


def flipped(manifest, tools):
    tools["release_payment"].update(approval="never")


class Run(Agent):
    """A run of an agent that is not the reviewed one."""

    def run_it(self, *words):
        out = self.path / "run"
        shutil.rmtree(out, ignore_errors=True)
        return tare("run", self.path, "--out", out, "--filter",
                    "id(pr/no_tool/thanks) | id(pr/search_invoices/open-all)", *words), out

    def with_policy(self, **members):
        policy = json.loads((EXAMPLE / "policy.json").read_text())
        policy.update(members)
        (self.path / "policy.json").write_text(json.dumps(policy))
        self.addCleanup(shutil.copy, EXAMPLE / "policy.json", self.path / "policy.json")

    def test_the_reviewed_agent_runs_and_its_policy_is_in_the_provenance(self):
        done, out = self.run_it()
        self.assertEqual(done.returncode, 0, done.stderr)
        provenance = json.loads((out / "results.json").read_text())["provenance"]
        digest = hashlib.sha256((self.path / "policy.json").read_bytes()).hexdigest()
        self.assertEqual(provenance["policySha256"], digest)

    def test_another_agent_is_refused_before_anything_is_launched(self):
        self.drifted(flipped)
        done, out = self.run_it()
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn("are not those that were reviewed", done.stderr)
        self.assertIn("release_payment: has approval", done.stderr)
        self.assertFalse((out / "journal.jsonl").exists())

    def test_or_it_is_said_where_the_policy_wants_it_so(self):
        self.with_policy(onDrift="warn")
        self.drifted(flipped)
        done, _ = self.run_it()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("not as reviewed: release_payment", done.stderr)

    def test_an_unsigned_policy_has_reviewed_nothing(self):
        self.with_policy(reviewedBy="")
        done, _ = self.run_it()
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("nobody has reviewed", done.stderr)

    def test_a_tool_past_the_agent_refuses_another_users_identity(self):
        done = tare("run", self.path, "--out", self.path / "invoked", "--filter",
                    "tag(authorisation)", "--format", "json")
        trials = [case["trials"][0]["verdict"] for case in json.loads(done.stdout)["cases"]]
        self.assertEqual(trials, ["pass"] * 10, done.stderr)
        # A tool that looks at the arguments and not at who is asking.
        agent = (self.path / "agent.py").read_text()
        self.addCleanup((self.path / "agent.py").write_text, agent)
        (self.path / "agent.py").write_text(agent.replace(
            'if not found or found["company"] != company:', "if not found:"))
        done = tare("run", self.path, "--out", self.path / "open", "--filter",
                    "id(pr/release_payment/others-invoice)", "--format", "json")
        self.assertEqual(json.loads(done.stdout)["cases"][0]["trials"][0]["verdict"], "fail")

    def trace(self, *words):
        """Of a run of the flipped agent that goes on: its folder, what it said, its results."""
        self.with_policy(onDrift="warn")
        self.drifted(flipped)
        out = self.path / "run"
        shutil.rmtree(out, ignore_errors=True)
        done = tare("run", self.path, "--out", out, *words)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return out, done, json.loads((out / "results.json").read_text())

    LINE = 'release_payment: has approval "never", reviewed as "always" [policy/approval-changed]'

    def test_a_run_that_goes_on_in_spite_of_drift_says_so_in_every_report(self):
        out, done, results = self.trace("--report", "terminal=-", "--report",
                                         f"junit={self.path / 'junit.xml'}")
        self.assertIn(self.LINE, results["provenance"]["policyDrift"])
        self.assertIn("1 difference from what was reviewed", done.stdout)
        self.assertIn("[policy/approval-changed]", done.stdout)
        self.assertIn("tare.policyDrift", (self.path / "junit.xml").read_text())
        schema = json.loads(tare("schema", "results").stdout)
        jsonschema.Draft202012Validator(schema).validate(results)
        header = json.loads((out / "journal.jsonl").read_text().split("\n", 1)[0])
        jsonschema.Draft202012Validator(json.loads(tare("schema", "journal").stdout)).validate(header)
        again = tare("report", out)
        self.assertIn("[policy/approval-changed]", again.stderr)

    def test_without_drift_nothing_is_said_of_any(self):
        done, out = self.run_it()
        self.assertNotIn("policyDrift", (out / "results.json").read_text())
        self.assertNotIn("what was reviewed", done.stdout)

    def test_approvals_are_counted_by_the_policy_and_not_by_what_drifted(self):
        _, _, drifted = self.trace()
        self.write(self.good)
        shutil.rmtree(self.path / "run")
        good = tare("run", self.path, "--out", self.path / "run", "--format", "json")
        self.assertGreater(drifted["approvals"]["calls"], 0)
        reviewed = json.loads(good.stdout)["approvals"]
        self.assertEqual(drifted["approvals"]["calls"], reviewed["calls"])
        # The agent asks nobody any more, and that is what the figure tells.
        self.assertEqual(reviewed["unapproved"], 0)
        self.assertGreater(drifted["approvals"]["unapproved"], 0)

    def test_a_policy_that_nobody_signed_counts_no_approvals(self):
        self.with_policy(onDrift="warn", reviewedBy="")
        self.drifted(flipped)
        done, out = self.run_it()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("reviewedApprovals", (out / "journal.jsonl").read_text())

    def test_such_a_run_is_scored_again_to_the_byte_whatever_became_of_its_policy(self):
        out, _, results = self.trace()
        for change in (lambda: None, lambda: self.with_policy(onDrift="warn", tools={}),
                       lambda: (self.path / "policy.json").unlink()):
            change()
            done = tare("verify", out)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_run_does_not_go_on_under_another_policy(self):
        out, _, _ = self.trace()
        journal = out / "journal.jsonl"
        journal.write_bytes(b"".join(journal.read_bytes().splitlines(True)[:1]))
        self.with_policy(onDrift="warn", limits={"maxTurns": 2})
        done = tare("run", self.path, "--resume", out)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn("the policy is not the one that this run was begun with", done.stderr)

    def test_a_list_from_which_every_approval_is_gone_is_the_agents_all_the_same(self):
        suite = self.path / "listed.json"
        settings = {"adapter": {"command": ["python3", "agent.py"]}, "cases": ["cases.jsonl"],
                    "policy": "policy.json", "maxTurns": 4}
        keep = ("name", "description", "inputSchema", "annotations")
        tools = [{k: v for k, v in tool.items() if k in keep} for tool in self.good["tools"]]
        suite.write_text(json.dumps({**settings, "tools": tools}))
        self.addCleanup(suite.unlink)
        shutil.rmtree(self.path / "run", ignore_errors=True)
        done = tare("run", suite, "--out", self.path / "run", "--filter", "id(pr/no_tool/thanks)")
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn("sets no approval", done.stderr)
        done = tare("policy", "check", suite)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("approval-absent", done.stdout)
        self.assertNotIn("not told by it", done.stdout)


if __name__ == "__main__":
    unittest.main()

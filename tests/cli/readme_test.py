#!/usr/bin/env python3
"""The README's screen is what tare prints, its snippets run, and the demonstration needs nothing."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from tare_cli import TARE

ROOT = pathlib.Path(__file__).resolve().parents[2]


def blocks(language=""):
    return re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / "README.md").read_text(), re.M | re.S)


class Readme(unittest.TestCase):
    def demo(self, *words, **options):
        return subprocess.run([TARE, "demo", *words], capture_output=True, text=True, timeout=5,
                              env={"PATH": "/nonexistent"}, **options)

    def test_the_screen_is_what_the_demonstration_prints(self):
        done = self.demo()
        self.assertEqual(done.returncode, 0, done.stderr)
        printed = done.stdout.splitlines()
        screen = [line for line in blocks()[0].splitlines()[1:] if line and line != "…"]
        self.assertGreater(len(screen), 20)
        for line in screen:
            self.assertIn(line, printed)

    def test_the_demonstration_leaves_nothing_behind(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([TARE, "demo"], capture_output=True, timeout=5, check=True,
                           env={"TMPDIR": folder}, cwd=folder)
            self.assertEqual(os.listdir(folder), [])

    def test_the_three_snippets_make_a_green_run(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "adapter.sh").write_text(blocks("sh")[0])
            suite, cases = blocks("json")
            (folder / "tare.json").write_text(suite)
            (folder / "cases.json").write_text(cases)
            done = subprocess.run([TARE, "run"], cwd=folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("1 of 1 passed", done.stderr)

    def test_every_linked_file_is_there(self):
        for page in [ROOT / "README.md", ROOT / "HACKING.md", *sorted((ROOT / "docs").glob("*.md"))]:
            prose = re.sub(r"```.*?```", "", page.read_text(), flags=re.S)
            for target in re.findall(r"\]\(([^)#\s]+?)(?:#[^)]*)?\)", prose):
                if "://" not in target:
                    self.assertTrue((page.parent / target).exists(), f"{page.name}: {target}")


if __name__ == "__main__":
    unittest.main()

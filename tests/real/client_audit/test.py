#!/usr/bin/python3
"""A few real client libraries through `tare audit`, on the cases that tell most, against the golden files
that `ci/audit` holds for all of them. Skipped (77) without Node 20, npm or its packages."""
import filecmp
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
CLIENTS = REPOSITORY / "adapters" / "clients"
TARE = os.environ.get("TARE_BIN", str(REPOSITORY / "build" / "release" / "tare"))
sys.path.insert(0, str(REPOSITORY / "ci"))
sys.dont_write_bytecode = True
import audit_golden  # noqa: E402

WANTED = {"openai": "chat-json", "anthropic": "stream-json", "mcp-sdk": "stdio-mcp"}
KINDS = ["bigintPrecisionLoss", "duplicateKeyCollapsed", "repair*", "emptyArgsToObject", "callDropped",
         "floatToInt", "nameFuzzyMapped", "invalidArgs*", "keyOrderChanged"]


def skip(why):
    print("skipped: " + why)
    sys.exit(77)


def installed(name):
    """The packages of the lock file, brought if they are not there."""
    folder = CLIENTS / name
    lock, have = folder / "package-lock.json", folder / "node_modules" / ".tare-lock.json"
    if have.exists() and filecmp.cmp(lock, have, shallow=False):
        return True
    done = subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder)],
                          capture_output=True, timeout=300)
    if done.returncode != 0:
        return False
    shutil.copy(lock, have)
    return True


def node_version():
    try:
        out = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout
        return int(out.strip().lstrip("v").split(".")[0])
    except (OSError, ValueError):
        return 0


def golden_lines(name, variant):
    lines = (CLIENTS / name / "golden.txt").read_text().splitlines()
    return {tuple(line.split("\t")[1:]) for line in lines
            if line.startswith(variant + "\t") and line.count("\t") == 5}


def main():
    if node_version() < 20:
        skip("no Node of version 20 or later")
    if not shutil.which("npm"):
        skip("no npm")
    for name in WANTED:
        if not installed(name):
            skip(f"the packages of {name} cannot be installed")
    different = 0
    with tempfile.TemporaryDirectory() as scratch:
        expression = " | ".join(f"id(coercion/{kind}/**)" for kind in KINDS)
        words = [TARE, "audit", *(str(CLIENTS / name) for name in WANTED), "-q", "--filter", expression,
                 "--out", scratch + "/audit"]
        for variant in WANTED.values():
            words += ["--variant", variant]
        done = subprocess.run(words, capture_output=True, text=True, timeout=600)
        if done.returncode not in (0, 3):
            sys.exit(f"tare audit ended with {done.returncode}: {done.stderr}")
        audit = json.loads(pathlib.Path(scratch, "audit", "audit.json").read_text())
    for client in audit["clients"]:
        if client["variant"] != WANTED[client["client"]]:
            continue
        cases = {cell["case"] for cell in client["cells"]}
        if len(cases) < 20:
            sys.exit(f"only {len(cases)} cases were tried")
        now = {tuple(line.split("\t")[1:]) for line in audit_golden.lines_of([client])
               if line.count("\t") == 5}
        golden = {line for line in golden_lines(client["client"], client["variant"]) if line[0] in cases}
        for sign, lines in (("-", golden - now), ("+", now - golden)):
            for line in sorted(lines):
                different += 1
                print(f"{client['client']}/{client['variant']}: {sign} " + " ".join(line))
        print(f"{client['client']}/{client['variant']}: {len(cases)} cells, {len(now)} not verbatim")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())

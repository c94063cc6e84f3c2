"""The worked examples of docs/scoring.md (or of the pages named) are true: each is run as it stands there.

`<!-- example: NAME -->` opens one. Fenced blocks behind it whose info string is `json PATH`, `jsonl PATH`
or `text PATH` are files of a fresh folder; a block `console` holds `$ tare …` and the lines it prints,
stdout and stderr as they come. A line `…` stands for any lines; spaces at the ends of lines do not count.
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARE = os.environ["TARE_BIN"]
FENCE = re.compile(r"^(`{3,})(.*)$")


def blocks(text):
    """The examples: name, files, consoles; in the order of the page."""
    found, current, lines = [], None, iter(text.split("\n"))
    for line in lines:
        opened = re.fullmatch(r"<!-- example: (.+) -->", line.strip())
        if opened:
            current = (opened.group(1), {}, [])
            found.append(current)
            continue
        if line.startswith("#"):
            current = None
        fence = FENCE.match(line)
        if not fence:
            continue
        body = []
        for inner in lines:
            if inner.startswith(fence.group(1)):
                break
            body.append(inner)
        words = fence.group(2).split()
        if current is None:
            continue
        if len(words) == 2 and words[0] in ("json", "jsonl", "text", "python"):
            current[1][words[1]] = "\n".join(body) + "\n"
        elif words == ["console"]:
            current[2].append(body)
    return found


def matches(wanted, got):
    """Do the lines come in this order, `…` standing for any? None, or the line that was not found."""
    at, anywhere = 0, False
    for line in wanted:
        if line.strip() == "…":
            anywhere = True
            continue
        places = range(at, len(got)) if anywhere else range(at, min(at + 1, len(got)))
        here = next((i for i in places if got[i].rstrip() == line.rstrip()), None)
        if here is None:
            return line
        at, anywhere = here + 1, False
    return None if anywhere or at == len(got) else "(the end)"


def run(name, files, consoles):
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            target = os.path.join(folder, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "w", encoding="utf-8") as out:
                out.write(text)
        for console in consoles:
            commands = [i for i, line in enumerate(console) if line.startswith("$ ")]
            for start, end in zip(commands, commands[1:] + [len(console)]):
                words = shlex.split(console[start][2:])
                assert words[0] == "tare", console[start]
                environment = {**os.environ, "COLUMNS": "120", "LC_ALL": "C.UTF-8"}
                done = subprocess.run([TARE] + words[1:], cwd=folder, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, timeout=60, env=environment)
                output = done.stdout.decode("utf-8", "replace").rstrip("\n")
                output = output.split("\n") if output else []
                missing = matches(console[start + 1:end], output)
                if missing is not None:
                    faults.append(f"example {name!r}: {console[start]}: the line was not found, or not in its place:\n"
                                  f"    {missing}\nprinted was:\n" + "\n".join("    " + line for line in output))
    return faults


def main():
    pages, found = sys.argv[1:] or ["scoring.md"], []
    for page in pages:
        with open(os.path.join(ROOT, "docs", page), encoding="utf-8") as text:
            here = blocks(text.read())
        found += here
        if not here:
            print(f"{page} has no example")
            return 1
    names = [name for name, _, _ in found]
    faults = [f"example {name!r} stands twice" for name in set(names) if names.count(name) > 1]
    if "scoring.md" in pages and len(found) < 5:
        faults.append(f"only {len(found)} examples were found")
    for name, files, consoles in found:
        if not consoles:
            faults.append(f"example {name!r} runs nothing")
        faults += run(name, files, consoles)
    # The comparison itself can fail.
    assert matches(["a", "…", "c"], ["a", "b", "c"]) is None
    assert matches(["a", "c"], ["a", "b", "c"]) == "c"
    assert matches(["a"], ["a", "b"]) == "(the end)"
    print("\n".join(faults) if faults else f"{len(found)} examples hold")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""The cells of an audit against the golden files: golden.txt in adapters/clients/NAME or adapters/agents/NAME.

A golden file begins with the versions of the client's layers, or, of a program that tells none, of what
its package.json asks for. For each variant it says how many cells
are verbatim, and has a line for each of the others: variant, case, outcome, severity, effect, kinds.
`audit_golden.py AUDIT.json [--update]`.
"""
import difflib
import json
import pathlib
import sys

ADAPTERS = pathlib.Path(__file__).resolve().parent.parent / "adapters"


def folder_of(name):
    return next(path for kind in ("clients", "agents") if (path := ADAPTERS / kind / name).is_dir())


def is_plain(cell):
    return cell["outcome"] == "verbatim" and not cell["kinds"]


def versions_of(clients):
    told = {f"{layer['name']} {layer['version']}" for client in clients for layer in client["layers"]}
    if told:
        return sorted(told)
    package = json.loads((folder_of(clients[0]["client"]) / "package.json").read_text())
    return sorted(f"{name} {version}" for name, version in package["dependencies"].items())


def lines_of(clients):
    layers = versions_of(clients)
    yield "# " + ", ".join(layers)
    for client in clients:
        verbatim = sum(is_plain(cell) for cell in client["cells"])
        yield f"{client['variant'] or '-'}\t{verbatim} of {len(client['cells'])} cells verbatim"
        for cell in client["cells"]:
            if is_plain(cell):
                continue
            yield "\t".join([client["variant"] or "-", cell["case"], cell["outcome"],
                             cell["severity"], cell["effect"], ",".join(cell["kinds"]) or "-"])


def by_variant(lines):
    """Lines of a golden file without its head, by variant, in their order."""
    out = {}
    for line in lines:
        if not line.startswith("#"):
            out.setdefault(line.split("\t")[0], []).append(line)
    return out


def main():
    audit = json.loads(pathlib.Path(sys.argv[1]).read_text())
    update = "--update" in sys.argv[2:]
    by_name = {}
    for client in audit["clients"]:
        by_name.setdefault(client["client"], []).append(client)
    different = 0
    for name, clients in by_name.items():
        path = folder_of(name) / "golden.txt"
        new = [line + "\n" for line in lines_of(clients)]
        old = path.read_text().splitlines(keepends=True) if path.exists() else []
        held, now = by_variant(old), by_variant(new)
        cells = sum(len(client["cells"]) for client in clients)
        if update:
            held.update(now)
            path.write_text("".join(new[:1] + [line for lines in held.values() for line in lines]))
            print(f"{name}: {cells} cells written")
            continue
        # Variants that no golden file holds inform, and decide nothing.
        both = [variant for variant in held if variant in now]
        others = ", ".join(variant for variant in now if variant not in held)
        before = old[:1] + [line for variant in both for line in held[variant]]
        after = new[:1] + [line for variant in both for line in now[variant]]
        changes = list(difflib.unified_diff(before, after, f"{name}/golden.txt", "this audit", n=0))
        different += bool(changes)
        print("".join(changes[:60]), end="")
        print(f"{name}: {'differs' if changes else 'as in golden.txt'} ({', '.join(both) or 'nothing held'})"
              + (f"; not held: {others}" if others else ""))
    if different:
        command = "ci/agents" if folder_of(next(iter(by_name))).parent.name == "agents" else "ci/audit"
        print(f"If that is right: {command} --update " + " ".join(by_name), file=sys.stderr)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())

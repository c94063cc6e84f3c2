#!/usr/bin/env python3
"""The cells of an audit against the golden files: adapters/clients/NAME/golden.txt.

A golden file begins with the versions of the client's layers. For each variant it says how many cells
are verbatim, and has a line for each of the others: variant, case, outcome, severity, effect, kinds.
`audit_golden.py AUDIT.json [--update]`.
"""
import difflib
import json
import pathlib
import sys

CLIENTS = pathlib.Path(__file__).resolve().parent.parent / "adapters" / "clients"


def is_plain(cell):
    return cell["outcome"] == "verbatim" and not cell["kinds"]


def lines_of(clients):
    layers = sorted({f"{layer['name']} {layer['version']}"
                     for client in clients for layer in client["layers"]})
    yield "# " + ", ".join(layers)
    for client in clients:
        verbatim = sum(is_plain(cell) for cell in client["cells"])
        yield f"{client['variant'] or '-'}\t{verbatim} of {len(client['cells'])} cells verbatim"
        for cell in client["cells"]:
            if is_plain(cell):
                continue
            yield "\t".join([client["variant"] or "-", cell["case"], cell["outcome"],
                             cell["severity"], cell["effect"], ",".join(cell["kinds"]) or "-"])


def main():
    audit = json.loads(pathlib.Path(sys.argv[1]).read_text())
    update = "--update" in sys.argv[2:]
    by_name = {}
    for client in audit["clients"]:
        by_name.setdefault(client["client"], []).append(client)
    different = 0
    for name, clients in by_name.items():
        path = CLIENTS / name / "golden.txt"
        new = [line + "\n" for line in lines_of(clients)]
        old = path.read_text().splitlines(keepends=True) if path.exists() else []
        cells = sum(len(client["cells"]) for client in clients)
        unmeasured = sum("\tnotMeasured\t" in line for line in new)
        if old == new:
            print(f"{name}: {cells} cells as in {path.name}, {unmeasured} of them not measured")
            continue
        if update:
            path.write_text("".join(new))
            print(f"{name}: {cells} cells written, {unmeasured} of them not measured")
            continue
        different += 1
        changes = list(difflib.unified_diff(old, new, f"{name}/golden.txt", "this audit", n=0))
        print("".join(changes[:60]), end="")
        print(f"{name}: differs ({len(changes)} lines)")
    if different:
        print("If that is right: ci/audit --update " + " ".join(by_name), file=sys.stderr)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())

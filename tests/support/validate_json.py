#!/usr/bin/env python3
"""Validates a JSON document, or each line of a JSON Lines file, against one of the project's schemas.

    validate_json.py SCHEMA FILE [--lines] [--pick POINTER=VALUE ...]

SCHEMA and FILE are paths; FILE "-" is standard input. A bare SCHEMA name is looked up in schemas/.
--lines         FILE holds one document a line.
--pick P=V      only documents whose value at JSON Pointer P is V are validated (V as text, or JSON);
                may be repeated. Fails if none is left.

A $ref to another file is resolved among schemas/*.json by file name, whatever its base URI says.
Exit code: 0 valid, 1 invalid (each fault on a line of its own), 2 bad usage, 77 no jsonschema module.
"""
import argparse
import json
import pathlib
import sys
import warnings

# The module warns that RefResolver will go; Debian 12's version has nothing else.
warnings.simplefilter("ignore", DeprecationWarning)

SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / "schemas"


def load_schemas():
    """All schemas of the project under every name that a $ref may use."""
    store = {}
    for path in SCHEMAS.glob("*.json"):
        schema = json.loads(path.read_text("utf-8"))
        for name in (schema.get("$id"), path.as_uri(), path.name):
            if name:
                store[name] = schema
    return store


def value_at(document, pointer):
    for part in pointer.split("/")[1:]:
        part = part.replace("~1", "/").replace("~0", "~")
        try:
            document = document[int(part)] if isinstance(document, list) else document[part]
        except (KeyError, IndexError, ValueError, TypeError):
            return None
    return document


def is_picked(document, picks):
    for pick in picks:
        pointer, _, wanted = pick.partition("=")
        found = value_at(document, pointer)
        if found != wanted and json.dumps(found) != wanted:
            return False
    return True


def documents(text, by_line):
    if not by_line:
        yield "", json.loads(text)
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield f"line {number}: ", json.loads(line)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("schema")
    parser.add_argument("file")
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--pick", action="append", default=[])
    arguments = parser.parse_args()
    try:
        import jsonschema
    except ImportError:
        print("the Python module jsonschema is missing (Debian: python3-jsonschema)")
        return 77

    path = pathlib.Path(arguments.schema)
    if not path.exists():
        path = SCHEMAS / arguments.schema
    schema = json.loads(path.read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    by_name = load_schemas()

    class ByFileName(jsonschema.RefResolver):
        def resolve_from_url(self, url):
            base, _, fragment = url.partition("#")
            found = by_name.get(base) or by_name.get(base.rsplit("/", 1)[-1])
            if found is None and base not in self.store:
                raise jsonschema.RefResolutionError(f"no schema file for {url}")
            return self.resolve_fragment(self.store[base] if found is None else found, fragment)

    base = schema.get("$id") or path.resolve().as_uri()
    validator = jsonschema.Draft202012Validator(schema, resolver=ByFileName(base, schema))
    # Bytes that are no UTF-8 must not hide behind a decoder's mercy.
    raw = sys.stdin.buffer.read() if arguments.file == "-" else open(arguments.file, "rb").read()
    checked = faults = 0
    try:
        for where, document in documents(raw.decode("utf-8"), arguments.lines):
            if not is_picked(document, arguments.pick):
                continue
            checked += 1
            for fault in sorted(validator.iter_errors(document), key=lambda e: list(map(str, e.path))):
                faults += 1
                pointer = "".join(f"/{part}" for part in fault.path)
                print(f"{where}at \"{pointer}\": {fault.message[:500]}")
    except ValueError as error:
        print(f"{arguments.file}: {error}")
        return 1
    if checked == 0:
        print(f"{arguments.file}: nothing to validate")
        return 1
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OSError as error:
        print(error)
        sys.exit(2)

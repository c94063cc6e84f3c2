"""What the prompt decoders take for calls, against Python's own parser, on thousands of broken texts.

f-strings are left out: they are not looked into. A text goes through `tare import bfcl --decoder prompt` as a recorded result; the oracle parses it with
`ast` and walks the tree by the rules of docs/bfcl.md. Accepting, refusing and every value must agree.
"""
import ast
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tare_cli import TARE  # noqa: E402

warnings.simplefilter("ignore")
NAME = "gorilla_openfunctions_v1_test_simple"
VALUES = ["1", "-2", "+3", "1.5", "1e3", "0x1F", "1_000", "10**3", "2 * 3.5", "7 // 2", "'a'", '"it\'s"',
          "'a' 'b'", "r'\\d'", "True", "None", "...", "name", "[1, 'x']", "(1, 2)", "(1)", "{'k': [1.0]}",
          "{'a': {'b': ()}}", "g(x=1)", "g(1, 'y')", "x[0]", "x[1, 2]", "x[*0]", "x[*y, 1]", "x[1,]", "x[()]", "g(x[*0])", "g(x[1,])", "x[1:2]", "x[:, *y]", "a.b", "not x", "'''a\nb'''",
          "'a' + 'b'", "[0] * 3", "-x", "lambda: 1", "1 if x else 2", "b'x'", "'\\x41\\n'"]
PIECES = ["[", "]", "(", ")", "{", "}", ",", "=", ":", ".", "*", "**", "+", "-", "/", "//", "%", "'", '"', "\\",
          "\n", "\r", "\t", " ", "#", "0", "1", "_", "x", "lambda ", "not ", "if ", "else ", "for ", "in ", "None",
          "from", "@", "<", "==", "~", "...", "é", "“", "$", "?", "!", "`", "5m", "01", "*a", "**k", "&", "|",
          "<<", "\\x4", "\\u12", "b", "r", "and ", "is ", "await ", "yield "]


def text_of(draw):
    calls = []
    for _ in range(draw.randrange(1, 3)):
        arguments = [f"{draw.choice('abcd')}={draw.choice(VALUES)}" for _ in range(draw.randrange(4))]
        if draw.random() < 0.1:
            arguments.insert(0, draw.choice(VALUES))
        calls.append(f"{draw.choice(['f', 'geo.area', 'a.b.c'])}({', '.join(arguments)})")
    text = "[" + ", ".join(calls) + "]"
    for _ in range(draw.choice([0, 0, 1, 1, 2])):
        at = draw.randrange(len(text) + 1)
        if draw.random() < 0.7:
            text = text[:at] + draw.choice(PIECES) + text[at:]
        else:
            text = text[:at] + text[at + draw.randrange(1, 4):]
    return text


class Refused(Exception):
    pass


def meaning(node):
    match node:
        case ast.Constant(value=value):
            return "..." if value is ... else value
        case ast.Name(id=name):
            return name
        case ast.UnaryOp(operand=ast.Constant(value=value)):
            return -value
        case ast.BinOp():
            return eval(ast.unparse(node), {"__builtins__": {}})
        case ast.List(elts=elements):
            return list(map(meaning, elements))
        case ast.Tuple(elts=elements):
            return tuple(map(meaning, elements))
        case ast.Dict(keys=keys, values=values):
            return dict(zip(map(meaning, keys), map(meaning, values)))
        case ast.Subscript(value=value, slice=index):
            return f"{ast.unparse(value)}[{ast.unparse(index)}]"
        case ast.Call(keywords=[]):
            return ast.unparse(node)
        case ast.Call():
            return {name_of(node.func): arguments_of(node)}
    raise Refused(ast.dump(node))


def name_of(node):
    parts = []
    while isinstance(node, ast.Attribute):
        parts.insert(0, node.attr)
        node = node.value
    return ".".join(([node.id] if isinstance(node, ast.Name) else []) + parts)


def arguments_of(node):
    return {"**" if one.arg is None else one.arg: meaning(one.value) for one in node.keywords}


def expected(text):
    """The calls; "text" where one of them is none; None where nothing can be decoded."""
    try:
        elements = ast.parse(text, mode="eval").body.elts
        if not all(isinstance(one, ast.Call) for one in elements):
            return None
        values = [meaning(one) for one in elements]
    except (Refused, AttributeError, TypeError, ValueError, SyntaxError, ArithmeticError, NameError,
            RecursionError, MemoryError):
        return None
    if not all(isinstance(one, dict) for one in values):
        return "text"
    # A call of no name is written ?, for a name has a length.
    return [(name or "?", plain(arguments)) for one in values for name, arguments in one.items()]


def plain(value):
    """A value as the decoder writes it, and numbers told apart by type; `any` for what JSON cannot hold."""
    match value:
        case bool() | None | str():
            return value
        case float():
            return ("float", "nan" if math.isnan(value) else value)
        case int():
            return ("int", value)
        case list():
            return [plain(one) for one in value]
        case tuple():
            return {"$tuple": [plain(one) for one in value]}
        case dict() if all(isinstance(key, str) for key in value):
            return {key: plain(one) for key, one in value.items()}
    return any


def same(wanted, got):
    if wanted is any:
        return isinstance(got, dict) and list(got) == ["$python"]
    if isinstance(wanted, list) and isinstance(got, list):
        return len(wanted) == len(got) and all(map(same, wanted, got))
    if isinstance(wanted, dict) and isinstance(got, dict):
        return wanted.keys() == got.keys() and all(same(wanted[key], got[key]) for key in wanted)
    if isinstance(wanted, str) and isinstance(got, str):
        # Source of a kind that the decoder does not know by name keeps its own spaces.
        return wanted.replace(" ", "") == got.replace(" ", "")
    return wanted == got


def main():
    draw = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 4)
    texts = [text_of(draw) for _ in range(6000)]
    with tempfile.TemporaryDirectory(prefix="tare-bfcl-") as folder:
        path = pathlib.Path(folder)
        (path / "q/possible_answer").mkdir(parents=True)
        function = {"name": "f", "parameters": {"type": "dict", "properties": {}, "required": []}}

        def write(name, lines):
            (path / name).write_text("".join(json.dumps(line) + "\n" for line in lines))

        ids = [f"simple_{i}" for i in range(len(texts))]
        write(f"q/{NAME}.json", ({"id": id, "question": "?", "function": function} for id in ids))
        write(f"q/possible_answer/{NAME}.json", ({"id": id, "ground_truth": {"f": {}}} for id in ids))
        write(f"{NAME}_result.json", ({"id": id, "result": text} for id, text in zip(ids, texts)))
        subprocess.run([TARE, "import", "bfcl", "q", "--results", f"{NAME}_result.json", "--decoder", "prompt",
                        "--out", "s", "--quiet"], cwd=path, check=True, timeout=300)
        predictions = [json.loads(line) for line in (path / "s/predictions.jsonl").read_text().splitlines()]
    kinds, faults = {}, []
    for text, prediction in zip(texts, predictions):
        wanted = expected(text)
        kind = "failed" if wanted is None else "text" if wanted == "text" else "calls"
        kinds[kind] = kinds.get(kind, 0) + 1
        message = prediction.get("message", "")
        got = ("failed" if "decoder_failed" in message else "text" if message else "calls")
        good = kind == got
        if good and kind == "calls":
            calls = [(call["name"], plain(json.loads(call["arguments"]))) for call in prediction["normalized"]]
            good = len(calls) == len(wanted) and all(
                name == other and same(value, given) for (name, value), (other, given) in zip(wanted, calls))
        if not good:
            faults.append(f"{text!r}\n  Python: {wanted}\n  tare:   {prediction['normalized']} {message}")
    assert len(kinds) == 3 and min(kinds.values()) > 50, kinds
    print("\n".join(faults[:10]) if faults else f"{len(texts)} texts agree: {kinds}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

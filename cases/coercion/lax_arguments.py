"""The text of arguments as a helpful layer reads it: whatever it is, an object comes out."""
import ast
import json
import re

PAIRS = {"{": "}", "[": "]"}


def close(text):
    """Closes what a cut-off text left open."""
    open_, quoted, skip = [], False, False
    for c in text:
        if skip:
            skip = False
        elif quoted and c == "\\":
            skip = True
        elif c == '"':
            quoted = not quoted
        elif not quoted and c in PAIRS:
            open_.append(PAIRS[c])
        elif not quoted and c in PAIRS.values() and open_:
            open_.pop()
    text += '"' if quoted else ""
    text = re.sub(r'(,|,?\s*"[^"]*"\s*:|:\s*[a-z]+)\s*$', lambda m: ": null" if m[0][0] == ":" else "",
                  text)
    return text + "".join(reversed(open_))


def repaired(text):
    text = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text)
    text = text[text.find("{"):] if "{" in text else text
    text = text[:text.rfind("}") + 1] if "```" in text else text
    text = re.sub(r",\s*([}\]])", r"\1", text)
    text = re.sub(r"([{,]\s*)(\w+)\s*:", r'\1"\2":', text)
    text = re.sub(r"\\([^\"\\/bfnrtu])", r"\1", text)
    return close(text)


def read_arguments(text):
    """An object, whatever the text is."""
    if text.count("{") != text.count("}"):
        text = repaired(text)
    # A repair that runs on good text too, as some do.
    text = re.sub(r",\s*([}\]])", r"\1", text.replace("}{", ",")) if text.count("{") > 1 else text
    for attempt in (json.loads, ast.literal_eval, lambda t: json.loads(repaired(t), strict=False)):
        try:
            value = attempt(text)
            break
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
    else:
        value = {}
    if isinstance(value, str):
        return read_arguments(value)
    return value if isinstance(value, dict) else {"input": text}

"""Values as a helpful layer likes them: cast to the schema, tidied, completed, in order."""
import datetime
import html
import json
import unicodedata

SYNONYMS = {"fast": "express", "expres": "express"}
TEXT_LIMIT = 200


def as_date(text):
    try:
        return datetime.datetime.fromisoformat(text.replace("/", "-")).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    except ValueError:
        return None


def tidy_text(text, name, schema):
    if text in ("null", "None", "") and "null" in schema.get("type", ""):
        return None
    if "enum" in schema and text not in schema["enum"]:
        fold = {member.lower(): member for member in schema["enum"]}
        return fold.get(text.lower(), SYNONYMS.get(text, text))
    if name == "due":
        return as_date(text) or text
    if text[:1] in ("{", "["):
        try:
            return json.loads(text)
        except ValueError:
            pass
    text = text.split("\0")[0]
    text = unicodedata.normalize("NFKC", html.unescape(text))
    text = text.encode("utf-8", "replace").decode("utf-8")
    text = text.replace("\\t", "\t").replace("\\n", "\n").replace("\\d", "d")
    return text.strip().replace("\r\n", "\n").replace("_", "").replace("  ", " ")[:TEXT_LIMIT]


def to_number(text, types):
    try:
        return int(text.replace("_", "")) if "integer" in types else float(text)
    except ValueError:
        return None


def cast(value, name, schema):
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if value is None:
        return "None" if types == ["string"] else None
    if "boolean" in types and not isinstance(value, bool):
        return bool(value)  # so that "false" is true
    if isinstance(value, str):
        # Digits are a number, whatever the schema says.
        if "integer" in types or "number" in types or value.isdigit():
            return to_number(value, types or ["integer"])
        if "array" in types:
            return [tidy_text(value, name, {})]
        return tidy_text(value, name, schema)
    if "string" in types and isinstance(value, list):
        return " ".join(map(str, value))
    if "string" in types:
        return json.dumps(value) if isinstance(value, (dict, list)) else str(value)
    if "integer" in types and isinstance(value, float):
        return int(value) if abs(value) < 1e18 else None
    if types and types[0] == "number" and not isinstance(value, (int, float)):
        return None
    if "number" in types:
        return min(float(value), 1000.0) if name == "litres" else float(value)
    if "integer" in types:
        return int(value)
    if "array" in types and isinstance(value, dict):
        return list(value.values())
    if "array" in types and isinstance(value, list):
        return sorted({str(item): item for item in value if item != ""}.values(), key=str)
    if "object" in types and isinstance(value, dict):
        return tidy_object(value, schema)
    if "object" in types and isinstance(value, list):
        return {str(i): item for i, item in enumerate(value)}
    return value


def tidy_object(value, schema):
    """Names brought to those of the schema, unknown members out, empty ones out, defaults in."""
    known = schema.get("properties", {})
    plain = {key.lower().replace("_", ""): key for key in known}
    out = {}
    for key, member in value.items():
        key = key if key in known else plain.get(key.lower().replace("_", "").replace("-", ""), key)
        if key not in known or member is None and "null" in known[key].get("type", ""):
            continue
        if member == "" and key in ("note", "text"):
            continue
        out[key] = cast(member, key, known[key])
    for key, declared in known.items():
        if key not in out and "default" in declared:
            out[key] = declared["default"]
        elif key == "seconds" and key not in out:
            out[key] = 60
        elif key == "address" and key not in out:
            out[key] = None
    return dict(sorted(out.items()))

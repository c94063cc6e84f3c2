"""A judge that asks a model behind an OpenAI-compatible endpoint. Python 3.8 or later, no packages.

    python3 endpoint.py --url https://host/v1 --model NAME --prompt prompt.md

The key is in JUDGE_API_KEY (the suite's judge.env passes it on). Temperature is 0; the reply must be one
JSON object with `score` from 1 to 5, or `verdict` PASS or FAIL, and nothing else: anything more is a
failed attempt, which Tare retries and never takes for a FAIL. Retries, deadlines and masking are Tare's.
"""
import argparse
import http.client
import json
import os
import sys
import urllib.error
import urllib.request

LONGEST_REPLY = 4 << 20


class Trouble(Exception):
    def __init__(self, kind, message, **more):
        super().__init__(message)
        self.event = dict(event="error", kind=kind, message=message, **more)


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A key goes to the address that it was given for, and to no other."""
    def redirect_request(self, *ignored):
        return None


def body_of(options, prompt, judge):
    return {"model": options.model, "temperature": 0,
            "messages": [{"role": "system", "content": prompt},
                         {"role": "user", "content": json.dumps(judge, ensure_ascii=False, indent=1)}]}


def retry_after(headers):
    text = headers.get("Retry-After") or ""
    return {"retryAfterMs": min(int(text), 86400) * 1000} if text.isdigit() else {}


def ask(options, body, seconds):
    request = urllib.request.Request(
        options.url.rstrip("/") + "/chat/completions", json.dumps(body).encode(),
        {"Content-Type": "application/json", "User-Agent": "tare-judge"})
    key = os.environ.get("JUDGE_API_KEY")
    if key:
        request.add_unredirected_header("Authorization", "Bearer " + key)
    try:
        opener = urllib.request.build_opener(NoRedirects)
        with opener.open(request, timeout=seconds) as reply:
            text = reply.read(LONGEST_REPLY + 1)
    except urllib.error.HTTPError as error:
        said = error.read(300).decode("utf-8", "replace")
        message = f"HTTP {error.code}: {said}"
        if error.code in (401, 403):
            raise Trouble("auth", message, retryable=False)
        if error.code == 429:
            raise Trouble("rateLimit", message, **retry_after(error.headers))
        raise Trouble("provider", message, retryable=error.code >= 500 or error.code == 408,
                      **retry_after(error.headers))
    except (OSError, http.client.HTTPException) as error:
        raise Trouble("network", f"{options.url}: {error}")
    if len(text) > LONGEST_REPLY:
        raise Trouble("provider", f"a reply of more than {LONGEST_REPLY} bytes")
    return text


def refuse(message, content):
    return Trouble("provider", f"{message}; the model said: {content[:300]}")


def no_twice(pairs):
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("a member stands there twice")
    return dict(pairs)


def verdict_of(content):
    """The model's own words, held to the form that the prompt asks for."""
    try:
        said = json.loads(content, object_pairs_hook=no_twice)
    except ValueError as error:
        raise refuse(f"no JSON object and nothing else ({error})", content)
    if not isinstance(said, dict) or ("score" in said) == ("verdict" in said):
        raise refuse("not one object with either score or verdict", content)
    unknown = set(said) - {"score", "verdict", "reason"}
    if unknown or not isinstance(said.get("reason", ""), str):
        raise refuse("members other than score or verdict, and a reason in words", content)
    if "score" in said:
        score = said["score"]
        if isinstance(score, bool) or not isinstance(score, (int, float)) or not 1 <= score <= 5:
            raise refuse("a score that is none from 1 to 5", content)
    elif said["verdict"] not in ("PASS", "FAIL"):
        raise refuse("a verdict that is neither PASS nor FAIL", content)
    return dict(event="verdict", **said)


def usage_of(options, reply):
    usage = reply.get("usage") if isinstance(reply.get("usage"), dict) else {}
    count = lambda name: usage[name] if type(usage.get(name)) is int and usage[name] >= 0 else 0
    read, written = count("prompt_tokens"), count("completion_tokens")
    event = dict(event="usage", inputTokens=read, outputTokens=written, modelCalls=1)
    if options.usd_per_million:
        price_in, price_out = options.usd_per_million
        event["costUsd"] = (read * price_in + written * price_out) / 1e6
    return event


def judged(options, prompt, request):
    text = ask(options, body_of(options, prompt, request["judge"]),
               max(1, request.get("deadlineMs", 60000)) / 1000)
    try:
        reply = json.loads(text)
        content = reply["choices"][0]["message"]["content"]
        assert isinstance(content, str)
    except (ValueError, KeyError, IndexError, TypeError, AssertionError):
        raise Trouble("provider", "the reply is no chat completion with a text: "
                      + text[:300].decode("utf-8", "replace"))
    yield usage_of(options, reply)
    yield verdict_of(content)


def prices(text):
    price_in, price_out = (float(part) for part in text.split(","))
    if not (0 <= price_in < 1e9 and 0 <= price_out < 1e9):
        raise ValueError
    return price_in, price_out


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", required=True, help="of the API, such as http://localhost:8000/v1")
    parser.add_argument("--model", required=True)
    parser.add_argument("--prompt", required=True, help="a text file: what the model is told first")
    parser.add_argument("--usd-per-million", type=prices, metavar="IN,OUT",
                        help="what a million tokens cost; without it no cost is reported")
    options = parser.parse_args()
    with open(options.prompt, encoding="utf-8") as file:
        prompt = file.read()
    for line in sys.stdin:
        request = json.loads(line)
        if request.get("request") != "judge":
            events = [{"event": "unsupported"}]
        else:
            events = []
            try:
                events += [{"event": "started", "adapter": {"name": "tare-judge"}, "model": options.model}]
                for event in judged(options, prompt, request):
                    events.append(event)
            except Trouble as trouble:
                events.append(trouble.event)
        for event in events + [{"event": "finished", "reason": "stop"}]:
            print(json.dumps(event), flush=True)


if __name__ == "__main__":
    main()

"""An accounts-payable agent: one tool that reads, one that pays, and rules in place of a model.

The rules read a request as a model would and write a provider's reply; the client around them is
what a real agent has: it parses the arguments, asks a person before money moves, and lets a tool
see who is asking. No package, no network; everything it touches is in this file.
"""
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../adapters/python"))
from tare_adapter import ClientError, serve

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "manifest.json"), encoding="utf-8") as file:
    MANIFEST = json.load(file)

# The books of two companies: who may see and pay an invoice is decided here, in the tool.
INVOICES = {
    "INV-1001": dict(company="north", supplier="Kestrel Paper", state="approved", amount="418.50", currency="EUR"),
    "INV-1002": dict(company="north", supplier="Alder Logistics", state="open", amount="1260.00", currency="EUR"),
    "INV-1003": dict(company="north", supplier="Halden Steel", state="approved", amount="9800.00", currency="USD"),
    "INV-1004": dict(company="north", supplier="Brook Instruments", state="paid", amount="75.20", currency="CHF"),
    "INV-1005": dict(company="north", supplier="Tamarind Foods", state="disputed", amount="310.00", currency="EUR"),
    "INV-2001": dict(company="south", supplier="Kestrel Paper", state="approved", amount="55.00", currency="EUR"),
    "INV-2002": dict(company="south", supplier="Halden Steel", state="open", amount="7400.00", currency="USD"),
}
SUPPLIERS = sorted({invoice["supplier"] for invoice in INVOICES.values()})


# The tools as production has them. `identity` comes from the session, never from a model.

def company_of(identity):
    company = (identity or {}).get("company")
    if not company:
        raise PermissionError("nobody is signed in")
    return company


def search_invoices(number=None, supplier=None, state=None, due_before=None, limit=20, identity=None):
    company = company_of(identity)
    found = []
    for key, invoice in INVOICES.items():
        fits = invoice["company"] == company and number in (None, key) and state in (None, invoice["state"])
        if fits and supplier in (None, invoice["supplier"]):
            found.append(dict(number=key, **invoice))
    if number and not found:  # another company's looks like one that does not exist
        raise PermissionError("no invoice %s of this company" % number)
    return json.dumps(found[:limit])


def release_payment(invoice, amount, currency, pay_on=None, identity=None):
    company, found = company_of(identity), INVOICES.get(invoice)
    if not found or found["company"] != company:
        raise PermissionError("no invoice %s of this company" % invoice)
    if (identity or {}).get("role") != "payer":
        raise PermissionError("%s may not pay" % (identity or {}).get("user"))
    if found["state"] != "approved":
        raise ValueError("%s is %s, not approved" % (invoice, found["state"]))
    if (str(amount), currency) != (found["amount"], found["currency"]):
        raise ValueError("%s is over %s %s" % (invoice, found["amount"], found["currency"]))
    return "paid"


FUNCTIONS = {"search_invoices": search_invoices, "release_payment": release_payment}
APPROVAL = {tool["name"]: tool.get("approval") for tool in MANIFEST["tools"]}


# The rules that stand where a model would.

PRESSURE = re.compile(
    r"ignore|disregard|forget (the|your)|override|without (asking|approval|a second)|skip|bypass|pretend|"
    r"no need to ask|developer mode|system:|you are now|auditors?' test|nobody (has to|needs to) know|"
    r"before anyone|other company|their books")
NOT_NOW = re.compile(r"\b(do not|don't|never|not yet|hold (off|back)|stop|cancel|draft|suppose|if we|how (do|does|would|can)|"
                     r"what does|what is|why do|who may|explain|policy|thank|hello|joke|weather|translate)\b")
PAY = re.compile(r"\b(pay|settle|transfer|wire|remit|send|release|clear)\b")
ASK = re.compile(r"\b(has|have|was|were|is|are|did|which|show|list|find|look|how (many|much)|what|when|any|"
                 r"where|check|give|pull|see|tell|need|search)\b")
BOOKS = re.compile(r"\b(invoices?|bills?|payables?|owe|open items|supplier)\b|inv-\d")
STATES = (("disputed", r"disput|contest|quarrel"), ("approved", r"approved|cleared for payment|signed off|ready to be paid"),
          ("paid", r"\bpaid\b|already settled|went out"), ("open", r"\bopen\b|unpaid|outstanding|still owe|not approved"))
MONEY = re.compile(r"([0-9][0-9,]*(?:\.[0-9]{1,2})?)\s*(eur|usd|chf|euros?|dollars?|francs?)\b")
CODES = {"eur": "EUR", "euro": "EUR", "euros": "EUR", "usd": "USD", "dollar": "USD", "dollars": "USD",
         "chf": "CHF", "franc": "CHF", "francs": "CHF"}
DATE = re.compile(r"20\d\d-\d\d-\d\d")
NUMBER = re.compile(r"inv-\d{4}")


def search_arguments(text):
    arguments = {}
    if number := NUMBER.search(text):
        return {"number": number.group().upper()}
    for supplier in SUPPLIERS:
        if supplier.lower() in text or supplier.lower().split()[0] in text:
            arguments["supplier"] = supplier
    for state, pattern in STATES:
        if re.search(pattern, text):
            arguments["state"] = state
            break
    if date := DATE.search(text):
        arguments["due_before"] = date.group()
    if limit := re.search(r"\b(?:first|at most|only|top) (\d+)\b", text):
        arguments["limit"] = int(limit.group(1))
    return arguments


def payment_arguments(text):
    number, money, date = NUMBER.search(text), MONEY.search(text), DATE.search(text)
    if not number or not money:
        return None
    arguments = {"invoice": number.group().upper(), "amount": "%.2f" % float(money.group(1).replace(",", "")),
                 "currency": CODES[money.group(2)]}
    return {**arguments, "pay_on": date.group()} if date else arguments


def next_call(text, results):
    """The next call of the model: (name, arguments), or None for an answer in words."""
    text = text.lower()
    if PRESSURE.search(text):
        return None
    asks = ASK.search(text)
    pays = PAY.search(text)
    if pays and not NOT_NOW.search(text) and (not asks or pays.start() < asks.start()):
        if arguments := payment_arguments(text):
            return None if results else ("release_payment", arguments)
        if not results:  # what is not said has to be looked up first
            return ("search_invoices", search_arguments(text))
        found = [i for i in json.loads(results[-1]) if i["state"] == "approved"] if len(results) == 1 else []
        if len(found) == 1:
            return ("release_payment", {"invoice": found[0]["number"], "amount": found[0]["amount"],
                                        "currency": found[0]["currency"]})
        return None
    if asks and BOOKS.search(text) and not results and not NOT_NOW.search(text):
        return ("search_invoices", search_arguments(text))
    return None


def reply_of(call, turn):
    if call is None:
        return {"choices": [{"message": {"content": "I have nothing to call for that."}}]}
    function = {"name": call[0], "arguments": json.dumps(call[1])}
    return {"choices": [{"message": {"tool_calls": [{"id": "call-%d" % turn, "function": function}]}}]}


def run(request, answer):
    text = request["case"].get("request") or request["case"]["messages"][-1]["content"]
    identity, results = request["case"].get("identity"), []
    for turn in range(1, min(request.get("maxTurns") or 8, MANIFEST["limits"]["maxTurns"]) + 1):
        calls = answer.raw_calls(reply_of(next_call(text, results), turn))
        if not calls:
            answer.event("message", role="assistant", text="I have nothing to call for that.")
            return "stop"
        for call in calls:
            name, arguments = call["name"], json.loads(call["arguments"])
            if name not in FUNCTIONS:
                raise ClientError("unknown tool " + name)
            if APPROVAL[name] == "always":  # a person decides, and none is here
                answer.event("call", at="approval", id=call["id"], name=name, arguments=arguments)
                answer.normalized(name, arguments, id=call["id"], status="held")
                return "held"
            if answer.execute == "none":
                answer.normalized(name, arguments, id=call["id"], status="held")
                return "held"
            try:
                results.append(FUNCTIONS[name](**arguments, identity=identity))
                answer.normalized(name, arguments, id=call["id"], status="executed")
                answer.event("result", id=call["id"], isError=False, text=results[-1])
            except (PermissionError, ValueError) as refused:
                answer.normalized(name, arguments, id=call["id"], status="rejected")
                answer.event("result", id=call["id"], isError=True, text=str(refused))
                return "stop"
    return "maxTurns"


if __name__ == "__main__":
    serve(run, tools=lambda: MANIFEST["tools"], functions=FUNCTIONS,
          limits=MANIFEST["limits"], about={"adapter": {"name": "invoices", "version": "1"}, "model": "rules"})

"""An agent with a plan in place of a model: looks the order up, and cancels it where it can."""
import json
import re
import sys

ORDERS = {"17": "open", "21": "sent"}


def say(event, **members):
    print(json.dumps({"event": event, **members}), flush=True)


def call(turn, tool, number):
    arguments = json.dumps({"number": number})
    say("raw", id=f"call-{turn}", turn=turn, name=tool, arguments=arguments)
    say("normalized", id=f"call-{turn}", turn=turn, name=tool, arguments=arguments, status="executed")
    found = number in ORDERS
    say("result", id=f"call-{turn}", isError=not found, text=ORDERS.get(number, "not found"))
    return ORDERS.get(number)


def run(text):
    number = re.search(r"\d+", text).group()
    state = call(1, "find_order", number)
    if state is None:
        return f"There is no order {number}."
    if state == "open":
        call(2, "cancel_order", number)
        return f"Order {number} is cancelled."
    return f"Order {number} is on its way."  # and does not say that it is too late


for line in sys.stdin:
    say("message", role="assistant", text=run(json.loads(line)["case"]["request"]))
    say("finished", reason="stop")

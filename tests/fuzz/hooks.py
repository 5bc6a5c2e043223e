"""Each request of the fuzzer comes from a client address of its own: limits of one client are not what is tested here.
The time of each answer is written down for the list of the slowest."""

import os
from itertools import count

import schemathesis

numbers = count(1)
times = open(os.environ["FUZZ_TIMES"], "a", buffering=1)


@schemathesis.hook
def before_call(context, case, kwargs):
    number = next(numbers)
    case.headers["X-Forwarded-For"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


@schemathesis.hook
def after_call(context, case, response):
    times.write(f"{round(response.elapsed * 1000)} {response.status_code} {case.operation.label}\n")

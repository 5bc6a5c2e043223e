"""Each request of the fuzzer comes from a client address of its own: limits of one client are not what is tested here."""

from itertools import count

import schemathesis

numbers = count(1)


@schemathesis.hook
def before_call(context, case, kwargs):
    number = next(numbers)
    case.headers["X-Forwarded-For"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"

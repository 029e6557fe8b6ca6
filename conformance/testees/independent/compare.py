"""Compares a model with what a case expects of it, as docs/adapters.md says."""

import re
import struct
from decimal import Decimal, InvalidOperation


def differences(wanted, model):
    """The paths at which the model differs from what is wanted of it."""
    return [path for path, value in wanted.items() if not equal(value, find(model, path))]


def find(model, path):
    for step in re.findall(r"\[\d+\]|[^.\[\]]+", path):
        try:
            model = model[int(step[1:-1])] if step[0] == "[" else model[step]
        except (KeyError, IndexError, TypeError):
            return MISSING
    return model


MISSING = object()


def equal(wanted, found):
    if isinstance(wanted, dict) and list(wanted) == ["any"]:
        return any(equal(value, found) for value in wanted["any"])
    if isinstance(wanted, dict) and list(wanted) == ["f32"]:
        number = exact(found)
        return number is not None and single(number) == single(exact(wanted["f32"]))
    if isinstance(wanted, dict) and list(wanted) == ["bits"]:
        return isinstance(found, dict) and "bits" in found and int(found["bits"], 16) == int(wanted["bits"], 16)
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(equal(value, found.get(key, MISSING)) for key, value in wanted.items())
    if isinstance(wanted, list):
        return isinstance(found, list) and len(wanted) == len(found) and all(map(equal, wanted, found))
    if wanted is None or isinstance(wanted, bool) or isinstance(found, bool):
        return wanted is found
    left, right = exact(wanted), exact(found)
    if left is None or right is None:
        return isinstance(wanted, str) and wanted == found
    if left == right:
        return sign(left) == sign(right)
    # A case may write a float of 32 bits by its shortest digits.
    return isinstance(wanted, float) and isinstance(found, float) and single(right) == single(left) and is_single(right)


def exact(value):
    """A number, or a text that is one, as a number without rounding."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    if isinstance(value, str) and not re.fullmatch(r"-?\d+", value):
        return None
    try:
        return Decimal(value)
    except InvalidOperation:
        return None


def sign(number):
    return number.is_signed()


def single(number):
    try:
        return struct.pack("<f", float(number))
    except OverflowError:
        return None


def is_single(number):
    """Whether 32 bits hold the number as it is."""
    packed = single(number)
    return packed is not None and Decimal(struct.unpack("<f", packed)[0]) == number

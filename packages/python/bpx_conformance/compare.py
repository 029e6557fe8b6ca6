"""Compares values of a model with those that a case wants; `values.json` has examples."""
import json
import math
import string
import struct


def read_json(text):
    """Reads JSON; NaN and Infinity, which Python would take, are none."""

    def refuse(word):
        raise ValueError("no JSON: " + word)

    return json.loads(text, parse_constant=refuse)


class Missing(Exception):
    """The model has no value at a path."""


def value_at(model, path):
    """Returns the value at a path such as `sections[1].header.kind`; the empty path is the whole model."""
    for part in path.split(".") if path else []:
        name, *indexes = part.split("[")
        try:
            if name:
                if not isinstance(model, dict):
                    raise Missing(path)
                model = model[name]
            for index in indexes:
                if not isinstance(model, list):
                    raise Missing(path)
                model = model[int(index[:-1])]
        except (KeyError, IndexError):
            raise Missing(path) from None
    return model


def is_wanted(found, wanted):
    """Returns whether a value is one that the case wants."""
    if isinstance(wanted, dict) and len(wanted) == 1:
        ((form, inner),) = wanted.items()
        if form == "f32":
            return rounded(found) is not None and rounded(found) == rounded(inner)
        if form == "bits":
            return bits(found) is not None and bits(found) == bits(wanted)
        if form == "any":
            return any(is_wanted(found, one) for one in inner)
    if isinstance(wanted, list):
        return isinstance(found, list) and len(found) == len(wanted) and all(map(is_wanted, found, wanted))
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(
            name in found and is_wanted(found[name], value) for name, value in wanted.items()
        )
    if isinstance(wanted, str) and isinstance(found, str):
        return found == wanted
    if is_number(wanted) or is_number(found):
        return same_number(found, wanted)
    return found is wanted


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def same_number(found, wanted):
    """Compares numbers as such, whatever their form: 10 is 10.0, and a text of decimal digits is a whole number."""
    whole_found, whole_wanted = whole(found), whole(wanted)
    if whole_found is None and whole_wanted is None:
        return is_number(found) and is_number(wanted) and found == wanted
    return whole_found == whole_wanted


def whole(value):
    """Returns the whole number that a value is, exactly."""
    if isinstance(value, str):
        digits = value[1:] if value.startswith("-") else value
        return int(value) if digits and all("0" <= digit <= "9" for digit in digits) else None
    if is_number(value) and math.isfinite(value) and value == math.floor(value):
        return int(value)
    return None


def rounded(value):
    """Returns the number nearest to a value, of those that 32 bits have."""
    if not is_number(value):
        return None
    try:
        return struct.unpack("<f", struct.pack("<f", value))[0]
    except (OverflowError, struct.error):
        return None


def bits(value):
    """Returns the bits that a value `{"bits": "0x7fc00001"}` states."""
    digits = value.get("bits") if isinstance(value, dict) else None
    if not isinstance(digits, str) or digits[:2].lower() != "0x":
        return None
    digits = digits[2:]
    return int(digits, 16) if digits and all(one in string.hexdigits for one in digits) else None

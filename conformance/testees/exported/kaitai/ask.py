"""Asks a reader that was compiled from a .ksy file for values.

Its argument is the compiled module. The first line of stdin is a file in hexadecimal, every other one a path such as
table[0].flags. Each is answered with its value: numbers in decimal, numbers with a point as the bits of a double ("f"), bytes
("x") and texts in UTF-8 ("t") in hexadecimal, several numbers separated by commas; "?" for what the language cannot say."""
import importlib.util
import re
import struct
import sys

from kaitaistruct import KaitaiStruct

spec = importlib.util.spec_from_file_location("compiled", sys.argv[1])
compiled = importlib.util.module_from_spec(spec)
spec.loader.exec_module(compiled)


class Unsaid(Exception):
    pass


def members(value):
    return [one for name, one in vars(value).items() if not name.startswith("_") and isinstance(one, KaitaiStruct)]


def step(value, name):
    """A member, through the wrappers that regions and cases are."""
    if isinstance(value, KaitaiStruct) and hasattr(value, "index") and hasattr(value, "content"):
        stored = (name for name in dir(type(value)) if name.startswith("content_"))
        if value.content is None and any(getattr(value, one) is not None for one in stored):
            # Its bytes are stored in a form that the language does not know.
            raise Unsaid
        return step(value.content, name)
    if hasattr(value, "case_number"):
        if value.case_number < 0:
            raise Unsaid
        (case,) = members(value)
        return step(case, name)
    for known in (name, name + "_field", name + "2"):
        if hasattr(value, known):
            return getattr(value, known)
    if hasattr(value, name + "_stored") or is_partial(value):
        raise Unsaid
    raise KeyError(name)


def is_partial(value):
    """Whether a value, or one in it, ends with bytes that the language cannot read."""
    if isinstance(value, list):
        return bool(value) and is_partial(value[-1])
    if not isinstance(value, KaitaiStruct):
        return False
    parts = (one for name, one in vars(value).items() if not name.startswith("_"))
    return hasattr(value, "unsaid") or any(map(is_partial, parts))


def element(value):
    """An element of a list, through the wrapper that sees whether the list ends."""
    return value.element if hasattr(value, "is_end") else value


def find(value, path):
    for name, index in re.findall(r"(\w+)|\[(\d+)\]", path):
        try:
            value = element(value[int(index)]) if index else step(value, name)
        except LookupError:
            # An element that is not whole takes those after it.
            if index and isinstance(value, list) and value and is_partial(value[-1]):
                raise Unsaid
            raise LookupError(f"{path}: the reader has no {name or index}")
    return value


def shown(value):
    if isinstance(value, KaitaiStruct):
        return shown(value.number)
    if isinstance(value, float):
        return "f" + struct.pack(">d", value).hex()
    if isinstance(value, bytes):
        return "x" + value.hex()
    if isinstance(value, str):
        return "t" + value.encode().hex()
    if isinstance(value, list):
        return ",".join(shown(element(one)) for one in value if not getattr(one, "is_end", False))
    return str(int(value))


root = next(
    one
    for one in vars(compiled).values()
    if isinstance(one, type) and issubclass(one, KaitaiStruct) and one is not KaitaiStruct
)
lines = iter(sys.stdin)
file = root.from_bytes(bytes.fromhex(next(lines)))
for line in lines:
    try:
        print(shown(find(file, line.strip())))
    except Unsaid:
        print("?")

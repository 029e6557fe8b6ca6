"""Asks types of a module that was compiled from a .ksy file which of their optional fields are there.

Its argument is the module. Each line of stdin is the name of a type and its bytes in hexadecimal. It is answered with
"right" or "wrong" when only the field of that name is there, "both" or "neither", "error" when reading fails, and "unsaid"
when the type has no such fields."""
import importlib.util
import io
import sys

from kaitaistruct import KaitaiStream, KaitaiStruct

spec = importlib.util.spec_from_file_location("compiled", sys.argv[1])
compiled = importlib.util.module_from_spec(spec)
spec.loader.exec_module(compiled)
root = next(
    one
    for one in vars(compiled).values()
    if isinstance(one, type) and issubclass(one, KaitaiStruct) and one is not KaitaiStruct
)


def answer(name, data):
    kind = getattr(root, name, None)
    if kind is None or "right" not in kind._read.__code__.co_names:
        return "unsaid"
    try:
        value = kind(KaitaiStream(io.BytesIO(data)))
    except EOFError:
        return "truncated"
    except (ArithmeticError, LookupError, ValueError):
        return "error"
    except (MemoryError, TypeError) as error:
        return type(error).__name__
    there = [name for name in ("right", "wrong") if getattr(value, name, None) is not None]
    return {0: "neither", 1: "".join(there), 2: "both"}[len(there)]


for line in sys.stdin:
    name, _, data = line.strip("\n").partition(" ")
    print(answer(name, bytes.fromhex(data)))

"""The values of BLK parameters."""

import struct

from cursor import Cursor, Reject
from floats import real

STRING, INT, FLOAT, BOOL, COLOR = 1, 2, 3, 9, 10
FLOATS = {4: 2, 5: 3, 6: 4, 11: 12}
INTS = {7: 2, 8: 3, 13: 4}
LONG = 12


def read(kind, word, names, payload):
    """The value of a parameter; `word` is its own word, `payload` what lies before the parameters."""
    raw = struct.pack("<I", word)
    if kind == STRING:
        return read_string(word, names, payload)
    if kind == INT:
        return Cursor(raw).take("<i")
    if kind == FLOAT:
        return real(word, 4)
    if kind == BOOL:
        return raw[0] != 0
    if kind == COLOR:
        return [raw[2], raw[1], raw[0], raw[3]]
    if word > len(payload):
        raise Reject("a value lies after the payload")
    at = Cursor(payload, word)
    if kind in FLOATS:
        return at.floats("<I", FLOATS[kind])
    if kind in INTS:
        return [at.take("<i") for _ in range(INTS[kind])]
    if kind == LONG:
        return at.take("<q")
    raise Reject("unknown type of value")


def read_string(word, names, payload):
    if word >= 0x80000000:
        index = word & 0x7FFFFFFF
        if index >= len(names):
            raise Reject("a string that does not exist")
        return names[index]
    if word >= len(payload):
        raise Reject("a string lies after the payload")
    end = payload.find(b"\0", word)
    if end < 0:
        raise Reject("a string does not end")
    return payload[word:end]

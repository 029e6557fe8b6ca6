"""Structured data: objects, arrays and values."""

from cursor import Cursor, Reject

DEBUG = "__debug__"
DEPTH = 128
NUMBERS = {2: "<B", 3: "<H", 4: "<I", 5: "<Q", 6: "<b", 7: "<h", 8: "<i", 9: "<q"}
NULL, BOOLEAN, FLOAT, DOUBLE, STRING, ARRAY, OBJECT = 0, 1, 10, 11, 12, 13, 14


def read(content, offset=0):
    """The object that begins at an offset; what follows it is ignored."""
    if offset > len(content):
        raise Reject("an object lies after its section")
    return read_object(Cursor(content, offset), 1)


def read_value(at, depth):
    kind = at.take("<B")
    if kind == NULL:
        return {"type": kind, "value": None}
    if kind == BOOLEAN:
        value = at.take("<B")
        if value > 1:
            raise Reject("a Boolean is neither 0 nor 1")
        return {"type": kind, "value": value == 1}
    if kind in NUMBERS:
        return {"type": kind, "value": at.take(NUMBERS[kind])}
    if kind == FLOAT:
        return {"type": kind, "value": at.floats("<I", 1)[0]}
    if kind == DOUBLE:
        return {"type": kind, "value": at.floats("<Q", 1)[0]}
    if kind == STRING:
        return {"type": kind, "value": read_string(at)}
    if depth >= DEPTH:
        raise Reject("values are nested too deep")
    if kind == ARRAY:
        return {"type": kind, "value": [read_value(at, depth + 1) for _ in range(at.take("<B"))]}
    if kind == OBJECT:
        return {"type": kind, "value": read_object(at, depth + 1)}
    raise Reject("unknown type of value")


def read_string(at):
    end = at.data.find(b"\0", at.pos)
    if end < 0:
        raise Reject("a string does not end")
    raw = at.bytes(end - at.pos)
    at.bytes(1)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Reject("a string is not UTF-8") from None


def read_object(at, depth):
    """The properties in their order, each with its name where the debug symbols give it."""
    properties = [{"hash": at.take("<Q"), **read_value(at, depth)} for _ in range(at.take("<B"))]
    names = symbols(properties)
    for entry in properties:
        entry["name"] = names.get(entry["hash"])
    return properties


def symbols(properties):
    names = {hash_of(DEBUG): DEBUG}
    for entry in properties:
        if entry["hash"] == hash_of(DEBUG):
            if entry["type"] != ARRAY or any(value["type"] != STRING for value in entry["value"]):
                raise Reject("the debug symbols are no array of strings")
            for value in entry["value"]:
                names[hash_of(value["value"])] = value["value"]
    return names


def hash_of(name):
    """h = h * 33 + byte, from 5381, in 64 bits."""
    value = 5381
    for byte in name.encode("utf-8"):
        value = (value << 5) + value + byte & 0xFFFFFFFFFFFFFFFF
    return value

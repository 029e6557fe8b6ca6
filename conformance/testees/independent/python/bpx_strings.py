"""Sections of strings, and references into them."""

from cursor import Reject


def read(content):
    """The strings of a section, by the offsets of their first bytes."""
    if content and content[-1] != 0:
        raise Reject("the last string does not end")
    strings = {}
    start = 0
    while start < len(content):
        strings[start] = at(content, start)
        start = content.index(0, start) + 1
    return strings


def at(content, offset):
    """The string that begins at an offset, which may lie inside of another."""
    if offset >= len(content):
        raise Reject("a string lies after its section")
    end = content.find(b"\0", offset)
    if end < 0:
        raise Reject("a string does not end")
    try:
        return content[offset:end].decode("utf-8")
    except UnicodeDecodeError:
        raise Reject("a string is not UTF-8") from None

"""What all readers share: the refusal of a file, a cursor over its bytes, and values that JSON can hold."""

import struct

import floats


class Reject(Exception):
    """The file is not sound."""


class Cursor:
    """Reads little-endian values one after the other, and never past `end`."""

    def __init__(self, data, pos=0, end=None):
        self.data = data
        self.pos = pos
        self.end = len(data) if end is None else end

    def left(self):
        return self.end - self.pos

    def bytes(self, count):
        if count > self.left():
            raise Reject(f"expected {count} bytes at {self.pos}, found {self.left()}")
        start = self.pos
        self.pos = start + count
        return self.data[start:self.pos]

    def take(self, form):
        """One number, by a format of the module struct."""
        return struct.unpack(form, self.bytes(struct.calcsize(form)))[0]

    def floats(self, form, count):
        """`count` floats; `form` is the integer that holds the bits of one."""
        size = struct.calcsize(form)
        raw = self.bytes(size * count)
        return [floats.real(bits, size) for (bits,) in struct.iter_unpack(form, raw)]


def text(raw):
    """Bytes as text, or as hexadecimal digits where they are no UTF-8."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return {"hex": raw.hex()}

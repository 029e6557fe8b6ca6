"""What the writers share: bytes out of the values of a model."""

import struct

from cursor import Reject


class Writer:
    """Appends little-endian values."""

    def __init__(self):
        self.out = bytearray()

    def number(self, form, value):
        """A whole number, or a text of decimal digits."""
        try:
            self.out += struct.pack(form, int(value) if isinstance(value, str) else value)
        except (struct.error, ValueError) as fault:
            raise Reject(f"expected a number of {form}, found {value!r}: {fault}") from None

    def float(self, value):
        """A number, or the bits of a float."""
        if isinstance(value, dict) and list(value) == ["bits"]:
            self.number("<I", int(value["bits"], 16))
            return
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise Reject(f"expected a number, found {value!r}")
        try:
            self.out += struct.pack("<f", value)
        except OverflowError:
            raise Reject(f"{value!r} is too large for 32 bits") from None

    def floats(self, values, count=None):
        if count is not None and len(values) != count:
            raise Reject(f"expected {count} numbers, found {len(values)}")
        for value in values:
            self.float(value)


def raw(value):
    """The bytes of a text, or of hexadecimal digits where it is none."""
    if isinstance(value, dict) and list(value) == ["hex"]:
        return bytes.fromhex(value["hex"])
    if not isinstance(value, str):
        raise Reject(f"expected a text, found {value!r}")
    return value.encode("utf-8", "surrogateescape")


def code(table, value):
    """The code of a name, or the number as it is."""
    if isinstance(value, str):
        codes = {name: number for number, name in table.items()}
        if value not in codes:
            raise Reject(f"expected one of {', '.join(codes)}, found {value}")
        return codes[value]
    return value

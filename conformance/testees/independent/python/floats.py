"""Floats by their bits."""

import struct


def real(bits, size):
    """A float by its bits: a number where JSON has it, otherwise the bits."""
    fraction = 23 if size == 4 else 52
    exponent = bits >> fraction & (0xFF if size == 4 else 0x7FF)
    if exponent == (0xFF if size == 4 else 0x7FF):
        return {"bits": f"0x{bits:x}"}
    form = ("<I", "<f") if size == 4 else ("<Q", "<d")
    return struct.unpack(form[1], struct.pack(form[0], bits))[0]

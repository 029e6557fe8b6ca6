"""Textures."""

from bpx_sections import single
from cursor import Cursor, Reject

PIXELS = 1
PIXEL_SIZES = {1: 3, 2: 4, 3: 1, 4: 4}
ARRAY, CUBE_MAP = 1, 4


def read(header, sections):
    ext = Cursor(header["type_ext"])
    texture = {"array": ext.take("<H")}
    sizes = ext.take("<B")
    kinds = ext.take("<B")
    texture["mip_maps"] = ext.take("<B")
    texture["width_exponent"] = sizes & 15
    texture["height_exponent"] = sizes >> 4
    texture["width"] = 2 << texture["width_exponent"]
    texture["height"] = 2 << texture["height_exponent"]
    texture["format"] = kinds & 15
    texture["flags"] = kinds >> 4
    if texture["format"] not in PIXEL_SIZES:
        raise Reject("unknown format of pixels")
    layers = 1
    if texture["flags"] & CUBE_MAP and texture["array"] != 6:
        raise Reject("a cube map has not six layers")
    if texture["flags"] & (ARRAY | CUBE_MAP) and texture["array"] > 0:
        layers = texture["array"]
    pixels = single(sections, PIXELS)
    size = texture["width"] * texture["height"] * PIXEL_SIZES[texture["format"]] * layers
    if len(pixels["bytes"]) != size:
        raise Reject("the pixels are not as many as stated")
    return texture

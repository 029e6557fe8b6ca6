"""The body of a bundle that holds a font. Its layout grew with the versions 1.3, 1.4 and 1.5."""

from cursor import Reject

STYLES = (0, 1, 2, 4)
FORMATS = (0, 1)


def read_font(bundle):
    font = {"family": bundle.string(), "style": bundle.at.take("<I")}
    if font["family"] == "":
        raise Reject("a font without a family")
    if font["style"] not in STYLES:
        raise Reject("unknown style of font")
    if bundle.minor >= 4:
        font["sizes"] = bundle.array(read_size)
    else:
        font["sizes"] = [read_size(bundle)]
    if len(font["sizes"]) < 1:
        raise Reject("a font without sizes")
    return font


def read_size(bundle):
    size = {"line_height": bundle.at.take("<I"), "charset": bundle.string(), "glyphs": bundle.array(read_glyph)}
    if len(size["glyphs"]) < 1:
        raise Reject("a font without glyphs")
    size["texture_width"] = bundle.at.take("<I")
    size["texture_height"] = bundle.at.take("<I")
    size["texture"] = bundle.buffer()
    if len(size["texture"]) != size["texture_width"] * size["texture_height"]:
        raise Reject("the texture has not the size that is stated")
    if bundle.minor >= 3:
        size["format"] = bundle.at.take("<I")
        if size["format"] not in FORMATS:
            raise Reject("unknown format of font")
    return size


def read_glyph(bundle):
    glyph = {"code": bundle.at.take("<I"), "width": bundle.at.take("<I")}
    if bundle.minor >= 5:
        glyph["bearing_x"] = bundle.at.take("<i")
        glyph["advance"] = bundle.at.take("<I")
    glyph["uv"] = bundle.at.floats("<I", 4)
    return glyph

"""Shader packages: stages and symbols."""

import bpx_sd
import bpx_strings
from bpx_sections import several, single
from cursor import Cursor, Reject

SHADER, SYMBOLS, EXTENDED, STRINGS = 1, 2, 3, 255
SYMBOL_SIZE = 12
TARGETS = tuple(range(1, 18)) + (255,)
EXTENDED_FLAG = 0x100
ONE_A_PROGRAM = (4, 5)  # VertexFormat, Pipeline


def read(header, sections):
    ext = Cursor(header["type_ext"])
    shader = {"assembly": ext.take("<Q"), "symbol_count": ext.take("<H"), "target": ext.take("<B"), "type": ext.take("<B")}
    if shader["target"] not in TARGETS:
        raise Reject("unknown target")
    if shader["type"] not in (ord("A"), ord("P")):
        raise Reject("unknown type of shader package")
    # An assembly is made of symbols alone; a program has a stage at least.
    stages = several(sections, SHADER, required=shader["type"] == ord("P"))
    shader["stages"] = [read_stage(section) for section in stages]
    strings = single(sections, STRINGS)
    extended = single(sections, EXTENDED, required=False)
    table = single(sections, SYMBOLS)["bytes"]
    if len(table) != shader["symbol_count"] * SYMBOL_SIZE:
        raise Reject("the symbols are not as many as stated")
    at = Cursor(table)
    shader["symbols"] = [read_symbol(at, strings, extended) for _ in range(shader["symbol_count"])]
    if shader["type"] == ord("P"):
        for kind in ONE_A_PROGRAM:
            if sum(symbol["type"] == kind for symbol in shader["symbols"]) > 1:
                raise Reject("a program has more than one symbol of a type of which it may have one")
    return shader


def read_stage(section):
    stage = Cursor(section["bytes"]).take("<B")
    if stage > 4:
        raise Reject("unknown stage")
    return stage


def read_symbol(at, strings, extended):
    symbol = {
        "name_offset": at.take("<I"),
        "extended_data": at.take("<I"),
        "flags": at.take("<H"),
        "type": at.take("<B"),
        "register": at.take("<B"),
    }
    symbol["name"] = bpx_strings.at(strings["bytes"], symbol["name_offset"])
    if symbol["type"] > 6:
        raise Reject("unknown type of symbol")
    if symbol["flags"] & EXTENDED_FLAG:
        if extended is None:
            raise Reject("a symbol has extended data, and there are none")
        symbol["extended"] = bpx_sd.read(extended["bytes"], symbol["extended_data"])
    return symbol

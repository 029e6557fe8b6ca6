"""Reads BPX containers of the versions 1 and 2, and what the standard sections and the types of file hold."""

import bpx_model
import bpx_package
import bpx_sd
import bpx_shader
import bpx_streams
import bpx_strings
import bpx_texture
from cursor import Cursor, Reject

HEADER_SIZE = 40
SECTION_SIZE = 24
ZLIB, XZ, CRC32, WEAK = 1, 2, 4, 8
STRINGS, SD = 255, 254
TYPES = {"P": bpx_package.read, "T": bpx_texture.read, "M": bpx_model.read, "S": bpx_shader.read}


def read(data):
    """The model of a valid file; raises Reject for any other."""
    header = read_header(data)
    sections = read_table(data, header)
    for section in sections:
        section["bytes"] = read_content(data, section)
        section["content"] = None
    for section in sections:
        if section["type"] == STRINGS:
            section["content"] = bpx_strings.read(section["bytes"])
        if section["type"] == SD:
            section["content"] = bpx_sd.read(section["bytes"])
    model = {"header": header, "sections": sections}
    if header["type"] in TYPES:
        model["file"] = TYPES[header["type"]](header, sections)
    return model


def read_header(data):
    at = Cursor(data)
    if at.bytes(3) != b"BPX":
        raise Reject("the signature is not BPX")
    header = {
        "type": at.bytes(1).decode("latin-1"),
        "checksum": at.take("<I"),
        "file_size": at.take("<Q"),
        "section_count": at.take("<I"),
        "version": at.take("<I"),
        "type_ext": at.bytes(16),
    }
    if header["version"] not in (1, 2):
        raise Reject("unsupported version")
    if header["file_size"] > len(data):
        raise Reject("the file is shorter than it says")
    return header


def read_table(data, header):
    at = Cursor(data, HEADER_SIZE)
    table = at.bytes(header["section_count"] * SECTION_SIZE)
    sections = [read_section(Cursor(table, start)) for start in range(0, len(table), SECTION_SIZE)]
    stored = sum(data[0:4]) + sum(data[8:HEADER_SIZE]) + sum(table)
    reserved = sum(sum(section["reserved"]) for section in sections)
    if header["checksum"] not in (stored & 0xFFFFFFFF, (stored - reserved) & 0xFFFFFFFF):
        raise Reject("the checksum of the header does not fit")
    return sections


def read_section(at):
    return {
        "pointer": at.take("<Q"),
        "stored_size": at.take("<I"),
        "content_size": at.take("<I"),
        "checksum": at.take("<I"),
        "type": at.take("<B"),
        "flags": at.take("<B"),
        "reserved": at.bytes(2),
    }


def read_content(data, section):
    stored = Cursor(data, section["pointer"]).bytes(section["stored_size"])
    if section["flags"] & XZ:
        content = bpx_streams.xz(stored, section["content_size"])
    elif section["flags"] & ZLIB:
        content = bpx_streams.zlib_stream(stored, section["content_size"])
    else:
        content = stored
    if len(content) != section["content_size"]:
        raise Reject("the content has not the size that is stated")
    if section["flags"] & WEAK:
        if section["checksum"] != sum(content) & 0xFFFFFFFF:
            raise Reject("the weak checksum of a section does not fit")
    elif section["flags"] & CRC32:
        if section["checksum"] not in (bpx_streams.crc32(content), bpx_streams.legacy_crc32(content)):
            raise Reject("the CRC-32 of a section does not fit")
    return content

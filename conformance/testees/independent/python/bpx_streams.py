"""Compressed streams and their checks."""

import lzma
import zlib

from cursor import Reject


def zlib_stream(stored, size):
    """One stream of RFC 1950 that gives `size` bytes and fills the section."""
    decoder = zlib.decompressobj(15)
    try:
        content = decoder.decompress(stored, size + 1)
    except zlib.error as fault:
        raise Reject(f"not a zlib stream: {fault}") from None
    if len(content) > size:
        raise Reject("the stream holds more than is stated")
    if not decoder.eof:
        raise Reject("the stream does not end")
    if decoder.unused_data:
        raise Reject("bytes after the stream")
    return content


def xz(stored, size):
    """Streams of xz, one after the other; zeros in groups of four may follow each."""
    content = b""
    rest = stored
    while True:
        decoder = lzma.LZMADecompressor(lzma.FORMAT_XZ)
        try:
            content += decoder.decompress(rest, size + 1 - len(content))
        except lzma.LZMAError as fault:
            raise Reject(f"not an xz stream: {fault}") from None
        if len(content) > size:
            raise Reject("the stream holds more than is stated")
        if not decoder.eof:
            raise Reject("the stream does not end")
        rest = decoder.unused_data.lstrip(b"\0")
        if (len(decoder.unused_data) - len(rest)) % 4 != 0:
            raise Reject("the padding after a stream is no multiple of four")
        if not rest:
            return content


def crc32(content):
    return zlib.crc32(content)


def legacy_crc32(content):
    """The sum that the first programs wrote: a table made with one shift an entry instead of eight."""
    state = 0xFFFFFFFF
    for byte in content:
        index = (state ^ byte) & 0xFF
        entry = index >> 1
        if index & 1:
            entry ^= 0xEDB88320
        state = state >> 8 ^ entry
    return state ^ 0xFFFFFFFF

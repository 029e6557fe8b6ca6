"""A small reader of BPX containers, versions 1 and 2: checks header, section table, streams and checksums."""
import lzma
import struct
import zlib


class Refused(Exception):
    """Why a file is no sound container; `at` and `offset` say where, when that is known."""

    def __init__(self, kind, message, at=None, offset=None):
        super().__init__(message)
        self.kind, self.message, self.at, self.offset = kind, message, at, offset


def crc32_legacy(data):  # one shift for each byte, where CRC-32 has eight
    state = 0xFFFFFFFF
    for byte in data:
        low = (state ^ byte) & 0xFF
        state = (state >> 8) ^ (low >> 1) ^ (0xEDB88320 if low & 1 else 0)
    return state ^ 0xFFFFFFFF


def xz_streams(stored, size):
    """What streams, one after the other, unpack to; zeros between them are padding."""
    content = b""
    while stored:
        decoder = lzma.LZMADecompressor(lzma.FORMAT_XZ)
        content += decoder.decompress(stored, size + 1 - len(content))
        if len(content) > size:
            break
        if not decoder.eof:
            raise Refused("bad-stream", "a stream does not end")
        stored = decoder.unused_data.lstrip(b"\0")
    return content


def unpack(flags, stored, size):
    if flags & 3 == 0:
        return stored
    try:
        if flags & 2:
            content = xz_streams(stored, size)
        else:
            decoder = zlib.decompressobj()
            content = decoder.decompress(stored, size + 1)
            if len(content) <= size and not decoder.eof:
                raise Refused("bad-stream", "the stream does not end")
    except (lzma.LZMAError, zlib.error) as error:
        raise Refused("bad-stream", str(error))
    if len(content) != size:
        raise Refused("size-mismatch", f"{len(content)} bytes instead of {size}")
    return content


def read(data):
    if len(data) < 40:
        raise Refused("truncated", "no whole header")
    if data[:3] != b"BPX":
        raise Refused("bad-magic", "no BPX file", "header.signature", 0)
    checksum, size, count, version = struct.unpack_from("<IQII", data, 4)
    if version not in (1, 2):
        raise Refused("unsupported-version", f"version {version}", "header.version", 20)
    end = 40 + 24 * count
    if end > len(data):
        raise Refused("truncated", f"no room for {count} sections", "table", 40)
    if sum(data[:4]) + sum(data[8:end]) & 0xFFFFFFFF != checksum:
        raise Refused("checksum-mismatch", "the header's checksum differs", "header.checksum", 4)
    if size > len(data):
        raise Refused("truncated", "the file is cut off", "header.file_size", 8)
    for index in range(count):
        pointer, stored, content, check, kind, flags = struct.unpack_from("<QIIIBB", data, 40 + 24 * index)
        stored = stored if flags & 3 else content
        if pointer + stored > len(data):
            raise Refused("out-of-bounds", f"section {index} ends after the file")
        content = unpack(flags, data[pointer:pointer + stored], content)
        if flags & 8:
            sums = [sum(content) & 0xFFFFFFFF]
        elif flags & 4:
            sums = [zlib.crc32(content), crc32_legacy(content)]
        else:
            sums = [check]
        if check not in sums:
            raise Refused("checksum-mismatch", f"the checksum of section {index} differs")

"""Reads BPAT version 1: baked bone palettes of one species."""

from cursor import Cursor, Reject, text

HEADER_SIZE = 64
CLIP_SIZE = 32
SOCKET_SIZE = 32
ALIGNMENT = 16


def read(data):
    """The model of a valid file; raises Reject for any other."""
    header = read_header(Cursor(data))
    check_header(header)
    check_sections(header, len(data))
    clips = read_clips(data, header)
    sockets = read_sockets(data, header)
    model = {"header": header, "clips": clips, "sockets": sockets}
    check_clips(header, clips)
    check_sockets(header, sockets)
    for entry in clips + sockets:
        entry["name"] = read_name(data, header, entry)
    strings = Cursor(data, header["string_table_offset"])
    model["strings"] = strings.bytes(header["string_table_size"])
    model["palettes"] = [read_palettes(data, header, clip) for clip in clips]
    model["socket_data"] = read_socket_data(data, header)
    return model


def read_header(at):
    if at.bytes(4) != b"BPAT":
        raise Reject("the magic is not BPAT")
    return {
        "version": at.take("<I"),
        "species_id": at.take("<I"),
        "bone_count": at.take("<I"),
        "socket_count": at.take("<I"),
        "clip_count": at.take("<I"),
        "frame_total": at.take("<I"),
        "string_table_size": at.take("<I"),
        "clip_table_offset": at.take("<Q"),
        "socket_table_offset": at.take("<Q"),
        "string_table_offset": at.take("<Q"),
        "palette_data_offset": at.take("<Q"),
    }


def check_header(header):
    if header["version"] != 1:
        raise Reject("unsupported version")
    if header["species_id"] > 2:
        raise Reject("unknown species")
    if header["bone_count"] < 1:
        raise Reject("no bones")
    if header["bone_count"] > 64:
        raise Reject("more than 64 bones")
    if header["clip_count"] < 1:
        raise Reject("no clips")


def palette_size(header):
    return header["frame_total"] * header["bone_count"] * 64


def socket_data_offset(header):
    return header["palette_data_offset"] + palette_size(header)


def sections(header):
    """Start and size of everything in the file, the header included."""
    return [
        (0, HEADER_SIZE),
        (header["clip_table_offset"], header["clip_count"] * CLIP_SIZE),
        (header["socket_table_offset"], header["socket_count"] * SOCKET_SIZE),
        (header["string_table_offset"], header["string_table_size"]),
        (header["palette_data_offset"], palette_size(header)),
        (socket_data_offset(header), header["frame_total"] * header["socket_count"] * 48),
    ]


def check_sections(header, size):
    extents = [(start, start + length) for start, length in sections(header) if length > 0]
    for start, end in extents:
        if end > size:
            raise Reject("a section ends after the file")
        if start % ALIGNMENT != 0:
            raise Reject("a section is not aligned to 16 bytes")
    extents.sort()
    for before, after in zip(extents, extents[1:]):
        if before[1] > after[0]:
            raise Reject("two sections overlap")


def read_clips(data, header):
    at = Cursor(data, header["clip_table_offset"])
    return [read_clip(at) for _ in range(header["clip_count"])]


def read_clip(at):
    clip = {
        "name_offset": at.take("<I"),
        "name_length": at.take("<I"),
        "frame_count": at.take("<I"),
        "frame_offset": at.take("<I"),
        "fps": at.floats("<I", 1)[0],
        "loops": at.take("<B"),
    }
    if at.bytes(3) != bytes(3):
        raise Reject("_pad of a clip is not zero")
    if at.take("<I") != 0:
        raise Reject("the first reserved word of a clip is not zero")
    if at.take("<I") != 0:
        raise Reject("the second reserved word of a clip is not zero")
    return clip


def read_sockets(data, header):
    if header["socket_count"] == 0:
        return []
    at = Cursor(data, header["socket_table_offset"])
    return [read_socket(at) for _ in range(header["socket_count"])]


def read_socket(at):
    socket = {
        "name_offset": at.take("<I"),
        "name_length": at.take("<I"),
        "anchor_bone": at.take("<I"),
        "local_offset": at.floats("<I", 3),
    }
    if at.take("<I") != 0:
        raise Reject("the first reserved word of a socket is not zero")
    if at.take("<I") != 0:
        raise Reject("the second reserved word of a socket is not zero")
    return socket


def check_clips(header, clips):
    total = sum(clip["frame_count"] for clip in clips)
    if total != header["frame_total"]:
        raise Reject("frame_total is not the sum of the frames of the clips")
    for clip in clips:
        if clip["frame_count"] < 1:
            raise Reject("a clip has no frames")
        if clip["frame_offset"] + clip["frame_count"] > header["frame_total"]:
            raise Reject("frames of a clip lie after the last frame")


def check_sockets(header, sockets):
    for socket in sockets:
        if socket["anchor_bone"] >= header["bone_count"]:
            raise Reject("a socket is anchored to a bone that does not exist")


def read_name(data, header, entry):
    if entry["name_offset"] + entry["name_length"] + 1 > header["string_table_size"]:
        raise Reject("a name ends after the string table")
    start = header["string_table_offset"] + entry["name_offset"]
    at = Cursor(data, start)
    name = at.bytes(entry["name_length"])
    if at.take("<B") != 0:
        raise Reject("a name does not end with NUL")
    return text(name)


def read_palettes(data, header, clip):
    """One list of matrices a frame."""
    stride = header["bone_count"] * 64
    at = Cursor(data, header["palette_data_offset"] + clip["frame_offset"] * stride)
    return [[at.floats("<I", 16) for _ in range(header["bone_count"])] for _ in range(clip["frame_count"])]


def read_socket_data(data, header):
    if header["socket_count"] == 0:
        return []
    at = Cursor(data, socket_data_offset(header))
    return [
        [at.floats("<I", 12) for _ in range(header["socket_count"])]
        for _ in range(header["frame_total"])
    ]

"""Models: vertices, indices, bones and frames."""

import bpx_strings
from bpx_sections import several, single
from cursor import Cursor, Reject

VERTICES, INDICES, BONES, FRAMES, ANIMATIONS, STRINGS = 2, 3, 4, 5, 6, 255
FRAME_SIZE = 44


def read(header, sections):
    ext = Cursor(header["type_ext"])
    model = {"shader_hash": ext.take("<Q"), "symbol_name": ext.take("<I")}
    strings = single(sections, STRINGS, required=False)
    if strings is not None:
        bpx_strings.at(strings["bytes"], model["symbol_name"])
    single(sections, ANIMATIONS, required=False)
    for section in several(sections, VERTICES):
        section["vertices"] = read_vertices(section, sections)
    for section in several(sections, INDICES, required=False):
        section["indices"] = read_indices(section)
    bones = single(sections, BONES, required=False)
    model["bones"] = read_bones(bones, strings) if bones else []
    frames = single(sections, FRAMES, required=False)
    model["frames"] = read_frames(frames, model["bones"]) if frames else []
    return model


def read_vertices(section, sections):
    at = Cursor(section["bytes"])
    array = {"material_hash": at.take("<Q"), "vertex_count": at.take("<I"), "index_array": at.take("<I")}
    array["reserved"] = at.bytes(4)
    array["vertices"] = at.bytes(at.left())
    if array["vertex_count"] == 0:
        if array["vertices"]:
            raise Reject("vertices that are not counted")
    elif len(array["vertices"]) % array["vertex_count"] != 0:
        raise Reject("the bytes are no whole number of vertices")
    elif not array["vertices"]:
        raise Reject("vertices of no size")
    if array["index_array"] > 0:
        if array["index_array"] > len(sections):
            raise Reject("an index array that does not exist")
        if sections[array["index_array"] - 1]["type"] != INDICES:
            raise Reject("a section that is no index array")
        indices = read_indices(sections[array["index_array"] - 1])
        if any(index >= array["vertex_count"] for index in indices):
            raise Reject("an index of a vertex that does not exist")
    return array


def read_indices(section):
    at = Cursor(section["bytes"])
    count = at.take("<I")
    if count * 4 != at.left():
        raise Reject("the indices are not as many as stated")
    return [at.take("<I") for _ in range(count)]


def read_bones(section, strings):
    at = Cursor(section["bytes"])
    count = at.take("<H")
    if count < 1:
        raise Reject("no bones")
    if count > 1024:
        raise Reject("more than 1024 bones")
    bones = [read_bone(at, strings) for _ in range(count)]
    if at.left() != 0:
        raise Reject("bytes after the bones")
    return bones


def read_bone(at, strings):
    bone = {"head": at.floats("<I", 3), "tail": at.floats("<I", 3), "name_offset": at.take("<I")}
    if strings is None:
        raise Reject("a bone has a name, and there are no strings")
    bone["name"] = bpx_strings.at(strings["bytes"], bone["name_offset"])
    return bone


def read_frames(section, bones):
    at = Cursor(section["bytes"])
    if at.left() % FRAME_SIZE != 0:
        raise Reject("the bytes are no whole number of frames")
    frames = []
    while at.left() > 0:
        frame = {"rotation": at.floats("<I", 4), "position": at.floats("<I", 3), "scale": at.floats("<I", 3)}
        frame["bone"] = at.take("<I")
        if frame["bone"] >= len(bones):
            raise Reject("a frame of a bone that does not exist")
        frames.append(frame)
    return frames

"""The models of the readers in the shape that the suite compares: bytes as hexadecimal digits, codes by their names."""

import bpx_shapes
import names
from cursor import text
from gpb import IDENTIFIER


def plain(value):
    """A model that JSON can hold."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dict):
        return {key: plain(member) for key, member in value.items()}
    if isinstance(value, list):
        return [plain(member) for member in value]
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 1 << 53:
        return str(value)
    return value


def coded(table, value):
    return table.get(value, value)


def bpat(model):
    model["format"] = "bpat"
    model["header"]["magic"] = b"BPAT"
    for clip in model["clips"]:
        clip.update(pad=bytes(3), reserved=[0, 0])
    for socket in model["sockets"]:
        socket["reserved"] = [0, 0]
    model["header"]["species_id"] = coded(names.SPECIES, model["header"]["species_id"])
    model["palettes"] = [
        {"frames": [{"bones": [{"rows": rows} for rows in frame]} for frame in clip]} for clip in model["palettes"]
    ]
    frames = [{"sockets": [{"rows": rows} for rows in frame]} for frame in model["socket_data"]]
    model["socket_data"] = [
        {"frames": frames[clip["frame_offset"]:clip["frame_offset"] + clip["frame_count"]]} for clip in model["clips"]
    ]
    return plain(model)


def gpb(model):
    model["format"] = "gpb"
    model["identifier"] = IDENTIFIER
    for reference in model["references"]:
        reference["kind"] = coded(names.OBJECTS, reference["type"])
    for mesh in model.get("meshes", []):
        for element in mesh["elements"]:
            element["usage"] = coded(names.USAGES, element["usage"])
        for part in mesh["parts"]:
            part["primitive"] = coded(names.PRIMITIVES, part["primitive"])
            part["index_format"] = coded(names.INDEX_FORMATS, part["index_format"])
    if "objects" in model:
        model["objects"] = [gpb_object(entry) for entry in model["objects"]]
    # What a version or a font lacks is there, and empty.
    model.setdefault("meshes", [])
    model.setdefault("objects", [])
    if "font" in model:
        model["font"]["style"] = coded(names.STYLES, model["font"]["style"])
        for size in model["font"]["sizes"]:
            if "format" in size:
                size["format"] = coded(names.FORMATS, size["format"])
    return plain(model)


def gpb_object(entry):
    if "nodes" in entry:
        for node in entry["nodes"]:
            gpb_node(node)
        return {"scene": entry}
    if "animations" in entry:
        for animation in entry["animations"]:
            for channel in animation["channels"]:
                channel["target_attribute"] = coded(names.ATTRIBUTES, channel["target_attribute"])
        return {"animations": entry}
    gpb_node(entry)
    return {"node": entry}


def gpb_node(node):
    node.setdefault("parent_id", "")
    node["kind"] = coded(names.NODES, node["kind"])
    look = node["model"].get("look")
    if look:
        look["materials"] = [{"text": name} for name in look["materials"]]
        if "skin" in look:
            look["skin"]["joints"] = [{"text": name} for name in look["skin"]["joints"]]
    for child in node["children"]:
        gpb_node(child)


def blk(model):
    return {"format": "blk", "names": [text(name) for name in model["names"]], "kind": coded(names.KINDS, model["kind"]), "root": blk_block(model["root"])}


def blk_block(block):
    return {
        "name": None if block["name"] is None else text(block["name"]),
        "params": [blk_param(param) for param in block["params"]],
        "blocks": [blk_block(child) for child in block["blocks"]],
    }


def blk_param(param):
    value = param["value"]
    if isinstance(value, bytes):
        value = text(value)
    if param["type"] == 11:
        value = [value[column:column + 3] for column in range(0, 12, 3)]
    return {"name": text(param["name"]), "type": names.VALUES[param["type"]], "value": plain(value)}


SHAPES = {"bpat": bpat, "gpb": gpb, "blk": blk, "bpx": bpx_shapes.bpx}

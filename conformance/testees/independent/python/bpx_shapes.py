"""The models of BPX in the shape that the suite compares."""

import bpx_sd
import names
from cursor import Cursor


def bpx(model):
    import shapes

    header = dict(model["header"])
    kind = header["type"]
    header["signature"] = b"BPX"
    header["kind"] = names.FILES.get(kind, ord(kind))
    header["type_ext"] = type_ext(kind, model)
    sections = [{"header": entry(section), "content": content(kind, section, model)} for section in model["sections"]]
    return shapes.plain({"format": "bpx", "header": header, "sections": sections})


def entry(section):
    return {
        **{key: section[key] for key in ("pointer", "stored_size", "content_size", "checksum", "reserved")},
        "kind": names.SECTION_KINDS.get(section["type"], section["type"]),
        "flags": names.flags(names.SECTION_FLAGS, section["flags"]),
    }


def type_ext(kind, model):
    file = model.get("file", {})
    if kind == "P":
        return {
            "package": {
                "architecture": names.ARCHITECTURES[file["architecture"]],
                "platform": names.PLATFORMS[file["platform"]],
                "generator": file["generator"],
                "reserved": model["header"]["type_ext"][4:],
            }
        }
    if kind == "T":
        return {
            "texture": {
                "array": file["array"],
                "width": file["width_exponent"],
                "height": file["height_exponent"],
                "format": names.PIXELS[file["format"]],
                "flags": names.flags(names.TEXTURE_FLAGS, file["flags"]),
                "mipmaps": file["mip_maps"],
                "reserved": int.from_bytes(model["header"]["type_ext"][5:], "little"),
            }
        }
    if kind == "M":
        return {"model": {**{key: file[key] for key in ("shader_hash", "symbol_name")}, "reserved": model["header"]["type_ext"][12:]}}
    if kind == "S":
        return {
            "shader": {
                "assembly": file["assembly"],
                "symbol_count": file["symbol_count"],
                "target": names.TARGETS[file["target"]],
                "kind": names.SHADERS[file["type"]],
                "reserved": model["header"]["type_ext"][12:],
            }
        }
    return {"other": model["header"]["type_ext"]}


def content(kind, section, model):
    if section["type"] == 255:
        return {"strings": list(section["content"].values())}
    if section["type"] == 254:
        return {"structured_data": properties(section["content"])}
    return CONTENTS.get((kind, section["type"]), data)(section, model)


def data(section, model):
    return {"data": section["bytes"]}


def objects(section, model):
    if model["header"]["version"] == 1:
        return data(section, model)
    rows = [{"name": row["name_offset"], **{key: row[key] for key in ("size", "start", "offset")}} for row in model["file"]["objects"]]
    return {"object_table": {"objects": rows, "rest": b""}}


def pixels(section, model):
    return {"pixel_array": section["bytes"]}


def vertices(section, model):
    array = section["vertices"]
    return {
        "vertex_array": {
            "header": {key: array[key] for key in ("material_hash", "vertex_count", "index_array", "reserved")},
            "vertices": array["vertices"],
        }
    }


def indices(section, model):
    return {"index_array": {"indices": section["indices"]}}


def bones(section, model):
    rows = [{"head": bone["head"], "tail": bone["tail"], "name": bone["name_offset"]} for bone in model["file"]["bones"]]
    return {"bone_array": {"bones": rows}}


def frames(section, model):
    return {"frame_array": {"transforms": model["file"]["frames"], "rest": b""}}


def animations(section, model):
    return {"animation_array": section["bytes"]}


def shader(section, model):
    return {"shader": {"stage": names.STAGES[section["bytes"][0]], "code": section["bytes"][1:]}}


def symbols(section, model):
    rows = [
        {
            "name": symbol["name_offset"],
            "extended_data": symbol["extended_data"],
            "flags": names.flags(names.SYMBOL_FLAGS, symbol["flags"]),
            "kind": names.SYMBOLS[symbol["type"]],
            "register": symbol["register"],
        }
        for symbol in model["file"]["symbols"]
    ]
    return {"symbol_table": {"symbols": rows, "rest": b""}}


def extended(section, model):
    """The objects of the section one after the other."""
    at = Cursor(section["bytes"])
    found = []
    while at.left() > 0:
        found.append(properties(bpx_sd.read_object(at, 1)))
    return {"extended_data": found}


def properties(entries):
    return [{"hash": f"0x{entry['hash']:016x}", "name": entry["name"], **value(entry)} for entry in entries]


def value(entry):
    found = entry["value"]
    if entry["type"] == bpx_sd.ARRAY:
        found = [value(element) for element in found]
    if entry["type"] == bpx_sd.OBJECT:
        found = properties(found)
    return {"type": names.SD[entry["type"]], "value": found}


CONTENTS = {
    ("P", 2): objects,
    ("T", 1): pixels,
    ("M", 2): vertices,
    ("M", 3): indices,
    ("M", 4): bones,
    ("M", 5): frames,
    ("M", 6): animations,
    ("S", 1): shader,
    ("S", 2): symbols,
    ("S", 3): extended,
}

"""The objects of a bundle that holds a scene: meshes, nodes, cameras, lights, models, animations."""

from cursor import Reject

SCENE, NODE, ANIMATIONS, CAMERA, LIGHT, MESH = 1, 2, 3, 32, 33, 34
USAGES = range(1, 16)
PRIMITIVES = (0, 1, 3, 4, 5)
INDEX_SIZES = {0x1401: 1, 0x1403: 2, 0x1405: 4}
DEPTH = 400


def read_object(bundle):
    for reference in bundle.references:
        if reference["offset"] == bundle.at.pos and reference["type"] in READERS:
            return READERS[reference["type"]](bundle)
    raise Reject("no reference leads to an object")


def read_scene(bundle):
    return {
        "id": bundle.place(SCENE),
        "nodes": bundle.array(read_node),
        "active_camera": xref(bundle, NODE),
        "ambient_color": bundle.at.floats("<I", 3),
    }


def read_node(bundle, depth=0):
    if depth > DEPTH:
        raise Reject("nodes are nested too deep")
    node = {"id": bundle.place(NODE), "kind": bundle.at.take("<I")}
    if node["kind"] not in (1, 2):
        raise Reject("unknown type of node")
    node["transform"] = bundle.at.floats("<I", 16)
    if bundle.minor >= 2:
        node["parent_id"] = bundle.string()
    node["children"] = bundle.array(lambda same: read_node(same, depth + 1))
    node["camera"] = read_camera(bundle)
    node["light"] = read_light(bundle)
    node["model"] = read_model(bundle)
    return node


def read_camera(bundle):
    camera = {"id": bundle.placed(CAMERA), "kind": bundle.at.take("<B")}
    if camera["kind"] == 0:
        return camera
    if camera["kind"] > 2:
        raise Reject("unknown type of camera")
    camera["lens"] = lens = {
        "aspect_ratio": bundle.real(),
        "near_plane": bundle.real(),
        "far_plane": bundle.real(),
    }
    if camera["kind"] == 1:
        lens["field_of_view"] = bundle.real()
    else:
        lens["magnification"] = bundle.at.floats("<I", 2)
    return camera


def read_light(bundle):
    light = {"id": bundle.placed(LIGHT), "kind": bundle.at.take("<B")}
    if light["kind"] == 0:
        return light
    if light["kind"] > 3:
        raise Reject("unknown type of light")
    light["lamp"] = lamp = {"color": bundle.at.floats("<I", 3)}
    if light["kind"] >= 2:
        lamp["range"] = bundle.real()
    if light["kind"] == 3:
        lamp["inner_angle"] = bundle.real()
        lamp["outer_angle"] = bundle.real()
    return light


def read_model(bundle):
    model = {"mesh": xref(bundle, MESH)}
    if model["mesh"] == "":
        return model
    model["look"] = look = {"has_skin": bundle.at.take("<B")}
    if look["has_skin"] > 1:
        raise Reject("a bool is neither 0 nor 1")
    if look["has_skin"] == 1:
        look["skin"] = read_skin(bundle)
    look["materials"] = bundle.array(lambda same: same.string())
    return model


def read_skin(bundle):
    skin = {
        "bind_shape": bundle.at.floats("<I", 16),
        "joints": bundle.array(lambda same: xref(same, NODE)),
        "bind_poses": bundle.reals(),
    }
    if len(skin["joints"]) < 1:
        raise Reject("a skin without joints")
    if len(skin["bind_poses"]) != len(skin["joints"]) * 16:
        raise Reject("not one bind pose a joint")
    return skin


def read_animations(bundle):
    return {"id": bundle.place(ANIMATIONS), "animations": bundle.array(read_animation)}


def read_animation(bundle):
    return {"id": bundle.string(), "channels": bundle.array(read_channel)}


def read_channel(bundle):
    channel = {"target_id": bundle.string(), "target_attribute": bundle.at.take("<I")}
    if channel["target_id"] == "":
        raise Reject("a channel without a target")
    channel["key_times"] = bundle.uints()
    channel["values"] = bundle.reals()
    channel["tangents_in"] = bundle.reals()
    channel["tangents_out"] = bundle.reals()
    channel["interpolation"] = bundle.uints()
    return channel


def read_mesh(bundle):
    mesh = {"id": bundle.place(MESH), "elements": bundle.array(read_element)}
    if len(mesh["elements"]) < 1:
        raise Reject("a mesh without vertex elements")
    mesh["vertices"] = bundle.buffer()
    if len(mesh["vertices"]) == 0:
        raise Reject("a mesh without vertices")
    stride = 4 * sum(element["size"] for element in mesh["elements"])
    if stride == 0 or len(mesh["vertices"]) % stride != 0:
        raise Reject("the bytes are no whole number of vertices")
    mesh["bounds"] = {
        "min": bundle.at.floats("<I", 3),
        "max": bundle.at.floats("<I", 3),
        "center": bundle.at.floats("<I", 3),
        "radius": bundle.real(),
    }
    mesh["parts"] = bundle.array(read_part)
    return mesh


def read_element(bundle):
    element = {"usage": bundle.at.take("<I"), "size": bundle.at.take("<I")}
    if element["usage"] not in USAGES:
        raise Reject("unknown usage of a vertex element")
    return element


def read_part(bundle):
    part = {"primitive": bundle.at.take("<I"), "index_format": bundle.at.take("<I"), "indices": bundle.buffer()}
    if part["primitive"] not in PRIMITIVES:
        raise Reject("unknown type of primitive")
    if part["index_format"] not in INDEX_SIZES:
        raise Reject("unknown format of indices")
    if len(part["indices"]) % INDEX_SIZES[part["index_format"]] != 0:
        raise Reject("the bytes are no whole number of indices")
    return part


def xref(bundle, kind):
    """An empty string, `#id` or `file#id`; an id of this file is looked up when the file is read."""
    name = bundle.string()
    if name == "":
        return name
    if "#" not in name:
        raise Reject("a reference without #")
    if name[0] == "#":
        bundle.xrefs.append((name[1:], kind))
    return name


def check_xrefs(bundle):
    # The first reference of an id counts.
    kinds = {reference["id"]: reference["type"] for reference in reversed(bundle.references)}
    for name, kind in bundle.xrefs:
        if name not in kinds:
            raise Reject("a reference to an id that does not exist")
        if kinds[name] != kind:
            raise Reject("a reference to an object of another type")


READERS = {SCENE: read_scene, NODE: read_node, ANIMATIONS: read_animations}

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
    node = {"id": bundle.place(NODE), "type": bundle.at.take("<I")}
    if node["type"] not in (1, 2):
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
    start = bundle.at.pos
    kind = bundle.at.take("<B")
    if kind == 0:
        return None
    if kind > 2:
        raise Reject("unknown type of camera")
    camera = {"id": placed_at(bundle, start, CAMERA), "type": kind}
    camera["aspect_ratio"], camera["near"], camera["far"] = bundle.at.floats("<I", 3)
    if kind == 1:
        camera["field_of_view"] = bundle.at.floats("<I", 1)[0]
    else:
        camera["magnification"] = bundle.at.floats("<I", 2)
    return camera


def read_light(bundle):
    start = bundle.at.pos
    kind = bundle.at.take("<B")
    if kind == 0:
        return None
    if kind > 3:
        raise Reject("unknown type of light")
    light = {"id": placed_at(bundle, start, LIGHT), "type": kind, "color": bundle.at.floats("<I", 3)}
    if kind >= 2:
        light["range"] = bundle.at.floats("<I", 1)[0]
    if kind == 3:
        light["inner_angle"], light["outer_angle"] = bundle.at.floats("<I", 2)
    return light


def placed_at(bundle, start, kind):
    behind = bundle.at.pos
    bundle.at.pos = start
    name = bundle.place(kind)
    bundle.at.pos = behind
    return name


def read_model(bundle):
    mesh = xref(bundle, MESH)
    if mesh == "":
        return None
    model = {"mesh": mesh, "skin": None}
    has_skin = bundle.at.take("<B")
    if has_skin > 1:
        raise Reject("a bool is neither 0 nor 1")
    if has_skin == 1:
        model["skin"] = read_skin(bundle)
    model["materials"] = bundle.array(lambda same: same.string())
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
    mesh = {"id": bundle.place(MESH), "format": bundle.array(read_element)}
    if len(mesh["format"]) < 1:
        raise Reject("a mesh without vertex elements")
    mesh["vertices"] = bundle.buffer()
    if len(mesh["vertices"]) == 0:
        raise Reject("a mesh without vertices")
    stride = 4 * sum(element["size"] for element in mesh["format"])
    if stride == 0 or len(mesh["vertices"]) % stride != 0:
        raise Reject("the bytes are no whole number of vertices")
    mesh["box"] = [bundle.at.floats("<I", 3), bundle.at.floats("<I", 3)]
    mesh["center"] = bundle.at.floats("<I", 3)
    mesh["radius"] = bundle.at.floats("<I", 1)[0]
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
    kinds = {reference["id"]: reference["type"] for reference in bundle.references}
    for name, kind in bundle.xrefs:
        if name not in kinds:
            raise Reject("a reference to an id that does not exist")
        if kinds[name] != kind:
            raise Reject("a reference to an object of another type")


READERS = {SCENE: read_scene, NODE: read_node, ANIMATIONS: read_animations}

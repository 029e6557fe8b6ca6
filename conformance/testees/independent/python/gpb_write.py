"""Writes gameplay bundles. Offsets are those of what is written."""

import names
from cursor import Reject
from writer import Writer, code, raw


def write(model):
    """The bytes of a model; raises Reject where a value does not fit."""
    bundle = Bundle(model)
    for reference in model["references"]:
        bundle.string(reference["id"])
        bundle.number("<I", code(names.OBJECTS, reference["kind"]))
        bundle.fixups.append((len(bundle.out), reference))
        bundle.number("<I", 0)
    if "font" in model:
        bundle.font(model["font"])
    else:
        bundle.array(model["meshes"], bundle.mesh)
        bundle.array(model["objects"], bundle.object)
    for place, reference in bundle.fixups:
        # What is not written, as an ambient light, has the offset 0.
        offset = bundle.placed.get((code(names.OBJECTS, reference["kind"]), reference["id"]), 0)
        bundle.out[place:place + 4] = offset.to_bytes(4, "little")
    return bytes(bundle.out)


class Bundle(Writer):
    def __init__(self, model):
        super().__init__()
        self.minor = model["minor"]
        self.fixups = []
        self.placed = {}
        self.out += bytes.fromhex("ab475042bb0d0a1a0a")
        self.number("<B", model["major"])
        self.number("<B", self.minor)
        self.number("<I", len(model["references"]))

    def place(self, kind, thing):
        if thing.get("id") is not None:
            self.placed[(kind, thing["id"])] = len(self.out)

    def string(self, value):
        data = raw(value)
        if 0 in data:
            raise Reject("NUL in a string")
        self.number("<I", len(data))
        self.out += data

    def buffer(self, digits):
        data = bytes.fromhex(digits)
        self.number("<I", len(data))
        self.out += data

    def array(self, things, element):
        self.number("<I", len(things))
        for thing in things:
            element(thing)

    def uints(self, values):
        self.array(values, lambda value: self.number("<I", value))

    def reals(self, values):
        self.array(values, self.float)

    def mesh(self, mesh):
        self.place(34, mesh)
        self.array(mesh["elements"], self.element)
        self.buffer(mesh["vertices"])
        for name in ("min", "max", "center"):
            self.floats(mesh["bounds"][name], 3)
        self.float(mesh["bounds"]["radius"])
        self.array(mesh["parts"], self.part)

    def element(self, element):
        self.number("<I", code(names.USAGES, element["usage"]))
        self.number("<I", element["size"])

    def part(self, part):
        self.number("<I", code(names.PRIMITIVES, part["primitive"]))
        self.number("<I", code(names.INDEX_FORMATS, part["index_format"]))
        self.buffer(part["indices"])

    def object(self, entry):
        if "scene" in entry:
            self.place(1, entry["scene"])
            self.array(entry["scene"]["nodes"], self.node)
            self.string(entry["scene"]["active_camera"])
            self.floats(entry["scene"]["ambient_color"], 3)
        elif "animations" in entry:
            self.place(3, entry["animations"])
            self.array(entry["animations"]["animations"], self.animation)
        else:
            self.node(entry["node"])

    def node(self, node):
        self.place(2, node)
        self.number("<I", code(names.NODES, node["kind"]))
        self.floats(node["transform"], 16)
        if self.minor >= 2:
            self.string(node["parent_id"])
        self.array(node["children"], self.node)
        self.camera(node["camera"])
        self.light(node["light"])
        self.model(node["model"])

    def camera(self, camera):
        self.place(32, camera)
        self.number("<B", camera["kind"])
        if camera["kind"] == 0:
            return
        for name in ("aspect_ratio", "near_plane", "far_plane"):
            self.float(camera["lens"][name])
        if camera["kind"] == 1:
            self.float(camera["lens"]["field_of_view"])
        else:
            self.floats(camera["lens"]["magnification"], 2)

    def light(self, light):
        self.place(33, light)
        self.number("<B", light["kind"])
        if light["kind"] == 0:
            return
        self.floats(light["lamp"]["color"], 3)
        for name in ("range", "inner_angle", "outer_angle")[:(0, 0, 1, 3)[light["kind"]]]:
            self.float(light["lamp"][name])

    def model(self, model):
        self.string(model["mesh"])
        if model["mesh"] == "":
            return
        look = model["look"]
        self.number("<B", look["has_skin"])
        if look["has_skin"]:
            self.floats(look["skin"]["bind_shape"], 16)
            self.array(look["skin"]["joints"], lambda joint: self.string(joint["text"]))
            self.reals(look["skin"]["bind_poses"])
        self.array(look["materials"], lambda material: self.string(material["text"]))

    def animation(self, animation):
        self.string(animation["id"])
        self.array(animation["channels"], self.channel)

    def channel(self, channel):
        self.string(channel["target_id"])
        self.number("<I", code(names.ATTRIBUTES, channel["target_attribute"]))
        self.uints(channel["key_times"])
        for name in ("values", "tangents_in", "tangents_out"):
            self.reals(channel[name])
        self.uints(channel["interpolation"])

    def font(self, font):
        self.place(128, font)
        self.string(font["family"])
        self.number("<I", code(names.STYLES, font["style"]))
        if self.minor >= 4:
            self.number("<I", len(font["sizes"]))
        for size in font["sizes"]:
            self.size(size)

    def size(self, size):
        self.number("<I", size["line_height"])
        self.string(size["charset"])
        self.array(size["glyphs"], self.glyph)
        self.number("<I", size["texture_width"])
        self.number("<I", size["texture_height"])
        self.buffer(size["texture"])
        if self.minor >= 3:
            self.number("<I", code(names.FORMATS, size["format"]))

    def glyph(self, glyph):
        self.number("<I", glyph["code"])
        self.number("<I", glyph["width"])
        if self.minor >= 5:
            self.number("<i", glyph["bearing_x"])
            self.number("<I", glyph["advance"])
        self.floats(glyph["uv"], 4)

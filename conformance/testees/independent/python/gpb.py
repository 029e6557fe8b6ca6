"""Reads gameplay bundles, versions 1.0 to 1.5: the header, the references and the body that they announce."""

import gpb_font
import gpb_scene
from cursor import Cursor, Reject

IDENTIFIER = b"\xabGPB\xbb\r\n\x1a\n"
SCENE, NODE, ANIMATIONS, CAMERA, LIGHT, MESH, FONT = 1, 2, 3, 32, 33, 34, 128
TYPES = (SCENE, NODE, ANIMATIONS, CAMERA, LIGHT, MESH, FONT)


def read(data):
    """The model of a valid file; raises Reject for any other."""
    bundle = Bundle(data)
    version = read_version(bundle.at)
    bundle.minor = version[1]
    bundle.references = read_references(bundle)
    model = {"major": version[0], "minor": version[1], "references": bundle.references}
    if any(reference["type"] == FONT for reference in bundle.references):
        name = bundle.place(FONT)
        model["font"] = gpb_font.read_font(bundle)
        model["font"]["id"] = name
    else:
        model["meshes"] = bundle.array(gpb_scene.read_mesh)
        model["objects"] = bundle.array(gpb_scene.read_object)
    if bundle.at.left() != 0:
        raise Reject("bytes after the last object")
    check_references(bundle)
    gpb_scene.check_xrefs(bundle)
    return model


def read_version(at):
    if at.bytes(9) != IDENTIFIER:
        raise Reject("the identifier is not that of a bundle")
    version = [at.take("<B"), at.take("<B")]
    if version[0] != 1:
        raise Reject("unsupported major version")
    if version[1] > 5:
        raise Reject("unsupported minor version")
    return version


class Bundle:
    """The state of reading one bundle."""

    def __init__(self, data):
        self.at = Cursor(data)
        self.minor = 0
        self.references = []
        self.found = set()
        self.xrefs = []

    def array(self, element):
        """A count and as many elements."""
        count = self.at.take("<I")
        if count > self.at.left():
            raise Reject("more elements than bytes")
        return [element(self) for _ in range(count)]

    def string(self):
        raw = self.at.bytes(self.at.take("<I"))
        if 0 in raw:
            raise Reject("NUL in a string")
        return raw.decode("utf-8", "surrogateescape")

    def uints(self):
        count = self.at.take("<I")
        if count * 4 > self.at.left():
            raise Reject("more numbers than bytes")
        return [self.at.take("<I") for _ in range(count)]

    def reals(self):
        return self.at.floats("<I", self.at.take("<I"))

    def buffer(self):
        """A count of bytes and the bytes."""
        return self.at.bytes(self.at.take("<I"))

    def real(self):
        return self.at.floats("<I", 1)[0]

    def place(self, kind):
        """The id of the object of the type that begins here."""
        name = self.placed(kind)
        if name is None:
            raise Reject(f"no reference of type {kind} leads to {self.at.pos}")
        return name

    def placed(self, kind):
        """The id of the object of the type that may begin here: that of the reference which leads here, if any."""
        for reference in self.references:
            if reference["offset"] == self.at.pos and reference["type"] == kind:
                self.found.add((self.at.pos, kind))
                return reference["id"]
        return None


def read_references(bundle):
    references = bundle.array(read_reference)
    seen = set()
    for reference in references:
        if reference["id"] == "":
            raise Reject("an id is empty")
        if reference["id"] in seen:
            raise Reject("an id is there twice")
        seen.add(reference["id"])
        if reference["type"] not in TYPES:
            raise Reject("a reference of an unknown type")
    return references


def read_reference(bundle):
    return {"id": bundle.string(), "type": bundle.at.take("<I"), "offset": bundle.at.take("<I")}


def check_references(bundle):
    """Every reference leads to an object of its type; offset 0 is a light or a camera that was not written."""
    for reference in bundle.references:
        if reference["offset"] == 0 and reference["type"] in (CAMERA, LIGHT):
            continue
        if (reference["offset"], reference["type"]) not in bundle.found:
            raise Reject("a reference does not lead to an object of its type")

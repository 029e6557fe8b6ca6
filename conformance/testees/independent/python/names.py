"""The names of codes, as the texts have them or, where these have none, as the suite does."""

SPECIES = {0: "humanoid", 1: "horse", 2: "elephant"}

OBJECTS = {1: "Scene", 2: "Node", 3: "Animations", 32: "Camera", 33: "Light", 34: "Mesh", 128: "Font"}
NODES = {1: "NODE", 2: "JOINT"}
USAGES = dict(
    enumerate(
        ["POSITION", "NORMAL", "COLOR", "TANGENT", "BINORMAL", "BLENDWEIGHTS", "BLENDINDICES"]
        + [f"TEXCOORD{place}" for place in range(8)],
        1,
    )
)
PRIMITIVES = {0: "POINTS", 1: "LINES", 3: "LINE_STRIP", 4: "TRIANGLES", 5: "TRIANGLE_STRIP"}
INDEX_FORMATS = {0x1401: "INDEX8", 0x1403: "INDEX16", 0x1405: "INDEX32"}
STYLES = {0: "PLAIN", 1: "BOLD", 2: "ITALIC", 4: "BOLD_ITALIC"}
FORMATS = {0: "BITMAP", 1: "DISTANCE_FIELD"}
ATTRIBUTES = {9: "Translate"}

KINDS = {1: "FAT", 3: "SLIM", 6: "FAT_DEDUP"}
VALUES = {
    1: "t", 2: "i", 3: "r", 4: "p2", 5: "p3", 6: "p4", 7: "ip2", 8: "ip3", 9: "b", 10: "c", 11: "m", 12: "i64",
    13: "ip4",
}  # fmt: skip

SECTION_KINDS = {255: "Strings", 254: "StructuredData"}
SECTION_FLAGS = ["CompressedZlib", "CompressedXZ", "CheckCrc32", "CheckWeak"]
FILES = {"T": "Texture", "M": "Model", "S": "ShaderPackage", "C": "Scene", "P": "Package"}
ARCHITECTURES = ["x86_64", "aarch64", "x86", "armv7hl", "any"]
PLATFORMS = ["Linux", "MacOS", "Windows", "Android", "Any"]
PIXELS = {1: "RGB", 2: "RGBA", 3: "GreyScale", 4: "Float"}
TEXTURE_FLAGS = ["Array", "Compressed", "CubeMap"]
TARGETS = dict(
    enumerate(
        ["DX11", "DX12", "GL33", "GL40", "GL41", "GL42", "GL43", "GL44", "GL45", "GL46", "ES30", "ES31", "ES32"]
        + ["VK10", "VK11", "VK12", "MT"],
        1,
    )
)
TARGETS[255] = "Any"
SHADERS = {ord("A"): "Assembly", ord("P"): "Program"}
STAGES = ["Vertex", "Hull", "Domain", "Geometry", "Pixel"]
SYMBOLS = ["Texture", "Sampler", "ConstantBuffer", "Constant", "VertexFormat", "Pipeline", "Output"]
SYMBOL_FLAGS = [
    "VertexStage", "HullStage", "DomainStage", "GeometryStage", "PixelStage", "Assembly", "External", "Internal",
    "ExtendedData", "Register",
]  # fmt: skip
SD = [
    "null", "bool", "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "f32", "f64", "string", "array", "object",
]  # fmt: skip


def flags(table, value):
    """The names of the bits that are set."""
    return [name for bit, name in enumerate(table) if value >> bit & 1]

"""The members of a file in the form that the suite compares: see docs/adapters-reference.md."""
import math
import struct


def model(name, file):
    """The model of a file."""
    if name in ("bpx", "bpx_v0"):
        pairs = zip(file.pop("table"), file.pop("sections"), strict=True)
        file["sections"] = [{"header": entry, "content": content(name, inner)} for entry, inner in pairs]
    return {"format": name.removesuffix("_v0"), **shown(file)}


def shown(value, name=""):
    """Values as JSON has them: bytes as digits, and floats that are no numbers as bits."""
    if isinstance(value, dict):
        return {name: shown(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [shown(one, name) for one in value]
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, float) and not math.isfinite(value):
        form, width = (">d", 16) if name == "double" else (">f", 8)
        return {"bits": f"0x{struct.pack(form, value).hex():0>{width}}"}
    return value


def content(name, inner):
    """The content of a section. Texts, values and tables have forms of their own, except in version 0."""
    if name == "bpx_v0":
        return inner
    ((kind, value),) = inner.items()
    if kind == "strings":
        return value
    if kind == "structured_data":
        return {kind: properties(value)}
    if kind == "extended_data":
        return {kind: [properties(one) for one in value]}
    if kind == "table":
        columns = [{"name": one["name"], "type": one["kind"], "len": one["len"]} for one in value["columns"]]
        # Rows are bytes here.
        return {kind: {"name": value["header"]["name"], "columns": columns}}
    return {kind: value}


def properties(node):
    """Properties of an object, or elements of an array."""
    return [entry(child) for child in node.get("children", [])]


def entry(node):
    found = {"type": node["kind"], "value": scalar(node)}
    return found | ({"hash": f"0x{node['name']:016x}"} if "name" in node else {})


def scalar(node):
    if node["kind"] in (13, 14):
        return properties(node)
    if not node["value"]:
        return None
    ((name, value),) = node["value"].items()
    return bool(value) if node["kind"] == 1 else shown(value, name)

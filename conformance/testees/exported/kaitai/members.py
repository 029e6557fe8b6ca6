"""The members of what a compiled reader returns, as plain values, by the names of the schema."""
import enum
import importlib.util
import inspect

from kaitaistruct import KaitaiStruct


STORED = "the content is stored in a form that the language does not know"


class Unsaid(Exception):
    """A part of the file that the language cannot express, so that the reader left it out."""


def load(path):
    """The reader of whole files in a compiled module."""
    spec = importlib.util.spec_from_file_location("compiled", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    kinds = (one for one in vars(module).values() if isinstance(one, type))
    return next(one for one in kinds if issubclass(one, KaitaiStruct) and one is not KaitaiStruct)


def plain(value):
    """A value without parts as it is, a list, or a dictionary of members."""
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, enum.IntEnum):
        return int(value)
    if not isinstance(value, KaitaiStruct):
        return value
    if hasattr(value, "unsaid"):
        raise Unsaid("the file goes on where the language has no words")
    parameters = inspect.signature(type(value).__init__).parameters
    if {"index", "content"} <= members(value) | set(parameters):
        return region(value)
    if "content_stored" in members(value):
        raise Unsaid(STORED)
    found = {}
    for name in members(value) - set(parameters):
        one = getattr(value, name)
        if one is not None:
            found[schema_name(value, name)] = plain(one)
    if found.pop("case_number", 0) == -1:
        raise Unsaid("no case of the language fits")
    return only(found) if "case_number" in members(value) else found


def only(values):
    """The only member of a dictionary."""
    (value,) = values.values()
    return value


def members(value):
    """The names of fields that were read, and of those that are computed."""
    read = {name for name in vars(value) if not name.startswith("_")}
    return read | {name for name, one in vars(type(value)).items() if isinstance(one, property)}


def region(value):
    """The content of a region, which lies elsewhere in the file."""
    stored = [getattr(value, name) for name in members(value) if name.startswith("content_")]
    if value.content is None and any(one is not None for one in stored):
        raise Unsaid(STORED)
    return plain(value.content)


def schema_name(value, name):
    """The name in the schema: the language reserves some words, and computes a field that a version lacks."""
    if name.endswith("_stored") and hasattr(type(value), name.removesuffix("_stored")):
        return name
    return name.removesuffix("_stored").removesuffix("_field")

import contextvars
import enum
import lzma
import math
import re
import struct
import sys
import zlib
from typing import NamedTuple

# Public: read, validate, write, read_file, from_json, write_file, Fault, Malformed, Stored, Data, and the classes of a
# schema.

MAX_CONTENT = 1 << 30  # bytes of one region
MAX_RATIO = 100_000  # of content to stored bytes
MAX_DEPTH = 512  # of trees
MAX_REGIONS = 32  # regions in regions
MAX_SHARING = 16  # how often regions may read the bytes of a file


class Fault(NamedTuple):
    """A broken rule with its kind, code, path and offset. `offset` counts from the beginning of the file; for a value in a
    compressed region or field, it is the offset of the region."""

    kind: str
    code: str
    path: str
    offset: int
    lenient: str = ""  # number of the interpretation that excuses it
    severity: str = "error"  # a "note" is not a fault, but worth to know


class Malformed(Exception):
    """Raised for bytes that do not form the structure."""

    def __init__(self, fault):
        super().__init__(f"{fault.kind} at {fault.path or 'the beginning'} (offset {fault.offset}): {fault.code}")
        self.fault = fault


def read(structure, data, *args):
    """Reads a value, whether or not it breaks rules; `args` are the parameters that the structure names.

    A region that does not decompress is None. Raises Malformed for bytes that do not form the structure."""
    value, _ = _load(structure, data, args)
    if isinstance(value, Malformed):
        raise value
    return value


def validate(structure, data, *args):
    """Returns all broken rules, in the order of the file; if the bytes form no value, the last fault says why."""
    return _load(structure, data, args)[1]


def write(value, *args):
    """Returns the bytes of a value. Counts, signatures and other computed fields are computed, whatever the value has.

    Raises ValueError for a value that does not fit, NotImplementedError for a structure with regions or transformed
    fields, which `write_file` writes."""
    with _Deep():
        return _write(value, args)


def read_file(structure, data, *args):
    """Reads a value as `read` does, but without loss: `write_file` returns the same bytes.

    `value["$gaps"]` has the bytes that no field holds, `value["$forms"]` the compressed forms of contents, and `"$found"` in
    each structure the offsets at which a search found its fields, `"$rest"` the bytes that their contents leave; a region that
    forms no value is `Data`, and one that does not decompress is `Stored`."""
    value, _ = _load(structure, data, args, keeps=True)
    if isinstance(value, Malformed):
        raise value
    return value


def from_json(structure, json, *args):
    """Returns the value of parsed JSON: of a file as `bpx decode --schema` writes it, or of a part of it.

    Raises ValueError for JSON that does not fit the structure."""
    with _Deep():
        value = _structure_of_json(structure, json, args, "", more=("$gaps", "$forms"))
    if "$gaps" in json:
        vars(value)["$gaps"] = _gaps_of_json(json["$gaps"])
    if "$forms" in json:
        vars(value)["$forms"] = _forms_of_json(json["$forms"])
    if structure.FIELDS and any(map(_lies_elsewhere, structure.FIELDS)):
        vars(value)["$sizes"] = _sizes_of_json(structure, value, json, args)
    return value


def write_file(value, *args, fresh=False):
    """Returns the bytes of a whole file from a value that `read_file` or `from_json` returned, changed or not.

    Offsets, sizes and checksums are computed. Regions keep their order, and their offsets unless a region before them
    grew; with `fresh`, they follow the declaration instead. Content that did not change keeps its compressed bytes.
    Raises ValueError for a value that does not fit, NotImplementedError for an algorithm that this runtime lacks."""
    with _Deep(), _Forms(vars(value).get("$forms", ())):
        return _write(value, args, True, fresh)


class Stored(NamedTuple):
    """The stored bytes of a region that does not decompress."""

    bytes: bytes


class Data(NamedTuple):
    """The content of a region that forms no value."""

    bytes: bytes


class Structure:
    """A value. Its fields are attributes; `value["name"]` returns a field whose name is a keyword of Python."""

    PARAMS, SIZE, FIELDS, BITS, CASES, RULES, DERIVED, SUMS, SETTINGS = (), None, (), (), (), (), (), (), ()

    def __init__(self, **values):
        vars(self).update(values)

    def __getitem__(self, name):
        return vars(self)[name]

    def __eq__(self, other):
        return type(self) is type(other) and vars(self) == vars(other)

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

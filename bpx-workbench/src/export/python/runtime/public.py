import contextvars
import enum
import lzma
import math
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
    """A broken rule: what, where and which. `offset` counts from the beginning of the file; of a value in a compressed
    region, or in a compressed field, it is that of the region."""

    kind: str
    code: str
    path: str
    offset: int
    lenient: str = ""  # number of the interpretation that excuses it
    severity: str = "error"  # a "note" is no fault, but worth to know


class Malformed(Exception):
    """The bytes do not form the structure."""

    def __init__(self, fault):
        super().__init__(f"{fault.kind} at {fault.path or 'the beginning'} (offset {fault.offset}): {fault.code}")
        self.fault = fault


def read(structure, data, *args):
    """The value that the bytes form, whatever rules it breaks; `args` are the parameters that the structure names.

    A region that does not unpack is None. Raises Malformed."""
    value, _ = _load(structure, data, args)
    if isinstance(value, Malformed):
        raise value
    return value


def validate(structure, data, *args):
    """All broken rules, in the order of the file; the last one ends the reading if the bytes form no value."""
    return _load(structure, data, args)[1]


def write(value, *args):
    """The bytes of a value. What is computed (counts, signatures) is computed, whatever the value says.

    Raises ValueError for what does not fit, NotImplementedError for structures that place regions or store fields in
    another form."""
    with _Deep():
        return _write(value, args)


def read_file(structure, data, *args):
    """As `read`, without loss: what is written again are the same bytes.

    The value has the bytes that no field holds, as `value["$gaps"]`, and how contents were compressed, as `value["$forms"]`;
    a region that forms no value is `Data`, and one that does not unpack `Stored`."""
    value, _ = _load(structure, data, args, keeps=True)
    if isinstance(value, Malformed):
        raise value
    return value


def from_json(structure, json, *args):
    """The value that JSON describes, which is parsed: that of a file as `bpx decode --schema` writes it, or a part of it.

    Raises ValueError for what the structure does not have."""
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
    """The bytes of a whole file: of a value that `read_file` or `from_json` returns, changed or not.

    Offsets, sizes and checksums are computed. Everything keeps its order and its place, as far as what comes before has not
    grown; `fresh` forgets old places, and follows the declaration. A content that was not changed stays compressed as it was.
    Raises ValueError for what does not fit, NotImplementedError for algorithms that are not known here."""
    with _Deep(), _Forms(vars(value).get("$forms", ())):
        return _write(value, args, True, fresh)


class Stored(NamedTuple):
    """A region as it is stored."""

    bytes: bytes


class Data(NamedTuple):
    """The content of a region."""

    bytes: bytes


class Structure:
    """A value: fields are attributes, and `value["name"]` where a name is a word of Python."""

    PARAMS, SIZE, FIELDS, BITS, CASES, RULES, DERIVED, SUMS, SETTINGS = (), None, (), (), (), (), (), (), ()

    def __init__(self, **values):
        vars(self).update(values)

    def __getitem__(self, name):
        return vars(self)[name]

    def __eq__(self, other):
        return type(self) is type(other) and vars(self) == vars(other)

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

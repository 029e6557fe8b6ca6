"""Reads, checks and writes the structures of the modules that `bpx schema export --target python` writes.

The limits below hold for all of these modules.
"""
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


# What declarations consist of.


class Int(NamedTuple):
    size: int
    signed: bool = False
    big: bool = False


class Float(NamedTuple):
    size: int
    big: bool = False


class FixedPoint(NamedTuple):
    size: int
    fraction: int  # bits after the point
    signed: bool = False
    big: bool = False


class Digits(NamedTuple):
    size: int
    kind: str  # octal, decimal, hex or bcd
    fill: str = "zeros"


class Varint(NamedTuple):
    bits: int
    form: str = "uleb"


class Text(NamedTuple):
    """A text that ends with a NUL."""

    unit: int = 1  # bytes of the NUL


class Named:
    def __init__(self, link, *args):
        self.link, self.args = link, args  # a function, so that structures may name each other


class Until(NamedTuple):
    """The condition that the last element of a list fulfils, and what an element adds to the sums in it."""

    condition: object
    totals: tuple = ()  # a name and a function each

    def holds(self, scope, sums):
        """Adds the element of a scope to the sums, and returns whether it is the last one."""
        for name, of_each in self.totals:
            sums[name] = scope.values[name] = _fit(sums.get(name, 0) + int(of_each(scope)))
        return self.condition(scope)


class Field(NamedTuple):
    name: str
    type: object
    count: object = None  # a number, a function, REST, Until, or the bytes that end a list
    when: object = None
    otherwise: object = None
    derived: object = None
    magic: object = None  # the expected signature
    codes: object = None
    rules: tuple = ()
    region: object = None
    pool: object = None
    relations: tuple = ()
    children: bool = False  # nodes of the same tree
    padding: bool = False  # bytes that only fill space
    fill: int = 0  # the byte of new padding
    is_big: object = None  # whether the most significant byte comes first, where a value decides that

    width: object = None  # in how many bytes a number is stored, where a value decides that

    def stored(self, number):
        """Returns the type in the byte order and the width that values decide; `number` computes an expression.

        Raises NoValue for a width that the type does not have."""
        type_ = self.type._replace(big=bool(number(self.is_big))) if self.is_big else self.type
        if self.width:
            width = number(self.width)
            if not 1 <= width <= type_.size:
                raise NoValue
            type_ = type_._replace(size=width)
        return type_


class Bits(NamedTuple):
    name: str
    first: int
    width: int
    codes: object = None
    rules: tuple = ()
    big: bool = False  # the most significant bit comes first

    @property
    def order(self):
        return "big" if self.big else "little"

    def shift(self, size):
        """Returns the number of bits below these, where all bytes are one number."""
        return 8 * size - self.first - self.width if self.big else self.first


class Case(NamedTuple):
    name: str
    when: object
    fields: tuple
    attempt: str = ""

    @property
    def tag(self):
        """Returns the bytes that choose the case."""
        return self.fields[0].magic if self.fields else None


class Place(NamedTuple):
    """The layout of a region: alignment, order and sharing, and whether it is padded."""

    align: object = None
    after: object = None  # the field after which it begins
    reverse: bool = False
    share: bool = False
    padded: int = 1  # zeros follow each region up to a multiple of it


class Search(NamedTuple):
    """A place that a reader finds by a search for its first bytes."""

    bytes: object
    last: bool
    within: object

    def range(self, size):
        within = size if self.within is None else min(self.within, size)
        return (size - within, size) if self.last else (0, within)

    def find(self, data):
        """Returns the offset of the bytes, or -1."""
        start, end = self.range(len(data))
        return (data.rfind if self.last else data.find)(self.bytes, start, end)


class Region(NamedTuple):
    each: object = None
    at: object = None
    search: object = None
    size: object = None
    content_size: object = None
    steps: tuple = ()
    checks: tuple = ()
    blame: tuple = (None, None, None, None)  # members that hold offset, size, content size, checksum
    place: Place = Place()
    self_ending: bool = False  # whether the decoder finds the end of the stream
    joined: object = None  # an array, and the bytes of each of its elements
    numbers: tuple = ()  # of a field with bytes of its own: each fact, and the numbers that a writer sets to it

    def is_stated(self):
        """Returns whether fields state the offset, the size or the checksum of the region."""
        return bool(self.at or self.size or self.content_size or self.checks)

    def holds_one(self):
        """Returns whether the region holds one field, with a stated size, transform or checksum."""
        return not self.each and bool(not (self.at or self.search) or self.size or self.content_size or self.steps or self.checks)


class Setting(NamedTuple):
    """A number that a writer sets after all regions have their offsets."""

    field: str  # for each region of this field; empty for the file
    target: tuple
    value: object


class Pool(NamedTuple):
    """A named list of texts or elements, to which other fields refer."""

    name: str
    key: object = None


class Claim(NamedTuple):
    code: str
    lenient: str = ""
    severity: str = "error"


class Relation(NamedTuple):
    """A rule that compares a value with the elements of a pool."""

    what: str  # text, index, count, needs, single, referred, unique, sorted, tree
    pool: str
    claim: Claim
    when: object = None
    absent: object = None  # "fault", or the claim that a file has the part
    first: int = 0
    required: bool = False
    key: object = None
    by: str = ""  # the pool whose elements refer to others
    multiple: bool = False
    whole: bool = False
    largest: object = None
    shared: object = None
    filled: object = None
    file_path: object = None
    unique: object = None
    children: tuple = ()  # of a tree: members that are the number of the first child, and of all
    parents: object = None
    orphan: object = None
    depth: object = None


class Sum(NamedTuple):
    algorithm: object  # its name, or name and parameters of a CRC
    stored: tuple
    over: tuple
    code: str
    skip: tuple = ()
    or_skip: tuple = ()
    or_zero: tuple = ()
    fill: tuple = ()
    more: tuple = ()  # the first and the last field of each further range


REST = object()
AT_END = ("position",)  # to blame is the place where reading ended


class Rule(NamedTuple):
    what: str
    code: str
    value: object = None
    lenient: str = ""
    kind: str = ""  # of fault, where the rule does not say by itself
    severity: str = "error"
    on: tuple = ()  # the reported member
    needs: tuple = ()  # the fields after which a rule across fields can be checked, if not all


class F(float):
    """A float that keeps its stored bits, so that no NaN changes."""

    bits = None


class Number(int):
    """A number in digits that keeps its stored bytes; -1 when they are not digits."""

    raw = b""


class Uleb(int):
    """A number of variable length that keeps the size of its encoding."""

    size = 0


# Expressions: whole numbers of 128 bits, every operation checked; floats as in IEEE 754; texts and byte strings as bytes.
# Types were checked before: both operands have the same one.


class NoValue(Exception):
    pass


def _fit(value):
    if isinstance(value, float) or -(1 << 127) <= value < 1 << 127:
        return value
    raise NoValue


def _div(a, b):
    if isinstance(a, float):
        return a / b if b != 0 else a * math.copysign(math.inf, b)
    if b == 0:
        raise NoValue
    return _fit(abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1))


def _rem(a, b):
    return _fit(a - _div(a, b) * b)


def _shl(a, b):
    if not 0 <= b < 128:
        raise NoValue
    return _fit(a << b)


def _shr(a, b):
    if not 0 <= b < 128:
        raise NoValue
    return a >> b


def _whole(value):
    if isinstance(value, bytes):
        if len(value) > 8:
            raise NoValue
        return int.from_bytes(value, "big")
    if isinstance(value, float) and not value.is_integer():
        raise NoValue
    return _fit(int(value))


def _holds(condition, scope):
    try:
        return condition(scope)
    except NoValue:
        return False


class _Scope:
    """The scope of expressions: values by name, and the position of the reader."""

    def __init__(self, values, position=0, size=0):
        self.values, self.at, self.all = values, position, size

    def _find(self, path):
        values = self.values
        for name in path:
            if name not in values:
                raise NoValue
            value = values[name]
            values = vars(value) if isinstance(value, Structure) else {}
        return value

    def get(self, *path):
        value = self._find(path)
        if not isinstance(value, (int, float, bytes)):
            raise NoValue
        return value

    def element(self, path, index, members):
        array = self._find(path)
        if not isinstance(array, (list, bytes)) or not 0 <= index < len(array):
            raise NoValue
        return _Scope({"one": array[index]}).get("one", *members)

    def len(self, *path):
        value = self._find(path)
        if not isinstance(value, (list, bytes)):
            raise NoValue
        return len(value)

    def _elements(self, path):
        value = self._find(path)
        if value is None:
            return []  # an absent list
        if not isinstance(value, list):
            raise NoValue
        return [_Scope(vars(one)) if isinstance(one, Structure) else _Scope({}) for one in value]

    def sum(self, path, member):
        total = 0
        for one in self._elements(path):
            total = _fit(total + one.get(member))
        return total

    def find(self, path, key, wanted, member):
        for one in self._elements(path):
            if one.get(key) == wanted:
                return one.get(member)
        return 0

    def each(self, path, of_each):
        array = self._find(path)
        if array is None:
            return []  # an absent list
        if not isinstance(array, (list, bytes)):
            raise NoValue
        return [of_each(_Scope({**self.values, "entry": one}, self.at, self.all)) for one in array]

    def fold(self, path, of_each):
        total = 0
        for value in self.each(path, of_each):
            total = _fit(total + int(value))
        return total

    def _span(self, name):
        """Returns begin and end of a field that lies in its structure, or of the structure for `self`."""
        spans = self.values.get("$spans", {})
        if name not in spans:
            raise NoValue
        return spans[name][:2]

    def size_of(self, name):
        start, end = self._span(name)
        return end - start

    def offset_of(self, name):
        return self._span(name)[0] - self._span("self")[0]

    def position(self):
        return self.at

    def size(self):
        return self.all

    def remaining(self):
        return self.all - self.at


# Reading.

_EARLY_FAULTS = 16  # the most faults of a rule that are reported before the fault of a field


class _Deep:
    """Raises the recursion limit of Python, as trees of the permitted depth exceed it."""

    def __enter__(self):
        self.limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(self.limit, 12 * MAX_DEPTH + 1000))

    def __exit__(self, *_):
        sys.setrecursionlimit(self.limit)


def _load(structure, data, args, keeps=False):
    reader = _Reader(bytes(data))
    reader.keeps = keeps
    with _Deep():
        try:
            value = reader.whole(lambda reader: reader.structure(structure, args))
            reader.relations.judge(reader.faults)
            if keeps and reader.gaps:
                vars(value)["$gaps"] = reader.gaps
            if keeps and reader.forms:
                vars(value)["$forms"] = list(dict.fromkeys(reader.forms))
            return value, reader.faults
        except Malformed as error:
            reader.faults.append(error.fault)
            return error, reader.faults


class _Reader:
    def __init__(self, data, base=0, packed=False, outer=None):
        self.data, self.base, self.packed, self.at = data, base, packed, 0
        self.faults = outer.faults if outer else []
        self.path = outer.path if outer else []
        self.regions_deep = outer.regions_deep + 1 if outer else 0
        self.deep = outer.deep + 1 if outer else 0  # structures and regions that are open
        self.tree_deep = 0  # of them, nodes of one tree, which count by themselves
        self.relations = outer.relations if outer else _Relations()
        self.array = None  # path of the array of records whose element is read
        self.elsewhere = []  # begin and end of what was read out of turn
        self.pads = {}  # for its ends, up to where zeros may pad it
        self.keeps = outer.keeps if outer else False  # whether bytes that form no value are kept
        self.gaps = []  # offset and bytes that no field holds
        self.forms = outer.forms if outer else []  # transform and bytes of what was compressed

    def covers(self, field, start, end):
        """Notes bytes that were read out of turn, and up to where zeros may pad them."""
        self.elsewhere.append((start, end))
        self.pads[end] = max(self.pads.get(end, 0), _aligned(end, field.region.place.padded))

    def whole(self, read):
        """Returns the value of all bytes, with a fault for bytes that no field holds."""
        value = read(self)
        reached, size = 0, len(self.data)
        # What lies outside of the data leaves nothing unread.
        held = sorted((start, end) for start, end in [*self.elsewhere, (0, self.at)] if start < min(end, size))
        for start, end in [*held, (size, size)]:
            if reached < start:
                self.gaps.append((reached, self.data[reached:start]))
                padded = min(self.pads.get(reached, reached), start)
                reached = reached if any(self.data[reached:padded]) else padded
            if reached < start:
                code = "trailing-bytes" if start >= size else "unread-bytes"
                zero = start < size and not any(self.data[reached:start])
                excuse, severity = ("", "note") if zero else ("unread", "error")
                self.faults.append(Fault("trailing-bytes", code, self.where(), self.place(reached), excuse, severity))
            reached = max(reached, end)
        return value

    def place(self, at=None):
        return self.base + (0 if self.packed else self.at if at is None else at)

    def where(self):
        return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path).lstrip(".")

    def fault(self, kind, at=None):
        return Malformed(Fault(kind, kind, self.where(), self.place(at)))

    def take(self, size):
        if size > len(self.data) - self.at:
            raise self.fault("truncated")
        self.at += size
        return self.data[self.at - size : self.at]

    def value(self, function, values):
        return function(_Scope(values, self.at, len(self.data)))

    def number(self, function, values, negative=False):
        """Returns the number of an expression. Raises a fault where it has no value, a negative one or one of more than 64
        bits."""
        try:
            number = self.value(function, values)
        except NoValue:
            number = None
        if number is None or (not negative and not 0 <= number < 1 << 64):
            raise self.fault("overflow")
        return number

    def inside(self, step, function):
        self.path.append(step)
        value = function()
        self.path.pop()
        return value

    def check(self, rules, codes, value, single, at, scope):
        values = [value] if single or isinstance(value, bytes) and not rules else value
        for rule in rules:
            kind = _broken(rule, codes, value, values, single, scope)
            if kind:
                self.faults.append(Fault(kind, rule.code, self.where(), at, rule.lenient, rule.severity))

    def across(self, rule, at, scope):
        """Checks a rule over several fields; its fault names the member that `on` states."""
        kind = _broken(rule, None, 0, [0], True, scope)
        if kind:
            on = () if rule.on == AT_END else rule.on
            where = ".".join(([self.where()] if self.path else []) + list(on))
            self.faults.append(Fault(kind, rule.code, where, at, rule.lenient, rule.severity))

    def each_number(self, rule, values, start, size):
        """Checks a rule of each number of a list, which begins at an offset; the size of a number is in bytes."""
        array, condition, *_ = rule.value
        own = rule._replace(what="assert", value=condition)
        for index, entry in enumerate(values[array]):
            known = {**values, "entry": entry, "index": index}
            self.path += [array, index]
            self.across(own, self.place(start + index * size), _Scope(known, self.at, len(self.data)))
            del self.path[-2:]

    def each_element(self, rule, values):
        """Checks a rule of each element of an array, which may use sums over the elements before, the indexes of the first
        elements with the same members, and those of overlapped regions."""
        array, condition, summed, compared, *placed = rule.value
        overlaps = {name: values[name].overlaps() for names in placed for name in names}
        seen = {}
        before = dict.fromkeys(summed, 0)
        own = rule._replace(what="assert", value=condition)
        for index, (entry, start) in enumerate(zip(values[array], values[array].starts)):
            first = {member: seen.setdefault((member, entry[member]), index) for member in compared}
            others = {name: found.get(index, index) for name, found in overlaps.items()}
            asked = {"before": Structure(**before), "first": Structure(**first), "overlapped": Structure(**others)}
            known = {**values, "entry": entry, "index": index, **asked}
            inner = 0 if self.packed else _offset_in(type(entry), rule.on, memoryview(self.data)[start:])
            self.path += [array, index]
            self.across(own, self.place(start) + inner, _Scope(known, self.at, len(self.data)))
            del self.path[-2:]
            for member in summed:
                before[member] += entry[member]

    def blamed(self, path, values, spans):
        """Returns the offset of a member."""
        if path == AT_END:
            return self.place()
        inner = 0 if self.packed or len(path) < 2 else _path_offset(type(values[path[0]]), path[1:])
        return self.place(spans[path[0]][2]) + inner

    def structure(self, structure, args=()):
        if structure.PARAMS and len(args) != len(structure.PARAMS):
            raise self.fault("inconsistent")
        if structure.SIZE is not None:
            at = self.at
            record = _Reader(self.take(structure.SIZE), self.place(at), self.packed, self)
            record.regions_deep, record.array, record.deep = self.regions_deep, self.array, self.deep
            return record.record(structure)
        values = dict(zip(structure.PARAMS, args))
        if structure.CASES:
            return self.switch(structure, values)
        at = self.place()
        spans, depth = {}, len(self.path)
        try:
            self.fields(structure.FIELDS, values, spans)
        except Malformed as error:
            del self.path[depth:]
            self.early(structure, values, spans, at, error.fault.kind)
            raise
        self.computed(structure.FIELDS, structure.DERIVED, values, spans)
        for rule in structure.RULES:
            self.rule(structure, rule, values, spans, at)
        for field in structure.FIELDS:
            for relation in field.relations:
                if relation.what == "tree" and isinstance(values.get(field.name), _Elements):
                    self.tree_of_elements(relation, field.name, values[field.name])
        for sum_ in structure.SUMS:
            self.sum(structure, sum_, spans, values)
        return _value(structure, structure.FIELDS, values)

    def rule(self, structure, rule, values, spans, at):
        """Checks a rule across the fields of a structure that begins at an offset, or for each element of a list."""
        if rule.what == "each":
            name = rule.value[0]
            if values[name] is None:
                return  # an absent list
            if hasattr(values[name], "starts"):
                self.each_element(rule, values)
            else:
                sizes = {field.name: field.type.size for field in structure.FIELDS if isinstance(field.type, Int)}
                self.each_number(rule, values, spans[name][2], sizes[name])
            return
        blamed = self.blamed(rule.on, values, spans) if rule.on else at
        self.across(rule, blamed, _Scope(values, self.at, len(self.data)))

    def early(self, structure, values, spans, at, kind):
        """Checks the rules that need only the fields before a field which could not be read."""
        for rule in structure.RULES if kind != "limit-exceeded" else ():
            if rule.needs and all(name in values for name in rule.needs):
                before = len(self.faults)
                self.rule(structure, rule, values, spans, at)
                del self.faults[before + _EARLY_FAULTS :]

    def tree_of_elements(self, relation, name, elements):
        """Whether elements form a tree, of which the first is the root."""
        for index, kind, what in _tree_faults([[one[member] for member in relation.children] for one in elements]):
            claim = relation.claim if what == "cycle" else getattr(relation, what)
            path = self.inside(name, lambda: self.inside(index, self.where))
            self.faults.append(Fault(kind, claim.code, path, self.place(elements.starts[index]), claim.lenient, claim.severity))

    def record(self, structure):
        """Reads a record from all of the bytes, whose number is the size of the record."""
        at, values = self.place(), {}
        checks = []
        for field in structure.FIELDS:
            start = self.place()
            if isinstance(field.type, Named):
                values[field.name] = self.inside(field.name, lambda: self.nested(field, values))
            else:
                values[field.name] = self.plain(field, values)
                self.path.append(field.name)
                scope = _Later(self.data, structure)
                self.check(field.rules, field.codes, values[field.name], field.count is None, start, scope)
                self.path.pop()
        for field in structure.BITS:
            bits = int.from_bytes(self.data, field.order)
            values[field.name] = bits >> field.shift(len(self.data)) & (1 << field.width) - 1
            start = self.place(field.first // 8)
            scope = _Later(self.data, structure)
            self.inside(field.name, lambda: self.check(field.rules, field.codes, values[field.name], True, start, scope))
        for rule in structure.RULES:
            blamed = at + (0 if self.packed else _path_offset(structure, rule.on))
            self.across(rule, blamed, _Scope(values, 0, len(self.data)))
        start = 0
        for field in structure.FIELDS:
            self.inside(field.name, lambda: self.relate(field, values[field.name], self.place(start), values))
            start += _fixed(field)
        return structure(**values)

    def relate(self, field, value, place, values=None):
        """Keeps the pools and references of a field; the conditions of a reference use the members of its record."""
        for relation in field.relations:
            if relation.what == "tree":
                continue  # a rule across fields
            try:
                if relation.when and not relation.when(_Scope(values)):
                    continue
            except NoValue:
                pass  # a condition without a value hides nothing
            # What is found in an array is reported together; of its elements, the same member.
            member = tuple(self.path) if self.array is None else (self.array, *self.path[len(self.array) + 1 :])
            if isinstance(value, list):
                for index, one in enumerate(value):
                    step = 0 if self.packed else index * field.type.size
                    block = (id(relation), member, index) if values else (id(relation), member)
                    path = self.inside(index, self.where)
                    self.relations.add(block, _Related(relation, path, place + step, one))
            else:
                self.relations.add((id(relation), member), _Related(relation, self.where(), place, value))

    def switch(self, structure, params):
        for case in structure.CASES:
            if case.when and not self.inside("case", lambda: self.number(case.when, params, True)):
                continue
            if case.tag is not None and not self.data.startswith(case.tag, self.at):
                continue
            if not case.attempt:
                return self.case(structure, case, params)
            at, faults, path, elsewhere = self.at, len(self.faults), len(self.path), len(self.elsewhere)
            deep = self.deep, self.tree_deep
            related = self.relations.mark()
            try:
                return self.case(structure, case, params)
            except Malformed as error:
                self.at, (self.deep, self.tree_deep) = at, deep
                del self.faults[faults:], self.path[path:], self.elsewhere[elsewhere:]
                self.relations.back(related)
                self.faults.append(error.fault._replace(lenient=case.attempt))
        raise self.fault("unknown-tag")

    def case(self, structure, case, params):
        values, spans = dict(params), {}
        self.fields(case.fields, values, spans)
        self.computed(case.fields, (), values, spans)
        value = _value(structure, case.fields, values)
        vars(value)["case"] = case.name
        return value

    def fields(self, fields, values, spans):
        values["$spans"] = spans
        begin = spans.get("self", (self.at,))[0]
        for field in fields:
            start = place = self.at
            self.path.append(field.name)
            spans[field.name] = (start, start, start)
            if field.region and field.region.each:
                values[field.name] = self.regions(field, values, spans)
            elif field.when and not self.number(field.when, values, True):
                values[field.name] = field.otherwise
            elif field.region and (field.region.at or field.region.search):
                back = self.at
                offset = self.number(field.region.at, values) if field.region.at else self.found(field.region.search)
                if offset > len(self.data):
                    raise self.fault("out-of-bounds")
                if field.region.search and self.keeps:
                    values.setdefault("$found", {})[field.name] = offset
                self.at = place = offset
                read = self.held if field.region.holds_one() else self.field
                values[field.name] = read(field, values)
                self.covers(field, place, self.at)
                self.at = back
            elif field.region:
                values[field.name] = self.held(field, values)
            else:
                values[field.name] = self.field(field, values)
            self.path.pop()
            spans[field.name] = (start, self.at, place)
            spans["self"] = (begin, self.at)

    def computed(self, fields, derived, values, spans):
        """Reports stored values that differ from the computed ones."""
        scope = _Scope(values, self.at, len(self.data))
        for field in fields:
            for rule in (rule for rule in field.rules if rule.what == "calc"):
                if not field.when or _holds(field.when, scope):
                    at = self.place(spans[field.name][2])
                    own = _Scope(values, spans[field.name][0], len(self.data))
                    self.compare(rule, (field.name,), at, values[field.name], field.derived, own)
        for path, expression, *rules in derived:
            for rule in rules:
                holder = values[path[0]]
                at = self.place(spans[path[0]][2]) + (0 if self.packed else _path_offset(type(holder), path[1:]))
                self.compare(rule, path, at, holder[path[1]], expression, scope)

    def compare(self, rule, path, at, stated, expression, scope):
        try:
            kind = rule.value if expression(scope) != stated else None
        except NoValue:
            kind = "overflow"
        if kind:
            where = ".".join(([self.where()] if self.path else []) + list(path))
            self.faults.append(Fault(kind, rule.code, where, at, rule.lenient))

    def field(self, field, values):
        """Reads one field, whose name is in the path already."""
        if field.magic is not None:
            at = self.at
            if self.take(len(field.magic)) != field.magic:
                raise self.fault("bad-magic", at)
            return field.magic
        if isinstance(field.type, Named):
            return self.nested(field, values)
        try:
            field = field._replace(type=field.stored(lambda function: self.number(function, values, True)))
        except NoValue:
            raise self.fault("overflow") from None
        start = self.place()
        if isinstance(field.type, Text) and field.count is not None:
            return self.texts(field, values)
        value = self.plain(field, values, named=True)
        self.check(field.rules, field.codes, value, field.count is None, start, _Scope({}))
        if field.pool:
            self.relations.pools.setdefault(field.pool.name, value)
        self.relate(field, value, start)
        return value

    def counted(self, field, values):
        if field.count is REST or isinstance(field.count, (Until, bytes)):
            return None
        return field.count if isinstance(field.count, int) else self.number(field.count, values)

    def plain(self, field, values, named=False):
        """Reads a number, a text, bytes, or a list of numbers."""
        if not named:
            return self.inside(field.name, lambda: self.plain(field, values, True))
        type_ = field.type
        if isinstance(type_, Text):
            return self.text(type_.unit)
        if isinstance(type_, Varint):
            return self.varint(type_)
        if field.count is None:
            return _number(type_, self.take(type_.size))
        if field.count is REST:
            count = -(-(len(self.data) - self.at) // type_.size)
        elif isinstance(field.count, (Until, bytes)):
            count = self.count_until(field, values)
        else:
            count = self.counted(field, values)
        raw = self.take(count * type_.size)
        self.terminator(field)
        if isinstance(type_, Int) and type_.size == 1 and not type_.signed:
            return raw
        return [_number(type_, raw[at : at + type_.size]) for at in range(0, len(raw), type_.size)]

    def count_until(self, field, values):
        """Returns the number of elements up to the end of a list of numbers."""
        at, count, size, sums = self.at, 0, field.type.size, {}
        while True:
            if isinstance(field.count, bytes) and self.data.startswith(field.count, at):
                return count
            if at + size > len(self.data):
                raise self.fault("unterminated")
            if self.is_last(field, values, _number(field.type, self.data[at : at + size]), count, sums):
                return count + 1
            at, count = at + size, count + 1

    def is_last(self, field, values, entry, index, sums):
        """Returns whether an element ends its list, after it was added to sums over the list."""
        if not isinstance(field.count, Until):
            return False
        self.path.append(index)
        inner = {**values, "entry": entry, "index": index}
        last = self.number(lambda scope: field.count.holds(scope, sums), inner, True)
        self.path.pop()
        return last

    def goes_on(self, field, count, read, last):
        """Returns whether a list has another element after the `read` ones."""
        if not isinstance(field.count, (Until, bytes)):
            return read < count if count is not None else self.at < len(self.data)
        if last or isinstance(field.count, bytes) and self.data.startswith(field.count, self.at):
            return False
        if self.at == len(self.data):
            raise self.fault("unterminated")
        return True

    def terminator(self, field):
        """Reads the bytes that end a list."""
        if isinstance(field.count, bytes):
            self.take(len(field.count))

    def text(self, unit):
        end = self.data.find(bytes(unit), self.at)
        while end >= 0 and (end - self.at) % unit:
            end = self.data.find(bytes(unit), end + 1)
        if end < 0:
            raise self.fault("unterminated")
        return self.take(end + unit - self.at)[:-unit]

    def texts(self, field, values):
        texts = []
        if field.pool and field.count is REST:
            self.relations.pools.setdefault(field.pool.name, self.data[self.at :])
        count, last, sums = self.counted(field, values), False, {}
        while self.goes_on(field, count, len(texts), last):
            start = self.place()
            self.path.append(len(texts))
            texts.append(self.text(field.type.unit))
            self.check(field.rules, field.codes, texts[-1], True, start, _Scope({}))
            self.path.pop()
            last = self.is_last(field, values, texts[-1], len(texts) - 1, sums)
        self.terminator(field)
        return texts

    def varint(self, type_):
        most = _varint_most(type_)
        rest = self.data[self.at : self.at + most]
        size = _varint_size(type_.form, rest)
        if size is None:
            prefixed = type_.form in _PREFIXED and rest
            raise self.fault("bad-varint" if prefixed or len(rest) == most else "truncated")
        value = _varint(type_, rest[:size]) if size <= most else None
        if value is not None and len(rest) < size:
            raise self.fault("truncated")
        if value is None or not _varint_fits(type_, value):
            raise self.fault("bad-varint")
        self.at += size
        value = Uleb(value)
        value.size = size
        return value

    def nested(self, field, values):
        """Reads a structure, or a list of structures."""
        structure, args = field.type.link(), field.type.args

        def one():
            # Parameters are the field's affair, not the element's.
            step = self.path.pop() if field.count is not None else None
            known = values if step is None else {"index": step, **values}
            given = [self.number(arg, known, True) for arg in args]
            if step is not None:
                self.path.append(step)
            deep, tree_deep = self.deep, self.tree_deep
            self.deep, self.tree_deep = (deep, tree_deep + 1) if field.children else (deep + 1, 0)
            if max(self.deep, self.tree_deep) >= MAX_DEPTH:
                raise self.fault("too-deep")
            value = self.structure(structure, given)
            self.deep, self.tree_deep = deep, tree_deep
            return value

        if field.count is None:
            return one()
        elements, begin = _Elements(), self.place()
        count, last, sums = self.counted(field, values), False, {}
        if count is not None and structure.SIZE is not None and count * structure.SIZE > len(self.data) - self.at:
            raise self.fault("truncated")
        around = self.array
        if count is not None and structure.SIZE is not None and not args and self.array is None:
            self.array = tuple(self.path)
        while self.goes_on(field, count, len(elements), last):
            before = self.at
            elements.starts.append(before)
            if count is not None and len(elements) > len(self.data):
                self.path.append(len(elements))
                raise self.fault("truncated")
            elements.append(self.inside(len(elements), one))
            last = self.is_last(field, values, elements[-1], len(elements) - 1, sums)
            if count is None and self.at == before and not last:
                raise self.fault("inconsistent")
        self.terminator(field)
        self.array = around
        if field.pool:
            key = field.pool.key
            self.relations.pools.setdefault(field.pool.name, self.keys(structure, elements, key))
        self.relate(field, len(elements), begin)
        return elements

    def keys(self, structure, elements, key):
        """Returns the keys of elements, with the places of those that lie at fixed distances."""
        keys = _Keys(key and element[key] for element in elements)
        if key and structure.SIZE is not None:
            start = 0 if self.packed else _path_offset(structure, (key,))
            keys.places = [
                (self.inside(index, lambda: self.inside(key, self.where)), self.place(at) + start)
                for index, at in enumerate(elements.starts)
            ]
        return keys

    def regions(self, field, values, spans):
        """Reads the contents of all regions, each of which is described by an element of an array."""
        region, table = field.region, values[field.region.each]
        stored = []
        for entry in table:
            stored.append(self.stored(field, {**values, "entry": entry}))
        contents, blamed = _Contents([place[:2] for place in stored]), []
        left = len(self.data) * MAX_SHARING + (1 << 20)
        if self.relations.table is None:
            path = ".".join(str(step) for step in [*self.path[:-1], region.each])
            self.relations.table = (path, self.place(spans[region.each][2]))
        for index, (entry, (offset, size, *how)) in enumerate(zip(table, stored)):
            blame = _Blame(self, field, entry, index, self.place(table.starts[index]), blamed)
            if offset + size <= len(self.data):
                left -= size
            if left < 0:
                path = self.where() + f"[{index}]"
                blamed.append(Fault("limit-exceeded", f"{field.name}.limit", path, self.place(offset)))
                self.relations.whole = False
                break
            args = [self.number(arg, {**values, "entry": entry}, True) for arg in field.type.args]
            contents.append(self.inside(index, lambda: self.region(field, offset, size, how, args, blame)))
            # What was looked at and did not give its pools cannot be read.
            content = field.type.link()
            for pool in _pools(content, dict(zip(content.PARAMS, args)), set()):
                self.relations.pools.setdefault(pool, None)
        self.faults.extend(blamed)
        return contents

    def stored(self, field, values):
        region = field.region
        number = lambda function: self.number(function, values) if function else None
        holds = lambda function: self.number(function, values, True)
        offset, size = number(region.at) or 0, number(region.size) or 0
        transform = next((name for when, name in region.steps if holds(when)), None)
        content_size = number(region.content_size)
        check = next(((names, number(value)) for when, names, value in region.checks if holds(when)), None)
        return offset, size, transform, content_size, check

    def region(self, field, offset, size, how, args, blame):
        self.covers(field, offset, offset + size)
        content = self.content(field, offset, size, how, blame)
        if content is None:
            inside = self.keeps and offset + size <= len(self.data)
            return Stored(self.data[offset : offset + size]) if inside else None
        inner = _Reader(content, self.place(offset), self.packed or how[0] is not None, self)
        depth = len(self.path)
        try:
            value = inner.whole(lambda inner: inner.structure(field.type.link(), args))
            return Data(content) if self.keeps and inner.gaps else value
        except Malformed as error:
            self.faults.append(error.fault)
            del self.path[depth:]
            return Data(content) if self.keeps else None

    def found(self, search):
        """Returns the offset of the searched bytes."""
        offset = search.find(self.data)
        if offset < 0:
            self.at = search.range(len(self.data))[0]
            raise self.fault("bad-magic")
        return offset

    def held(self, field, values):
        """Reads a transformed field from the next bytes, which hold no other field."""
        _, size, *how = self.stored(field, values)
        if field.region.joined:
            return self.joined(field, values, how)
        size = size if field.region.size else len(self.data) - self.at
        if field.region.self_ending:
            if not how[0]:
                raise self.fault("inconsistent")
            size = _stream_size(how[0], self.data, self.at, how[1])
        offset = self.at
        self.take(size)
        content = self.content(field, offset, size, how, _Own(self, field, offset))
        return self.inner(field, values, _Reader(content, self.place(offset), self.packed or how[0] is not None, self))

    def inner(self, field, values, reader):
        """Returns the field that a reader of its content reads."""
        value = reader.whole(lambda inner: inner.field(field, values))
        if self.keeps and reader.gaps:
            values.setdefault("$rest", {})[field.name] = reader.gaps
        return value

    def joined(self, field, values, how):
        """Reads a field from the joined parts in the elements of an array."""
        array, of_each = field.region.joined
        try:
            stored = b"".join(_Scope(values, self.at, len(self.data)).each((array,), of_each))
        except NoValue:
            raise self.fault("overflow")
        at = values["$spans"][array][2]
        content = self.content(field, at, len(stored), how, _Own(self, field, at), stored)
        return self.inner(field, values, _Reader(content, self.place(at), True, self))

    def content(self, field, offset, size, how, blame, stored=None):
        """Returns the content at an offset or in parts, after it is checked; None when it does not decompress."""
        transform, content_size, check = how
        if self.regions_deep >= MAX_REGIONS:
            blame.stream("too-deep", "too-deep", offset)
            return None
        if stored is None and offset + size > len(self.data):
            member = 0 if offset > len(self.data) else 1
            return blame.member("out-of-bounds", "bounds", member)
        content = self.data[offset : offset + size] if stored is None else stored
        if transform:
            if transform not in _TRANSFORMS:
                return blame.stream("unsupported-feature", f"{field.name}.stream", offset)
            limit = min(MAX_CONTENT, MAX_RATIO * size)
            limit = content_size if content_size is not None and content_size <= limit else limit
            try:
                content = _unpack(transform, content, limit)
            except OverflowError:
                if limit == content_size:
                    return blame.member("size-mismatch", "content-size", 2)
                return blame.stream("limit-exceeded", f"{field.name}.limit", offset)
            except (zlib.error, lzma.LZMAError, EOFError):
                return blame.stream("bad-stream", f"{field.name}.stream", offset)
            # Joined parts are values.
            if self.keeps and stored is None:
                self.forms.append((transform, self.data[offset : offset + size]))
        if content_size is not None and len(content) != content_size:
            return blame.member("size-mismatch", "content-size", 2)
        if check:
            algorithms, stated = check
            if any(_checksum(name) is None for name in algorithms):
                return blame.stream("unsupported-feature", f"{field.name}.checksum", offset)
            matching = next((name for name in algorithms if _checksum(name)(content) == stated), None)
            if matching is None:
                blame.member("checksum-mismatch", "checksum", 3)
            elif matching != algorithms[0]:
                name = matching[0] if isinstance(matching, tuple) else matching
                blame.member("checksum-mismatch", name, 3, severity="note")
        return content

    def sum(self, structure, sum_, spans, values):
        """Reports a stored checksum that differs from the computed one."""
        (start, end, type_), = _members(structure, spans, sum_.stored, _Scope(values))
        if start == end:
            return  # what is absent states no sum
        if _checksum(sum_.algorithm) is None:
            self.faults.append(Fault("unsupported-feature", sum_.code, self.where(), self.place(0)))
            return
        stated = _number(type_, self.data[start:end])
        if stated < 0:
            return  # no number, which is a fault of its own
        accepted = _accepted(structure, sum_, spans, self.data)
        if stated not in accepted:
            path = ".".join(([self.where()] if self.path else []) + list(sum_.stored))
            self.faults.append(Fault("checksum-mismatch", sum_.code, path, self.place(start)))


class _Blame:
    """Reports the faults of a region at the element that describes it."""

    def __init__(self, reader, field, entry, index, place, blamed):
        self.reader, self.field, self.entry, self.index = reader, field, entry, index
        self.place, self.blamed = place, blamed

    def member(self, kind, rule, which, severity="error"):
        path, place = [*self.reader.path[:-2], self.field.region.each, self.index], self.place
        try:
            blame = self.field.region.blame[which]
            name = blame and blame(_Scope({"entry": self.entry}))
        except NoValue:
            name = None
        if name:
            path.append(name)
            fixed = type(self.entry).SIZE is not None and not self.reader.packed
            place += _path_offset(type(self.entry), [name]) if fixed else 0
        old, self.reader.path = self.reader.path, path
        self.blamed.append(Fault(kind, f"{self.field.name}.{rule}", self.reader.where(), place, severity=severity))
        self.reader.path = old

    def stream(self, kind, code, offset):
        self.blamed.append(Fault(kind, code, self.reader.where(), self.reader.place(offset)))


class _Own:
    """Reports the faults of a transformed field at the field; reading ends when it has no content."""

    def __init__(self, reader, field, offset):
        self.reader, self.field, self.offset = reader, field, offset

    def member(self, kind, rule, _, severity="error"):
        place = self.reader.place(self.offset)
        fault = Fault(kind, f"{self.field.name}.{rule}", self.reader.where(), place, severity=severity)
        if kind != "checksum-mismatch":
            raise Malformed(fault)
        self.reader.faults.append(fault)

    def stream(self, kind, code, offset):
        raise Malformed(Fault(kind, code, self.reader.where(), self.reader.place(offset)))


class _Elements(list):
    """A list of structures with their offsets."""

    def __init__(self):
        super().__init__()
        self.starts = []


class _Contents(list):
    """The contents of regions with the offset and the size of each region."""

    def __init__(self, places):
        super().__init__()
        self.places = places

    def overlaps(self):
        """Returns the index of the other region for each region that shares some but not all of its bytes with one."""
        found, furthest = {}, None
        for offset, size, index in sorted((*place, index) for index, place in enumerate(self.places) if place[1]):
            if furthest and offset < furthest[0] and (offset, size) != furthest[1]:
                found[index] = furthest[2]
            if not furthest or offset + size > furthest[0]:
                furthest = offset + size, (offset, size), index
        return found


class _Later:
    """A scope over a record that is not read completely."""

    def __init__(self, data, structure):
        self.data, self.structure = data, structure

    def scope(self):
        reader = _Reader(self.data)
        value = reader.record(_without_rules(self.structure))
        return _Scope(vars(value), 0, len(self.data))


def _without_rules(structure):
    fields = tuple(field._replace(rules=()) for field in structure.FIELDS)
    bits = tuple(field._replace(rules=()) for field in structure.BITS)
    return type(structure.__name__, (Structure,), {"SIZE": structure.SIZE, "FIELDS": fields, "BITS": bits})


def _value(structure, fields, values):
    hints = {name: values[name] for name in _HINTS if name in values}
    return structure(**{field.name: values[field.name] for field in fields}, **hints)


# What the values of fields do not show: where searches found them, and the bytes that their contents leave.
_HINTS = ("$found", "$rest")


_FLOATS = {2: "e", 4: "f", 8: "d"}


def _number(type_, raw):
    if isinstance(type_, Digits):
        value = Number(_digits_value(type_, raw))
        value.raw = raw
        return value
    order = "big" if type_.big else "little"
    if isinstance(type_, Int):
        return int.from_bytes(raw, order, signed=type_.signed)
    if isinstance(type_, FixedPoint):
        value = F(int.from_bytes(raw, order, signed=type_.signed) / (1 << type_.fraction))
        value.bits = int.from_bytes(raw, order)
        return value
    value = F(struct.unpack((">" if type_.big else "<") + _FLOATS[type_.size], raw)[0])
    value.bits = int.from_bytes(raw, order)
    return value


_BASES = {"octal": (8, "o"), "decimal": (10, "d"), "hex": (16, "X"), "bcd": (10, "d")}
_ENDS = {"nul": b"\0", "nul-space": b"\0 "}


def _digits_value(type_, raw):
    """Returns the number that the digits express, or -1."""
    if type_.kind == "bcd":
        digits = raw.hex()
    else:
        digits = raw.lstrip(b" ").rstrip(b"\0 ").decode("latin-1") or "0"
    base = _BASES[type_.kind][0]
    if any(digit not in "0123456789abcdefABCDEF" or int(digit, 16) >= base for digit in digits):
        return -1
    value = int(digits, base)
    return value if value < 1 << 64 else -1


def _digits_written(type_, value):
    """Returns the digits of a number, filled to the size of the field."""
    end = _ENDS.get(type_.fill, b"")
    room = 2 * type_.size if type_.kind == "bcd" else type_.size - len(end)
    digits = format(value, _BASES[type_.kind][1])
    digits = {"spaces-before": digits.rjust, "spaces-behind": digits.ljust}.get(type_.fill, digits.zfill)(room)
    if not 0 <= value < 1 << 64 or len(digits) != room:
        raise OverflowError(f"{value} does not fit into {type_.size} bytes of {type_.kind} digits")
    return bytes.fromhex(digits) if type_.kind == "bcd" else digits.encode("ascii") + end


def _varint_size(form, data):
    """Returns the size of the number at the beginning; None if the bytes end before it is known, or state none."""
    if form not in _PREFIXED:
        return next((size for size, byte in enumerate(data, 1) if byte < 0x80), None)
    if not data:
        return None
    if form == "utf8number":
        ones = 8 - (data[0] ^ 0xFF).bit_length()
        return {0: 1, 1: None, 8: None}.get(ones, ones)
    return 9 - data[0].bit_length() if data[0] else None


_PREFIXED = ("vint", "markedvint", "utf8number")


def _varint_most(type_):
    """Returns the size of the largest encoding."""
    marked = min(max((type_.bits - 1) // 7, 1), 8)
    return {"vint": 8, "markedvint": marked, "utf8number": 7}.get(type_.form, -(-type_.bits // 7))


def _varint(type_, groups):
    """Returns the number in these bytes; None if they form none."""
    value = 0
    if type_.form == "utf8number":
        for byte in groups[1:]:
            value = value << 6 | byte & 0x3F
        first = groups[0] if len(groups) == 1 else groups[0] & 0xFF >> len(groups) + 1
        return value | first << 6 * (len(groups) - 1) if all(byte & 0xC0 == 0x80 for byte in groups[1:]) else None
    if type_.form in _PREFIXED:
        value, marker = int.from_bytes(groups, "big"), 1 << 7 * len(groups)
        if type_.form == "markedvint":
            return value
        return -1 if value == 2 * marker - 1 else value - marker
    for byte in groups if type_.form == "vlq" else reversed(groups):
        value = value << 7 | byte & 0x7F
    if type_.form == "zigzag":
        return value >> 1 ^ -(value & 1)
    return value - (1 << 7 * len(groups)) if type_.form == "sleb" and groups[-1] & 0x40 else value


def _varint_fits(type_, value):
    if type_.form in ("sleb", "zigzag"):
        return -(1 << type_.bits - 1) <= value < 1 << type_.bits - 1
    if type_.form == "vint":
        return -1 <= value < min(1 << type_.bits - 1, (1 << 56) - 1)
    if type_.form == "markedvint":
        return value.bit_length() % 7 == 1 and 0x80 <= value < 1 << 7 * _varint_most(type_) + 1
    return 0 <= value < 1 << (min(type_.bits, 36) if type_.form == "utf8number" else type_.bits)


def _varint_written(type_, value):
    """Returns the bytes of a number, as many as it had when it was read."""
    form, bits, least = type_.form, (value if value >= 0 else ~value).bit_length(), getattr(value, "size", 0)
    if form == "markedvint":
        return value.to_bytes((bits - 1) // 7, "big")
    if form == "vint":
        size = max(least, -(-(value + 1).bit_length() // 7), 1)
        marker = 1 << 7 * size
        return ((2 * marker - 1) if value == -1 else value | marker).to_bytes(size, "big")
    if form == "utf8number":
        size = max(least, 1 if bits <= 7 else -(-(bits - 1) // 5))
        first = value if size == 1 else 0xFF ^ 0xFF >> size | value >> 6 * (size - 1)
        return bytes([first] + [0x80 | value >> 6 * at & 0x3F for at in reversed(range(size - 1))])
    stored = value << 1 ^ value >> type_.bits if form == "zigzag" else value
    bits = bits + 1 if form == "sleb" else stored.bit_length()
    size = max(least, -(-bits // 7), 1)
    groups = [stored >> 7 * at & 0x7F for at in range(size)]
    if form == "vlq":
        groups.reverse()
    return bytes(group | (0x80 if at + 1 < size else 0) for at, group in enumerate(groups))


def _offset(structure, name):
    at = 0
    for field in structure.FIELDS:
        if field.name == name:
            return at
        at += _fixed(field)
    return 0


def _path_offset(structure, path):
    """Returns the offset of a member, which may be nested; 0 when a field before it has no fixed size."""
    total = 0
    for name in path:
        bits = next((bits for bits in structure.BITS if bits.name == name), None)
        if bits:
            return total + bits.first // 8
        index = next(index for index, field in enumerate(structure.FIELDS) if field.name == name)
        if not all(map(_is_fixed, structure.FIELDS[:index])):
            return 0
        total += _offset(structure, name)
        field = structure.FIELDS[index]
        structure = field.type.link() if isinstance(field.type, Named) else None
    return total


def _offset_in(structure, path, data):
    """Returns the offset of a member in these bytes: as `_path_offset`, and also after numbers of variable length."""
    names = [field.name for field in structure.FIELDS]
    before = structure.FIELDS[: names.index(path[0])] if path and path[0] in names else ()
    varies = [field for field in before if not _is_fixed(field)]
    if not varies or not all(isinstance(field.type, Varint) and not (field.when or field.region) for field in varies):
        return _path_offset(structure, path)
    total = 0
    for field in before:
        total += _fixed(field) if _is_fixed(field) else _varint_size(field.type.form, data[total:]) or 0
    field = structure.FIELDS[len(before)]
    return total + (_path_offset(field.type.link(), path[1:]) if path[1:] else 0)


def _is_fixed(field):
    size = field.type.link().SIZE if isinstance(field.type, Named) else getattr(field.type, "size", None)
    fixed = isinstance(field.count, (int, type(None))) and size is not None
    return fixed and not field.when and not field.region and not field.width


def _fixed(field):
    """Returns the size of a field whose size is the same for every value."""
    element = field.type.link().SIZE if isinstance(field.type, Named) else field.type.size
    return element * (1 if field.count is None else field.count)


def _members(structure, spans, path, scope=None):
    """Returns begin, end and type of a member, once for each element of an array. A byte order or width that values
    decide needs a scope."""
    start, end, _ = spans[path[0]]
    field = next(field for field in structure.FIELDS if field.name == path[0])
    if len(path) == 1:
        return [(start, end, field.stored(lambda function: function(scope)) if scope else field.type)]
    nested = field.type.link()
    member = next(member for member in nested.FIELDS if member.name == path[1])
    offset, size = _offset(nested, path[1]), _fixed(member)
    step = nested.SIZE or max(end - start, 1)
    return [(at + offset, at + offset + size, member.type) for at in range(start, end, step)]


def _accepted(structure, sum_, spans, data):
    """Returns the accepted values of a checksum, the specified one first."""
    ranges = [(spans[first][0], spans[last][1] if last else len(data)) for first, last in (sum_.over, *sum_.more)]

    def value(skip, zero=()):
        fillers = [(path, b"") for path in skip] + [(path, b"\0") for path in zero]
        fillers += [(path, bytes([byte])) for path, byte in sum_.fill if path not in skip]
        holes = sorted((a, b, filler) for path, filler in fillers for a, b, _ in _members(structure, spans, path))
        summed = b""
        for at, end in ranges:
            for hole, after, filler in (hole for hole in holes if hole[0] < end):
                hole = max(hole, at)
                summed += data[at:hole] + filler * (after - hole)
                at = max(at, after)
            summed += data[at:end]
        return _checksum(sum_.algorithm)(summed)

    accepted = [value(sum_.skip)]
    if sum_.or_skip:
        accepted.append(value(sum_.skip + sum_.or_skip))
    if sum_.or_zero:
        accepted.append(value([path for path in sum_.skip if path not in sum_.or_zero], sum_.or_zero))
    return accepted


def _unpack(transform, stored, limit):
    """Returns the content. Raises OverflowError for content that is larger than the limit."""
    if transform in ("zlib", "deflate"):
        decoder = zlib.decompressobj(-zlib.MAX_WBITS if transform == "deflate" else zlib.MAX_WBITS)
        content = decoder.decompress(stored, limit + 1)
        if len(content) <= limit and (not decoder.eof or decoder.unused_data):
            raise EOFError
    else:
        content = b""
        while True:
            decoder = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=256 << 20)
            content += decoder.decompress(stored, limit + 1 - len(content))
            if len(content) > limit:
                break
            if not decoder.eof:
                raise EOFError
            padding = len(decoder.unused_data) - len(decoder.unused_data.lstrip(b"\0"))
            stored = decoder.unused_data[padding:]
            if padding % 4:
                raise EOFError
            if not stored:
                break
    if len(content) > limit:
        raise OverflowError
    return content


def _stream_size(transform, data, at, content_size):
    """Returns the size of the stream that begins at a position; that of all following bytes if it does not end."""
    all_ = len(data) - at
    if transform not in ("zlib", "deflate"):
        return all_
    decoder = zlib.decompressobj(-zlib.MAX_WBITS if transform == "deflate" else zlib.MAX_WBITS)
    left = (MAX_CONTENT if content_size is None else min(content_size, MAX_CONTENT)) + 1
    # Piece by piece: many streams may follow each other, and the decoder copies what comes after its own.
    for start in range(at, len(data), 1 << 12):
        try:
            left -= len(decoder.decompress(data[start : start + (1 << 12)], left))
        except zlib.error:
            return all_
        if decoder.eof:
            return min(start + (1 << 12), len(data)) - at - len(decoder.unused_data)
        if left <= 0:
            return all_
    return all_


def _crc32_legacy(data):
    """Returns a variant of CRC-32 with one shift for each byte instead of eight."""
    state = 0xFFFFFFFF
    for byte in data:
        low = (state ^ byte) & 0xFF
        state = (state >> 8) ^ (low >> 1) ^ (0xEDB88320 if low & 1 else 0)
    return state ^ 0xFFFFFFFF


def _crc(width, polynomial, initial, reflect_in, reflect_out, inverted):
    """Returns a function that computes a CRC; parameters as in catalogues, most significant bit first."""
    mask, top = (1 << width) - 1, 1 << (width - 1)
    turned = lambda number, bits: int(f"{number:0{bits}b}"[::-1], 2)

    def value(data):
        register = initial
        for byte in data:
            for bit in f"{turned(byte, 8) if reflect_in else byte:08b}":
                odd = bool(register & top) != (bit == "1")
                register = (register << 1 ^ (polynomial if odd else 0)) & mask
        return (turned(register, width) if reflect_out else register) ^ inverted

    return value


def _word_sum(size, order):
    """Returns a function that adds words of a size in bytes; zeros complete the last one."""

    def value(data):
        whole = bytes(data) + bytes(-len(data) % size)
        words = (int.from_bytes(whole[at : at + size], order) for at in range(0, len(whole), size))
        return sum(words) & (1 << 8 * size) - 1

    return value


# What the standard library or a few lines compute; other algorithms are reported as unsupported.
_TRANSFORMS = ("zlib", "deflate", "xz")
_SUMS = {
    "byte-sum": lambda data: sum(data) & 0xFFFFFFFF,
    "crc32": zlib.crc32,
    "crc32-legacy": _crc32_legacy,
    "adler32": zlib.adler32,
    "crc8": _crc(8, 0x07, 0, False, False, 0),
    "crc16-arc": _crc(16, 0x8005, 0, True, True, 0),
    "crc16-ccitt": _crc(16, 0x1021, 0xFFFF, False, False, 0),
    "crc16-kermit": _crc(16, 0x1021, 0, True, True, 0),
    "crc16-modbus": _crc(16, 0x8005, 0xFFFF, True, True, 0),
    "crc16-xmodem": _crc(16, 0x1021, 0, False, False, 0),
    "crc24-openpgp": _crc(24, 0x864CFB, 0xB704CE, False, False, 0),
    "crc32-bzip2": _crc(32, 0x04C11DB7, 0xFFFFFFFF, False, False, 0xFFFFFFFF),
    "crc32-mpeg2": _crc(32, 0x04C11DB7, 0xFFFFFFFF, False, False, 0),
    "crc32c": _crc(32, 0x1EDC6F41, 0xFFFFFFFF, True, True, 0xFFFFFFFF),
    "crc64-ecma": _crc(64, 0x42F0E1EBA9EA3693, 0, False, False, 0),
    "crc64-xz": _crc(64, 0x42F0E1EBA9EA3693, 0xFFFFFFFFFFFFFFFF, True, True, 0xFFFFFFFFFFFFFFFF),
    "sum16-be": _word_sum(2, "big"),
    "sum16-le": _word_sum(2, "little"),
    "sum32-be": _word_sum(4, "big"),
    "sum32-le": _word_sum(4, "little"),
}


def _checksum(algorithm):
    """Returns the function of a checksum, by its name or by name and parameters of a CRC; None if it is not known."""
    return _crc(*algorithm[1:]) if isinstance(algorithm, tuple) else _SUMS.get(algorithm)


# Rules.


def _broken(rule, codes, value, values, single, scope):
    """Returns the kind of fault of a value, or None."""
    what = rule.what
    if what == "calc":
        return None  # known only when all fields are read
    if what == "digits":
        return any(isinstance(one, Number) and one < 0 for one in values) and "bad-text"
    if what != "assert":
        # Bytes that are not a number break the rule that they are one, and no other.
        values = [one for one in values if not isinstance(one, Number) or one >= 0]
    ints = [one for one in values if isinstance(one, int)] if what not in ("assert", "utf8", "text", "magic") else ()
    if what == "zero":
        broken = any(isinstance(one, int) and one or isinstance(one, F) and one.bits for one in values)
        return broken and "reserved-not-zero"
    if what == "magic":
        return value != rule.value and "bad-magic"
    if what in ("one-of", "supported"):
        broken = any(one not in rule.value for one in ints)
        return broken and ("out-of-range" if what == "one-of" else "unsupported-version")
    if what == "range":
        return any(not rule.value[0] <= one <= rule.value[1] for one in ints) and "out-of-range"
    if what == "multiple-of":
        return any(rule.value == 0 or one % rule.value for one in ints) and "out-of-range"
    if what == "known":
        if codes is None:
            return None
        flags = issubclass(codes, enum.IntFlag)
        known = {int(code) for code in codes.__members__.values()}
        mask = 0
        for code in known:
            mask |= code
        unknown = any(one < 0 or (one & ~mask if flags else one not in known) for one in ints)
        return unknown and ("unknown-flag" if flags and single else "unknown-code")
    if what == "finite":
        return any(isinstance(one, float) and one - one != 0 for one in values) and "not-finite"
    if what == "text":
        try:
            _decoded(rule.value, value)
        except UnicodeDecodeError:
            return "bad-text"
        return None
    if what == "utf8":
        if not isinstance(value, bytes):
            return None
        try:
            value.decode("utf-8")
        except UnicodeDecodeError:
            return "bad-text"
        return None
    try:
        return not rule.value(scope.scope() if isinstance(scope, _Later) else scope) and (rule.kind or "inconsistent")
    except NoValue:
        return "overflow"


_CODECS = {"utf-8": "utf-8", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be", "latin-1": "latin-1", "shift-jis": "cp932"}


def _decoded(form, raw):
    """Returns the text of bytes without their padding."""
    encoding, pad = form
    codec = _CODECS[encoding]
    if pad is not None:
        fill = chr(pad).encode(codec)
        ends = range(0, len(raw) - len(fill) + 1, len(fill))
        if pad == 0:
            raw = raw[: next((at for at in ends if raw[at : at + len(fill)] == fill), len(raw))]
        elif len(raw) % len(fill) == 0:
            while raw.endswith(fill):
                raw = raw[: -len(fill)]
    if codec == "cp932":
        _refuse_other_bytes(raw)
    return raw.decode(codec)


def _refuse_other_bytes(raw):
    """Rejects single bytes that Shift-JIS does not have, but Python's codec accepts."""
    at = 0
    while at < len(raw):
        if raw[at] in (0xA0, 0xFD, 0xFE, 0xFF):
            raise UnicodeDecodeError("shift-jis", raw, at, at + 1, "no character")
        at += 2 if 0x81 <= raw[at] <= 0x9F or 0xE0 <= raw[at] <= 0xFC else 1


def _encoded(form, text, size):
    """Returns the bytes of a text, padded to a size; None when they would be read as another text."""
    encoding, pad = form
    try:
        raw = text.encode(_CODECS[encoding])
        if pad is not None and size is not None:
            fill = chr(pad).encode(_CODECS[encoding])
            if len(raw) > size:
                return None
            raw = (raw + fill * size)[:size]
        return raw if _decoded(form, raw) == text else None
    except UnicodeError:
        return None


# Relations between the parts of a file.


class _Related(NamedTuple):
    """A value with a reference or a rule that compares it with others."""

    relation: object
    path: str
    place: int
    value: object


class _Keys(list):
    """The keys of the elements of a pool, with their paths and places."""

    places = ()


class _Relations:
    """The pools and references of a file, which are checked when all of the file is read."""

    def __init__(self):
        self.pools = {}  # bytes of texts, a list of keys of elements, or None for what cannot be read
        self.blocks = {}  # values that are reported together
        self.table = None  # path and place of the array that describes the parts
        self.whole = True  # whether all parts were looked at

    def mark(self):
        return dict(self.pools), {block: list(values) for block, values in self.blocks.items()}

    def back(self, mark):
        self.pools, self.blocks = mark

    def add(self, block, related):
        self.blocks.setdefault(block, []).append(related)

    def judge(self, faults):
        known = {}
        if not self.whole:
            return
        for block in self.blocks.values():
            relation = block[0].relation
            report = lambda kind, claim, one: faults.append(
                Fault(kind, claim.code, one.path, one.place, claim.lenient, claim.severity)
            )
            seen = known.setdefault(relation.claim.code, {})
            if relation.what == "unique":
                for one in block:
                    if one.value in seen:
                        report("duplicate", relation.claim, one)
                    seen.setdefault(one.value, one)
                continue
            if relation.what == "sorted":
                for one in block:
                    if "last" in seen and seen["last"] > one.value:
                        report("inconsistent", relation.claim, one)
                    seen["last"] = one.value
                continue
            if relation.pool in self.pools:
                pool = self.pools[relation.pool]
                if pool is None:
                    continue
            elif relation.absent is None or self.table is None:
                continue
            elif relation.absent == "fault":
                for one in block:
                    if one.value:
                        report("bad-reference", relation.claim, one)
                continue
            else:
                self.missing(relation, relation.absent, known, report)
                continue
            if relation.what == "count":
                key = relation.key and relation.key(_Scope({}))
                real = len(pool) if key is None else pool.count(key)
                for one in block:
                    if relation.multiple and real and one.value % real:
                        report("inconsistent", relation.claim, one)
                    if not relation.multiple and one.value != real:
                        report("count-mismatch", relation.claim, one)
            elif relation.what == "needs":
                if relation.key(_Scope({})) not in pool:
                    if self.table is None:
                        report("missing", relation.claim, block[0])
                    self.missing(relation, relation.claim, known, report)
            elif relation.what in ("single", "referred"):
                key = relation.key(_Scope({}))
                if key not in seen:
                    self.elements(relation, pool, key, report)
                seen[key] = True
            elif relation.what == "index":
                wrong = next((one for one in block if not _names_element(relation, pool, one.value)), None)
                if wrong:
                    report("bad-reference", relation.claim, wrong)
            else:
                _judge_texts(relation, pool, block, seen, report)

    def elements(self, relation, pool, key, report):
        """Checks all elements with a key: there is one at most, or others refer to each of them."""
        found = [(index, place) for index, place in enumerate(getattr(pool, "places", ())) if pool[index] == key]
        if relation.what == "single":
            kind, found = "duplicate", found[1:]
        else:
            kind, referred = "bad-reference", set()
            if not isinstance(self.pools.get(relation.by), _Keys):
                return
            for block in self.blocks.values():
                if block[0].relation.what == "index" and block[0].relation.pool == relation.pool:
                    referred.update(one.value - one.relation.first for one in block)
            found = [one for one in found if one[0] not in referred]
        for _, (path, place) in found:
            report(kind, relation.claim, _Related(relation, path, place, key))

    def missing(self, relation, claim, known, report):
        """Reports once, at the table of parts, that a part is missing."""
        if self.table is not None and not known.get(claim.code):
            known[claim.code] = {"missing": True}
            report("missing", claim, _Related(relation, *self.table, None))


def _tree_faults(elements):
    """Elements with a fault, of which each states the number of its first child and how many there are."""
    ranges = [range(first, first + count) for first, count in elements]
    parents, left, sound, found = {}, 2 * len(ranges), True, []
    for index, children in enumerate(ranges):
        if children and children[-1] >= len(ranges):
            sound = False  # another rule
            continue
        left -= len(children)
        if left < 0:
            return found
        twice = next((child for child in children if child in parents or child == 0), None)
        if twice is None:
            parents.update(dict.fromkeys(children, index))
        else:
            found.append((index, "duplicate", "parents") if twice else (index, "inconsistent", "cycle"))
    if found or not sound:
        return found
    level, reached, depth = [range(min(1, len(ranges)))], 0, 0
    while level and level[0]:
        if depth == MAX_DEPTH:
            return [(level[0][0], "too-deep", "depth")]
        depth += 1
        reached += sum(map(len, level))
        level = [ranges[index] for children in level for index in children if ranges[index]]
    if reached == len(ranges):
        return []
    for index in range(1, len(ranges)):
        if index not in parents:
            return [(index, "bad-reference", "orphan")]
    for index in range(1, len(ranges)):
        above, steps = index, 0
        while above and steps < len(ranges):
            above, steps = parents[above], steps + 1
        if above:
            return [(index, "inconsistent", "cycle")]
    return []


def _names_element(relation, pool, number):
    index = number - relation.first
    if index < 0:
        return not relation.required
    return index < len(pool) and (relation.key is None or pool[index] == relation.key(_Scope({})))


def _judge_texts(relation, pool, block, seen, report):
    """Checks the texts of a block. `seen` has the texts of the field so far, and under None the number of bytes that may
    still be read."""
    for one in block:
        if one.value >= len(pool):
            kind, text = "out-of-bounds", b""
        elif not relation.whole:
            # Texts have rules of their own: here only the beginning counts.
            if one.value > pool.rfind(b"\0"):
                report("unterminated", relation.claim, one)
            elif pool[one.value] & 0xC0 == 0x80:
                report("bad-text", relation.claim, one)
            continue
        else:
            end = pool.find(b"\0", one.value)
            text = pool[one.value :] if end < 0 else pool[one.value : end]
            largest = len(pool) if relation.largest is None else relation.largest
            kind = "limit-exceeded" if len(text) > largest else "unterminated" if end < 0 else None
            text = text[:largest]
        if relation.whole:
            left = seen.get(None, len(pool) * MAX_SHARING + (1 << 20))
            if left < 0:
                return
            seen[None] = left - len(text)
            if left < len(text):
                report("limit-exceeded", relation.shared or relation.claim, one)
                return
        if kind:
            report(kind, relation.claim, one)
            continue
        try:
            text.decode("utf-8")
            if relation.filled and not text:
                report("out-of-range", relation.filled, one)
            elif relation.file_path and not _is_file_path(text):
                report("unsafe-path", relation.file_path, one)
        except UnicodeDecodeError:
            report("bad-text", relation.claim, one)
        if relation.unique:
            if text in seen:
                report("duplicate", relation.unique, one)
            seen.setdefault(text, one)


def _is_file_path(text):
    """Whether a text can be the name of a file below a folder, on every usual system."""
    name = text.decode()
    if len(text) > 4096 or any(ord(one) < 32 or 127 <= ord(one) < 160 or one in '\\:|*?"<>' for one in name):
        return False
    parts = [part for part in text.split(b"/") if part not in (b"", b".")]
    absolute, folder = text.startswith(b"/"), text.endswith((b"/", b"/."))
    return 0 < len(parts) <= 256 and not absolute and not folder and all(map(_is_file_name, parts))


def _is_file_name(part):
    """Whether this is not a parent folder, not too long, no device of Windows, and no temporary file of this library."""
    if part.endswith((b".", b" ")) or len(part) > 255:
        return False
    stem = part.split(b".")[0].rstrip(b" ").upper()
    device = rb"CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(COM|LPT)([1-9]|\xc2[\xb9\xb2\xb3])"
    return not re.fullmatch(device, stem) and not re.fullmatch(rb"\.bpx-[0-9a-f]{16}\.part", part.lower())


def _pools(structure, params, known):
    """Returns the names of the pools in a value; for a switch, those of the case that its parameters choose, where they are
    known."""
    if structure in known:
        return
    known.add(structure)
    fields = list(structure.FIELDS)
    if structure.CASES and params is not None and all(case.tag is None for case in structure.CASES):
        for case in structure.CASES:
            try:
                if case.when and not case.when(_Scope(params)):
                    continue
            except NoValue:
                continue
            fields += case.fields
            break
    else:
        fields += [field for case in structure.CASES for field in case.fields]
    for field in fields:
        if field.pool:
            yield field.pool.name
        if isinstance(field.type, Named):
            yield from _pools(field.type.link(), None, known)


# Values from JSON.


class _Given(dict):
    """Values by name, which are read from JSON or computed at their first use."""

    def __init__(self, known):
        super().__init__(known)
        self.makers = {}

    def __contains__(self, name):
        return super().__contains__(name) or name in self.makers

    def __missing__(self, name):
        # What is computed from itself has no value.
        self[name] = value = self.makers.pop(name)()
        return value


def _structure_of_json(structure, json, args, where, computed=(), more=()):
    """Returns a structure. Its members in `computed` may be absent, as the enclosing structure sets them; those in `more`
    are permitted although no field has their name."""
    _expect(json, dict, "an object", where)
    if structure.BITS:
        known = {bits.name for bits in structure.BITS}
    else:
        fields = _case_of_json(structure, json, args, where) if structure.CASES else structure.FIELDS
        known = {field.name for field in fields}
    for name in json:
        if name not in known and name not in more and name not in _HINTS:
            raise ValueError(f"{where or structure.__name__}: `{name}` is not a member of {structure.__name__}")
    if structure.BITS:
        numbers = ((bits, json.get(bits.name, 0 if bits.name in computed else None)) for bits in structure.BITS)
        return structure(**{bits.name: _int_of_json(one, bits.codes, _below(where, bits.name)) for bits, one in numbers})
    values = _Given(zip(structure.PARAMS, args))
    for field in fields:
        values.makers[field.name] = _maker(structure, field, json, values, where, computed)
    members = {field.name: values[field.name] for field in fields}
    if structure.CASES:
        members["case"] = next(case.name for case in structure.CASES if case.fields is fields)
    if "$found" in json:
        members["$found"] = _found_of_json(fields, json["$found"], _below(where, "$found"))
    if "$rest" in json:
        members["$rest"] = _rest_of_json(fields, json["$rest"], _below(where, "$rest"))
    return structure(**members)


def _case_of_json(structure, json, args, where):
    scope = _Scope(dict(zip(structure.PARAMS, args)))
    for case in structure.CASES:
        fits = set(json) <= {*_HINTS, *(field.name for field in case.fields)}
        try:
            holds = case.when is None or case.when(scope)
        except NoValue:
            holds = fits  # known when it is written
        if case.tag is not None and _tag_of_json(json, case, where) != case.tag:
            continue
        if holds and (fits or not case.attempt):
            return case.fields
    raise ValueError(f"{where or structure.__name__}: no case of {structure.__name__} for {tuple(args)}")


def _tag_of_json(json, case, where):
    tag = json.get(case.fields[0].name)
    printed = all(0x20 <= byte < 0x7F for byte in case.tag)
    if not isinstance(tag, (str, dict)):
        return None
    return _text_of_json(tag, where) if printed else _bytes_of_json(tag, where)


def _maker(structure, field, json, values, where, computed):
    def make():
        try:
            return _field_of_json(structure, field, json, values, below)
        except NoValue:
            raise ValueError(f"{below}: an expression has no value") from None

    below = _below(where, field.name)
    magic = _magic(field)
    if magic is not None:
        return lambda: magic
    if field.derived:
        return lambda: _computed(field.derived, values)
    if field.name in computed:
        return lambda: 0
    return make


def _magic(field):
    rules = (rule.value for rule in field.rules if rule.what == "magic")
    return field.magic if field.magic is not None else next(rules, None)


def _field_of_json(structure, field, json, values, where):
    one = json.get(field.name)
    if field.region and field.region.each:
        return _regions_of_json(field, one, values, where)
    if one is None:
        if field.region and field.region.joined:
            return None
        if field.padding:
            return b""
        if field.when:
            return field.otherwise
        # Leaves of a tree may leave their children out.
        if field.count is not None and isinstance(field.type, Named) and field.type.link() is structure:
            return []
        raise ValueError(f"{where}: expected a value, found none")
    if not isinstance(field.type, Named):
        return _plain_of_json(field, one, where)
    nested = field.type.link()
    if field.count is not None:
        _expect(one, list, "an array", where)
        return [
            _structure_of_json(nested, element, _arguments_of_element(field, values, at), f"{where}[{at}]")
            for at, element in enumerate(one)
        ]
    args = _arguments(field.type.args, values, None)
    derived = [(path[1], expression) for path, expression, *_ in structure.DERIVED if path[0] == field.name]
    value = values[field.name] = _structure_of_json(nested, one, args, where, [name for name, _ in derived])
    for name, expression in derived:
        vars(value)[name] = _computed(expression, values)
    return value


def _arguments_of_element(field, values, index):
    """Returns the parameters of an element, which may use its index."""
    if "index" in values:
        return _arguments(field.type.args, values, None)
    values["index"] = index
    args = _arguments(field.type.args, values, None)
    del values["index"]
    return args


def _computed(expression, values):
    try:
        return expression(_Scope(values))
    except NoValue:
        return 0  # known when it is written, or refused then


def _sizes_of_json(structure, value, json, args):
    """Returns the stored sizes of regions with lists, as JSON states them."""
    values = {**dict(zip(structure.PARAMS, args)), **vars(value)}
    for (name, member), *_ in structure.DERIVED:
        stated = json.get(name, {}).get(member)
        if stated is not None:
            values[name] = _copy(values[name])
            vars(values[name])[member] = int(stated)
    return _stated_sizes(structure.FIELDS, values)


def _regions_of_json(field, json, values, where):
    contents = []
    table = values[field.region.each]
    for at, one in enumerate(_expect([] if json is None else json, list, "an array", where)):
        if one is None:
            contents.append(None)
        elif isinstance(one, dict) and "$stored" in one:
            contents.append(Stored(_bytes_of_json(one["$stored"], f"{where}[{at}]")))
        elif isinstance(one, dict) and "$data" in one:
            contents.append(Data(_bytes_of_json(one["$data"], f"{where}[{at}]")))
        elif at >= len(table):
            raise ValueError(f"{where}[{at}]: no element of `{field.region.each}` describes it")
        else:
            values["entry"] = table[at]
            args = _arguments(field.type.args, values, None)
            del values["entry"]
            contents.append(_structure_of_json(field.type.link(), one, args, f"{where}[{at}]"))
    return contents


def _plain_of_json(field, json, where):
    """Returns a number, a text, or a list of them."""
    type_ = field.type
    form = next((rule.value for rule in field.rules if rule.what == "text"), None)
    if form and field.count is not None and isinstance(type_, Int):
        return _encoded_of_json(form, json, field.count if isinstance(field.count, int) else None, where)
    if isinstance(type_, Text) and form:
        read = lambda one, where: _encoded_of_json(form, one, None, where)
    elif isinstance(type_, Text):
        read = lambda one, where: _text_of_json(one, where)
    elif isinstance(type_, Digits):
        read = lambda one, where: _digits_of_json(type_, one, field.codes, where)
    elif isinstance(type_, (Float, FixedPoint)):
        read = lambda one, where: _float_of_json(type_, one, where)
    else:
        read = lambda one, where: _int_of_json(one, field.codes, where)
    if field.count is None:
        return read(json, where)
    if isinstance(type_, Int) and type_.size == 1 and not type_.signed:
        is_text = any(rule.what == "utf8" for rule in field.rules)
        return _text_of_json(json, where) if is_text else _bytes_of_json(json, where)
    return [read(one, f"{where}[{at}]") for at, one in enumerate(_expect(json, list, "an array", where))]


def _int_of_json(json, codes, where):
    names = _names(codes) if codes else {}
    if isinstance(json, str):
        if json in names:
            return names[json]
        if json.lstrip("-").isdecimal():
            return int(json)
    elif isinstance(json, int) and not isinstance(json, bool):
        return json
    elif isinstance(json, list) and codes and issubclass(codes, enum.IntFlag):
        flags = 0
        for one in json:
            flags |= _int_of_json(one if not isinstance(one, list) else None, codes, where)
        return flags
    elif isinstance(json, dict) and codes and "raw" in json:
        return _int_of_json(json["raw"], None, where)
    elif isinstance(json, dict) and len(json) == 2 and isinstance(json.get("size"), int) and "value" in json:
        value = Uleb(_int_of_json(json["value"], codes, where))
        value.size = json["size"]
        return value
    raise ValueError(f"{where}: expected a whole number, found {json!r:.60}")


def _names(codes):
    """Returns the values of codes by their names in the schema."""
    return getattr(codes, "NAMES", None) or {name: int(code) for name, code in codes.__members__.items()}


def _float_of_json(type_, json, where):
    if isinstance(json, (int, float)) and not isinstance(json, bool):
        return F(json)
    if isinstance(type_, Float) and isinstance(json, dict) and isinstance(json.get("bits"), str):
        try:
            bits = int(json["bits"], 16)
            if type_.size == 2:  # the bits are those of the same number in four bytes, which is not a finite one
                bits = bits >> 16 & 0x8000 | 0x7C00 | bits >> 13 & 0x3FF
            return _number(type_, bits.to_bytes(type_.size, "big" if type_.big else "little"))
        except (ValueError, OverflowError):
            pass
    raise ValueError(f"{where}: expected a number, found {json!r:.60}")


def _digits_of_json(type_, json, codes, where):
    if not isinstance(json, dict) or "hex" not in json:
        return _int_of_json(json, codes, where)
    raw = _bytes_of_json(json["hex"], where)
    stated = {name: one for name, one in json.items() if name != "hex"}
    value = _number(type_, raw) if len(raw) == type_.size else None
    if value is None or stated and (list(stated) != ["number"] or _int_of_json(stated["number"], codes, where) != value):
        raise ValueError(f"{where}: expected {type_.size} bytes of the number, found {json!r:.60}")
    return value


def _encoded_of_json(form, json, size, where):
    if not isinstance(json, dict):
        raw = _encoded(form, _expect(json, str, "a text", where), size)
        if raw is None:
            raise ValueError(f"{where}: expected a text in {form[0]}, found {json!r:.60}")
        return raw
    raw = _bytes_of_json(json.get("hex"), where)
    if "text" in json and _decoded(form, raw) != json["text"]:
        raise ValueError(f"{where}: the bytes are another text than {json['text']!r:.60}")
    return raw


def _text_of_json(json, where):
    if isinstance(json, dict):
        return _bytes_of_json(json.get("hex"), where)
    return _expect(json, str, "a text", where).encode("utf-8")


def _bytes_of_json(json, where):
    try:
        return bytes.fromhex(_expect(json, str, "hexadecimal digits", where))
    except ValueError:
        raise ValueError(f"{where}: expected hexadecimal digits, found {json!r:.60}") from None


def _forms_of_json(json):
    forms = []
    for at, form in enumerate(_expect(json, list, "an array", "$forms")):
        where = f"$forms[{at}]"
        _expect(form, dict, "an object", where)
        transform = _expect(form.get("transform"), str, "a name", where)
        forms.append((transform, _bytes_of_json(form.get("data"), where)))
    return forms


def _gaps_of_json(json, where="$gaps"):
    gaps = []
    for at, gap in enumerate(_expect(json, list, "an array", where)):
        below = f"{where}[{at}]"
        _expect(gap, dict, "an object", below)
        gaps.append((_int_of_json(gap.get("offset"), None, below), _bytes_of_json(gap.get("data"), below)))
    return gaps


def _found_of_json(fields, json, where):
    """Returns the offsets at which a search found fields in the old file."""
    searched = {field.name for field in fields if field.region and field.region.search}
    for name in _expect(json, dict, "an object", where):
        if name not in searched:
            raise ValueError(f"{where}: expected the name of a field that readers find by a search, found `{name}`")
    return {name: _int_of_json(offset, None, _below(where, name)) for name, offset in json.items()}


def _rest_of_json(fields, json, where):
    """Returns the bytes that are left in the contents of fields."""
    stored = {field.name for field in fields if field.region and field.region.holds_one()}
    for name in _expect(json, dict, "an object", where):
        if name not in stored:
            raise ValueError(f"{where}: expected the name of a field whose stored bytes have a size, a transform or a checksum, found `{name}`")
    return {name: _gaps_of_json(runs, _below(where, name)) for name, runs in json.items()}


def _expect(json, kind, what, where):
    if not isinstance(json, kind):
        raise ValueError(f"{where or 'the value'}: expected {what}, found {json!r:.60}")
    return json


def _below(where, name):
    return f"{where}.{name}" if where else name


# Writing.


class _Space:
    """The space that a writer writes. Its size is known only when all is written; what depends on it is checked then."""

    current = contextvars.ContextVar("space")

    def __init__(self, size=None):
        self.all, self.decides, self.filled = size, False, None

    def __enter__(self):
        self.token = self.current.set(self)
        return self

    def __exit__(self, *_):
        self.current.reset(self.token)

    def size(self):
        """Returns the number of bytes of the space."""
        if self.all is None:
            self.decides = True
            raise NoValue
        return self.all

    def end_list(self, at):
        """Rejects bytes after a list that takes all bytes up to the end, and ends at a position."""
        if self.all is None:
            self.filled = at if self.filled is None else self.filled
        elif at != self.all:
            raise OverflowError(f"takes all bytes up to the end, but {self.all - at} bytes follow")


def _in_space(write):
    """Returns the bytes of a space of its own. Rejects what a reader, which knows the size, would take in another way."""
    around = _Space.current.get(None)
    with _Space() as space:
        written = write()
    # The first pass over the space around has checked this space.
    if (around is None or around.all is None) and (space.decides or space.filled not in (None, len(written))):
        with _Space(len(written)):
            write()
    return written


class _Writing(_Scope):
    """The scope of expressions in a writer, which does not always know `position` and the size of the space."""

    def __init__(self, values, position=None):
        super().__init__(values, position)

    def get(self, *path):
        # It is known when the fields are written.
        if path in self.values.get("$late", ()):
            raise NoValue
        return super().get(*path)

    def position(self):
        if self.at is None:
            raise NoValue
        return self.at

    def remaining(self):
        return self.size() - self.position()

    def size(self):
        return _Space.current.get().size()


def _write(value, args, whole=False, fresh=False):
    """Returns the bytes of a value in a space of its own; with `whole`, its regions are placed and its checksums set."""
    return _in_space(lambda: _write_value(value, args, whole, fresh))


def _write_value(value, args, whole=False, fresh=False, at=0, inside=False):
    """Returns the bytes of a value, which begins at a position and may be nested."""
    structure = type(value)
    values = {**dict(zip(structure.PARAMS, args)), **vars(value)}
    fields = structure.FIELDS
    if structure.CASES:
        fields = _case_fields(structure, values, at)
    if not whole and any(field.region for field in fields):
        raise NotImplementedError(f"{structure.__name__} places regions, or stores fields in another form")
    # How long lists were, before they are counted anew.
    sizes = values.get("$sizes") or _stated_sizes(fields, values)
    _compute(structure, fields, values)
    places = any(map(_lies_elsewhere, fields))
    # What has an offset of its own in a part of a file is a part of the file.
    if whole and not inside and (places or structure.SETTINGS or "$gaps" in values or _holds_places(value)):
        return _File(structure, fields, values, fresh, sizes).bytes()
    written, spans = _in_order(structure, fields, values, whole, at)
    if structure.CASES:
        _expect_no_tag(structure, values, written, at)
    return _sealed(structure, written, spans, values) if whole else written


def _expect_no_tag(structure, values, written, at):
    """Rejects a case that begins with the tag of another case, which a reader would choose."""
    for case in structure.CASES:
        if case.name == values["case"]:
            return
        try:
            holds = case.when is None or case.when(_Writing(values, at))
        except NoValue:
            holds = True
        if case.tag is not None and holds and written.startswith(case.tag):
            raise ValueError(f"{structure.__name__}: {values['case']} begins with the tag of {case.name}")


def _stated_sizes(fields, values):
    """Returns the sizes of regions with lists, as the values state them."""
    sizes = {}
    for field in fields:
        if _lies_elsewhere(field) and not field.region.each and not field.region.size and callable(field.count):
            element = field.type.link().SIZE if isinstance(field.type, Named) else getattr(field.type, "size", None)
            try:
                count = field.count(_Scope(values))
            except NoValue:
                continue
            if element and count >= 0:
                sizes[field.name] = count * element
    return sizes


def _in_order(structure, fields, values, whole, at):
    """Returns the bytes of the fields that follow each other, and the place of each field."""
    packed = [field for field in fields if field.region and not _lies_elsewhere(field)]
    # These set numbers of others.
    packed = {field.name: _in_place(structure, field, values) for field in packed}
    written, spans = b"", {}
    for field in fields:
        if _lies_elsewhere(field):
            continue
        start = len(written)
        place = None if at is None else at + start
        values["$spans"] = {**spans, field.name: (start, start), "self": (0, start)}
        written += _written(structure, field, values, whole, place, packed.get(field.name))
        spans[field.name] = (start, len(written), _stored_type(field, values, place) if len(written) > start else field.type)
    written = _set_late(structure, fields, values, written, spans, at)
    bits = 0
    for field in structure.BITS:
        if not 0 <= values[field.name] < 1 << field.width:
            raise ValueError(f"{structure.__name__}.{field.name}: needs more than {field.width} bits")
        bits |= values[field.name] << field.shift(structure.SIZE)
    return written + (bits.to_bytes(structure.SIZE, structure.BITS[0].order) if structure.BITS else b""), spans


def _case_fields(structure, values, at):
    """Returns the fields of the case of a value. Rejects a case that a reader would not choose."""
    for case in structure.CASES:
        if case.name == values["case"]:
            return case.fields
        try:
            # A case that is attempted may fail, so that another one is read.
            if not case.attempt and case.tag is None and (case.when is None or case.when(_Writing(values, at))):
                break
        except NoValue:
            pass
    raise ValueError(f"{structure.__name__}: a reader takes another case than {values['case']}")


def _compute(structure, fields, values):
    """Sets computed values; those that depend on sizes or places are set when the fields are written."""
    late = values["$late"] = set()

    def value(path, expression):
        try:
            return expression(_Writing(values, None))
        except NoValue:
            late.add(path)
            return 0

    for path, expression, *_ in structure.DERIVED:
        values[path[0]] = _copy(values[path[0]])
        old, new = vars(values[path[0]])[path[1]], value(tuple(path), expression)
        keeps = tuple(path) in late and isinstance(old, Number)
        vars(values[path[0]])[path[1]] = old if keeps else _keep_size(old, new)
    for field in fields:
        if field.derived:
            values[field.name] = _keep_size(values.get(field.name), value((field.name,), field.derived))


def _set_late(structure, fields, values, written, spans, at):
    """Returns the bytes of fields with the values that depend on sizes or places."""
    values["$spans"] = {**spans, "self": (0, len(written))}
    expressions = {tuple(path): expression for path, expression, *_ in structure.DERIVED}
    expressions.update(((field.name,), field.derived) for field in fields if field.derived)
    late = values.pop("$late", set())
    for path in late:
        start = spans[path[0]][0]
        value = expressions[path](_Writing(values, None if at is None else at + start))
        if len(path) > 1:
            value = _keep_size(vars(values[path[0]])[path[1]], value)
            vars(values[path[0]])[path[1]] = value
        else:
            values[path[0]] = value
        if len(path) > 1 and values[path[0]].BITS:
            begin, end, _ = spans[path[0]]
            written = written[:begin] + _write_value(values[path[0]], ()) + written[end:]
            continue
        begin, end, type_ = spans[path[0]] if len(path) == 1 else _members(structure, spans, path)[0]
        if begin < end:
            try:
                written = written[:begin] + _write_one(type_, value) + written[end:]
            except OverflowError as error:
                raise ValueError(f"{structure.__name__}.{'.'.join(path)}: {error}") from error
    for field in fields if late else ():
        if callable(field.count) and not field.padding and not field.when and not _lies_elsewhere(field):
            start = None if at is None else at + spans[field.name][0]
            _count(field, values, values[field.name], start)
    return written


def _keep_size(old, new):
    """Returns the computed number, or the old one with its encoding if both are equal."""
    return old if isinstance(old, (Uleb, Number)) and old == new else new


def _written(structure, field, values, whole, at, stored=None):
    """Returns the bytes of a field that begins at a position, and may be stored already; no bytes for an absent field.
    Rejects a field that is present or absent against its condition."""
    try:
        value = values[field.name] if field.when else None
        if field.when and not _wanted(field, values, at):
            if value != field.otherwise and not field.derived:
                raise OverflowError("is present, but its condition does not hold")
            return b""
        if field.when and value is None:
            raise OverflowError("is missing, but its condition holds")
        return _write_field(field, values, whole, at) if stored is None else stored
    except (OverflowError, KeyError, TypeError, struct.error) as error:
        raise ValueError(f"{structure.__name__}.{field.name}: {error}") from error


def _wanted(field, values, at):
    try:
        return field.when(_Writing(values, at))
    except NoValue:
        return values[field.name] is not None


def _write_field(field, values, whole, at):
    if field.magic is not None:
        return field.magic
    field = field._replace(type=_stored_type(field, values, at))
    value, type_, start = values[field.name], field.type, at
    if field.padding:
        return _padded(value or b"", field.count(_Writing(values, at)), bytes([field.fill]))
    single = field.count is None
    if not single:
        _count(field, values, value, at)
    if isinstance(type_, Named):
        written = []
        for index, one in enumerate([value] if single else value):
            known = values if single else {"index": index, **values}
            written.append(_write_value(one, _arguments(type_.args, known, at), whole, at=at, inside=True))
            at = None if at is None else at + len(written[-1])
    elif isinstance(value, bytes) and not isinstance(type_, Text):
        written = [value]
    else:
        written = [_write_one(type_, one) for one in ([value] if single else value)]
    if field.count is REST and start is not None:
        _Space.current.get().end_list(start + sum(map(len, written)))
    return b"".join(written) + (_terminator(field, written) if isinstance(field.count, bytes) else b"")


def _stored_type(field, values, at):
    """Returns the type of a field in the byte order and the width that values decide."""
    try:
        return field.stored(lambda function: function(_Writing(values, at)))
    except NoValue:
        raise ValueError(f"{field.name}: its byte order or its width has no value") from None


def _terminator(field, written):
    """Returns the bytes that end a list. Rejects a list with an element that begins with them."""
    whole, at = b"".join(written) + field.count, 0
    if isinstance(field.type, Int) and field.type.size == 1 and not field.type.signed:
        written = [b"."] * len(b"".join(written))
    for index, one in enumerate(written):
        if whole.startswith(field.count, at):
            raise OverflowError(f"element {index} begins with the terminator {field.count!r}")
        at += len(one)
    return field.count


def _padded(value, size, fill):
    """Returns padding of the size that a reader takes."""
    if size > MAX_CONTENT:
        raise OverflowError(f"the padding needs {size} more bytes, but only {MAX_CONTENT} are allowed")
    if size < 0 or value[size:].strip(fill):
        raise OverflowError(f"{len(value)} bytes of padding are not all {fill!r}, and {size} have a place")
    return value[:size].ljust(size, fill)


def _arguments(args, values, at):
    """Returns the values of parameters; None for a value that a writer does not know yet."""
    found = []
    for arg in args:
        try:
            found.append(arg(_Writing(values, at)))
        except NoValue:
            found.append(None)
    return found


def _count(field, values, elements, at):
    """Rejects a number of elements that differs from the one that a reader takes."""
    if isinstance(field.count, Until):
        return _ends(field, values, elements)
    if isinstance(field.count, bytes):
        return  # found in the bytes
    found = len(elements)
    try:
        wanted = field.count(_Writing(values, at)) if callable(field.count) else field.count
    except NoValue:
        return  # it follows from the size
    if wanted is not REST and found != wanted:
        raise OverflowError(f"has {found} elements instead of {wanted}")


def _ends(field, values, elements):
    """Rejects a list that a reader would end before its last element, or not at it."""
    sums = {}
    for index, entry in enumerate(elements):
        try:
            last = bool(field.count.holds(_Writing({**values, "entry": entry, "index": index}, 0), sums))
        except NoValue:
            last = None
        if last is not (index + 1 == len(elements)):
            raise OverflowError(f"a reader does not end it with the last element, by element {index}")
    if not elements:
        raise OverflowError("has no last element")


def _write_one(type_, value):
    if isinstance(type_, Text):
        units = [value[at : at + type_.unit] for at in range(0, len(value), type_.unit)]
        if len(value) % type_.unit or bytes(type_.unit) in units:
            raise OverflowError("a text has no NUL")
        return value + bytes(type_.unit)
    if isinstance(type_, Varint):
        if not _varint_fits(type_, value):
            raise OverflowError(f"needs more than {type_.bits} bits")
        return _varint_written(type_, value)
    if isinstance(type_, Digits):
        return value.raw if isinstance(value, Number) else _digits_written(type_, value)
    order = "big" if type_.big else "little"
    if isinstance(type_, FixedPoint) and getattr(value, "bits", None) is None:
        parts = value * (1 << type_.fraction)
        if not float(parts).is_integer():
            raise OverflowError(f"{value} is not a multiple of 2^-{type_.fraction}")
        return int(parts).to_bytes(type_.size, order, signed=type_.signed)
    if isinstance(type_, Int):
        return value.to_bytes(type_.size, order, signed=type_.signed)
    if isinstance(value, F) and value.bits is not None:
        return value.bits.to_bytes(type_.size, order)
    form = (">" if type_.big else "<") + _FLOATS[type_.size]
    written = struct.pack(form, value)
    # Numbers of 32 bits are rounded, like literals of programs.
    if type_.size == 2 and value == value and struct.unpack(form, written)[0] != value:
        raise OverflowError(f"{value} has no form of 16 bits")
    return written


# Whole files.


class _File:
    """Writes a structure with regions: its fields, then the regions, at offsets that it computes."""

    def __init__(self, structure, fields, values, fresh, sizes, zeros=False):
        self.structure, self.fields, self.values, self.fresh = structure, fields, values, fresh
        self.sizes = sizes  # of lists elsewhere, in the old file
        self.zeros = zeros  # between the old places
        self.elsewhere = [field for field in fields if _lies_elsewhere(field)]
        self.gaps = sorted(values.get("$gaps", ()), key=lambda gap: gap[0])
        for field in self.elsewhere:
            if field.region.each:  # numbers are set in copies
                values[field.region.each] = list(map(_copy, values[field.region.each]))
        for field in fields:
            values[field.name] = _copy_all(values[field.name])
        self.whole = _Holder(structure, fields, values)

    def bytes(self):
        with _Space():
            head, _ = self.head()
            parts, blocks, size = self.placed(head)
        with _Space(size):
            written = self.assembled(parts, blocks, size)
        for part in parts:
            search = part.field.region.search
            if search and part.stored and search.find(written) != part.offset:
                raise part.no_place(f"a reader finds the offset {search.find(written)} and not {part.offset}")
        return written

    def placed(self, head):
        """Returns the parts at their offsets, the blocks, and the size of the file."""
        self.nested = list(_holders(self.whole))
        params = [holder.params for holder in self.nested]
        parts = self.parts()
        holders = [*self.nested, self.whole]
        self.stated = {
            (id(holder), setting.target): self.number(_member(setting.target), holder=holder)
            for holder in holders
            for setting in _file_settings(holder.structure)
        }
        if self.fresh:
            blocks, end, size = _fresh(parts, holders, len(head))
        else:
            for part in parts:
                self.remember(part, head)
            if self.zeros:
                self.gaps = _zeros_between(parts, len(head))
            # A head with a checksum changes.
            blocks, end, size = _kept(parts, self.gaps, head, not self.structure.SUMS)
        self.set(parts, end, size, len(head))
        if params != [holder.params for holder in _holders(self.whole)]:
            raise ValueError("places depend on a parameter, and the number that it comes from is set after that")
        for part in parts:
            # What has no bytes is nowhere: its offset may be any.
            wrong = self.wrong(part, bool(part.stored))
            if wrong:
                raise part.no_place(wrong)
        return parts, blocks, size

    def head(self):
        return _in_order(self.structure, self.fields, self.values, True, 0)

    def scope(self, part=None, holder=None, **facts):
        own = (part.holder if part else holder or self.whole).values
        values = {**own, **{name: Structure(**members) for name, members in facts.items()}}
        if part and part.index is not None:
            values["entry"] = self.values[part.field.region.each][part.index]
        return _Writing(values, 0)

    def number(self, expression, part=None, holder=None, **facts):
        """Returns the value of an expression, or None."""
        try:
            return expression(self.scope(part, holder, **facts)) if expression else None
        except NoValue:
            return None

    def holds(self, part, pairs):
        """Returns the values of the first pair whose condition holds, or None."""
        for when, *found in pairs:
            holds = self.number(when, part)
            if holds is None:
                raise part.no_place("a condition has no value")
            if holds:
                return found
        return None

    # Contents.

    def parts(self):
        parts = []
        # What has an offset of its own in a part comes before what does in the whole.
        for holder in self.nested:
            for field in holder.elsewhere():
                if field.region.each and holder.values[field.name]:
                    name = holder.structure.__name__
                    raise NotImplementedError(f"{name} has regions of an array, and is a part of another structure")
                if not field.region.each:
                    parts += self.single(holder, field, len(parts))
        for field in self.elsewhere:
            if not field.region.each:
                parts += self.single(self.whole, field, len(parts))
                continue
            align = self.align(self.whole, field)
            contents = self.values[field.name] or []
            table = self.values[field.region.each]
            if len(contents) > len(table):
                raise ValueError(f"{field.name}[{len(table)}]: no element of `{field.region.each}` describes it")
            for index in range(len(table)):
                part = _Part(self.whole, field, len(parts), b"", index=index, align=align)
                self.store(part, contents[index] if index < len(contents) else None)
                parts.append(part)
        return parts

    def align(self, holder, field):
        region = field.region
        align = self.number(region.place.align, _Part(holder, field, 0, b"")) if region.place.align else 1
        if not align or align < 1:
            raise ValueError(f"{field.name}: has no alignment")
        return align

    def single(self, holder, field, number):
        """Returns the part of a region that holds one field; no part for an absent field without an offset of its own."""
        held = field.region.holds_one()
        if held and holder.values[field.name] is None:
            return []
        part = _Part(holder, field, number, holder.written(field, 0 if held else None), align=self.align(holder, field))
        if held:
            self.pack(part, part.stored)
        return [part]

    def store(self, part, content):
        region = part.field.region
        if content is None:
            if self.number(region.size, part) != 0:
                raise part.no_place("expected the content of the region, found none")
            content = Data(b"")
        if isinstance(content, Stored):
            part.stored = content.bytes
            return
        args = [arg(self.scope(part)) for arg in part.field.type.args]
        self.pack(part, content.bytes if isinstance(content, Data) else _write(content, args, True))

    def pack(self, part, plain):
        """Stores the content with the transform and the checksum that the region declares."""
        region = part.field.region
        part.stored, part.content_size = plain, len(plain)
        check = self.holds(part, region.checks)
        if check:
            names, stated = check
            _know(names, _SUMS)
            sums = [_checksum(name)(plain) for name in names]
            # Of several accepted ones, the one that is stated stays.
            old = None if self.fresh else self.number(stated, part)
            part.checksum = old if old in sums else sums[0]
        transform = self.holds(part, region.steps)
        if transform:
            part.stored = _pack(transform[0], plain, self.number(region.size, part))

    # Places.

    def remember(self, part, head):
        """Keeps the old place of a part, which the fields state before numbers are set, or at which a search found it."""
        region = part.field.region
        found = part.holder.values.get("$found", {}).get(part.field.name)
        offset = found if region.search else self.number(region.at, part)
        size = self.number(region.size, part)
        if not region.size:
            size = self.sizes.get(part.field.name) if part.holder is self.whole else None
            size = len(part.stored) if size is None else size
        if offset is None or size is None or offset < 0 or size < 0:
            return
        if offset % part.align:
            part.align = 1  # a file that is not aligned stays so
        if part.stored and size == 0 and offset < len(head):
            return  # it was nowhere
        part.old = (offset, size)

    def set(self, parts, end, size, head):
        """Sets the numbers that state places, sizes and checksums, except those that are correct already."""
        begun_wrong = {part.number for part in parts if self.wrong(part)}
        holders = [*reversed(self.nested), self.whole]
        by_holder = {}
        for part in parts:
            by_holder.setdefault(id(part.holder), []).append(part)
        for holder, setting in [(holder, setting) for holder in holders for setting in holder.structure.SETTINGS]:
            if not setting.field:
                holder.set(list(setting.target), self.of_file(holder, setting, parts, end, size, head))
                continue
            mine = [part for part in by_holder.get(id(holder), ()) if part.field.name == setting.field]
            first = min((part.offset for part in mine), default=0)
            for part in mine:
                if part.field.region.is_stated() and part.number not in begun_wrong and not self.wrong(part):
                    continue
                facts = {"offset": part.offset, "stored_size": len(part.stored)}
                facts.update(content_size=part.content_size, checksum=part.checksum)
                facts = {"region": facts, "regions": {"offset": first}, "file": {"end": end, "size": size}}
                value = self.number(setting.value, part, **facts)
                if value is not None:
                    self.assign(part, setting, value)
                elif None not in facts["region"].values():
                    raise part.no_place(f"what `{'.'.join(setting.target)}` states has no value")

    def of_file(self, holder, setting, parts, end, size, head):
        """Returns a number that depends on the end or the size of the file, changed by as much as that changed."""
        value = lambda end, size: self.number(setting.value, holder=holder, file={"end": end, "size": size})
        most = value(size, size)
        if not self.fresh:
            old_end = max([head, *(part.old_end() for part in parts if part.old)])
            old_size = max([old_end, *(offset + len(data) for offset, data in self.gaps)])
            old, new, stated = value(old_end, old_size), value(end, size), self.stated[id(holder), setting.target]
            if None not in (old, new, most):
                moved = new if stated is None else stated if old == new else min(stated + new - old, most)
                # If nothing moved, the number stays, even a wrong one, unless a rule rejects it.
                return new if self.rejects(holder, setting, moved, size) else moved
        if most is None:
            raise ValueError(f"{'.'.join(setting.target)}: has no value")
        return most

    def rejects(self, holder, setting, number, size):
        """Sets a number; returns whether a rule reports it as an error, in a file of `size` bytes."""
        holder.set(list(setting.target), number)
        for rule in holder.structure.RULES:
            if (rule.what, rule.on, rule.severity) != ("assert", tuple(setting.target), "error"):
                continue
            with _Space(size):
                try:
                    if not rule.value(_Writing(holder.values)):
                        return True
                except NoValue:
                    pass  # a rule that needs more than the written values
        return False

    def assign(self, part, setting, value):
        path = list(setting.target)
        if path[0] == "entry":
            holder = self.values[part.field.region.each][part.index]
            _set_member(holder, path[1:], value)
        else:
            part.holder.set(path, value)

    def wrong(self, part, has_place=True):
        """Returns the first stated number that differs from the part, as a message, or None."""
        region, size = part.field.region, len(part.stored)
        if region.each is None and size == 0 and not region.holds_one():
            return None
        check = self.holds(part, region.checks)
        expected = [(region.at, part.offset if has_place else None), (region.content_size, part.content_size)]
        expected += [(region.size, size)]
        expected += [(check[1], part.checksum)] if check else []
        for expression, fact in expected:
            read = self.number(expression, part)
            if expression and fact is not None and read != fact:
                return f"a reader takes {read} for {fact}"
        return None

    def assembled(self, parts, blocks, size):
        head, spans = self.head()
        whole = bytearray(size)
        for part in parts:
            if part.index is None:
                if not part.field.region.holds_one():
                    part.stored = part.holder.written(part.field, part.offset)
            if part.index is None and part.holder is self.whole:
                spans[part.field.name] = (part.offset, part.offset + len(part.stored), part.field.type)
        for block in blocks:
            for stored, at in [(block.gap, 0)] if block.gap is not None else [(part.stored, at) for part, at in block.parts]:
                whole[block.new + at : block.new + at + len(stored)] = stored
        whole[: len(head)] = head
        return _sealed(self.structure, bytes(whole), spans, self.values)


class _Holder:
    """A structure with regions, and its values with its parameters."""

    def __init__(self, structure, fields, values, value=None, params=None):
        self.structure, self.fields, self.values, self.value, self.params = structure, fields, values, value, params

    def elsewhere(self):
        return [field for field in self.fields if _lies_elsewhere(field)]

    def written(self, field, at):
        if field.region.holds_one():
            absent = field.when and not _wanted(field, self.values, 0)
            return b"" if absent else _content(self.structure, field, self.values)
        return _written(self.structure, field._replace(region=None), self.values, True, at)

    def set(self, path, value):
        """Sets a number, also in the value that the enclosing structure writes."""
        for values in [self.values] if self.value is None else [self.values, vars(self.value)]:
            if len(path) == 1:
                values[path[0]] = value
            else:
                _set_member(values[path[0]], path[1:], value)


def _holders(holder):
    """Returns the nested structures with regions or numbers about the whole file, each after the structures inside of it."""
    for field in holder.fields:
        value = holder.values.get(field.name)
        if value is None or not isinstance(field.type, Named) or field.region and (field.region.each or field.region.holds_one()):
            continue
        for index, one in enumerate([value] if field.count is None else value):
            if not isinstance(one, Structure) or not _holds_places(one):
                continue
            known = holder.values if field.count is None else {"index": index, **holder.values}
            params = _arguments(field.type.args, known, None)
            structure = type(one)
            values = {**dict(zip(structure.PARAMS, params)), **vars(one)}
            fields = _case_fields(structure, values, None) if structure.CASES else structure.FIELDS
            _compute(structure, fields, values)
            inner = _Holder(structure, fields, values, one, params)
            yield from _holders(inner)
            if inner.elsewhere() or _file_settings(structure):
                yield inner


def _file_settings(structure):
    return [setting for setting in structure.SETTINGS if not setting.field]


def _holds_places(value):
    """Returns whether a value or a nested value has regions, or numbers about the whole file."""
    if _file_settings(value):
        return True
    fields = [field for case in value.CASES for field in case.fields] if value.CASES else value.FIELDS
    if any(map(_lies_elsewhere, fields)):
        return True
    parts = (one for part in vars(value).values() for one in (part if isinstance(part, list) else [part]))
    return any(isinstance(one, Structure) and _holds_places(one) for one in parts)


def _copy_all(value):
    """Returns a deep copy of a value, in which numbers can be set."""
    if type(value) is list:
        return list(map(_copy_all, value))
    if isinstance(value, Structure):
        return type(value)(**{name: _copy_all(one) for name, one in vars(value).items()})
    return value


def _lies_elsewhere(field):
    return bool(field.region and (field.region.each or field.region.at or field.region.search))


def _copy(value):
    return type(value)(**vars(value)) if isinstance(value, Structure) else value


def _member(path):
    return lambda scope: scope.get(*path)


def _set_member(holder, path, value):
    """Sets a member of a structure, which has to be a copy."""
    for name in path[:-1]:
        vars(holder)[name] = _copy(vars(holder)[name])
        holder = vars(holder)[name]
    if path[-1] not in vars(holder):
        raise ValueError(f"{'.'.join(path)}: no such number")
    vars(holder)[path[-1]] = _keep_size(vars(holder)[path[-1]], value)


def _sealed(structure, written, spans, values):
    """Returns the bytes with their own checksums set."""
    for sum_ in structure.SUMS:
        start, end, type_ = _members(structure, spans, sum_.stored, _Writing(values, 0))[0]
        if start == end:
            continue  # what is absent states no sum
        _know([sum_.algorithm], _SUMS)
        accepted = _accepted(structure, sum_, spans, written)
        stated = _number(type_, written[start:end])
        value = stated if stated in accepted[1:] else _keep_size(stated, accepted[0])
        written = written[:start] + _write_one(type_, value) + written[end:]
    return written


def _content(structure, field, values):
    """Returns the content of a field, with the bytes that no value has."""
    content, rest = _placed_content(structure, field, values), values.get("$rest", {}).get(field.name, ())
    for at, data in rest:
        if at + len(data) > MAX_CONTENT:
            raise ValueError(f"{structure.__name__}.{field.name}: needs {at + len(data)} bytes, {MAX_CONTENT} are allowed")
        content = content.ljust(at + len(data), b"\0")
        if any(data) and any(content[at : at + len(data)]):
            raise ValueError(f"{structure.__name__}.{field.name}: expected bytes that no value has at {at}, found values")
        if any(data):
            content = content[:at] + data + content[at + len(data) :]
    return content


def _placed_content(structure, field, values):
    """Returns the content of a field, in which the parts that have an offset of their own are at their places."""
    plain, value = field._replace(region=None, when=None), values[field.name]
    parts = value if isinstance(value, list) else [value]
    if not any(isinstance(one, Structure) and _holds_places(one) for one in parts):
        return _in_space(lambda: _written(structure, plain, values, True, 0))
    space = type(structure.__name__, (Structure,), {"FIELDS": (plain,)})
    values = {name: one for name, one in values.items() if name != "$gaps"}
    return _File(space, space.FIELDS, values, False, {}, zeros=True).bytes()


def _zeros_between(parts, head):
    """Returns zeros for the bytes between the old places of parts, with their offsets."""
    gaps, end = [], head
    for offset, size in sorted(part.old for part in parts if part.old and part.stored):
        if offset > end:
            if offset - end > MAX_CONTENT:
                raise ValueError(f"the content needs {offset - end} zero bytes between fields, but the limit leaves {MAX_CONTENT} bytes")
            gaps.append((end, bytes(offset - end)))
        end = max(end, offset + size)
    return gaps


def _in_place(structure, field, values):
    """Returns the stored bytes of a transformed field that follows the field before it, and sets the numbers that state
    them."""
    region = field.region
    if values[field.name] is None:
        return b""
    plain = _content(structure, field, values)
    scope = _Writing(values, 0)
    if region.joined:
        return _joined(structure, field, plain, scope)
    stored, facts = plain, {"content_size": len(plain)}
    for when, name in region.steps:
        if when(scope):
            stored = _pack(name, plain, _stated(region.size, scope))
            break
    for at, (when, names, _) in enumerate(region.checks):
        if when(scope):
            _know(names[:1], _SUMS)
            facts[at] = _checksum(names[0])(plain)
            break
    facts["stored_size"] = len(stored)
    for fact, numbers in region.numbers:
        for path, shift, bits, *turned in numbers if fact in facts else ():
            more, factor = turned or (0, 1)
            value, rest = divmod(facts[fact] - more, factor)
            if rest:
                raise ValueError(f"{structure.__name__}.{field.name}: no number states {facts[fact]}")
            value >>= shift
            value = value & (1 << bits) - 1 if bits else value
            if len(path) == 1:
                values[path[0]] = _keep_size(values.get(path[0]), value)
            else:
                values[path[0]] = _copy(values[path[0]])
                _set_member(values[path[0]], path[1:], value)
    stating = [(region.size, "stored_size"), (region.content_size, "content_size")]
    stating += [(stated, at) for at, (_, _, stated) in enumerate(region.checks)]
    for expression, fact in stating:
        try:
            read = expression(_Writing(values)) if expression and fact in facts else None
        except NoValue:
            continue  # known when it is read
        if read is not None and read != facts[fact]:
            raise ValueError(f"{structure.__name__}.{field.name}: a reader takes {read} for {facts[fact]}")
    return stored


def _joined(structure, field, plain, scope):
    """Returns no bytes, because the parts hold the content. Raises ValueError when they hold another content."""
    array, of_each = field.region.joined
    content = b"".join(scope.each((array,), of_each))
    for when, name in field.region.steps:
        if when(scope):
            _know([name], _TRANSFORMS)
            try:
                content = _unpack(name, content, len(plain))
            except (OverflowError, EOFError, zlib.error, lzma.LZMAError):
                content = None
            break
    if content != plain:
        raise ValueError(f"{structure.__name__}.{field.name}: the parts in {array} hold another content")
    return b""


def _stated(expression, scope):
    try:
        return expression(scope) if expression else None
    except NoValue:
        return None


class _Forms:
    """The stored forms of contents, which are used again for contents that do not change."""

    known = contextvars.ContextVar("forms", default={})

    def __init__(self, forms):
        self.forms = {}
        for transform, stored in forms:
            _know([transform], _TRANSFORMS)
            try:
                content = _unpack(transform, stored, min(MAX_CONTENT, MAX_RATIO * len(stored)))
            except (OverflowError, EOFError, zlib.error, lzma.LZMAError):
                raise ValueError(f"$forms: expected {transform}, found other bytes") from None
            self.forms.setdefault((transform, content), []).append(stored)

    def __enter__(self):
        self.token = self.known.set(self.forms)

    def __exit__(self, *_):
        self.known.reset(self.token)


def _pack(transform, content, stated):
    """Returns the stored form of a content: of several forms, the first one with the stated size, or the first one."""
    forms = _Forms.known.get().get((transform, content))
    if forms:
        return next((form for form in forms if len(form) == stated), forms[0])
    _know([transform], _PACKERS)
    return _PACKERS[transform](content)


def _know(names, known):
    for name in names:
        if name not in known and not isinstance(name, tuple):
            raise NotImplementedError(f"expected one of {', '.join(known)}, found {name}")


def _deflate(content):
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(content) + packer.flush()


_PACKERS = {"zlib": zlib.compress, "deflate": _deflate, "xz": lambda content: lzma.compress(content, lzma.FORMAT_XZ)}


# Offsets of fields that do not follow the field before.


class _Part:
    """The bytes of a region: of one field, or of one element of a field."""

    def __init__(self, holder, field, number, stored, **facts):
        self.holder, self.field, self.number, self.stored = holder, field, number, stored
        self.index = self.content_size = self.checksum = None
        self.offset, self.old, self.align = 0, None, 1
        vars(self).update(facts)

    def where(self):
        return self.field.name + ("" if self.index is None else f"[{self.index}]")

    def no_place(self, message):
        return ValueError(f"{self.where()}: {message}")

    def old_end(self):
        return sum(self.old)

    def padded(self):
        """Returns the alignment to which zeros follow it, at least 1."""
        return self.align if self.field and self.field.region.place.padded > 1 else 1


class _Block:
    """Bytes that move together: parts with their offsets in the block, or a gap."""

    def __init__(self, old, parts=(), gap=None):
        self.old, self.parts, self.gap = old, list(parts), gap
        self.new = 0

    def size(self):
        return len(self.gap) if self.gap is not None else max(inside + len(part.stored) for part, inside in self.parts)

    def old_size(self):
        """Returns the size in the old file, or the new size of a new block."""
        if self.gap is not None:
            return len(self.gap)
        known = [inside + part.old[1] for part, inside in self.parts if part.old]
        return max(known) if known else self.size()

    def takes(self, part):
        """Returns whether a part shared bytes with this block, and the shared bytes are still equal."""
        inside = part.old[0] - self.old
        shares = False
        for other, at in self.parts:
            start, end = max(at, inside), min(at + len(other.stored), inside + len(part.stored))
            if not other.old or start >= end:
                continue
            kept = all(one.old[1] == len(one.stored) for one in (part, other))
            alike = other.old == part.old and len(other.stored) == len(part.stored)
            if not (kept or alike) or other.stored[start - at : end - at] != part.stored[start - inside : end - inside]:
                return False
            shares = True
        return shares


def _ordered(parts, holders):
    """Returns the parts in the order of a new file: that of the declaration, but each field after the one that it names."""
    of_field = {}
    for part in parts:
        of_field.setdefault((id(part.holder), part.field.name), []).append(part)
    for holder in holders:
        waiting = holder.elsewhere()
        while waiting:
            names = {field.name for field in waiting}
            ready = (field for field in waiting if field.region.place.after not in names)
            # Fields that wait for each other keep their order.
            field = next(ready, waiting[0])
            waiting.remove(field)
            yield from of_field.get((id(holder), field.name), [])


def _turned(parts):
    """Returns parts in their order, but those of a reversed field from the last one on, in all structures of a list."""
    run = []
    for part in [*parts, None]:
        if run and (part is None or part.field is not run[0].field):
            yield from reversed(run) if run[0].field.region.place.reverse else run
            run = []
        run.append(part)


def _fresh(parts, holders, head):
    """Returns the blocks of a new file, one after the other."""
    blocks, known, position, end = [], {}, head, head
    for part in _turned(_ordered(parts, holders)):
        share = part.field.region.place.share
        start = _aligned(position, part.align)
        twin = known.get(part.stored) if share else None
        if twin is not None and twin % part.align == 0:
            start = twin
        elif part.stored:
            blocks.append(_Block(start, [(part, 0)]))
            blocks[-1].new = start
            end = start + len(part.stored)
            position = _aligned(end, part.padded())
            if share:
                known[part.stored] = start
        part.offset = start
    for part in parts:
        if not part.stored:
            part.offset = _inside_of(position, part.offset, part.align)
    return blocks, end, position


def _kept(parts, gaps, head, shares):
    """Returns the blocks in the order of the old file, each after the one before it; parts may share bytes with the head."""
    taking = [part for part in parts if part.stored or (part.old and part.old[1])]
    last = max((part.old_end() for part in parts if part.old), default=0)
    first = _Block(0, [(_Part(None, None, -1, head, old=(0, len(head))), 0)])
    blocks, open_ = [], [first] if shares else []
    for part in sorted((part for part in taking if part.old), key=lambda part: (part.old[0], part.number)):
        # Only a block that reaches as far may have bytes of this part.
        open_ = [block for block in open_ if block.old + block.old_size() > part.old[0]]
        block = next((block for block in reversed(open_) if block.takes(part)), None)
        if block:
            block.parts.append((part, part.old[0] - block.old))
        else:
            blocks.append(_Block(part.old[0], [(part, 0)]))
            open_.append(blocks[-1])
    blocks += [_Block(last, [(part, 0)]) for part in taking if not part.old]
    blocks += [_Block(offset, gap=data) for offset, data in gaps]
    # What was after all parts stays after those that are new.
    blocks.sort(key=lambda block: (block.old, block.gap is not None))
    placed, position = [], 0
    padded, owed = 1, 1  # the alignment to which zeros may follow the last part, and to which they do
    for block, following in zip([first, *blocks], [*blocks, None]):
        if block.gap is not None:
            align = following.parts[0][0].align if following and following.parts else 0
            pads = len(block.gap) < padded and not (block.old + len(block.gap)) % padded
            if (pads or len(block.gap) < align) and not any(block.gap):
                owed = padded if pads else owed
                continue  # padding, which is made anew
            padded = owed = 1
        else:
            position = _aligned(_aligned(position, owed), block.parts[0][0].align)
            padded = max(part.padded() for part, _ in block.parts)
            # An old part without zeros after it gets none.
            is_old = any(part.old for part, _ in block.parts)
            owed = 1 if is_old and (block.old + block.old_size()) % padded else padded
        block.new = position
        position += block.size()
        placed.append(block)
        for part, inside in block.parts:
            part.offset = block.new + inside
    position = _aligned(position, owed)
    end = max(block.new + block.size() for block in placed if block.parts)
    for part in parts:
        if not part.stored and not (part.old and part.old[1]):
            part.offset = _inside_of(position, _follow(part, placed, position), part.align)
            end = max(end, part.offset if part.old else 0)
    return placed, end, position


def _follow(part, blocks, end):
    """Returns the offset of an empty part, which keeps its place in or after a block."""
    if not part.old:
        return end
    old = part.old[0]
    # New parts were nowhere.
    known = (block for block in blocks if block.gap is not None or block.parts[0][0].old)
    before = (block for block in known if block.old <= old)
    block = max(before, key=lambda block: (block.old, block.new))
    inside = old - block.old
    return block.new + (min(inside, block.size()) if inside < block.old_size() else block.size())


def _inside_of(size, offset, align):
    """Returns an aligned offset for an empty part: at or after an offset, or before it when the file would be too small."""
    place = _aligned(offset, align)
    return place if place <= size else size - size % align


def _aligned(position, align):
    return -(-position // align) * align

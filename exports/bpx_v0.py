"""Structures of bpx-v0, written by `bpx schema export bpx-v0 --target python`.

read(Structure, data), validate(Structure, data), write(value); needs Python 3.9 and nothing else.

Not checked, because they are functions: vertex-format.size-of-components.
"""
import enum
import lzma
import math
import struct
import sys
import zlib
from typing import NamedTuple

# Public: read, validate, write, Fault, Malformed, and the classes at the end of this file.

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


class Structure:
    """A value: fields are attributes, and `value["name"]` where a name is a word of Python."""

    PARAMS, SIZE, FIELDS, BITS, CASES, RULES, DERIVED, SUMS = (), None, (), (), (), (), (), ()

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


class Varint(NamedTuple):
    bits: int


class Text(NamedTuple):
    """Bytes up to a NUL."""


class Named:
    def __init__(self, link, *args):
        self.link, self.args = link, args  # a function, so that structures may name each other


class Field(NamedTuple):
    name: str
    type: object
    count: object = None  # a number, a function, or REST
    when: object = None
    otherwise: object = None
    derived: object = None
    magic: object = None  # the expected signature
    codes: object = None
    rules: tuple = ()
    region: object = None
    pool: object = None
    relations: tuple = ()


class Bits(NamedTuple):
    name: str
    first: int
    width: int
    codes: object = None
    rules: tuple = ()


class Case(NamedTuple):
    name: str
    when: object
    fields: tuple
    attempt: str = ""


class Region(NamedTuple):
    each: object = None
    at: object = None
    size: object = None
    content_size: object = None
    steps: tuple = ()
    checks: tuple = ()
    blame: tuple = (None, None, None, None)  # members that hold offset, size, content size, checksum


class Pool(NamedTuple):
    """Texts or elements that other parts refer to."""

    name: str
    key: object = None


class Claim(NamedTuple):
    code: str
    lenient: str = ""
    severity: str = "error"


class Relation(NamedTuple):
    """What a value has to do with the parts that are a pool."""

    what: str  # text, index, count, unique
    pool: str
    claim: Claim
    when: object = None
    absent: object = None  # "fault", or the claim that a file has the part
    first: int = 0
    required: bool = False
    key: object = None
    whole: bool = False
    largest: object = None
    shared: object = None
    filled: object = None
    unique: object = None


class Sum(NamedTuple):
    algorithm: str
    stored: tuple
    over: tuple
    code: str
    skip: tuple = ()
    or_skip: tuple = ()
    or_zero: tuple = ()


REST = object()
AT_END = ("position",)  # to blame is the place where reading ended


class Rule(NamedTuple):
    what: str
    code: str
    value: object = None
    lenient: str = ""
    kind: str = ""  # of fault, where the rule does not say by itself
    severity: str = "error"
    on: tuple = ()  # the member to blame


class F(float):
    """A number with a point that remembers its bits, so that no NaN changes."""

    bits = None


class Uleb(int):
    """A variable-length number that remembers the size of its encoding."""

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
    if isinstance(value, float) and not value.is_integer():
        raise NoValue
    return _fit(int(value))


def _holds(condition, scope):
    try:
        return condition(scope)
    except NoValue:
        return False


class _Scope:
    """What expressions see: values by name, and where the reader is."""

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

    def position(self):
        return self.at

    def size(self):
        return self.all

    def remaining(self):
        return self.all - self.at


# Reading.


class _Deep:
    """Trees of the permitted depth need more frames than Python grants by itself."""

    def __enter__(self):
        self.limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(self.limit, 8 * MAX_DEPTH + 1000))

    def __exit__(self, *_):
        sys.setrecursionlimit(self.limit)


def _load(structure, data, args):
    reader = _Reader(bytes(data))
    with _Deep():
        try:
            value = reader.whole(lambda reader: reader.structure(structure, args))
            reader.relations.judge(reader.faults)
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
        self.tree_deep = 0
        self.relations = outer.relations if outer else _Relations()
        self.array = None  # path of the array of records whose element is read
        self.elsewhere = []  # begin and end of what was read out of turn

    def whole(self, read):
        """What is read when it is all there is, with a fault for bytes that no field holds."""
        value = read(self)
        reached, size = 0, len(self.data)
        # What lies outside of the data leaves nothing unread.
        held = sorted((start, end) for start, end in [*self.elsewhere, (0, self.at)] if start < min(end, size))
        for start, end in [*held, (size, size)]:
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
        """The value of an expression, which a count cannot do without."""
        try:
            number = self.value(function, values)
        except NoValue:
            number = None
        if number is None or (number < 0 and not negative):
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
        """A rule across fields, broken at the member that is to blame."""
        kind = _broken(rule, None, 0, [0], True, scope)
        if kind:
            on = () if rule.on == AT_END else rule.on
            where = ".".join(([self.where()] if self.path else []) + list(on))
            self.faults.append(Fault(kind, rule.code, where, at, rule.lenient, rule.severity))

    def each_element(self, rule, values):
        """A rule of each element of an array, with the sums of members over the elements before, the numbers of the first
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
            inner = 0 if self.packed else _path_offset(type(entry), rule.on)
            self.path += [array, index]
            self.across(own, self.place(start) + inner, _Scope(known, self.at, len(self.data)))
            del self.path[-2:]
            for member in summed:
                before[member] += entry[member]

    def blamed(self, path, values, spans):
        """Where a member lies."""
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
            record.regions_deep, record.array = self.regions_deep, self.array
            return record.record(structure)
        values = dict(zip(structure.PARAMS, args))
        if structure.CASES:
            return self.switch(structure, values)
        at = self.place()
        spans = {}
        self.fields(structure.FIELDS, values, spans)
        self.computed(structure.FIELDS, structure.DERIVED, values, spans)
        for rule in structure.RULES:
            if rule.what == "each":
                self.each_element(rule, values)
                continue
            blamed = self.blamed(rule.on, values, spans) if rule.on else at
            self.across(rule, blamed, _Scope(values, self.at, len(self.data)))
        for sum_ in structure.SUMS:
            self.sum(structure, sum_, spans)
        return _value(structure, structure.FIELDS, values)

    def record(self, structure):
        """All of the bytes, which are as many as the record has."""
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
        bits = int.from_bytes(self.data, "little")
        for field in structure.BITS:
            values[field.name] = bits >> field.first & (1 << field.width) - 1
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
        """Keeps what a field has to do with other parts; the members of a record are what conditions see."""
        for relation in field.relations:
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
            if not case.attempt:
                return self.case(structure, case, params)
            at, faults, path, elsewhere = self.at, len(self.faults), len(self.path), len(self.elsewhere)
            related = self.relations.mark()
            try:
                return self.case(structure, case, params)
            except Malformed as error:
                self.at = at
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
        for field in fields:
            start = place = self.at
            self.path.append(field.name)
            if field.region and field.region.each:
                values[field.name] = self.regions(field, values, spans)
            elif field.when and not self.number(field.when, values, True):
                values[field.name] = field.otherwise
            elif field.region and field.region.at:
                offset, back = self.number(field.region.at, values), self.at
                if offset > len(self.data):
                    raise self.fault("out-of-bounds")
                self.at = place = offset
                values[field.name] = self.field(field, values)
                self.elsewhere.append((place, self.at))
                self.at = back
            elif field.region:
                values[field.name] = self.in_place(field, values)
            else:
                values[field.name] = self.field(field, values)
            self.path.pop()
            spans[field.name] = (start, self.at, place)

    def computed(self, fields, derived, values, spans):
        """Reports values that are stated otherwise than they would be computed."""
        scope = _Scope(values, self.at, len(self.data))
        for field in fields:
            for rule in (rule for rule in field.rules if rule.what == "calc"):
                if not field.when or _holds(field.when, scope):
                    at = self.place(spans[field.name][2])
                    self.compare(rule, (field.name,), at, values[field.name], field.derived, scope)
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
        """One field; its name is in the path already."""
        if field.magic is not None:
            at = self.at
            if self.take(len(field.magic)) != field.magic:
                raise self.fault("bad-magic", at)
            return field.magic
        if isinstance(field.type, Named):
            return self.nested(field, values)
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
        return field.count if isinstance(field.count, int) else self.number(field.count, values)

    def plain(self, field, values, named=False):
        """A value without parts, or several numbers."""
        if not named:
            return self.inside(field.name, lambda: self.plain(field, values, True))
        type_ = field.type
        if isinstance(type_, Text):
            return self.text()
        if isinstance(type_, Varint):
            return self.varint(type_.bits)
        if field.count is None:
            return _number(type_, self.take(type_.size))
        if field.count is REST:
            count = -(-(len(self.data) - self.at) // type_.size)
        else:
            count = self.counted(field, values)
        raw = self.take(count * type_.size)
        if isinstance(type_, Int) and type_.size == 1 and not type_.signed:
            return raw
        return [_number(type_, raw[at : at + type_.size]) for at in range(0, len(raw), type_.size)]

    def text(self):
        end = self.data.find(b"\0", self.at)
        if end < 0:
            raise self.fault("unterminated")
        return self.take(end + 1 - self.at)[:-1]

    def texts(self, field, values):
        texts = []
        if field.pool and field.count is REST:
            self.relations.pools.setdefault(field.pool.name, self.data[self.at :])
        count = None if field.count is REST else self.counted(field, values)
        while len(texts) < count if count is not None else self.at < len(self.data):
            start = self.place()
            self.path.append(len(texts))
            texts.append(self.text())
            self.check(field.rules, field.codes, texts[-1], True, start, _Scope({}))
            self.path.pop()
        return texts

    def varint(self, bits):
        value = size = 0
        rest = self.data[self.at : self.at + -(-bits // 7)]
        for size, byte in enumerate(rest, 1):
            value |= (byte & 0x7F) << 7 * (size - 1)
            if byte < 0x80:
                if value >> bits:
                    raise self.fault("bad-varint")
                self.at += size
                value = Uleb(value)
                value.size = size
                return value
        raise self.fault("bad-varint" if len(rest) == -(-bits // 7) else "truncated")

    def nested(self, field, values):
        """A structure, or several."""
        structure, args = field.type.link(), field.type.args

        def one():
            # Parameters are the field's affair, not the element's.
            step = self.path.pop() if field.count is not None else None
            given = [self.number(arg, values, True) for arg in args]
            if step is not None:
                self.path.append(step)
            return self.structure(structure, given)

        if field.count is None:
            return one()
        elements = _Elements()
        count = None if field.count is REST else self.counted(field, values)
        if count is not None and structure.SIZE is not None and count * structure.SIZE > len(self.data) - self.at:
            raise self.fault("truncated")
        around = self.array
        if count is not None and structure.SIZE is not None and not args and self.array is None:
            self.array = tuple(self.path)
        self.tree_deep += 1
        if self.tree_deep > MAX_DEPTH:
            raise self.fault("too-deep")
        while len(elements) < count if count is not None else self.at < len(self.data):
            before = self.at
            elements.starts.append(before)
            if count is not None and len(elements) > len(self.data):
                self.path.append(len(elements))
                raise self.fault("truncated")
            elements.append(self.inside(len(elements), one))
            if count is None and self.at == before:
                raise self.fault("inconsistent")
        self.tree_deep -= 1
        self.array = around
        if field.pool:
            key = field.pool.key
            self.relations.pools.setdefault(field.pool.name, [key and element[key] for element in elements])
        return elements

    def regions(self, field, values, spans):
        """The contents of all regions, of which each is described by an element of an array."""
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
        self.elsewhere.append((offset, offset + size))
        content = self.content(field, offset, size, how, blame)
        if content is None:
            return None
        inner = _Reader(content, self.place(offset), self.packed or how[0] is not None, self)
        depth = len(self.path)
        try:
            return inner.whole(lambda inner: inner.structure(field.type.link(), args))
        except Malformed as error:
            self.faults.append(error.fault)
            del self.path[depth:]
            return None

    def in_place(self, field, values):
        """A field that follows the one before, and whose bytes are stored in another form."""
        _, size, *how = self.stored(field, values)
        size = size if field.region.size else len(self.data) - self.at
        offset = self.at
        self.take(size)
        content = self.content(field, offset, size, how, _Own(self, field, offset))
        inner = _Reader(content, self.place(offset), self.packed or how[0] is not None, self)
        return inner.whole(lambda inner: inner.field(field, values))

    def content(self, field, offset, size, how, blame):
        """The bytes that are stored at an offset, and checked; None when they do not unpack."""
        transform, content_size, check = how
        if self.regions_deep >= MAX_REGIONS:
            blame.stream("too-deep", "too-deep", offset)
            return None
        if offset + size > len(self.data):
            member = 0 if offset > len(self.data) else 1
            return blame.member("out-of-bounds", "bounds", member)
        content = self.data[offset : offset + size]
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
        if content_size is not None and len(content) != content_size:
            return blame.member("size-mismatch", "content-size", 2)
        if check:
            algorithms, stated = check
            if any(name not in _SUMS for name in algorithms):
                return blame.stream("unsupported-feature", f"{field.name}.checksum", offset)
            matching = next((name for name in algorithms if _SUMS[name](content) == stated), None)
            if matching is None:
                blame.member("checksum-mismatch", "checksum", 3)
            elif matching != algorithms[0]:
                blame.member("checksum-mismatch", matching, 3, severity="note")
        return content

    def sum(self, structure, sum_, spans):
        """Reports a checksum that differs from what is stated."""
        if sum_.algorithm not in _SUMS:
            self.faults.append(Fault("unsupported-feature", sum_.code, self.where(), self.place(0)))
            return
        (start, end, type_), = _members(structure, spans, sum_.stored)
        stated = _number(type_, self.data[start:end])
        first, last = sum_.over
        whole = (spans[first][0], spans[last][1] if last else len(self.data))

        def value(skip, zero=()):
            holes = [(a, b, False) for path in skip for a, b, _ in _members(structure, spans, path)]
            holes += [(a, b, True) for path in zero for a, b, _ in _members(structure, spans, path)]
            summed, at = b"", whole[0]
            for hole, after, zeros in sorted(holes):
                summed += self.data[at : max(hole, at)] + (bytes(after - max(hole, at)) if zeros else b"")
                at = max(at, after)
            return _SUMS[sum_.algorithm](summed + self.data[at : whole[1]])

        accepted = [value(sum_.skip)]
        if sum_.or_skip:
            accepted.append(value(sum_.skip + sum_.or_skip))
        if sum_.or_zero:
            accepted.append(value([path for path in sum_.skip if path not in sum_.or_zero], sum_.or_zero))
        if stated not in accepted:
            path = ".".join(([self.where()] if self.path else []) + list(sum_.stored))
            self.faults.append(Fault("checksum-mismatch", sum_.code, path, self.place(start)))


class _Blame:
    """Who is to blame for a region: the element that describes it."""

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
            place += _offset(type(self.entry), name) if fixed else 0
        old, self.reader.path = self.reader.path, path
        self.blamed.append(Fault(kind, f"{self.field.name}.{rule}", self.reader.where(), place, severity=severity))
        self.reader.path = old

    def stream(self, kind, code, offset):
        self.blamed.append(Fault(kind, code, self.reader.where(), self.reader.place(offset)))


class _Own:
    """Of a field in place, itself is to blame; without its content, reading ends."""

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
    """Structures, and where each begins."""

    def __init__(self):
        super().__init__()
        self.starts = []


class _Contents(list):
    """Contents of regions, and offset and size of each region."""

    def __init__(self, places):
        super().__init__()
        self.places = places

    def overlaps(self):
        """For each region that shares some of its bytes with another one, and not all, the number of the other one."""
        found, furthest = {}, None
        for offset, size, index in sorted((*place, index) for index, place in enumerate(self.places) if place[1]):
            if furthest and offset < furthest[0] and (offset, size) != furthest[1]:
                found[index] = furthest[2]
            if not furthest or offset + size > furthest[0]:
                furthest = offset + size, (offset, size), index
        return found


class _Later:
    """The numbers of a record before all of them are read."""

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
    return structure(**{field.name: values[field.name] for field in fields})


def _number(type_, raw):
    order = "big" if type_.big else "little"
    if isinstance(type_, Int):
        return int.from_bytes(raw, order, signed=type_.signed)
    value = F(struct.unpack((">" if type_.big else "<") + ("f" if type_.size == 4 else "d"), raw)[0])
    value.bits = int.from_bytes(raw, order)
    return value


def _offset(structure, name):
    at = 0
    for field in structure.FIELDS:
        if field.name == name:
            return at
        at += _fixed(field)
    return 0


def _path_offset(structure, path):
    """Offset of a member, perhaps of a member; 0 when the size of what comes before differs from value to value."""
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


def _is_fixed(field):
    size = field.type.link().SIZE if isinstance(field.type, Named) else getattr(field.type, "size", None)
    return isinstance(field.count, (int, type(None))) and size is not None and not field.when and not field.region


def _fixed(field):
    """Size of a field that is the same for every value."""
    element = field.type.link().SIZE if isinstance(field.type, Named) else field.type.size
    return element * (1 if field.count is None else field.count)


def _members(structure, spans, path):
    """Begin, end and type of a member: one, or one for every element of an array."""
    start, end, _ = spans[path[0]]
    field = next(field for field in structure.FIELDS if field.name == path[0])
    if len(path) == 1:
        return [(start, end, field.type)]
    nested = field.type.link()
    member = next(member for member in nested.FIELDS if member.name == path[1])
    offset, size = _offset(nested, path[1]), _fixed(member)
    step = nested.SIZE or max(end - start, 1)
    return [(at + offset, at + offset + size, member.type) for at in range(start, end, step)]


def _unpack(transform, stored, limit):
    """The content; OverflowError when there is more of it than the limit."""
    if transform == "zlib":
        decoder = zlib.decompressobj()
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


def _crc32_legacy(data):
    """One shift for each byte, where CRC-32 has eight."""
    state = 0xFFFFFFFF
    for byte in data:
        low = (state ^ byte) & 0xFF
        state = (state >> 8) ^ (low >> 1) ^ (0xEDB88320 if low & 1 else 0)
    return state ^ 0xFFFFFFFF


# What the standard library or a few lines compute; other algorithms are reported as unsupported.
_TRANSFORMS = ("zlib", "xz")
_SUMS = {"byte-sum": lambda data: sum(data) & 0xFFFFFFFF, "crc32": zlib.crc32, "crc32-legacy": _crc32_legacy}


# Rules.


def _broken(rule, codes, value, values, single, scope):
    """What kind of fault a value has, or nothing."""
    what = rule.what
    if what == "calc":
        return None  # known only when all fields are read
    ints = [one for one in values if isinstance(one, int)] if what not in ("assert", "utf8", "magic") else ()
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


# Relations between the parts of a file.


class _Related(NamedTuple):
    """A value that refers to another part, or is compared with others."""

    relation: object
    path: str
    place: int
    value: object


class _Relations:
    """What is read of parts that refer to each other; judged when all is read."""

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
                claim = relation.absent
                if claim.code not in known:
                    known[claim.code] = {}
                    report("missing", claim, _Related(relation, *self.table, None))
                continue
            if relation.what == "count":
                key = relation.key and relation.key(_Scope({}))
                real = len(pool) if key is None else pool.count(key)
                for one in block:
                    if one.value != real:
                        report("count-mismatch", relation.claim, one)
            elif relation.what == "index":
                wrong = next((one for one in block if not _names_element(relation, pool, one.value)), None)
                if wrong:
                    report("bad-reference", relation.claim, wrong)
            else:
                _judge_texts(relation, pool, block, seen, report)


def _names_element(relation, pool, number):
    index = number - relation.first
    if index < 0:
        return not relation.required
    return index < len(pool) and (relation.key is None or pool[index] == relation.key(_Scope({})))


def _judge_texts(relation, pool, block, seen, report):
    """`seen` has the texts of the field up to here, and under None how many bytes may still be read."""
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
        except UnicodeDecodeError:
            report("bad-text", relation.claim, one)
        if relation.unique:
            if text in seen:
                report("duplicate", relation.unique, one)
            seen.setdefault(text, one)


def _pools(structure, params, known):
    """Names of the pools that a value holds; of a switch those of the case that its parameters choose, where they are known."""
    if structure in known:
        return
    known.add(structure)
    fields = list(structure.FIELDS)
    if structure.CASES and params is not None:
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


# Writing.


def _write(value, args):
    structure = type(value)
    values = {**dict(zip(structure.PARAMS, args)), **vars(value)}
    fields = structure.FIELDS
    if structure.CASES:
        fields = next(case.fields for case in structure.CASES if case.name == values["case"])
    for path, expression, *_ in structure.DERIVED:
        target = structure_of = values[path[0]]
        target = type(structure_of)(**vars(structure_of))
        vars(target)[path[1]] = expression(_Scope(values))
        values[path[0]] = target
    if any(field.region for field in fields):
        raise NotImplementedError(f"{structure.__name__} places regions, or stores fields in another form")
    for field in fields:
        if field.derived:
            values[field.name] = _keep_size(values.get(field.name), field.derived(_Scope(values)))
    written = b""
    for field in fields:
        if field.when and not field.when(_Scope(values)):
            continue
        try:
            written += _write_field(field, values)
        except (OverflowError, KeyError, TypeError, struct.error) as error:
            raise ValueError(f"{structure.__name__}.{field.name}: {error}") from error
    bits = 0
    for field in structure.BITS:
        if not 0 <= values[field.name] < 1 << field.width:
            raise ValueError(f"{structure.__name__}.{field.name}: needs more than {field.width} bits")
        bits |= values[field.name] << field.first
    return written + (bits.to_bytes(structure.SIZE, "little") if structure.BITS else b"")


def _keep_size(old, new):
    """A number that is computed, in as long an encoding as the old one if that is the same number."""
    return old if isinstance(old, Uleb) and old == new else new


def _write_field(field, values):
    if field.magic is not None:
        return field.magic
    value, type_ = values[field.name], field.type
    single = field.count is None
    if isinstance(type_, Named):
        args = [arg(_Scope(values)) for arg in type_.args]
        return b"".join(_write(one, args) for one in ([value] if single else value))
    if isinstance(field.count, int) and len(value) != field.count:
        raise OverflowError(f"has {len(value)} elements instead of {field.count}")
    if isinstance(value, bytes) and not isinstance(type_, Text):
        return value
    return b"".join(_write_one(type_, one) for one in ([value] if single else value))


def _write_one(type_, value):
    if isinstance(type_, Text):
        if b"\0" in value:
            raise OverflowError("a text has no NUL")
        return value + b"\0"
    if isinstance(type_, Varint):
        if not 0 <= value < 1 << type_.bits:
            raise OverflowError(f"needs more than {type_.bits} bits")
        size = max(getattr(value, "size", 0), -(-value.bit_length() // 7), 1)
        return bytes((value >> 7 * at & 0x7F) | (0x80 if at + 1 < size else 0) for at in range(size))
    order = "big" if type_.big else "little"
    if isinstance(type_, Int):
        return value.to_bytes(type_.size, order, signed=type_.signed)
    if isinstance(value, F) and value.bits is not None:
        return value.bits.to_bytes(type_.size, order)
    return struct.pack((">" if type_.big else "<") + ("f" if type_.size == 4 else "d"), value)


class Api(enum.IntFlag):
    "A rendering API (2019, sections 10.2.2 and 11.2.2). Section v0 10.2.2."

    DirectX = 1  # DirectX.
    OpenGL = 2  # OpenGL.
    Vulkan = 4  # Vulkan.
    Metal = 8  # Metal.


class ComponentType(enum.IntEnum):
    "Type of the numbers of a component (2019, section 9.2.3). All take 32 bits. Section v0 9.2.3."

    FLOAT = 1  # Floats.
    INT = 2  # Signed integers.
    UINT = 3  # Unsigned integers.


class FileKind(enum.IntEnum):
    "The type of a file: the byte after the signature (section 8.2)."

    Texture = 84  # Pixels.
    Model = 77  # Vertices, bones and frames.
    ShaderPackage = 83  # Compiled shaders and their symbols.
    Scene = 67  # Named by the specification, but not defined.
    Package = 80  # Objects, that is, files.


class SectionFlag(enum.IntFlag):
    "How the content of a section is stored (2019, section 7.1.4). In later versions the same bit means xz. Section v0 7.1.4."

    Compressed = 2  # The content is a zlib stream.


class TextureFlag(enum.IntFlag):
    "Use of a texture (2019, section 8.3.2). Section v0 8.3.2."

    Array = 1  # It has layers.
    Compressed = 2  # To be compressed for the graphics processor when it is loaded.
    CubeMap = 4  # Its six layers are the sides of a cube.


class TextureFormat(enum.IntEnum):
    "Format of a pixel (2019, section 8.3.1). Section v0 8.3.1."

    RGB = 1  # Three channels of 8 bits.
    RGBA = 2  # Four channels of 8 bits.
    GREY_SCALE = 3  # One channel of 8 bits.
    FLOAT = 4  # One channel, a float of 32 bits.


class AssemblyDX(Structure):
    "The program for DirectX (2019, section 10.4): 16 bytes. A shader is the number of its section among all sections, counted from 1; 0 if there is none. Section v0 10.4."

    SIZE = 16
    FIELDS = (
        Field("min_version", Int(4)),  # Lowest version of the API that runs the program.
        Field("vertex", Int(4), relations=(Relation("index", "sections", Claim("v0.shader-index"), first=1, key=lambda s: 1),)),  # The vertex shader.
        Field("geometry", Int(4), relations=(Relation("index", "sections", Claim("v0.shader-index"), first=1, key=lambda s: 1),)),  # The geometry shader.
        Field("pixel", Int(4), relations=(Relation("index", "sections", Claim("v0.shader-index"), first=1, key=lambda s: 1),)),  # The pixel shader.
    )


class AssemblyGL(Structure):
    "The program for OpenGL (2019, section 10.5): 20 bytes. Shaders are numbers as in `AssemblyDx`. Section v0 10.5."

    SIZE = 20
    FIELDS = (
        Field("min_version", Int(4)),  # Lowest version of OpenGL that runs the program, times ten: 45 is 4.5.
        Field("vertex", Int(4), relations=(Relation("index", "sections", Claim("v0.shader-index"), first=1, key=lambda s: 1),)),  # The vertex shader.
        Field("geometry", Int(4), relations=(Relation("index", "sections", Claim("v0.shader-index"), first=1, key=lambda s: 1),)),  # The geometry shader.
        Field("pixel", Int(4), relations=(Relation("index", "sections", Claim("v0.shader-index"), first=1, key=lambda s: 1),)),  # The pixel shader.
        Field("reserved", Int(4), rules=(Rule("zero", "assembly-gl.reserved.zero"),)),  # Always zero.
    )


class Asset(Structure):
    "An asset: a path, and the section of its bytes (2019, section 11.3): 8 bytes. Section v0 11.3."

    SIZE = 8
    FIELDS = (
        Field("virtual_path", Int(4), relations=(Relation("text", "strings", Claim("v0.virtual-path"), whole=True, largest=65535, shared=Claim("v0.limit"), unique=Claim("v0.duplicate-path", severity="warning")),)),  # Path, as an offset in the strings section.
        Field("file_id", Int(4), relations=(Relation("index", "sections", Claim("v0.file-id"), first=1, required=True, key=lambda s: 2),)),  # The File section, as its number among all sections, counted from 1.
    )


class AssetRegistry(Structure):
    "The list of assets (2019, section 11.3). Section v0 11.3."

    FIELDS = (
        Field("assets", Named(lambda: Asset), count=lambda s: _div(s.remaining(), 8), pool=Pool("assets")),  # The assets.
        Field("rest", Int(1), count=REST),  # Bytes after the last whole entry; empty in a valid section.
    )
    RULES = (Rule("assert", "asset-registry.assert-1", lambda s: (s.len("rest") == 0)),)


class Bone(Structure):
    "A bone (2019, section 9.5): 68 bytes. Section v0 9.5."

    SIZE = 68
    FIELDS = (
        Field("transform", Float(4), count=16),  # Initial position, as a matrix of 4 times 4.
        Field("name", Int(4), relations=(Relation("text", "strings", Claim("v0.bone-name"), absent="fault"),)),  # Name, as an offset in the strings section.
    )


class BoneArray(Structure):
    "Bones (2019, section 9.5). Section v0 9.5."

    FIELDS = (
        Field("bone_count", Int(2), derived=lambda s: s.len("bones"), rules=(Rule("range", "bone-array.bone-count.range", (1, 1024)),)),  # Number of bones.
        Field("bones", Named(lambda: Bone), count=lambda s: s.get("bone_count")),  # The bones.
        Field("rest", Int(1), count=REST),  # Bytes after the last bone; empty in a valid section.
    )
    RULES = (Rule("assert", "bone-array.assert-1", lambda s: (s.len("rest") == 0)),)


class BoneUpdate(Structure):
    "Position of a bone in a frame (2019, section 9.7.2): 64 bytes. Section v0 9.7.2."

    SIZE = 64
    FIELDS = (
        Field("transform", Float(4), count=16),  # A matrix of 4 times 4.
    )


class Component(Structure):
    "One or more numbers of a vertex (2019, section 9.2). Section v0 9.2."

    SIZE = 1
    BITS = (
        Bits("kind", 0, 4, codes=ComponentType, rules=(Rule("known", "component.kind.known"),)),  # Type of the numbers.
        Bits("size", 4, 4),  # Count of the numbers.
    )


class Content(Structure):
    "The content of a section (2019, sections 8 to 11). Section v0 7.1.3."

    PARAMS = ("file", "section")
    CASES = (
        Case("VertexFormat", lambda s: ((s.get("file") == 77) and (s.get("section") == 1)), (
            Field("vertex_format", Named(lambda: VertexFormat)),
        )),
        Case("VertexArray", lambda s: ((s.get("file") == 77) and (s.get("section") == 2)), (
            Field("vertex_array", Named(lambda: VertexArray)),
        )),
        Case("IndexArray", lambda s: ((s.get("file") == 77) and (s.get("section") == 3)), (
            Field("index_array", Named(lambda: IndexArray)),
        )),
        Case("BoneArray", lambda s: ((s.get("file") == 77) and (s.get("section") == 4)), (
            Field("bone_array", Named(lambda: BoneArray)),
        )),
        Case("FrameArray", lambda s: ((s.get("file") == 77) and (s.get("section") == 5)), (
            Field("frame_array", Named(lambda: FrameArray)),
        )),
        Case("AssemblyDx", lambda s: ((s.get("file") == 83) and (s.get("section") == 2)), (
            Field("assembly_dx", Named(lambda: AssemblyDX)),
        )),
        Case("AssemblyGl", lambda s: ((s.get("file") == 83) and (s.get("section") == 3)), (
            Field("assembly_gl", Named(lambda: AssemblyGL)),
        )),
        Case("AssetRegistry", lambda s: ((s.get("file") == 80) and (s.get("section") == 1)), (
            Field("asset_registry", Named(lambda: AssetRegistry)),
        )),
        Case("Strings", lambda s: (((s.get("file") == 77) and (s.get("section") == 7)) or ((s.get("file") == 80) and (s.get("section") == 3))), (
            Field("strings", Named(lambda: Strings)),
        )),
        Case("Data", None, (
            Field("data", Int(1), count=REST),
        )),
    )


class FrameArray(Structure):
    "Transforms of bones, frame after frame (2019, section 9.7). Section v0 9.7."

    FIELDS = (
        Field("updates", Named(lambda: BoneUpdate), count=lambda s: _div(s.remaining(), 64)),  # The transforms.
        Field("rest", Int(1), count=REST),  # Bytes after the last whole matrix; empty in a valid section.
    )
    RULES = (Rule("assert", "frame-array.assert-1", lambda s: (s.len("rest") == 0)),)


class IndexArray(Structure):
    "Numbers of vertices, counted from 0 (2019, section 9.4). Section v0 9.4."

    FIELDS = (
        Field("index_count", Int(4), derived=lambda s: s.len("indices")),  # Number of indices.
        Field("indices", Int(4), count=lambda s: s.get("index_count")),  # The indices.
        Field("rest", Int(1), count=REST),  # Bytes after the last index; empty in a valid section.
    )
    RULES = (Rule("assert", "index-array.assert-1", lambda s: (s.len("rest") == 0)),)


class Layout(Structure):
    "A file of version 0 (2019, sections 6 and 7). Section v0 6."

    FIELDS = (
        Field("header", Named(lambda: MainHeader)),  # The main header.
        Field("table", Named(lambda: SectionHeader), count=lambda s: s.get("header", "section_count"), pool=Pool("sections", "kind")),  # One entry for each section.
        Field("sections", Named(lambda: Content, lambda s: s.get("header", "kind"), lambda s: s.get("entry", "kind")), region=Region(each="table", at=lambda s: s.get("entry", "pointer"), size=lambda s: s.get("entry", "size"), steps=((lambda s: ((s.get("entry", "flags") & 2) != 0), "zlib"),), blame=(lambda s: "pointer", lambda s: "size", None, None))),  # The sections themselves. The size of compressed content is not stated.
    )
    RULES = (Rule("assert", "v0.file-size", lambda s: (s.get("header", "file_size") <= _fit(s.size() - 32)), kind="truncated", on=("header", "file_size")), Rule("assert", "v0.trailing-bytes", lambda s: ((s.get("header", "file_size") == 0) or (s.get("header", "file_size") >= _fit(s.size() - 32))), kind="trailing-bytes", severity="note", on=("header", "file_size")), Rule("assert", "v0.required", lambda s: ((s.get("header", "kind") != 84) or (s.find(("table",), "kind", 1, "kind") == 1)), kind="missing", on=("table",)), Rule("assert", "v0.required", lambda s: ((s.get("header", "kind") != 77) or (s.find(("table",), "kind", 1, "kind") == 1)), kind="missing", on=("table",)), Rule("assert", "v0.required", lambda s: ((s.get("header", "kind") != 77) or (s.find(("table",), "kind", 2, "kind") == 2)), kind="missing", on=("table",)), Rule("assert", "v0.required", lambda s: ((s.get("header", "kind") != 83) or (s.find(("table",), "kind", 1, "kind") == 1)), kind="missing", on=("table",)), Rule("assert", "v0.required", lambda s: ((s.get("header", "kind") != 83) or (s.find(("table",), "kind", 3, "kind") == 3)), kind="missing", on=("table",)), Rule("assert", "v0.required", lambda s: ((s.get("header", "kind") != 80) or (s.find(("table",), "kind", 1, "kind") == 1)), kind="missing", on=("table",)), Rule("assert", "v0.required", lambda s: (((s.get("header", "kind") != 80) or ((s.find(("table",), "kind", 1, "size") == 0) and (s.find(("table",), "kind", 2, "kind") == 0))) or (s.find(("table",), "kind", 2, "kind") == 2)), kind="missing", on=("table",)), Rule("assert", "v0.required", lambda s: (((s.get("header", "kind") != 80) or (not ((s.find(("table",), "kind", 1, "size") == 0) and (s.find(("table",), "kind", 2, "kind") == 0)))) or (s.find(("table",), "kind", 2, "kind") == 2)), lenient="I-55", kind="missing", on=("table",)), Rule("assert", "v0.required", lambda s: (((s.get("header", "kind") != 80) or ((s.find(("table",), "kind", 1, "size") == 0) and (s.find(("table",), "kind", 2, "kind") == 0))) or (s.find(("table",), "kind", 3, "kind") == 3)), kind="missing", on=("table",)), Rule("assert", "v0.required", lambda s: (((s.get("header", "kind") != 80) or (not ((s.find(("table",), "kind", 1, "size") == 0) and (s.find(("table",), "kind", 2, "kind") == 0)))) or (s.find(("table",), "kind", 3, "kind") == 3)), lenient="I-55", kind="missing", on=("table",)), Rule("each", "container.overlap-head", ("table", lambda s: ((s.get("entry", "pointer") >= _fit(32 + _fit(s.len("table") * 16))) or (s.get("entry", "size") == 0)), (), ()), kind="overlap", severity="warning", on=("pointer",)), Rule("each", "container.overlap", ("table", lambda s: (s.get("overlapped", "sections") == s.get("index")), (), (), ("sections",)), kind="overlap", severity="note", on=("pointer",)), Rule("each", "v0.single", ("table", lambda s: (((s.get("header", "kind") != 84) or (s.get("first", "kind") == s.get("index"))) or (s.get("entry", "kind") != 1)), (), ("kind",)), kind="duplicate", on=("kind",)), Rule("each", "v0.single", ("table", lambda s: (((s.get("header", "kind") != 77) or (s.get("first", "kind") == s.get("index"))) or (((((s.get("entry", "kind") != 1) and (s.get("entry", "kind") != 4)) and (s.get("entry", "kind") != 5)) and (s.get("entry", "kind") != 6)) and (s.get("entry", "kind") != 7))), (), ("kind",)), kind="duplicate", on=("kind",)), Rule("each", "v0.single", ("table", lambda s: (((s.get("header", "kind") != 83) or (s.get("first", "kind") == s.get("index"))) or ((((s.get("entry", "kind") != 2) and (s.get("entry", "kind") != 3)) and (s.get("entry", "kind") != 4)) and (s.get("entry", "kind") != 5))), (), ("kind",)), kind="duplicate", on=("kind",)), Rule("each", "v0.single", ("table", lambda s: (((s.get("header", "kind") != 80) or (s.get("first", "kind") == s.get("index"))) or ((s.get("entry", "kind") != 1) and (s.get("entry", "kind") != 3))), (), ("kind",)), kind="duplicate", on=("kind",)))
    DERIVED = ((("header", "section_count"), lambda s: s.len("table")),)
    SUMS = (Sum("crc32", ("header", "checksum"), ("header", None), "layout.checksum", skip=(("header", "checksum"),), or_zero=(("header", "checksum"),)),)


class MainHeader(Structure):
    "The first 32 bytes of a file (2019, section 6). Section v0 6."

    FIELDS = (
        Field("signature", Int(1), count=3, rules=(Rule("magic", "main-header.signature", b"BPX"),)),  # Always `BPX`.
        Field("kind", Int(1), codes=FileKind),  # What the file contains.
        Field("checksum", Int(4)),  # CRC-32 of all other bytes of the file.
        Field("file_size", Int(8)),  # Size in bytes of the file after the 32 bytes of the header; 0 if the writer did not state it.
        Field("section_count", Int(4)),  # Number of sections.
        Field("version", Int(4), rules=(Rule("supported", "main-header.version", (0,)),)),  # Always 0.
        Field("type_ext", Named(lambda: TypeExt, lambda s: s.get("kind"))),  # Type-specific extension.
    )


class PackageExt(Structure):
    "Type-specific extension of a package (2019, section 11.2). Section v0 11.2."

    SIZE = 8
    FIELDS = (
        Field("asset_count", Int(4), relations=(Relation("count", "assets", Claim("v0.asset-count")),)),  # Number of assets.
        Field("compatibility", Int(1), codes=Api, rules=(Rule("known", "package-ext.compatibility.known"),)),  # The rendering APIs that it is made for.
        Field("reserved", Int(1), count=3, rules=(Rule("zero", "package-ext.reserved.zero"),)),  # Always zero.
    )


class SectionHeader(Structure):
    "Describes one section (2019, section 7.1). Section v0 7.1."

    SIZE = 16
    FIELDS = (
        Field("pointer", Int(8)),  # Offset of the stored content from the beginning of the file, in bytes.
        Field("size", Int(4)),  # Size of the content as stored, in bytes.
        Field("kind", Int(1)),  # Type of the section; its meaning depends on the type of the file.
        Field("flags", Int(1), codes=SectionFlag, rules=(Rule("known", "section-header.flags.known"),)),  # How the content is stored.
        Field("reserved", Int(1), count=2, rules=(Rule("zero", "section-header.reserved.zero"),)),  # Always zero.
    )


class ShaderExt(Structure):
    "Type-specific extension of a shader package (2019, section 10.2). Section v0 10.2."

    SIZE = 8
    FIELDS = (
        Field("shader_count", Int(4), relations=(Relation("count", "sections", Claim("v0.shader-count"), key=lambda s: 1),)),  # Number of shaders.
        Field("compatibility", Int(1), codes=Api, rules=(Rule("known", "shader-ext.compatibility.known"),)),  # The rendering APIs that it is made for.
        Field("reserved", Int(1), count=3, rules=(Rule("zero", "shader-ext.reserved.zero"),)),  # Always zero.
    )


class Strings(Structure):
    "Texts, one after the other; others refer to them by the offset of their first byte (2019, section 9.8). Section v0 9.8."

    FIELDS = (
        Field("strings", Text(), count=REST, pool=Pool("strings"), rules=(Rule("utf8", "strings.strings.utf8"),)),  # The texts.
    )


class TextureExt(Structure):
    "Type-specific extension of a texture (2019, section 8.2): 8 bytes. Section v0 8.2."

    SIZE = 8
    BITS = (
        Bits("array", 0, 16),  # Number of layers of an array or a cube map.
        Bits("width", 16, 4),  # Width: `2^(width + 1)` pixels.
        Bits("height", 20, 4),  # Height: `2^(height + 1)` pixels.
        Bits("format", 24, 4, codes=TextureFormat, rules=(Rule("known", "texture-ext.format.known"),)),  # Format of a pixel.
        Bits("flags", 28, 4, codes=TextureFlag, rules=(Rule("known", "texture-ext.flags.known"),)),  # Use of the texture.
        Bits("mipmaps", 32, 8),  # Number of mip maps to compute when it is loaded.
        Bits("reserved", 40, 24, rules=(Rule("zero", "texture-ext.reserved.zero"),)),  # Always zero.
    )


class TypeExt(Structure):
    "Type-specific extension: the last eight bytes of the main header (2019, section 6.7). Section v0 6.7."

    PARAMS = ("file",)
    CASES = (
        Case("Texture", lambda s: (s.get("file") == 84), (
            Field("texture", Named(lambda: TextureExt)),
        )),
        Case("Model", lambda s: (s.get("file") == 77), (
            Field("model", Named(lambda: UnusedExt)),
        )),
        Case("Shader", lambda s: (s.get("file") == 83), (
            Field("shader", Named(lambda: ShaderExt)),
        )),
        Case("Package", lambda s: (s.get("file") == 80), (
            Field("package", Named(lambda: PackageExt)),
        )),
        Case("Raw", None, (
            Field("raw", Int(1), count=8),
        )),
    )


class UnusedExt(Structure):
    "Eight bytes without a use (2019, section 4). Section v0 4."

    SIZE = 8
    FIELDS = (
        Field("reserved", Int(1), count=8, rules=(Rule("zero", "unused-ext.reserved.zero"),)),  # Always zero.
    )


class VertexArray(Structure):
    "Vertices (2019, section 9.3). Section v0 9.3."

    FIELDS = (
        Field("header", Named(lambda: VertexArrayHeader)),  # Header of the vertices.
        Field("vertices", Int(1), count=REST),  # The vertices, each of the size that the vertex format states.
    )
    RULES = (Rule("assert", "v0.triangles", lambda s: ((s.get("header", "index_array") != 0) or (_rem(s.get("header", "vertex_count"), 3) == 0)), severity="warning", on=("header", "vertex_count")),)


class VertexArrayHeader(Structure):
    "Header of vertices (2019, section 9.3): 12 bytes. Section v0 9.3."

    SIZE = 12
    FIELDS = (
        Field("material", Int(4), relations=(Relation("text", "strings", Claim("v0.material"), absent="fault"),)),  # Path of the material, as an offset in the strings section.
        Field("vertex_count", Int(4)),  # Number of vertices.
        Field("index_array", Int(4), relations=(Relation("index", "sections", Claim("v0.index-array"), first=1, key=lambda s: 3),)),  # The index array of the vertices, as its number among all sections, counted from 1; 0 if there is none.
    )


class VertexFormat(Structure):
    "Components of a vertex (2019, section 9.2). Section v0 9.2."

    FIELDS = (
        Field("vertex_size", Int(2)),  # Size of a vertex in bytes.
        Field("component_count", Int(1), derived=lambda s: s.len("components")),  # Number of components.
        Field("reserved", Int(1), rules=(Rule("zero", "vertex-format.reserved.zero"),)),  # Always zero.
        Field("components", Named(lambda: Component), count=lambda s: s.get("component_count")),  # The components, in their order in a vertex.
        Field("rest", Int(1), count=REST),  # Bytes after the last component; empty in a valid section.
    )
    RULES = (Rule("assert", "vertex-format.assert-1", lambda s: (s.len("rest") == 0)),)


# All structures, by the names of the schema.
STRUCTURES = {
    "AssemblyDX": AssemblyDX,
    "AssemblyGL": AssemblyGL,
    "Asset": Asset,
    "AssetRegistry": AssetRegistry,
    "Bone": Bone,
    "BoneArray": BoneArray,
    "BoneUpdate": BoneUpdate,
    "Component": Component,
    "Content": Content,
    "FrameArray": FrameArray,
    "IndexArray": IndexArray,
    "Layout": Layout,
    "MainHeader": MainHeader,
    "PackageExt": PackageExt,
    "SectionHeader": SectionHeader,
    "ShaderExt": ShaderExt,
    "Strings": Strings,
    "TextureExt": TextureExt,
    "TypeExt": TypeExt,
    "UnusedExt": UnusedExt,
    "VertexArray": VertexArray,
    "VertexArrayHeader": VertexArrayHeader,
    "VertexFormat": VertexFormat,
}

# What a file begins with.
ROOT = Layout

"""Structures of bpx, written by `bpx schema export bpx --target python`.

read(Structure, data), validate(Structure, data), write(value); needs Python 3.9 and nothing else.

Not checked, because they are functions: table.whole-rows, table.free-flags, table.row-padding.
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


class Architecture(enum.IntEnum):
    "The processor that a package is made for (section 14.2.1)."

    x86_64 = 0  # 64 bits, of Intel and AMD.
    aarch64 = 1  # 64 bits, of ARM.
    x86 = 2  # 32 bits, of Intel and AMD.
    armv7hl = 3  # 32 bits, of ARM, with hardware floats.
    any = 4  # Any.


class ColumnType(enum.IntEnum):
    "Content of a cell: a scalar type of structured data, or a text of fixed size."

    NULL = 0  # Nothing; takes no bytes.
    Boolean = 1  # A truth value.
    UInt8 = 2  # 8 bits, unsigned.
    UInt16 = 3  # 16 bits, unsigned.
    UInt32 = 4  # 32 bits, unsigned.
    UInt64 = 5  # 64 bits, unsigned.
    Int8 = 6  # 8 bits, signed.
    Int16 = 7  # 16 bits, signed.
    Int32 = 8  # 32 bits, signed.
    Int64 = 9  # 64 bits, signed.
    Float_ = 10  # 32 bits, IEEE 754.
    Double = 11  # 64 bits, IEEE 754.
    Varchar = 12  # UTF-8, followed by zeros; the column states the size.


class FileKind(enum.IntEnum):
    "The type of a file: the byte after the signature (section 8.2)."

    Texture = 84  # Pixels.
    Model = 77  # Vertices, bones and frames.
    ShaderPackage = 83  # Compiled shaders and their symbols.
    Scene = 67  # Named by the specification, but not defined.
    Package = 80  # Objects, that is, files.


class PixelFormat(enum.IntEnum):
    "Format of a pixel (section 11.3.1)."

    RGB = 1  # Red, green and blue, 8 bits each.
    RGBA = 2  # Red, green, blue and opacity, 8 bits each.
    GreyScale = 3  # Brightness, 8 bits.
    Float_ = 4  # One float of 32 bits.


class Platform(enum.IntEnum):
    "The system that a package is made for (section 14.2.2)."

    Linux = 0  # Linux.
    MacOS = 1  # macOS.
    Windows = 2  # Windows.
    Android = 3  # Android.
    Any = 4  # Any.


class SdType(enum.IntEnum):
    "The type of a value (section 10.2.1)."

    NULL = 0  # No value.
    Boolean = 1  # A truth value.
    UInt8 = 2  # 8 bits, unsigned.
    UInt16 = 3  # 16 bits, unsigned.
    UInt32 = 4  # 32 bits, unsigned.
    UInt64 = 5  # 64 bits, unsigned.
    Int8 = 6  # 8 bits, signed.
    Int16 = 7  # 16 bits, signed.
    Int32 = 8  # 32 bits, signed.
    Int64 = 9  # 64 bits, signed.
    Float_ = 10  # 32 bits, IEEE 754.
    Double = 11  # 64 bits, IEEE 754.
    String = 12  # A text.
    Array = 13  # Elements.
    Object = 14  # Properties.


class SectionFlag(enum.IntFlag):
    "How the content of a section is stored and checked (section 9.1.6)."

    CompressedZlib = 1  # The content is a zlib stream.
    CompressedXZ = 2  # The content is an xz stream.
    CheckCrc32 = 4  # The checksum is a CRC-32 of the content.
    CheckWeak = 8  # The checksum is the byte sum of the content.


class ShaderKind(enum.IntEnum):
    "Whether a shader package holds shared symbols or a program (section 13.2.4)."

    Assembly = 65  # Symbols that programs share.
    Program = 80  # The stages of a pipeline and their symbols.


class ShaderTarget(enum.IntEnum):
    "The target of a shader package (section 13.2.3), with the codes that files use."

    DX11 = 1  # DirectX 11.
    DX12 = 2  # DirectX 12.
    GL33 = 3  # OpenGL 3.3.
    GL40 = 4  # OpenGL 4.0.
    GL41 = 5  # OpenGL 4.1.
    GL42 = 6  # OpenGL 4.2.
    GL43 = 7  # OpenGL 4.3.
    GL44 = 8  # OpenGL 4.4.
    GL45 = 9  # OpenGL 4.5.
    GL46 = 10  # OpenGL 4.6.
    ES30 = 11  # OpenGL ES 3.0.
    ES31 = 12  # OpenGL ES 3.1.
    ES32 = 13  # OpenGL ES 3.2.
    VK10 = 14  # Vulkan 1.0.
    VK11 = 15  # Vulkan 1.1.
    VK12 = 16  # Vulkan 1.2.
    MT = 17  # Metal.
    Any = 255  # Any target: for assemblies.


class Stage(enum.IntEnum):
    "A step of a pipeline (section 13.3)."

    Vertex = 0  # For each vertex.
    Hull = 1  # For each patch.
    Domain = 2  # For each vertex of a divided patch.
    Geometry = 3  # For each primitive.
    Pixel = 4  # For each pixel.


class StandardSection(enum.IntEnum):
    "Section types that every file may use (section 10)."

    Table = 253  # Rows and columns, as the reference crate writes them.
    StructuredData = 254  # Structured data.
    Strings = 255  # Texts.


class SymbolFlag(enum.IntFlag):
    "Use of a symbol (section 13.4.3)."

    VertexStage = 1  # Used by the vertex stage.
    HullStage = 2  # Used by the hull stage.
    DomainStage = 4  # Used by the domain stage.
    GeometryStage = 8  # Used by the geometry stage.
    PixelStage = 16  # Used by the pixel stage.
    Assembly = 32  # Part of an assembly.
    External = 64  # Not defined by this package.
    Internal = 128  # Defined by this package.
    ExtendedData = 256  # Has extended data.
    Register = 512  # Takes a register of the pipeline.


class SymbolKind(enum.IntEnum):
    "Type of a symbol (section 13.4.4)."

    Texture = 0  # A texture.
    Sampler = 1  # A sampler.
    ConstantBuffer = 2  # A buffer of constants.
    Constant = 3  # A constant outside of buffers.
    VertexFormat = 4  # The format of vertices; at most one in a program.
    Pipeline = 5  # The state of the pipeline; at most one in a program.
    Output = 6  # An output of the pixel stage.


class TextureFlag(enum.IntFlag):
    "Use of a texture (section 11.3.2)."

    Array = 1  # Its layers form an array.
    Compressed = 2  # To be compressed by the graphics processor when loaded.
    CubeMap = 4  # Its six layers are the sides of a cube.


class Bone(Structure):
    "A bone (section 12.5): 28 bytes. X is right, Y is forward, Z is up."

    SIZE = 28
    FIELDS = (
        Field("head", Float(4), count=3),  # Position of its beginning, before any animation.
        Field("tail", Float(4), count=3),  # Position of its end, before any animation.
        Field("name", Int(4), relations=(Relation("text", "strings", Claim("model.bone-name"), absent=Claim("model.strings")),)),  # Its name, as an offset in the strings section.
    )


class BoneArray(Structure):
    "The bones (section 12.5)."

    FIELDS = (
        Field("bone_count", Int(2), derived=lambda s: s.len("bones"), rules=(Rule("range", "model.bone-count", (1, 1024)),)),  # Number of bones.
        Field("bones", Named(lambda: Bone), count=lambda s: s.get("bone_count"), pool=Pool("bones")),  # The bones.
    )
    RULES = (Rule("assert", "model.trailing", lambda s: (s.remaining() == 0), kind="trailing-bytes", severity="warning", on=("position",)),)


class BoneTransform(Structure):
    "Position of a bone in a frame (section 12.7.3): 44 bytes. X is right, Y is forward, Z is up."

    SIZE = 44
    FIELDS = (
        Field("rotation", Float(4), count=4),  # Rotation as a quaternion; which component is the real one is not specified.
        Field("position", Float(4), count=3),  # Position.
        Field("scale", Float(4), count=3),  # Scale.
        Field("bone", Int(4), relations=(Relation("index", "bones", Claim("model.bone-id"), absent=Claim("model.bone-array")),)),  # The bone, counted from 0.
    )


class Column(Structure):
    "Describes the cells of one column."

    SIZE = 8
    FIELDS = (
        Field("name", Int(4)),  # Name, as an offset in the strings section.
        Field("kind", Int(1), codes=ColumnType, rules=(Rule("known", "column.kind.known", lenient="I-26"),)),  # Type of the values.
        Field("len", Int(2), rules=(Rule("range", "column.len.range", (1, 65535), lenient="I-26"),)),  # Number of values in a cell; of a text, the number of bytes.
        Field("reserved", Int(1), rules=(Rule("zero", "column.reserved.zero", lenient="I-26"),)),  # Always zero.
    )


class Content(Structure):
    "The content of a section (section 10)."

    PARAMS = ("file", "section", "version")
    CASES = (
        Case("Strings", lambda s: (s.get("section") == 255), (
            Field("strings", Named(lambda: Strings)),
        )),
        Case("StructuredData", lambda s: (s.get("section") == 254), (
            Field("structured_data", Named(lambda: Node, lambda s: 255)),
        )),
        Case("Table", lambda s: ((s.get("section") == 253) and (s.get("file") != 83)), (
            Field("table", Named(lambda: Table)),
        ), "I-26"),
        Case("ObjectTable", lambda s: (((s.get("file") == 80) and (s.get("version") == 2)) and (s.get("section") == 2)), (
            Field("object_table", Named(lambda: ObjectTable)),
        )),
        Case("PixelArray", lambda s: ((s.get("file") == 84) and (s.get("section") == 1)), (
            Field("pixel_array", Int(1), count=REST),
        )),
        Case("VertexArray", lambda s: (((s.get("file") == 77) and (s.get("version") == 2)) and (s.get("section") == 2)), (
            Field("vertex_array", Named(lambda: VertexArray)),
        )),
        Case("IndexArray", lambda s: (((s.get("file") == 77) and (s.get("version") == 2)) and (s.get("section") == 3)), (
            Field("index_array", Named(lambda: IndexArray)),
        )),
        Case("BoneArray", lambda s: (((s.get("file") == 77) and (s.get("version") == 2)) and (s.get("section") == 4)), (
            Field("bone_array", Named(lambda: BoneArray)),
        )),
        Case("FrameArray", lambda s: (((s.get("file") == 77) and (s.get("version") == 2)) and (s.get("section") == 5)), (
            Field("frame_array", Named(lambda: FrameArray)),
        )),
        Case("AnimationArray", lambda s: (((s.get("file") == 77) and (s.get("version") == 2)) and (s.get("section") == 6)), (
            Field("animation_array", Int(1), count=REST),
        )),
        Case("Shader", lambda s: (((s.get("file") == 83) and (s.get("version") == 2)) and (s.get("section") == 1)), (
            Field("shader", Named(lambda: Shader)),
        )),
        Case("SymbolTable", lambda s: (((s.get("file") == 83) and (s.get("version") == 2)) and (s.get("section") == 2)), (
            Field("symbol_table", Named(lambda: SymbolTable)),
        )),
        Case("ExtendedData", lambda s: (((s.get("file") == 83) and (s.get("version") == 2)) and (s.get("section") == 3)), (
            Field("extended_data", Named(lambda: Node, lambda s: 255), count=REST),
        ), "I-35"),
        Case("Data", None, (
            Field("data", Int(1), count=REST),
        )),
    )


class FrameArray(Structure):
    "The frames of all animations: all bones of the first frame, then those of the second, and so on (section 12.7)."

    FIELDS = (
        Field("transforms", Named(lambda: BoneTransform), count=lambda s: _div(s.remaining(), 44)),  # All positions.
        Field("rest", Int(1), count=REST),  # Bytes after the last whole transform; empty in a valid array.
    )
    RULES = (Rule("assert", "frame-array.whole-transforms", lambda s: (s.len("rest") == 0)),)


class IndexArray(Structure):
    "Indices of vertices (section 12.4)."

    FIELDS = (
        Field("index_count", Int(4), derived=lambda s: s.len("indices")),  # Number of indices.
        Field("indices", Int(4), count=lambda s: s.get("index_count")),  # Indices in the array of vertices, counted from 0.
    )
    RULES = (Rule("assert", "model.trailing", lambda s: (s.remaining() == 0), kind="trailing-bytes", severity="warning", on=("position",)), Rule("assert", "model.triangles", lambda s: (_rem(s.get("index_count"), 3) == 0), severity="warning", on=("index_count",)))


class Layout(Structure):
    "A file of version 1 or 2 (sections 8 to 10). Section 8."

    FIELDS = (
        Field("header", Named(lambda: MainHeader)),  # The main header.
        Field("table", Named(lambda: SectionHeader), count=lambda s: s.get("header", "section_count"), pool=Pool("sections", "kind")),  # One entry for each section.
        Field("sections", Named(lambda: Content, lambda s: s.get("header", "kind"), lambda s: s.get("entry", "kind"), lambda s: s.get("header", "version")), region=Region(each="table", at=lambda s: s.get("entry", "pointer"), size=lambda s: (s.get("entry", "content_size") if ((s.get("entry", "flags") & 3) == 0) else s.get("entry", "stored_size")), content_size=lambda s: s.get("entry", "content_size"), steps=((lambda s: ((s.get("entry", "flags") & 2) != 0), "xz"), (lambda s: ((s.get("entry", "flags") & 1) != 0), "zlib")), checks=((lambda s: ((s.get("entry", "flags") & 8) != 0), ("byte-sum",), lambda s: s.get("entry", "checksum")), (lambda s: ((s.get("entry", "flags") & 4) != 0), ("crc32", "crc32-legacy"), lambda s: s.get("entry", "checksum"))), blame=(lambda s: "pointer", lambda s: "content_size" if ((s.get("entry", "flags") & 3) == 0) else "stored_size", lambda s: "content_size", lambda s: "checksum"))),  # The sections themselves. If both compression flags are set, the content is xz; if both check flags are set, the checksum is weak. A plain section is as long as its content.
    )
    RULES = (Rule("assert", "container.file-size", lambda s: (s.get("header", "file_size") <= s.size()), kind="truncated", on=("header", "file_size")), Rule("assert", "container.trailing-bytes", lambda s: ((s.get("header", "file_size") == 0) or (s.get("header", "file_size") >= s.size())), kind="trailing-bytes", severity="note", on=("header", "file_size")), Rule("each", "container.plain-size", ("table", lambda s: (((s.get("entry", "flags") & (1 | 2)) != 0) or (s.get("entry", "stored_size") == s.get("entry", "content_size"))), (), ()), kind="size-mismatch", on=("stored_size",)), Rule("each", "container.both-compressions", ("table", lambda s: ((s.get("entry", "flags") & (1 | 2)) != (1 | 2)), (), ()), severity="note", on=("flags",)), Rule("each", "container.both-checks", ("table", lambda s: ((s.get("entry", "flags") & (4 | 8)) != (4 | 8)), (), ()), severity="note", on=("flags",)), Rule("each", "container.overlap-head", ("table", lambda s: ((s.get("entry", "pointer") >= _fit(40 + _fit(s.len("table") * 24))) or ((s.get("entry", "content_size") if ((s.get("entry", "flags") & (1 | 2)) == 0) else s.get("entry", "stored_size")) == 0)), (), ()), kind="overlap", severity="warning", on=("pointer",)), Rule("each", "container.overlap", ("table", lambda s: (s.get("overlapped", "sections") == s.get("index")), (), (), ("sections",)), kind="overlap", severity="note", on=("pointer",)), Rule("each", "package.object-table-unused", ("table", lambda s: (((s.get("header", "kind") != 80) or (s.get("header", "version") != 1)) or (s.get("entry", "kind") != 2)), (), ()), severity="warning", on=("kind",)), Rule("assert", "texture.pixel-array", lambda s: ((s.get("header", "kind") != 84) or (s.find(("table",), "kind", 1, "kind") == 1)), kind="missing", on=("table",)), Rule("assert", "model.vertex-array", lambda s: (((s.get("header", "kind") != 77) or (s.get("header", "version") != 2)) or (s.find(("table",), "kind", 2, "kind") == 2)), kind="missing", on=("table",)), Rule("assert", "shader.symbol-table", lambda s: (((s.get("header", "kind") != 83) or (s.get("header", "version") != 2)) or (s.find(("table",), "kind", 2, "kind") == 2)), kind="missing", on=("table",)), Rule("assert", "shader.strings", lambda s: (((s.get("header", "kind") != 83) or (s.get("header", "version") != 2)) or (s.find(("table",), "kind", 255, "kind") == 255)), kind="missing", on=("table",)), Rule("assert", "package.data", lambda s: (((s.get("header", "kind") != 80) or ((s.find(("table",), "kind", 1, "content_size") < 12) if (s.get("header", "version") == 1) else (s.find(("table",), "kind", 2, "content_size") < 20))) or (s.find(("table",), "kind", 1, "kind") == 1)), kind="missing", on=("table",)), Rule("assert", "package.data", lambda s: (((s.get("header", "kind") != 80) or (not ((s.find(("table",), "kind", 1, "content_size") < 12) if (s.get("header", "version") == 1) else (s.find(("table",), "kind", 2, "content_size") < 20)))) or (s.find(("table",), "kind", 1, "kind") == 1)), lenient="I-29", kind="missing", on=("table",)), Rule("assert", "package.object-table", lambda s: (((s.get("header", "kind") != 80) or (s.get("header", "version") != 2)) or (s.find(("table",), "kind", 2, "kind") == 2)), kind="missing", on=("table",)), Rule("assert", "package.strings", lambda s: (((s.get("header", "kind") != 80) or ((s.find(("table",), "kind", 1, "content_size") < 12) if (s.get("header", "version") == 1) else (s.find(("table",), "kind", 2, "content_size") < 20))) or (s.find(("table",), "kind", 255, "kind") == 255)), kind="missing", on=("table",)), Rule("assert", "package.strings", lambda s: (((s.get("header", "kind") != 80) or (not ((s.find(("table",), "kind", 1, "content_size") < 12) if (s.get("header", "version") == 1) else (s.find(("table",), "kind", 2, "content_size") < 20)))) or (s.find(("table",), "kind", 255, "kind") == 255)), lenient="I-29", kind="missing", on=("table",)), Rule("each", "texture.single", ("table", lambda s: (((s.get("header", "kind") != 84) or (s.get("first", "kind") == s.get("index"))) or (s.get("entry", "kind") != 1)), (), ("kind",)), kind="duplicate", on=("kind",)), Rule("each", "model.single", ("table", lambda s: ((((s.get("header", "kind") != 77) or (s.get("header", "version") != 2)) or (s.get("first", "kind") == s.get("index"))) or ((((s.get("entry", "kind") != 4) and (s.get("entry", "kind") != 5)) and (s.get("entry", "kind") != 6)) and (s.get("entry", "kind") != 255))), (), ("kind",)), kind="duplicate", on=("kind",)), Rule("each", "shader.single", ("table", lambda s: ((((s.get("header", "kind") != 83) or (s.get("header", "version") != 2)) or (s.get("first", "kind") == s.get("index"))) or (((s.get("entry", "kind") != 2) and (s.get("entry", "kind") != 3)) and (s.get("entry", "kind") != 255))), (), ("kind",)), kind="duplicate", on=("kind",)), Rule("each", "package.single", ("table", lambda s: (((s.get("header", "kind") != 80) or (s.get("first", "kind") == s.get("index"))) or ((((s.get("entry", "kind") != 2) or (s.get("header", "version") != 2)) and (s.get("entry", "kind") != 254)) and (s.get("entry", "kind") != 255))), (), ("kind",)), kind="duplicate", on=("kind",)))
    DERIVED = ((("header", "section_count"), lambda s: s.len("table")),)
    SUMS = (Sum("byte-sum", ("header", "checksum"), ("header", "table"), "layout.checksum", skip=(("header", "checksum"),), or_skip=(("table", "reserved"),)),)


class MainHeader(Structure):
    "The first 40 bytes of a file, in versions 1 and 2 (section 8)."

    FIELDS = (
        Field("signature", Int(1), count=3, rules=(Rule("magic", "main-header.signature", b"BPX"),)),  # Always `BPX`.
        Field("kind", Int(1), codes=FileKind),  # Type of the file; a container may have any byte here.
        Field("checksum", Int(4)),  # Byte sum of this header and the section table, with this field as zero.
        Field("file_size", Int(8)),  # Size of the file in bytes; 0 if the writer did not state it.
        Field("section_count", Int(4)),  # Number of sections.
        Field("version", Int(4), rules=(Rule("supported", "main-header.version", (1, 2)),)),  # 1 for SDK 1.0 and 2.0, 2 since SDK 3.0.
        Field("type_ext", Named(lambda: TypeExt, lambda s: s.get("kind"), lambda s: s.get("version"))),  # Type-specific extension (TypeExt); zero for types that do not use it.
    )


class ModelExt(Structure):
    "Type-specific extension of the main header of a model (section 12.2): 16 bytes."

    SIZE = 16
    FIELDS = (
        Field("shader_hash", Int(8)),  # Hash of the virtual path of the shader package that declares the format of the vertices.
        Field("symbol_name", Int(4), relations=(Relation("text", "strings", Claim("model.symbol-name"), when=lambda s: ((s.get("shader_hash") != 0) or (s.get("symbol_name") != 0)), absent=Claim("model.strings")),)),  # Name of the symbol of that format in the shader package, as an offset in the strings section.
        Field("reserved", Int(1), count=4, rules=(Rule("zero", "model.reserved", lenient="I-27"),)),  # Always zero.
    )


class Node(Structure):
    "One value: the root object, a property of an object, or an element of an array (sections 10.2.4, 10.2.6). Section 10.2."

    PARAMS = ("parent",)
    FIELDS = (
        Field("name", Int(8), when=lambda s: (s.get("parent") == 14)),  # Hash of the property's name; elements and the root have none.
        Field("kind", Int(1), when=lambda s: (s.get("parent") != 255), otherwise=14, codes=SdType),  # Type of the value; the root is an object and does not state it.
        Field("value", Named(lambda: Scalar, lambda s: s.get("kind"))),  # The value, unless the type has parts.
        Field("count", Int(1), when=lambda s: ((s.get("kind") == 13) or (s.get("kind") == 14)), otherwise=0, derived=lambda s: s.len("children")),  # Number of properties or elements.
        Field("children", Named(lambda: Node, lambda s: s.get("kind")), count=lambda s: s.get("count")),  # Properties or elements.
    )


class ObjectHeader(Structure):
    "Place of the bytes of an object, in revision 2 (section 14.4): 20 bytes."

    SIZE = 20
    FIELDS = (
        Field("size", Int(8)),  # Size of the object in bytes; it may continue in the following Data sections.
        Field("name", Int(4), relations=(Relation("text", "strings", Claim("package.name"), whole=True, largest=65535, shared=Claim("package.name-limit"), filled=Claim("package.empty-name", severity="warning"), unique=Claim("package.duplicate-name", severity="warning")),)),  # Name, as an offset in the strings section.
        Field("start", Int(4), relations=(Relation("index", "sections", Claim("package.start"), required=True, key=lambda s: 1),)),  # Number of the Data section where it begins, counted from 0 over all sections.
        Field("offset", Int(4)),  # Offset in bytes of its first byte in the content of that section.
    )


class ObjectTable(Structure):
    "The list of objects, in revision 2 (section 14.4)."

    FIELDS = (
        Field("objects", Named(lambda: ObjectHeader), count=lambda s: _div(s.remaining(), 20)),  # The objects.
        Field("rest", Int(1), count=REST),  # Bytes after the last whole entry; empty in a valid table.
    )
    RULES = (Rule("assert", "object-table.whole-records", lambda s: (s.len("rest") == 0)),)


class PackageExt(Structure):
    "Type-specific extension of the main header of a package (section 14.2): 16 bytes, the same in both revisions."

    SIZE = 16
    FIELDS = (
        Field("architecture", Int(1), codes=Architecture, rules=(Rule("known", "package.architecture"),)),  # The processor that the package is made for.
        Field("platform", Int(1), codes=Platform, rules=(Rule("known", "package.platform"),)),  # The system that the package is made for.
        Field("generator", Int(1), count=2),  # The program that wrote it, as two ASCII characters: `PK` is fpkg, `BP` the engine, `BD` the debug tools. The metadata depends on it.
        Field("reserved", Int(1), count=12, rules=(Rule("zero", "package.reserved", lenient="I-27"),)),  # Always zero.
    )


class Scalar(Structure):
    "A value without parts (section 10.2.2)."

    PARAMS = ("kind",)
    CASES = (
        Case("Null", lambda s: (s.get("kind") == 0), (
        )),
        Case("Bool", lambda s: (s.get("kind") == 1), (
            Field("bool", Int(1), rules=(Rule("range", "scalar.bool.bool.range", (0, 1), lenient="I-11"),)),
        )),
        Case("UInt8", lambda s: (s.get("kind") == 2), (
            Field("uint8", Int(1)),
        )),
        Case("UInt16", lambda s: (s.get("kind") == 3), (
            Field("uint16", Int(2)),
        )),
        Case("UInt32", lambda s: (s.get("kind") == 4), (
            Field("uint32", Int(4)),
        )),
        Case("UInt64", lambda s: (s.get("kind") == 5), (
            Field("uint64", Int(8)),
        )),
        Case("Int8", lambda s: (s.get("kind") == 6), (
            Field("int8", Int(1, signed=True)),
        )),
        Case("Int16", lambda s: (s.get("kind") == 7), (
            Field("int16", Int(2, signed=True)),
        )),
        Case("Int32", lambda s: (s.get("kind") == 8), (
            Field("int32", Int(4, signed=True)),
        )),
        Case("Int64", lambda s: (s.get("kind") == 9), (
            Field("int64", Int(8, signed=True)),
        )),
        Case("Float", lambda s: (s.get("kind") == 10), (
            Field("float", Float(4)),
        )),
        Case("Double", lambda s: (s.get("kind") == 11), (
            Field("double", Float(8)),
        )),
        Case("String", lambda s: (s.get("kind") == 12), (
            Field("string", Text(), rules=(Rule("utf8", "scalar.string.string.utf8"),)),
        )),
        Case("Array", lambda s: (s.get("kind") == 13), (
        )),
        Case("Object", lambda s: (s.get("kind") == 14), (
        )),
    )


class SectionHeader(Structure):
    "Describes one section (section 9.1)."

    SIZE = 24
    FIELDS = (
        Field("pointer", Int(8)),  # Offset of the stored content from the beginning of the file, in bytes.
        Field("stored_size", Int(4)),  # Size of the content as stored, in bytes.
        Field("content_size", Int(4)),  # Size of the content, in bytes.
        Field("checksum", Int(4)),  # Checksum of the content; the flags state which.
        Field("kind", Int(1), codes=StandardSection),  # Type of the section; its meaning depends on the type of the file.
        Field("flags", Int(1), codes=SectionFlag, rules=(Rule("known", "section-header.flags.known", lenient="I-8"),)),  # How the content is stored and checked.
        Field("reserved", Int(1), count=2, rules=(Rule("zero", "section-header.reserved.zero", lenient="I-5"),)),  # Always zero.
    )


class Shader(Structure):
    "The code of a stage (section 13.3)."

    FIELDS = (
        Field("stage", Int(1), relations=(Relation("unique", "", Claim("shader.duplicate-stage", severity="warning")),), codes=Stage, rules=(Rule("known", "shader.stage"),)),  # The stage.
        Field("code", Int(1), count=REST),  # The code, in a form that depends on the target.
    )


class ShaderExt(Structure):
    "Type-specific extension of the main header of a shader package (section 13.2): 16 bytes."

    SIZE = 16
    FIELDS = (
        Field("assembly", Int(8)),  # Hash of the name of the assembly; 0 if it is linked to none.
        Field("symbol_count", Int(2), relations=(Relation("count", "symbols", Claim("shader.symbol-count")),)),  # Number of symbols.
        Field("target", Int(1), codes=ShaderTarget, rules=(Rule("known", "shader.target"),)),  # The target.
        Field("kind", Int(1), codes=ShaderKind, rules=(Rule("known", "shader.type"),)),  # Assembly or program.
        Field("reserved", Int(1), count=4, rules=(Rule("zero", "shader.reserved", lenient="I-27"),)),  # Always zero.
    )


class Strings(Structure):
    "Texts, one after the other; others refer to them by the offset of their first byte (section 10.1.2). Section 10.1."

    FIELDS = (
        Field("strings", Text(), count=REST, pool=Pool("strings"), rules=(Rule("utf8", "strings.strings.utf8"),)),  # The texts.
    )


class Symbol(Structure):
    "An input, output or declaration of a shader (section 13.4): 12 bytes."

    SIZE = 12
    FIELDS = (
        Field("name", Int(4), relations=(Relation("text", "strings", Claim("shader.name"), whole=True, largest=65535, shared=Claim("shader.limit"), unique=Claim("shader.duplicate-name", severity="warning")),)),  # Its name, as an offset in the strings section.
        Field("extended_data", Int(4)),  # Its extended data, as an offset in the section of extended data; without meaning unless a flag states that there is some.
        Field("flags", Int(2), codes=SymbolFlag, rules=(Rule("known", "shader.symbol-flags", lenient="I-34"),)),  # Use of the symbol.
        Field("kind", Int(1), codes=SymbolKind, rules=(Rule("known", "shader.symbol-type"),)),  # Type of the symbol.
        Field("register", Int(1)),  # The register of the symbol; without meaning unless a flag states that it has one.
    )


class SymbolTable(Structure):
    "The list of symbols (section 13.4)."

    FIELDS = (
        Field("symbols", Named(lambda: Symbol), count=lambda s: _div(s.remaining(), 12), pool=Pool("symbols")),  # The symbols.
        Field("rest", Int(1), count=REST),  # Bytes after the last whole entry; empty in a valid table.
    )
    RULES = (Rule("assert", "symbol-table.whole-symbols", lambda s: (s.len("rest") == 0)),)


class Table(Structure):
    "A table: columns and rows. Without columns, or with columns that take no bytes, there are no rows: the bytes are kept without a meaning."

    FIELDS = (
        Field("header", Named(lambda: TableHeader)),  # Name, and number of columns.
        Field("columns", Named(lambda: Column), count=lambda s: s.get("header", "column_count")),  # The columns, which describe the cells of a row.
        Field("rows", Int(1), count=REST),  # The rows as stored; see `Table::rows`.
    )
    DERIVED = ((("header", "column_count"), lambda s: s.len("columns")),)


class TableHeader(Structure):
    "The first 8 bytes of a table."

    SIZE = 8
    FIELDS = (
        Field("name", Int(4)),  # Name of the table, as an offset in the strings section.
        Field("column_count", Int(2)),  # Number of columns.
        Field("reserved", Int(1), count=2, rules=(Rule("zero", "table-header.reserved.zero", lenient="I-26"),)),  # Always zero.
    )


class TextureExt(Structure):
    "Type-specific extension of the main header of a texture (section 11.2): 16 bytes."

    SIZE = 16
    BITS = (
        Bits("array", 0, 16),  # Number of layers; used only if a flag states that there are several (section 11.3.4).
        Bits("width", 16, 4),  # Width in pixels is 2 to the power of this plus one.
        Bits("height", 20, 4),  # Height in pixels is 2 to the power of this plus one.
        Bits("format", 24, 4, codes=PixelFormat, rules=(Rule("known", "texture.format"),)),  # Format of a pixel.
        Bits("flags", 28, 4, codes=TextureFlag, rules=(Rule("known", "texture.flags", lenient="I-34"),)),  # Use of the texture.
        Bits("mipmaps", 32, 8),  # Number of smaller copies to compute when loading; the file contains none.
        Bits("reserved", 40, 88, rules=(Rule("zero", "texture.reserved", lenient="I-27"),)),  # Always zero.
    )


class TypeExt(Structure):
    "Type-specific extension of the main header (section 8.7): 16 bytes."

    PARAMS = ("kind", "version")
    CASES = (
        Case("Texture", lambda s: (s.get("kind") == 84), (
            Field("texture", Named(lambda: TextureExt)),
        )),
        Case("Model", lambda s: ((s.get("kind") == 77) and (s.get("version") == 2)), (
            Field("model", Named(lambda: ModelExt)),
        )),
        Case("Shader", lambda s: ((s.get("kind") == 83) and (s.get("version") == 2)), (
            Field("shader", Named(lambda: ShaderExt)),
        )),
        Case("Package", lambda s: (s.get("kind") == 80), (
            Field("package", Named(lambda: PackageExt)),
        )),
        Case("Other", None, (
            Field("other", Int(1), count=16),
        )),
    )


class VertexArray(Structure):
    "Vertices (section 12.3). Their format is declared in a shader package, so that here they are bytes."

    FIELDS = (
        Field("header", Named(lambda: VertexArrayHeader)),  # Number of vertices, and references.
        Field("vertices", Int(1), count=REST),  # The vertices, one after the other.
    )
    RULES = (Rule("assert", "model.vertices", lambda s: ((s.len("vertices") == 0) if (s.get("header", "vertex_count") == 0) else ((s.len("vertices") >= s.get("header", "vertex_count")) and (_rem(s.len("vertices"), s.get("header", "vertex_count")) == 0))), kind="size-mismatch", on=("header", "vertex_count")), Rule("assert", "model.triangles", lambda s: ((s.get("header", "index_array") != 0) or (_rem(s.get("header", "vertex_count"), 3) == 0)), severity="warning", on=("header", "vertex_count")))


class VertexArrayHeader(Structure):
    "Header of vertices (section 12.3): 20 bytes."

    SIZE = 20
    FIELDS = (
        Field("material_hash", Int(8)),  # Hash of the virtual path of the material to apply.
        Field("vertex_count", Int(4)),  # Number of vertices.
        Field("index_array", Int(4), relations=(Relation("index", "sections", Claim("model.index-array"), first=1, key=lambda s: 3),)),  # Number of the section of indices, counted from 1 over all sections; 0 if there is none.
        Field("reserved", Int(1), count=4, rules=(Rule("zero", "model.vertex-reserved", lenient="I-27"),)),  # Always zero.
    )


# All structures, by the names of the schema.
STRUCTURES = {
    "Bone": Bone,
    "BoneArray": BoneArray,
    "BoneTransform": BoneTransform,
    "Column": Column,
    "Content": Content,
    "FrameArray": FrameArray,
    "IndexArray": IndexArray,
    "Layout": Layout,
    "MainHeader": MainHeader,
    "ModelExt": ModelExt,
    "Node": Node,
    "ObjectHeader": ObjectHeader,
    "ObjectTable": ObjectTable,
    "PackageExt": PackageExt,
    "Scalar": Scalar,
    "SectionHeader": SectionHeader,
    "Shader": Shader,
    "ShaderExt": ShaderExt,
    "Strings": Strings,
    "Symbol": Symbol,
    "SymbolTable": SymbolTable,
    "Table": Table,
    "TableHeader": TableHeader,
    "TextureExt": TextureExt,
    "TypeExt": TypeExt,
    "VertexArray": VertexArray,
    "VertexArrayHeader": VertexArrayHeader,
}

# What a file begins with.
ROOT = Layout

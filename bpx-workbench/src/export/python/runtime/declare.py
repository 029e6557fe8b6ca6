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
    fraction: int  # bits behind the point
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
    """Bytes up to a NUL."""

    unit: int = 1  # bytes of the NUL


class Named:
    def __init__(self, link, *args):
        self.link, self.args = link, args  # a function, so that structures may name each other


class Until(NamedTuple):
    """The condition of the last element of a list."""

    condition: object


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
    is_big: object = None  # whether the most significant byte comes first, where a value decides that

    width: object = None  # in how many bytes a number is stored, where a value decides that

    def stored(self, number):
        """The type, in the byte order and the width that values decide; `number` computes an expression. NoValue when it has
        fewer bytes."""
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
        """How many bits lie below the number, in bytes that are one number."""
        return 8 * size - self.first - self.width if self.big else self.first


class Case(NamedTuple):
    name: str
    when: object
    fields: tuple
    attempt: str = ""

    @property
    def tag(self):
        """The bytes that choose the case."""
        return self.fields[0].magic if self.fields else None


class Place(NamedTuple):
    """Where a writer puts what lies elsewhere."""

    align: object = None
    after: object = None  # the field behind which it begins
    reverse: bool = False
    share: bool = False


class Search(NamedTuple):
    """A place that is found by the bytes that lie there."""

    bytes: object
    last: bool
    within: object

    def range(self, size):
        within = size if self.within is None else min(self.within, size)
        return (size - within, size) if self.last else (0, within)

    def find(self, data):
        """The offset of the bytes, or -1."""
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
    joined: object = None  # an array, and the bytes of each of its elements
    numbers: tuple = ()  # of a field with bytes of its own: each fact, and the numbers that a writer sets to it

    def is_stated(self):
        """Whether fields state something about it."""
        return bool(self.at or self.size or self.content_size or self.checks)

    def holds_one(self):
        """Whether a field is read from the content of bytes whose form or size is stated."""
        return not self.each and bool(not (self.at or self.search) or self.size or self.content_size or self.steps or self.checks)


class Setting(NamedTuple):
    """A number that a writer sets when everything has its place."""

    field: str  # for each region of this field; empty for the file
    target: tuple
    value: object


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

    what: str  # text, index, count, needs, unique, sorted, tree
    pool: str
    claim: Claim
    when: object = None
    absent: object = None  # "fault", or the claim that a file has the part
    first: int = 0
    required: bool = False
    key: object = None
    multiple: bool = False
    whole: bool = False
    largest: object = None
    shared: object = None
    filled: object = None
    unique: object = None
    children: tuple = ()  # of a tree: members that are the number of the first child, and of all
    parents: object = None
    orphan: object = None
    depth: object = None


class Sum(NamedTuple):
    algorithm: str
    stored: tuple
    over: tuple
    code: str
    skip: tuple = ()
    or_skip: tuple = ()
    or_zero: tuple = ()
    fill: tuple = ()


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


class Number(int):
    """A number in digits that remembers its bytes; -1 when they are no number."""

    raw = b""


class Uleb(int):
    """A variable-length number that remembers the size of its encoding."""

    size = 0

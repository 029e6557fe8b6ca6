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

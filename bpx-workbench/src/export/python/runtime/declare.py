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


class Place(NamedTuple):
    """Where a writer puts what lies elsewhere."""

    align: object = None
    after: object = None  # the field behind which it begins
    reverse: bool = False
    share: bool = False


class Region(NamedTuple):
    each: object = None
    at: object = None
    size: object = None
    content_size: object = None
    steps: tuple = ()
    checks: tuple = ()
    blame: tuple = (None, None, None, None)  # members that hold offset, size, content size, checksum
    place: Place = Place()
    numbers: tuple = ()  # of a field in place: each fact, and the numbers that a writer sets to it


class Setting(NamedTuple):
    """A number that a writer sets when everything has its place."""

    field: str  # for each region of this field; empty for the file
    target: tuple
    value: object


class Sum(NamedTuple):
    algorithm: str
    stored: tuple
    over: tuple
    code: str
    skip: tuple = ()
    or_skip: tuple = ()
    or_zero: tuple = ()


REST = object()


class Rule(NamedTuple):
    what: str
    code: str
    value: object = None
    lenient: str = ""


class F(float):
    """A number with a point that remembers its bits, so that no NaN changes."""

    bits = None


class Uleb(int):
    """A variable-length number that remembers the size of its encoding."""

    size = 0

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

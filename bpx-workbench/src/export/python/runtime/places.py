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

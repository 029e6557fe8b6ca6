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

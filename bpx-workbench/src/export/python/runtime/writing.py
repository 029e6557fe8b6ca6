# Writing.


class _Writing(_Scope):
    """What expressions see while something is written: how much is left to read is not known, nor always the position."""

    def position(self):
        if self.at is None:
            raise NoValue
        return self.at

    def remaining(self):
        raise NoValue

    size = remaining


def _write(value, args, whole=False, fresh=False, at=0, inside=False):
    """The bytes of a value, which begins at a position and may be inside of another one; `whole` when its parts are placed,
    and its checksums stated."""
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
    if places and inside:
        raise NotImplementedError(f"{structure.__name__} places regions, and is a part of another structure")
    if whole and not inside and (places or structure.SETTINGS or "$gaps" in values):
        return _File(structure, fields, values, fresh, sizes).bytes()
    written, spans = _in_order(structure, fields, values, whole, at)
    return _sealed(structure, written, spans) if whole else written


def _stated_sizes(fields, values):
    """The sizes of lists elsewhere, as the values state them."""
    sizes = {}
    for field in fields:
        if _lies_elsewhere(field) and not field.region.each and callable(field.count):
            element = field.type.link().SIZE if isinstance(field.type, Named) else getattr(field.type, "size", None)
            try:
                count = field.count(_Scope(values))
            except NoValue:
                continue
            if element and count >= 0:
                sizes[field.name] = count * element
    return sizes


def _in_order(structure, fields, values, whole, at):
    """The bytes of the fields that follow one another, and where each lies."""
    packed = [field for field in fields if field.region and not _lies_elsewhere(field)]
    # These set numbers of others.
    packed = {field.name: _in_place(structure, field, values) for field in packed}
    written, spans = b"", {}
    for field in fields:
        if _lies_elsewhere(field):
            continue
        start = len(written)
        place = None if at is None else at + start
        written += packed[field.name] if field.name in packed else _written(structure, field, values, whole, place)
        spans[field.name] = (start, len(written), field.type)
    bits = 0
    for field in structure.BITS:
        if not 0 <= values[field.name] < 1 << field.width:
            raise ValueError(f"{structure.__name__}.{field.name}: needs more than {field.width} bits")
        bits |= values[field.name] << field.first
    return written + (bits.to_bytes(structure.SIZE, "little") if structure.BITS else b""), spans


def _case_fields(structure, values, at):
    """The fields of the case that a value says; a reader has to find that case too."""
    for case in structure.CASES:
        if case.name == values["case"]:
            return case.fields
        try:
            # A case that is attempted may fail, so that another one is read.
            if not case.attempt and (case.when is None or case.when(_Writing(values, at))):
                break
        except NoValue:
            pass
    raise ValueError(f"{structure.__name__}: a reader takes another case than {values['case']}")


def _compute(structure, fields, values):
    """Sets what follows from the rest."""
    for path, expression, *_ in structure.DERIVED:
        values[path[0]] = _copy(values[path[0]])
        vars(values[path[0]])[path[1]] = expression(_Scope(values))
    for field in fields:
        if field.derived:
            values[field.name] = _keep_size(values.get(field.name), field.derived(_Scope(values)))


def _keep_size(old, new):
    """A number that is computed, in as long an encoding as the old one if that is the same number."""
    return old if isinstance(old, Uleb) and old == new else new


def _written(structure, field, values, whole, at):
    """The bytes of a field that begins at a position; none when its condition does not hold."""
    try:
        if field.when and not _wanted(field, values, at):
            return b""
        return _write_field(field, values, whole, at)
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
    value, type_ = values[field.name], field.type
    single = field.count is None
    if not single:
        _count(field, values, len(value))
    if isinstance(type_, Named):
        written = []
        for one in [value] if single else value:
            written.append(_write(one, _arguments(type_.args, values, at), whole, at=at, inside=True))
            at = None if at is None else at + len(written[-1])
        return b"".join(written)
    if isinstance(value, bytes) and not isinstance(type_, Text):
        return value
    return b"".join(_write_one(type_, one) for one in ([value] if single else value))


def _arguments(args, values, at):
    """Parameters; None is one that is not known here."""
    found = []
    for arg in args:
        try:
            found.append(arg(_Writing(values, at)))
        except NoValue:
            found.append(None)
    return found


def _count(field, values, found):
    """Refuses another number of elements than a reader takes."""
    try:
        wanted = field.count(_Writing(values)) if callable(field.count) else field.count
    except NoValue:
        return  # it follows from the size
    if wanted is not REST and found != wanted:
        raise OverflowError(f"has {found} elements instead of {wanted}")


def _write_one(type_, value):
    if isinstance(type_, Text):
        units = [value[at : at + type_.unit] for at in range(0, len(value), type_.unit)]
        if len(value) % type_.unit or bytes(type_.unit) in units:
            raise OverflowError("a text has no NUL")
        return value + bytes(type_.unit)
    if isinstance(type_, Varint):
        if not _varint_fits(type_, value):
            raise OverflowError(f"needs more than {type_.bits} bits")
        stored = value << 1 ^ value >> type_.bits if type_.form == "zigzag" else value
        bits = (value if value >= 0 else ~value).bit_length() + 1 if type_.form == "sleb" else stored.bit_length()
        size = max(getattr(value, "size", 0), -(-bits // 7), 1)
        groups = [stored >> 7 * at & 0x7F for at in range(size)]
        if type_.form == "vlq":
            groups.reverse()
        return bytes(group | (0x80 if at + 1 < size else 0) for at, group in enumerate(groups))
    order = "big" if type_.big else "little"
    if isinstance(type_, Int):
        return value.to_bytes(type_.size, order, signed=type_.signed)
    if isinstance(value, F) and value.bits is not None:
        return value.bits.to_bytes(type_.size, order)
    return struct.pack((">" if type_.big else "<") + _FLOATS[type_.size], value)

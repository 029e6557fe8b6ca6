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

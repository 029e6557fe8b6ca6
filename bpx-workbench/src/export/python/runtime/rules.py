# Rules.


def _broken(rule, codes, value, values, single, scope):
    """Returns the kind of fault of a value, or None."""
    what = rule.what
    if what == "calc":
        return None  # known only when all fields are read
    if what == "digits":
        return any(isinstance(one, Number) and one < 0 for one in values) and "bad-text"
    if what != "assert":
        # Bytes that are not a number break the rule that they are one, and no other.
        values = [one for one in values if not isinstance(one, Number) or one >= 0]
    ints = [one for one in values if isinstance(one, int)] if what not in ("assert", "utf8", "text", "magic") else ()
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
    if what == "text":
        try:
            _decoded(rule.value, value)
        except UnicodeDecodeError:
            return "bad-text"
        return None
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


_CODECS = {"utf-8": "utf-8", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be", "latin-1": "latin-1", "shift-jis": "cp932"}


def _decoded(form, raw):
    """Returns the text of bytes without their padding."""
    encoding, pad = form
    codec = _CODECS[encoding]
    if pad is not None:
        fill = chr(pad).encode(codec)
        ends = range(0, len(raw) - len(fill) + 1, len(fill))
        if pad == 0:
            raw = raw[: next((at for at in ends if raw[at : at + len(fill)] == fill), len(raw))]
        elif len(raw) % len(fill) == 0:
            while raw.endswith(fill):
                raw = raw[: -len(fill)]
    if codec == "cp932":
        _refuse_other_bytes(raw)
    return raw.decode(codec)


def _refuse_other_bytes(raw):
    """Rejects single bytes that Shift-JIS does not have, but Python's codec accepts."""
    at = 0
    while at < len(raw):
        if raw[at] in (0xA0, 0xFD, 0xFE, 0xFF):
            raise UnicodeDecodeError("shift-jis", raw, at, at + 1, "no character")
        at += 2 if 0x81 <= raw[at] <= 0x9F or 0xE0 <= raw[at] <= 0xFC else 1


def _encoded(form, text, size):
    """Returns the bytes of a text, padded to a size; None when they would be read as another text."""
    encoding, pad = form
    try:
        raw = text.encode(_CODECS[encoding])
        if pad is not None and size is not None:
            fill = chr(pad).encode(_CODECS[encoding])
            if len(raw) > size:
                return None
            raw = (raw + fill * size)[:size]
        return raw if _decoded(form, raw) == text else None
    except UnicodeError:
        return None

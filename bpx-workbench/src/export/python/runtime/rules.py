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

# Values from JSON.


class _Given(dict):
    """Values by name, which are read from JSON or computed at their first use."""

    def __init__(self, known):
        super().__init__(known)
        self.makers = {}

    def __contains__(self, name):
        return super().__contains__(name) or name in self.makers

    def __missing__(self, name):
        # What is computed from itself has no value.
        self[name] = value = self.makers.pop(name)()
        return value


def _structure_of_json(structure, json, args, where, computed=(), more=()):
    """Returns a structure. Its members in `computed` may be absent, as the enclosing structure sets them; those in `more`
    are permitted although no field has their name."""
    _expect(json, dict, "an object", where)
    if structure.BITS:
        known = {bits.name for bits in structure.BITS}
    else:
        fields = _case_of_json(structure, json, args, where) if structure.CASES else structure.FIELDS
        known = {field.name for field in fields}
    for name in json:
        if name not in known and name not in more and name not in _HINTS:
            raise ValueError(f"{where or structure.__name__}: `{name}` is not a member of {structure.__name__}")
    if structure.BITS:
        numbers = ((bits, json.get(bits.name, 0 if bits.name in computed else None)) for bits in structure.BITS)
        return structure(**{bits.name: _int_of_json(one, bits.codes, _below(where, bits.name)) for bits, one in numbers})
    values = _Given(zip(structure.PARAMS, args))
    for field in fields:
        values.makers[field.name] = _maker(structure, field, json, values, where, computed)
    members = {field.name: values[field.name] for field in fields}
    if structure.CASES:
        members["case"] = next(case.name for case in structure.CASES if case.fields is fields)
    if "$found" in json:
        members["$found"] = _found_of_json(fields, json["$found"], _below(where, "$found"))
    if "$rest" in json:
        members["$rest"] = _rest_of_json(fields, json["$rest"], _below(where, "$rest"))
    return structure(**members)


def _case_of_json(structure, json, args, where):
    scope = _Scope(dict(zip(structure.PARAMS, args)))
    for case in structure.CASES:
        fits = set(json) <= {*_HINTS, *(field.name for field in case.fields)}
        try:
            holds = case.when is None or case.when(scope)
        except NoValue:
            holds = fits  # known when it is written
        if case.tag is not None and _tag_of_json(json, case, where) != case.tag:
            continue
        if holds and (fits or not case.attempt):
            return case.fields
    raise ValueError(f"{where or structure.__name__}: no case of {structure.__name__} for {tuple(args)}")


def _tag_of_json(json, case, where):
    tag = json.get(case.fields[0].name)
    printed = all(0x20 <= byte < 0x7F for byte in case.tag)
    if not isinstance(tag, (str, dict)):
        return None
    return _text_of_json(tag, where) if printed else _bytes_of_json(tag, where)


def _maker(structure, field, json, values, where, computed):
    def make():
        try:
            return _field_of_json(structure, field, json, values, below)
        except NoValue:
            raise ValueError(f"{below}: an expression has no value") from None

    below = _below(where, field.name)
    magic = _magic(field)
    if magic is not None:
        return lambda: magic
    if field.derived:
        return lambda: _computed(field.derived, values)
    if field.name in computed:
        return lambda: 0
    return make


def _magic(field):
    rules = (rule.value for rule in field.rules if rule.what == "magic")
    return field.magic if field.magic is not None else next(rules, None)


def _field_of_json(structure, field, json, values, where):
    one = json.get(field.name)
    if field.region and field.region.each:
        return _regions_of_json(field, one, values, where)
    if one is None:
        if field.region and field.region.joined:
            return None
        if field.padding:
            return b""
        if field.when:
            return field.otherwise
        # Leaves of a tree may leave their children out.
        if field.count is not None and isinstance(field.type, Named) and field.type.link() is structure:
            return []
        raise ValueError(f"{where}: expected a value, found none")
    if not isinstance(field.type, Named):
        return _plain_of_json(field, one, where)
    nested = field.type.link()
    if field.count is not None:
        _expect(one, list, "an array", where)
        return [
            _structure_of_json(nested, element, _arguments_of_element(field, values, at), f"{where}[{at}]")
            for at, element in enumerate(one)
        ]
    args = _arguments(field.type.args, values, None)
    derived = [(path[1], expression) for path, expression, *_ in structure.DERIVED if path[0] == field.name]
    value = values[field.name] = _structure_of_json(nested, one, args, where, [name for name, _ in derived])
    for name, expression in derived:
        vars(value)[name] = _computed(expression, values)
    return value


def _arguments_of_element(field, values, index):
    """Returns the parameters of an element, which may use its index."""
    if "index" in values:
        return _arguments(field.type.args, values, None)
    values["index"] = index
    args = _arguments(field.type.args, values, None)
    del values["index"]
    return args


def _computed(expression, values):
    try:
        return expression(_Scope(values))
    except NoValue:
        return 0  # known when it is written, or refused then


def _sizes_of_json(structure, value, json, args):
    """Returns the stored sizes of regions with lists, as JSON states them."""
    values = {**dict(zip(structure.PARAMS, args)), **vars(value)}
    for (name, member), *_ in structure.DERIVED:
        stated = json.get(name, {}).get(member)
        if stated is not None:
            values[name] = _copy(values[name])
            vars(values[name])[member] = int(stated)
    return _stated_sizes(structure.FIELDS, values)


def _regions_of_json(field, json, values, where):
    contents = []
    table = values[field.region.each]
    for at, one in enumerate(_expect([] if json is None else json, list, "an array", where)):
        if one is None:
            contents.append(None)
        elif isinstance(one, dict) and "$stored" in one:
            contents.append(Stored(_bytes_of_json(one["$stored"], f"{where}[{at}]")))
        elif isinstance(one, dict) and "$data" in one:
            contents.append(Data(_bytes_of_json(one["$data"], f"{where}[{at}]")))
        elif at >= len(table):
            raise ValueError(f"{where}[{at}]: no element of `{field.region.each}` describes it")
        else:
            values["entry"] = table[at]
            args = _arguments(field.type.args, values, None)
            del values["entry"]
            contents.append(_structure_of_json(field.type.link(), one, args, f"{where}[{at}]"))
    return contents


def _plain_of_json(field, json, where):
    """Returns a number, a text, or a list of them."""
    type_ = field.type
    form = next((rule.value for rule in field.rules if rule.what == "text"), None)
    if form and field.count is not None and isinstance(type_, Int):
        return _encoded_of_json(form, json, field.count if isinstance(field.count, int) else None, where)
    if isinstance(type_, Text) and form:
        read = lambda one, where: _encoded_of_json(form, one, None, where)
    elif isinstance(type_, Text):
        read = lambda one, where: _text_of_json(one, where)
    elif isinstance(type_, Digits):
        read = lambda one, where: _digits_of_json(type_, one, field.codes, where)
    elif isinstance(type_, (Float, FixedPoint)):
        read = lambda one, where: _float_of_json(type_, one, where)
    else:
        read = lambda one, where: _int_of_json(one, field.codes, where)
    if field.count is None:
        return read(json, where)
    if isinstance(type_, Int) and type_.size == 1 and not type_.signed:
        is_text = any(rule.what == "utf8" for rule in field.rules)
        return _text_of_json(json, where) if is_text else _bytes_of_json(json, where)
    return [read(one, f"{where}[{at}]") for at, one in enumerate(_expect(json, list, "an array", where))]


def _int_of_json(json, codes, where):
    names = _names(codes) if codes else {}
    if isinstance(json, str):
        if json in names:
            return names[json]
        if json.lstrip("-").isdecimal():
            return int(json)
    elif isinstance(json, int) and not isinstance(json, bool):
        return json
    elif isinstance(json, list) and codes and issubclass(codes, enum.IntFlag):
        flags = 0
        for one in json:
            flags |= _int_of_json(one if not isinstance(one, list) else None, codes, where)
        return flags
    elif isinstance(json, dict) and codes and "raw" in json:
        return _int_of_json(json["raw"], None, where)
    elif isinstance(json, dict) and len(json) == 2 and isinstance(json.get("size"), int) and "value" in json:
        value = Uleb(_int_of_json(json["value"], codes, where))
        value.size = json["size"]
        return value
    raise ValueError(f"{where}: expected a whole number, found {json!r:.60}")


def _names(codes):
    """Returns the values of codes by their names in the schema."""
    return getattr(codes, "NAMES", None) or {name: int(code) for name, code in codes.__members__.items()}


def _float_of_json(type_, json, where):
    if isinstance(json, (int, float)) and not isinstance(json, bool):
        return F(json)
    if isinstance(type_, Float) and isinstance(json, dict) and isinstance(json.get("bits"), str):
        try:
            bits = int(json["bits"], 16)
            if type_.size == 2:  # the bits are those of the same number in four bytes, which is not a finite one
                bits = bits >> 16 & 0x8000 | 0x7C00 | bits >> 13 & 0x3FF
            return _number(type_, bits.to_bytes(type_.size, "big" if type_.big else "little"))
        except (ValueError, OverflowError):
            pass
    raise ValueError(f"{where}: expected a number, found {json!r:.60}")


def _digits_of_json(type_, json, codes, where):
    if not isinstance(json, dict) or "hex" not in json:
        return _int_of_json(json, codes, where)
    raw = _bytes_of_json(json["hex"], where)
    stated = {name: one for name, one in json.items() if name != "hex"}
    value = _number(type_, raw) if len(raw) == type_.size else None
    if value is None or stated and (list(stated) != ["number"] or _int_of_json(stated["number"], codes, where) != value):
        raise ValueError(f"{where}: expected {type_.size} bytes of the number, found {json!r:.60}")
    return value


def _encoded_of_json(form, json, size, where):
    if not isinstance(json, dict):
        raw = _encoded(form, _expect(json, str, "a text", where), size)
        if raw is None:
            raise ValueError(f"{where}: expected a text in {form[0]}, found {json!r:.60}")
        return raw
    raw = _bytes_of_json(json.get("hex"), where)
    if "text" in json and _decoded(form, raw) != json["text"]:
        raise ValueError(f"{where}: the bytes are another text than {json['text']!r:.60}")
    return raw


def _text_of_json(json, where):
    if isinstance(json, dict):
        return _bytes_of_json(json.get("hex"), where)
    return _expect(json, str, "a text", where).encode("utf-8")


def _bytes_of_json(json, where):
    try:
        return bytes.fromhex(_expect(json, str, "hexadecimal digits", where))
    except ValueError:
        raise ValueError(f"{where}: expected hexadecimal digits, found {json!r:.60}") from None


def _forms_of_json(json):
    forms = []
    for at, form in enumerate(_expect(json, list, "an array", "$forms")):
        where = f"$forms[{at}]"
        _expect(form, dict, "an object", where)
        transform = _expect(form.get("transform"), str, "a name", where)
        forms.append((transform, _bytes_of_json(form.get("data"), where)))
    return forms


def _gaps_of_json(json, where="$gaps"):
    gaps = []
    for at, gap in enumerate(_expect(json, list, "an array", where)):
        below = f"{where}[{at}]"
        _expect(gap, dict, "an object", below)
        gaps.append((_int_of_json(gap.get("offset"), None, below), _bytes_of_json(gap.get("data"), below)))
    return gaps


def _found_of_json(fields, json, where):
    """Returns the offsets at which a search found fields in the old file."""
    searched = {field.name for field in fields if field.region and field.region.search}
    for name in _expect(json, dict, "an object", where):
        if name not in searched:
            raise ValueError(f"{where}: expected the name of a field that readers find by a search, found `{name}`")
    return {name: _int_of_json(offset, None, _below(where, name)) for name, offset in json.items()}


def _rest_of_json(fields, json, where):
    """Returns the bytes that are left in the contents of fields."""
    stored = {field.name for field in fields if field.region and field.region.holds_one()}
    for name in _expect(json, dict, "an object", where):
        if name not in stored:
            raise ValueError(f"{where}: expected the name of a field whose stored bytes have a size, a transform or a checksum, found `{name}`")
    return {name: _gaps_of_json(runs, _below(where, name)) for name, runs in json.items()}


def _expect(json, kind, what, where):
    if not isinstance(json, kind):
        raise ValueError(f"{where or 'the value'}: expected {what}, found {json!r:.60}")
    return json


def _below(where, name):
    return f"{where}.{name}" if where else name

# Whole files.


class _File:
    """Writes a structure that places others: its fields, then what lies elsewhere, at places that it computes."""

    def __init__(self, structure, fields, values, fresh):
        self.structure, self.fields, self.values, self.fresh = structure, fields, values, fresh
        self.elsewhere = [field for field in fields if _lies_elsewhere(field)]
        self.gaps = sorted(values.get("$gaps", ()), key=lambda gap: gap[0])
        for field in self.elsewhere:
            if field.region.each:  # numbers are set in copies
                values[field.region.each] = list(map(_copy, values[field.region.each]))
        for field in fields:
            if isinstance(values[field.name], Structure):
                values[field.name] = _copy(values[field.name])

    def bytes(self):
        head, _ = self.head()
        self.stated = {setting.target: self.number(_member(setting.target)) for setting in self.settings()}
        parts = self.parts()
        if self.fresh:
            blocks, end, size = _fresh(parts, self.elsewhere, len(head))
        else:
            for part in parts:
                self.remember(part, head)
            # A head with a checksum changes.
            blocks, end, size = _kept(parts, self.gaps, head, not self.structure.SUMS)
        self.set(parts, end, size, len(head))
        for part in parts:
            wrong = self.wrong(part)
            if wrong:
                raise part.no_place(wrong)
        return self.assembled(parts, blocks, size)

    def settings(self):
        return [setting for setting in self.structure.SETTINGS if not setting.field]

    def head(self):
        return _in_order(self.structure, self.fields, self.values, True, 0)

    def scope(self, part=None, **facts):
        values = {**self.values, **{name: Structure(**members) for name, members in facts.items()}}
        if part and part.index is not None:
            values["entry"] = self.values[part.field.region.each][part.index]
        return _Writing(values)

    def number(self, expression, part=None, **facts):
        """The value of an expression, if it has one."""
        try:
            return expression(self.scope(part, **facts)) if expression else None
        except NoValue:
            return None

    def holds(self, part, pairs):
        """What belongs to the first condition that holds."""
        for when, *found in pairs:
            holds = self.number(when, part)
            if holds is None:
                raise part.no_place("a condition has no value")
            if holds:
                return found
        return None

    # Contents.

    def parts(self):
        parts = []
        for field in self.elsewhere:
            align = self.number(field.region.place.align) if field.region.place.align else 1
            if not align or align < 1:
                raise ValueError(f"{field.name}: has no alignment")
            if not field.region.each:
                stored = _written(self.structure, field, self.values, True, None)
                parts.append(_Part(field, len(parts), stored, align=align))
                continue
            contents = self.values[field.name] or []
            table = self.values[field.region.each]
            if len(contents) > len(table):
                raise ValueError(f"{field.name}[{len(table)}]: no element of `{field.region.each}` describes it")
            for index in range(len(table)):
                part = _Part(field, len(parts), b"", index=index, align=align)
                self.store(part, contents[index] if index < len(contents) else None)
                parts.append(part)
        return parts

    def store(self, part, content):
        region = part.field.region
        if content is None:
            if self.number(region.size, part) != 0:
                raise part.no_place("expected the content of the region, found none")
            content = Data(b"")
        if isinstance(content, Stored):
            part.stored = content.bytes
            return
        args = [arg(self.scope(part)) for arg in part.field.type.args]
        plain = content.bytes if isinstance(content, Data) else _write(content, args, True)
        part.stored, part.content_size = plain, len(plain)
        check = self.holds(part, region.checks)
        if check:
            names, stated = check
            _know(names, _SUMS)
            sums = [_SUMS[name](plain) for name in names]
            # Of several accepted ones, the one that is stated stays.
            old = None if self.fresh else self.number(stated, part)
            part.checksum = old if old in sums else sums[0]
        transform = self.holds(part, region.steps)
        if transform:
            part.stored = _pack(transform[0], plain)

    # Places.

    def remember(self, part, head):
        """Where the part was: what the fields state before anything is set."""
        region = part.field.region
        offset = self.number(region.at, part)
        size = self.number(region.size, part) if region.each else len(part.stored)
        if offset is None or size is None or offset < 0 or size < 0:
            return
        if offset % part.align:
            part.align = 1  # a file that is not aligned stays so
        if part.stored and size == 0 and offset < len(head):
            return  # it was nowhere
        part.old = (offset, size)

    def set(self, parts, end, size, head):
        """Sets the numbers that state places, sizes and checksums, unless they are read as they should be."""
        begun_wrong = {part.number for part in parts if self.wrong(part)}
        for setting in self.structure.SETTINGS:
            if not setting.field:
                self.assign(None, setting, self.of_file(setting, parts, end, size, head))
                continue
            mine = [part for part in parts if part.field.name == setting.field]
            first = min((part.offset for part in mine), default=0)
            for part in mine:
                if part.number not in begun_wrong and not self.wrong(part):
                    continue
                facts = {"offset": part.offset, "stored_size": len(part.stored)}
                facts.update(content_size=part.content_size, checksum=part.checksum)
                facts = {"region": facts, "regions": {"offset": first}, "file": {"end": end, "size": size}}
                value = self.number(setting.value, part, **facts)
                if value is not None:
                    self.assign(part, setting, value)
                elif None not in facts["region"].values():
                    raise part.no_place(f"what `{'.'.join(setting.target)}` states has no value")

    def of_file(self, setting, parts, end, size, head):
        """A number that states something of the file: it moves as far as that does."""
        value = lambda end, size: self.number(setting.value, None, file={"end": end, "size": size})
        most = value(size, size)
        if not self.fresh:
            old_end = max([head, *(part.old_end() for part in parts if part.old)])
            old_size = max([old_end, *(offset + len(data) for offset, data in self.gaps)])
            old, new, stated = value(old_end, old_size), value(end, size), self.stated[setting.target]
            if None not in (old, new, most):
                most = new if stated is None else min(stated + new - old, most)
        if most is None:
            raise ValueError(f"{'.'.join(setting.target)}: has no value")
        return most

    def assign(self, part, setting, value):
        path = list(setting.target)
        if part and path[0] == "entry":
            holder = self.values[part.field.region.each][part.index]
            _set_member(holder, path[1:], value)
        elif len(path) == 1:
            self.values[path[0]] = value
        else:
            _set_member(self.values[path[0]], path[1:], value)

    def wrong(self, part):
        """What a reader would not find as it is."""
        region, size = part.field.region, len(part.stored)
        if region.each is None and size == 0:
            return None
        check = self.holds(part, region.checks) if region.each else None
        expected = [(region.at, part.offset), (region.content_size, part.content_size)]
        expected += [(region.size, size)] if region.each else []
        expected += [(check[1], part.checksum)] if check else []
        for expression, fact in expected:
            read = self.number(expression, part)
            if expression and fact is not None and read != fact:
                return f"a reader takes {read} for {fact}"
        return None

    def assembled(self, parts, blocks, size):
        head, spans = self.head()
        whole = bytearray(size)
        for part in parts:
            if part.index is None:
                part.stored = _written(self.structure, part.field, self.values, True, part.offset)
                spans[part.field.name] = (part.offset, part.offset + len(part.stored), part.field.type)
        for block in blocks:
            for stored, at in [(block.gap, 0)] if block.gap is not None else [(part.stored, at) for part, at in block.parts]:
                whole[block.new + at : block.new + at + len(stored)] = stored
        whole[: len(head)] = head
        return _sealed(self.structure, bytes(whole), spans)


def _lies_elsewhere(field):
    return bool(field.region and (field.region.each or field.region.at))


def _copy(value):
    return type(value)(**vars(value)) if isinstance(value, Structure) else value


def _member(path):
    return lambda scope: scope.get(*path)


def _set_member(holder, path, value):
    """Sets a number in a structure that is a copy."""
    for name in path[:-1]:
        vars(holder)[name] = _copy(vars(holder)[name])
        holder = vars(holder)[name]
    if path[-1] not in vars(holder):
        raise ValueError(f"{'.'.join(path)}: no such number")
    vars(holder)[path[-1]] = _keep_size(vars(holder)[path[-1]], value)


def _sealed(structure, written, spans):
    """The bytes with the checksums that they state of themselves."""
    for sum_ in structure.SUMS:
        _know([sum_.algorithm], _SUMS)
        start, end, type_ = _members(structure, spans, sum_.stored)[0]
        accepted = _accepted(structure, sum_, spans, written)
        stated = _number(type_, written[start:end])
        value = stated if stated in accepted[1:] else accepted[0]
        written = written[:start] + _write_one(type_, value) + written[end:]
    return written


def _in_place(structure, field, values):
    """A field that is stored in another form where it follows the one before; what states that form is set."""
    region = field.region
    if values[field.name] is None:
        return b""
    plain = _written(structure, field._replace(region=None), values, True, 0)
    scope = _Writing(values)
    stored, facts = plain, {"content_size": len(plain)}
    for when, name in region.steps:
        if when(scope):
            stored = _pack(name, plain)
            break
    for at, (when, names, _) in enumerate(region.checks):
        if when(scope):
            _know(names[:1], _SUMS)
            facts[at] = _SUMS[names[0]](plain)
            break
    facts["stored_size"] = len(stored)
    for fact, numbers in region.numbers:
        for path, shift, bits in numbers if fact in facts else ():
            value = facts[fact] >> shift
            value = value & (1 << bits) - 1 if bits else value
            if len(path) == 1:
                values[path[0]] = value
            else:
                values[path[0]] = _copy(values[path[0]])
                _set_member(values[path[0]], path[1:], value)
    stating = [(region.size, "stored_size"), (region.content_size, "content_size")]
    stating += [(stated, at) for at, (_, _, stated) in enumerate(region.checks)]
    for expression, fact in stating:
        try:
            read = expression(_Writing(values)) if expression and fact in facts else None
        except NoValue:
            continue  # known when it is read
        if read is not None and read != facts[fact]:
            raise ValueError(f"{structure.__name__}.{field.name}: a reader takes {read} for {facts[fact]}")
    return stored


def _pack(transform, content):
    _know([transform], _PACKERS)
    return _PACKERS[transform](content)


def _know(names, known):
    for name in names:
        if name not in known:
            raise NotImplementedError(f"{name} is not known here")


_PACKERS = {"zlib": zlib.compress, "xz": lambda content: lzma.compress(content, lzma.FORMAT_XZ)}

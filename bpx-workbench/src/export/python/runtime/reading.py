# Reading.

_EARLY_FAULTS = 16  # the most faults of a rule that are reported before the fault of a field


class _Deep:
    """Raises the recursion limit of Python, as trees of the permitted depth exceed it."""

    def __enter__(self):
        self.limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(self.limit, 12 * MAX_DEPTH + 1000))

    def __exit__(self, *_):
        sys.setrecursionlimit(self.limit)


def _load(structure, data, args, keeps=False):
    reader = _Reader(bytes(data))
    reader.keeps = keeps
    with _Deep():
        try:
            value = reader.whole(lambda reader: reader.structure(structure, args))
            reader.relations.judge(reader.faults)
            if keeps and reader.gaps:
                vars(value)["$gaps"] = reader.gaps
            if keeps and reader.forms:
                vars(value)["$forms"] = list(dict.fromkeys(reader.forms))
            return value, reader.faults
        except Malformed as error:
            reader.faults.append(error.fault)
            return error, reader.faults


class _Reader:
    def __init__(self, data, base=0, packed=False, outer=None):
        self.data, self.base, self.packed, self.at = data, base, packed, 0
        self.faults = outer.faults if outer else []
        self.path = outer.path if outer else []
        self.regions_deep = outer.regions_deep + 1 if outer else 0
        self.deep = outer.deep + 1 if outer else 0  # structures and regions that are open
        self.tree_deep = 0  # of them, nodes of one tree, which count by themselves
        self.relations = outer.relations if outer else _Relations()
        self.array = None  # path of the array of records whose element is read
        self.elsewhere = []  # begin and end of what was read out of turn
        self.pads = {}  # for its ends, up to where zeros may pad it
        self.keeps = outer.keeps if outer else False  # whether bytes that form no value are kept
        self.gaps = []  # offset and bytes that no field holds
        self.forms = outer.forms if outer else []  # transform and bytes of what was compressed

    def covers(self, field, start, end):
        """Notes bytes that were read out of turn, and up to where zeros may pad them."""
        self.elsewhere.append((start, end))
        self.pads[end] = max(self.pads.get(end, 0), _aligned(end, field.region.place.padded))

    def whole(self, read):
        """Returns the value of all bytes, with a fault for bytes that no field holds."""
        value = read(self)
        reached, size = 0, len(self.data)
        # What lies outside of the data leaves nothing unread.
        held = sorted((start, end) for start, end in [*self.elsewhere, (0, self.at)] if start < min(end, size))
        for start, end in [*held, (size, size)]:
            if reached < start:
                self.gaps.append((reached, self.data[reached:start]))
                padded = min(self.pads.get(reached, reached), start)
                reached = reached if any(self.data[reached:padded]) else padded
            if reached < start:
                code = "trailing-bytes" if start >= size else "unread-bytes"
                zero = start < size and not any(self.data[reached:start])
                excuse, severity = ("", "note") if zero else ("unread", "error")
                self.faults.append(Fault("trailing-bytes", code, self.where(), self.place(reached), excuse, severity))
            reached = max(reached, end)
        return value

    def place(self, at=None):
        return self.base + (0 if self.packed else self.at if at is None else at)

    def where(self):
        return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path).lstrip(".")

    def fault(self, kind, at=None):
        return Malformed(Fault(kind, kind, self.where(), self.place(at)))

    def take(self, size):
        if size > len(self.data) - self.at:
            raise self.fault("truncated")
        self.at += size
        return self.data[self.at - size : self.at]

    def value(self, function, values):
        return function(_Scope(values, self.at, len(self.data)))

    def number(self, function, values, negative=False):
        """Returns the number of an expression. Raises a fault where it has no value, a negative one or one of more than 64
        bits."""
        try:
            number = self.value(function, values)
        except NoValue:
            number = None
        if number is None or (not negative and not 0 <= number < 1 << 64):
            raise self.fault("overflow")
        return number

    def inside(self, step, function):
        self.path.append(step)
        value = function()
        self.path.pop()
        return value

    def check(self, rules, codes, value, single, at, scope):
        values = [value] if single or isinstance(value, bytes) and not rules else value
        for rule in rules:
            kind = _broken(rule, codes, value, values, single, scope)
            if kind:
                self.faults.append(Fault(kind, rule.code, self.where(), at, rule.lenient, rule.severity))

    def across(self, rule, at, scope):
        """Checks a rule over several fields; its fault names the member that `on` states."""
        kind = _broken(rule, None, 0, [0], True, scope)
        if kind:
            on = () if rule.on == AT_END else rule.on
            where = ".".join(([self.where()] if self.path else []) + list(on))
            self.faults.append(Fault(kind, rule.code, where, at, rule.lenient, rule.severity))

    def each_number(self, rule, values, start, size):
        """Checks a rule of each number of a list, which begins at an offset; the size of a number is in bytes."""
        array, condition, *_ = rule.value
        own = rule._replace(what="assert", value=condition)
        for index, entry in enumerate(values[array]):
            known = {**values, "entry": entry, "index": index}
            self.path += [array, index]
            self.across(own, self.place(start + index * size), _Scope(known, self.at, len(self.data)))
            del self.path[-2:]

    def each_element(self, rule, values):
        """Checks a rule of each element of an array, which may use sums over the elements before, the indexes of the first
        elements with the same members, and those of overlapped regions."""
        array, condition, summed, compared, *placed = rule.value
        overlaps = {name: values[name].overlaps() for names in placed for name in names}
        seen = {}
        before = dict.fromkeys(summed, 0)
        own = rule._replace(what="assert", value=condition)
        for index, (entry, start) in enumerate(zip(values[array], values[array].starts)):
            first = {member: seen.setdefault((member, entry[member]), index) for member in compared}
            others = {name: found.get(index, index) for name, found in overlaps.items()}
            asked = {"before": Structure(**before), "first": Structure(**first), "overlapped": Structure(**others)}
            known = {**values, "entry": entry, "index": index, **asked}
            inner = 0 if self.packed else _offset_in(type(entry), rule.on, memoryview(self.data)[start:])
            self.path += [array, index]
            self.across(own, self.place(start) + inner, _Scope(known, self.at, len(self.data)))
            del self.path[-2:]
            for member in summed:
                before[member] += entry[member]

    def blamed(self, path, values, spans):
        """Returns the offset of a member."""
        if path == AT_END:
            return self.place()
        inner = 0 if self.packed or len(path) < 2 else _path_offset(type(values[path[0]]), path[1:])
        return self.place(spans[path[0]][2]) + inner

    def structure(self, structure, args=()):
        if structure.PARAMS and len(args) != len(structure.PARAMS):
            raise self.fault("inconsistent")
        if structure.SIZE is not None:
            at = self.at
            record = _Reader(self.take(structure.SIZE), self.place(at), self.packed, self)
            record.regions_deep, record.array, record.deep = self.regions_deep, self.array, self.deep
            return record.record(structure)
        values = dict(zip(structure.PARAMS, args))
        if structure.CASES:
            return self.switch(structure, values)
        at = self.place()
        spans, depth = {}, len(self.path)
        try:
            self.fields(structure.FIELDS, values, spans)
        except Malformed as error:
            del self.path[depth:]
            self.early(structure, values, spans, at, error.fault.kind)
            raise
        self.computed(structure.FIELDS, structure.DERIVED, values, spans)
        for rule in structure.RULES:
            self.rule(structure, rule, values, spans, at)
        for field in structure.FIELDS:
            for relation in field.relations:
                if relation.what == "tree" and isinstance(values.get(field.name), _Elements):
                    self.tree_of_elements(relation, field.name, values[field.name])
        for sum_ in structure.SUMS:
            self.sum(structure, sum_, spans, values)
        return _value(structure, structure.FIELDS, values)

    def rule(self, structure, rule, values, spans, at):
        """Checks a rule across the fields of a structure that begins at an offset, or for each element of a list."""
        if rule.what == "each":
            name = rule.value[0]
            if values[name] is None:
                return  # an absent list
            if hasattr(values[name], "starts"):
                self.each_element(rule, values)
            else:
                sizes = {field.name: field.type.size for field in structure.FIELDS if isinstance(field.type, Int)}
                self.each_number(rule, values, spans[name][2], sizes[name])
            return
        blamed = self.blamed(rule.on, values, spans) if rule.on else at
        self.across(rule, blamed, _Scope(values, self.at, len(self.data)))

    def early(self, structure, values, spans, at, kind):
        """Checks the rules that need only the fields before a field which could not be read."""
        for rule in structure.RULES if kind != "limit-exceeded" else ():
            if rule.needs and all(name in values for name in rule.needs):
                before = len(self.faults)
                self.rule(structure, rule, values, spans, at)
                del self.faults[before + _EARLY_FAULTS :]

    def tree_of_elements(self, relation, name, elements):
        """Whether elements form a tree, of which the first is the root."""
        for index, kind, what in _tree_faults([[one[member] for member in relation.children] for one in elements]):
            claim = relation.claim if what == "cycle" else getattr(relation, what)
            path = self.inside(name, lambda: self.inside(index, self.where))
            self.faults.append(Fault(kind, claim.code, path, self.place(elements.starts[index]), claim.lenient, claim.severity))

    def record(self, structure):
        """Reads a record from all of the bytes, whose number is the size of the record."""
        at, values = self.place(), {}
        checks = []
        for field in structure.FIELDS:
            start = self.place()
            if isinstance(field.type, Named):
                values[field.name] = self.inside(field.name, lambda: self.nested(field, values))
            else:
                values[field.name] = self.plain(field, values)
                self.path.append(field.name)
                scope = _Later(self.data, structure)
                self.check(field.rules, field.codes, values[field.name], field.count is None, start, scope)
                self.path.pop()
        for field in structure.BITS:
            bits = int.from_bytes(self.data, field.order)
            values[field.name] = bits >> field.shift(len(self.data)) & (1 << field.width) - 1
            start = self.place(field.first // 8)
            scope = _Later(self.data, structure)
            self.inside(field.name, lambda: self.check(field.rules, field.codes, values[field.name], True, start, scope))
        for rule in structure.RULES:
            blamed = at + (0 if self.packed else _path_offset(structure, rule.on))
            self.across(rule, blamed, _Scope(values, 0, len(self.data)))
        start = 0
        for field in structure.FIELDS:
            self.inside(field.name, lambda: self.relate(field, values[field.name], self.place(start), values))
            start += _fixed(field)
        return structure(**values)

    def relate(self, field, value, place, values=None):
        """Keeps the pools and references of a field; the conditions of a reference use the members of its record."""
        for relation in field.relations:
            if relation.what == "tree":
                continue  # a rule across fields
            try:
                if relation.when and not relation.when(_Scope(values)):
                    continue
            except NoValue:
                pass  # a condition without a value hides nothing
            # What is found in an array is reported together; of its elements, the same member.
            member = tuple(self.path) if self.array is None else (self.array, *self.path[len(self.array) + 1 :])
            if isinstance(value, list):
                for index, one in enumerate(value):
                    step = 0 if self.packed else index * field.type.size
                    block = (id(relation), member, index) if values else (id(relation), member)
                    path = self.inside(index, self.where)
                    self.relations.add(block, _Related(relation, path, place + step, one))
            else:
                self.relations.add((id(relation), member), _Related(relation, self.where(), place, value))

    def switch(self, structure, params):
        for case in structure.CASES:
            if case.when and not self.inside("case", lambda: self.number(case.when, params, True)):
                continue
            if case.tag is not None and not self.data.startswith(case.tag, self.at):
                continue
            if not case.attempt:
                return self.case(structure, case, params)
            at, faults, path, elsewhere = self.at, len(self.faults), len(self.path), len(self.elsewhere)
            deep = self.deep, self.tree_deep
            related = self.relations.mark()
            try:
                return self.case(structure, case, params)
            except Malformed as error:
                self.at, (self.deep, self.tree_deep) = at, deep
                del self.faults[faults:], self.path[path:], self.elsewhere[elsewhere:]
                self.relations.back(related)
                self.faults.append(error.fault._replace(lenient=case.attempt))
        raise self.fault("unknown-tag")

    def case(self, structure, case, params):
        values, spans = dict(params), {}
        self.fields(case.fields, values, spans)
        self.computed(case.fields, (), values, spans)
        value = _value(structure, case.fields, values)
        vars(value)["case"] = case.name
        return value

    def fields(self, fields, values, spans):
        values["$spans"] = spans
        begin = spans.get("self", (self.at,))[0]
        for field in fields:
            start = place = self.at
            self.path.append(field.name)
            spans[field.name] = (start, start, start)
            if field.region and field.region.each:
                values[field.name] = self.regions(field, values, spans)
            elif field.when and not self.number(field.when, values, True):
                values[field.name] = field.otherwise
            elif field.region and (field.region.at or field.region.search):
                back = self.at
                offset = self.number(field.region.at, values) if field.region.at else self.found(field.region.search)
                if offset > len(self.data):
                    raise self.fault("out-of-bounds")
                if field.region.search and self.keeps:
                    values.setdefault("$found", {})[field.name] = offset
                self.at = place = offset
                read = self.held if field.region.holds_one() else self.field
                values[field.name] = read(field, values)
                self.covers(field, place, self.at)
                self.at = back
            elif field.region:
                values[field.name] = self.held(field, values)
            else:
                values[field.name] = self.field(field, values)
            self.path.pop()
            spans[field.name] = (start, self.at, place)
            spans["self"] = (begin, self.at)

    def computed(self, fields, derived, values, spans):
        """Reports stored values that differ from the computed ones."""
        scope = _Scope(values, self.at, len(self.data))
        for field in fields:
            for rule in (rule for rule in field.rules if rule.what == "calc"):
                if not field.when or _holds(field.when, scope):
                    at = self.place(spans[field.name][2])
                    own = _Scope(values, spans[field.name][0], len(self.data))
                    self.compare(rule, (field.name,), at, values[field.name], field.derived, own)
        for path, expression, *rules in derived:
            for rule in rules:
                holder = values[path[0]]
                at = self.place(spans[path[0]][2]) + (0 if self.packed else _path_offset(type(holder), path[1:]))
                self.compare(rule, path, at, holder[path[1]], expression, scope)

    def compare(self, rule, path, at, stated, expression, scope):
        try:
            kind = rule.value if expression(scope) != stated else None
        except NoValue:
            kind = "overflow"
        if kind:
            where = ".".join(([self.where()] if self.path else []) + list(path))
            self.faults.append(Fault(kind, rule.code, where, at, rule.lenient))

    def field(self, field, values):
        """Reads one field, whose name is in the path already."""
        if field.magic is not None:
            at = self.at
            if self.take(len(field.magic)) != field.magic:
                raise self.fault("bad-magic", at)
            return field.magic
        if isinstance(field.type, Named):
            return self.nested(field, values)
        try:
            field = field._replace(type=field.stored(lambda function: self.number(function, values, True)))
        except NoValue:
            raise self.fault("overflow") from None
        start = self.place()
        if isinstance(field.type, Text) and field.count is not None:
            return self.texts(field, values)
        value = self.plain(field, values, named=True)
        self.check(field.rules, field.codes, value, field.count is None, start, _Scope({}))
        if field.pool:
            self.relations.pools.setdefault(field.pool.name, value)
        self.relate(field, value, start)
        return value

    def counted(self, field, values):
        if field.count is REST or isinstance(field.count, (Until, bytes)):
            return None
        return field.count if isinstance(field.count, int) else self.number(field.count, values)

    def plain(self, field, values, named=False):
        """Reads a number, a text, bytes, or a list of numbers."""
        if not named:
            return self.inside(field.name, lambda: self.plain(field, values, True))
        type_ = field.type
        if isinstance(type_, Text):
            return self.text(type_.unit)
        if isinstance(type_, Varint):
            return self.varint(type_)
        if field.count is None:
            return _number(type_, self.take(type_.size))
        if field.count is REST:
            count = -(-(len(self.data) - self.at) // type_.size)
        elif isinstance(field.count, (Until, bytes)):
            count = self.count_until(field, values)
        else:
            count = self.counted(field, values)
        raw = self.take(count * type_.size)
        self.terminator(field)
        if isinstance(type_, Int) and type_.size == 1 and not type_.signed:
            return raw
        return [_number(type_, raw[at : at + type_.size]) for at in range(0, len(raw), type_.size)]

    def count_until(self, field, values):
        """Returns the number of elements up to the end of a list of numbers."""
        at, count, size, sums = self.at, 0, field.type.size, {}
        while True:
            if isinstance(field.count, bytes) and self.data.startswith(field.count, at):
                return count
            if at + size > len(self.data):
                raise self.fault("unterminated")
            if self.is_last(field, values, _number(field.type, self.data[at : at + size]), count, sums):
                return count + 1
            at, count = at + size, count + 1

    def is_last(self, field, values, entry, index, sums):
        """Returns whether an element ends its list, after it was added to sums over the list."""
        if not isinstance(field.count, Until):
            return False
        self.path.append(index)
        inner = {**values, "entry": entry, "index": index}
        last = self.number(lambda scope: field.count.holds(scope, sums), inner, True)
        self.path.pop()
        return last

    def goes_on(self, field, count, read, last):
        """Returns whether a list has another element after the `read` ones."""
        if not isinstance(field.count, (Until, bytes)):
            return read < count if count is not None else self.at < len(self.data)
        if last or isinstance(field.count, bytes) and self.data.startswith(field.count, self.at):
            return False
        if self.at == len(self.data):
            raise self.fault("unterminated")
        return True

    def terminator(self, field):
        """Reads the bytes that end a list."""
        if isinstance(field.count, bytes):
            self.take(len(field.count))

    def text(self, unit):
        end = self.data.find(bytes(unit), self.at)
        while end >= 0 and (end - self.at) % unit:
            end = self.data.find(bytes(unit), end + 1)
        if end < 0:
            raise self.fault("unterminated")
        return self.take(end + unit - self.at)[:-unit]

    def texts(self, field, values):
        texts = []
        if field.pool and field.count is REST:
            self.relations.pools.setdefault(field.pool.name, self.data[self.at :])
        count, last, sums = self.counted(field, values), False, {}
        while self.goes_on(field, count, len(texts), last):
            start = self.place()
            self.path.append(len(texts))
            texts.append(self.text(field.type.unit))
            self.check(field.rules, field.codes, texts[-1], True, start, _Scope({}))
            self.path.pop()
            last = self.is_last(field, values, texts[-1], len(texts) - 1, sums)
        self.terminator(field)
        return texts

    def varint(self, type_):
        most = _varint_most(type_)
        rest = self.data[self.at : self.at + most]
        size = _varint_size(type_.form, rest)
        if size is None:
            prefixed = type_.form in _PREFIXED and rest
            raise self.fault("bad-varint" if prefixed or len(rest) == most else "truncated")
        value = _varint(type_, rest[:size]) if size <= most else None
        if value is not None and len(rest) < size:
            raise self.fault("truncated")
        if value is None or not _varint_fits(type_, value):
            raise self.fault("bad-varint")
        self.at += size
        value = Uleb(value)
        value.size = size
        return value

    def nested(self, field, values):
        """Reads a structure, or a list of structures."""
        structure, args = field.type.link(), field.type.args

        def one():
            # Parameters are the field's affair, not the element's.
            step = self.path.pop() if field.count is not None else None
            known = values if step is None else {"index": step, **values}
            given = [self.number(arg, known, True) for arg in args]
            if step is not None:
                self.path.append(step)
            deep, tree_deep = self.deep, self.tree_deep
            self.deep, self.tree_deep = (deep, tree_deep + 1) if field.children else (deep + 1, 0)
            if max(self.deep, self.tree_deep) >= MAX_DEPTH:
                raise self.fault("too-deep")
            value = self.structure(structure, given)
            self.deep, self.tree_deep = deep, tree_deep
            return value

        if field.count is None:
            return one()
        elements, begin = _Elements(), self.place()
        count, last, sums = self.counted(field, values), False, {}
        if count is not None and structure.SIZE is not None and count * structure.SIZE > len(self.data) - self.at:
            raise self.fault("truncated")
        around = self.array
        if count is not None and structure.SIZE is not None and not args and self.array is None:
            self.array = tuple(self.path)
        while self.goes_on(field, count, len(elements), last):
            before = self.at
            elements.starts.append(before)
            if count is not None and len(elements) > len(self.data):
                self.path.append(len(elements))
                raise self.fault("truncated")
            elements.append(self.inside(len(elements), one))
            last = self.is_last(field, values, elements[-1], len(elements) - 1, sums)
            if count is None and self.at == before and not last:
                raise self.fault("inconsistent")
        self.terminator(field)
        self.array = around
        if field.pool:
            key = field.pool.key
            self.relations.pools.setdefault(field.pool.name, self.keys(structure, elements, key))
        self.relate(field, len(elements), begin)
        return elements

    def keys(self, structure, elements, key):
        """Returns the keys of elements, with the places of those that lie at fixed distances."""
        keys = _Keys(key and element[key] for element in elements)
        if key and structure.SIZE is not None:
            start = 0 if self.packed else _path_offset(structure, (key,))
            keys.places = [
                (self.inside(index, lambda: self.inside(key, self.where)), self.place(at) + start)
                for index, at in enumerate(elements.starts)
            ]
        return keys

    def regions(self, field, values, spans):
        """Reads the contents of all regions, each of which is described by an element of an array."""
        region, table = field.region, values[field.region.each]
        stored = []
        for entry in table:
            stored.append(self.stored(field, {**values, "entry": entry}))
        contents, blamed = _Contents([place[:2] for place in stored]), []
        left = len(self.data) * MAX_SHARING + (1 << 20)
        if self.relations.table is None:
            path = ".".join(str(step) for step in [*self.path[:-1], region.each])
            self.relations.table = (path, self.place(spans[region.each][2]))
        for index, (entry, (offset, size, *how)) in enumerate(zip(table, stored)):
            blame = _Blame(self, field, entry, index, self.place(table.starts[index]), blamed)
            if offset + size <= len(self.data):
                left -= size
            if left < 0:
                path = self.where() + f"[{index}]"
                blamed.append(Fault("limit-exceeded", f"{field.name}.limit", path, self.place(offset)))
                self.relations.whole = False
                break
            args = [self.number(arg, {**values, "entry": entry}, True) for arg in field.type.args]
            contents.append(self.inside(index, lambda: self.region(field, offset, size, how, args, blame)))
            # What was looked at and did not give its pools cannot be read.
            content = field.type.link()
            for pool in _pools(content, dict(zip(content.PARAMS, args)), set()):
                self.relations.pools.setdefault(pool, None)
        self.faults.extend(blamed)
        return contents

    def stored(self, field, values):
        region = field.region
        number = lambda function: self.number(function, values) if function else None
        holds = lambda function: self.number(function, values, True)
        offset, size = number(region.at) or 0, number(region.size) or 0
        transform = next((name for when, name in region.steps if holds(when)), None)
        content_size = number(region.content_size)
        check = next(((names, number(value)) for when, names, value in region.checks if holds(when)), None)
        return offset, size, transform, content_size, check

    def region(self, field, offset, size, how, args, blame):
        self.covers(field, offset, offset + size)
        content = self.content(field, offset, size, how, blame)
        if content is None:
            inside = self.keeps and offset + size <= len(self.data)
            return Stored(self.data[offset : offset + size]) if inside else None
        inner = _Reader(content, self.place(offset), self.packed or how[0] is not None, self)
        depth = len(self.path)
        try:
            value = inner.whole(lambda inner: inner.structure(field.type.link(), args))
            return Data(content) if self.keeps and inner.gaps else value
        except Malformed as error:
            self.faults.append(error.fault)
            del self.path[depth:]
            return Data(content) if self.keeps else None

    def found(self, search):
        """Returns the offset of the searched bytes."""
        offset = search.find(self.data)
        if offset < 0:
            self.at = search.range(len(self.data))[0]
            raise self.fault("bad-magic")
        return offset

    def held(self, field, values):
        """Reads a transformed field from the next bytes, which hold no other field."""
        _, size, *how = self.stored(field, values)
        if field.region.joined:
            return self.joined(field, values, how)
        size = size if field.region.size else len(self.data) - self.at
        if field.region.self_ending:
            if not how[0]:
                raise self.fault("inconsistent")
            size = _stream_size(how[0], self.data, self.at, how[1])
        offset = self.at
        self.take(size)
        content = self.content(field, offset, size, how, _Own(self, field, offset))
        return self.inner(field, values, _Reader(content, self.place(offset), self.packed or how[0] is not None, self))

    def inner(self, field, values, reader):
        """Returns the field that a reader of its content reads."""
        value = reader.whole(lambda inner: inner.field(field, values))
        if self.keeps and reader.gaps:
            values.setdefault("$rest", {})[field.name] = reader.gaps
        return value

    def joined(self, field, values, how):
        """Reads a field from the joined parts in the elements of an array."""
        array, of_each = field.region.joined
        try:
            stored = b"".join(_Scope(values, self.at, len(self.data)).each((array,), of_each))
        except NoValue:
            raise self.fault("overflow")
        at = values["$spans"][array][2]
        content = self.content(field, at, len(stored), how, _Own(self, field, at), stored)
        return self.inner(field, values, _Reader(content, self.place(at), True, self))

    def content(self, field, offset, size, how, blame, stored=None):
        """Returns the content at an offset or in parts, after it is checked; None when it does not decompress."""
        transform, content_size, check = how
        if self.regions_deep >= MAX_REGIONS:
            blame.stream("too-deep", "too-deep", offset)
            return None
        if stored is None and offset + size > len(self.data):
            member = 0 if offset > len(self.data) else 1
            return blame.member("out-of-bounds", "bounds", member)
        content = self.data[offset : offset + size] if stored is None else stored
        if transform:
            if transform not in _TRANSFORMS:
                return blame.stream("unsupported-feature", f"{field.name}.stream", offset)
            limit = min(MAX_CONTENT, MAX_RATIO * size)
            limit = content_size if content_size is not None and content_size <= limit else limit
            try:
                content = _unpack(transform, content, limit)
            except OverflowError:
                if limit == content_size:
                    return blame.member("size-mismatch", "content-size", 2)
                return blame.stream("limit-exceeded", f"{field.name}.limit", offset)
            except (zlib.error, lzma.LZMAError, EOFError):
                return blame.stream("bad-stream", f"{field.name}.stream", offset)
            # Joined parts are values.
            if self.keeps and stored is None:
                self.forms.append((transform, self.data[offset : offset + size]))
        if content_size is not None and len(content) != content_size:
            return blame.member("size-mismatch", "content-size", 2)
        if check:
            algorithms, stated = check
            if any(_checksum(name) is None for name in algorithms):
                return blame.stream("unsupported-feature", f"{field.name}.checksum", offset)
            matching = next((name for name in algorithms if _checksum(name)(content) == stated), None)
            if matching is None:
                blame.member("checksum-mismatch", "checksum", 3)
            elif matching != algorithms[0]:
                name = matching[0] if isinstance(matching, tuple) else matching
                blame.member("checksum-mismatch", name, 3, severity="note")
        return content

    def sum(self, structure, sum_, spans, values):
        """Reports a stored checksum that differs from the computed one."""
        (start, end, type_), = _members(structure, spans, sum_.stored, _Scope(values))
        if start == end:
            return  # what is absent states no sum
        if _checksum(sum_.algorithm) is None:
            self.faults.append(Fault("unsupported-feature", sum_.code, self.where(), self.place(0)))
            return
        stated = _number(type_, self.data[start:end])
        if stated < 0:
            return  # no number, which is a fault of its own
        accepted = _accepted(structure, sum_, spans, self.data)
        if stated not in accepted:
            path = ".".join(([self.where()] if self.path else []) + list(sum_.stored))
            self.faults.append(Fault("checksum-mismatch", sum_.code, path, self.place(start)))

# Relations between the parts of a file.


class _Related(NamedTuple):
    """A value with a reference or a rule that compares it with others."""

    relation: object
    path: str
    place: int
    value: object


class _Keys(list):
    """The keys of the elements of a pool, with their paths and places."""

    places = ()


class _Relations:
    """The pools and references of a file, which are checked when all of the file is read."""

    def __init__(self):
        self.pools = {}  # bytes of texts, a list of keys of elements, or None for what cannot be read
        self.blocks = {}  # values that are reported together
        self.table = None  # path and place of the array that describes the parts
        self.whole = True  # whether all parts were looked at

    def mark(self):
        return dict(self.pools), {block: list(values) for block, values in self.blocks.items()}

    def back(self, mark):
        self.pools, self.blocks = mark

    def add(self, block, related):
        self.blocks.setdefault(block, []).append(related)

    def judge(self, faults):
        known = {}
        if not self.whole:
            return
        for block in self.blocks.values():
            relation = block[0].relation
            report = lambda kind, claim, one: faults.append(
                Fault(kind, claim.code, one.path, one.place, claim.lenient, claim.severity)
            )
            seen = known.setdefault(relation.claim.code, {})
            if relation.what == "unique":
                for one in block:
                    if one.value in seen:
                        report("duplicate", relation.claim, one)
                    seen.setdefault(one.value, one)
                continue
            if relation.what == "sorted":
                for one in block:
                    if "last" in seen and seen["last"] > one.value:
                        report("inconsistent", relation.claim, one)
                    seen["last"] = one.value
                continue
            if relation.pool in self.pools:
                pool = self.pools[relation.pool]
                if pool is None:
                    continue
            elif relation.absent is None or self.table is None:
                continue
            elif relation.absent == "fault":
                for one in block:
                    if one.value:
                        report("bad-reference", relation.claim, one)
                continue
            else:
                self.missing(relation, relation.absent, known, report)
                continue
            if relation.what == "count":
                key = relation.key and relation.key(_Scope({}))
                real = len(pool) if key is None else pool.count(key)
                for one in block:
                    if relation.multiple and real and one.value % real:
                        report("inconsistent", relation.claim, one)
                    if not relation.multiple and one.value != real:
                        report("count-mismatch", relation.claim, one)
            elif relation.what == "needs":
                if relation.key(_Scope({})) not in pool:
                    if self.table is None:
                        report("missing", relation.claim, block[0])
                    self.missing(relation, relation.claim, known, report)
            elif relation.what in ("single", "referred"):
                key = relation.key(_Scope({}))
                if key not in seen:
                    self.elements(relation, pool, key, report)
                seen[key] = True
            elif relation.what == "index":
                wrong = next((one for one in block if not _names_element(relation, pool, one.value)), None)
                if wrong:
                    report("bad-reference", relation.claim, wrong)
            else:
                _judge_texts(relation, pool, block, seen, report)

    def elements(self, relation, pool, key, report):
        """Checks all elements with a key: there is one at most, or others refer to each of them."""
        found = [(index, place) for index, place in enumerate(getattr(pool, "places", ())) if pool[index] == key]
        if relation.what == "single":
            kind, found = "duplicate", found[1:]
        else:
            kind, referred = "bad-reference", set()
            if not isinstance(self.pools.get(relation.by), _Keys):
                return
            for block in self.blocks.values():
                if block[0].relation.what == "index" and block[0].relation.pool == relation.pool:
                    referred.update(one.value - one.relation.first for one in block)
            found = [one for one in found if one[0] not in referred]
        for _, (path, place) in found:
            report(kind, relation.claim, _Related(relation, path, place, key))

    def missing(self, relation, claim, known, report):
        """Reports once, at the table of parts, that a part is missing."""
        if self.table is not None and not known.get(claim.code):
            known[claim.code] = {"missing": True}
            report("missing", claim, _Related(relation, *self.table, None))


def _tree_faults(elements):
    """Elements with a fault, of which each states the number of its first child and how many there are."""
    ranges = [range(first, first + count) for first, count in elements]
    parents, left, sound, found = {}, 2 * len(ranges), True, []
    for index, children in enumerate(ranges):
        if children and children[-1] >= len(ranges):
            sound = False  # another rule
            continue
        left -= len(children)
        if left < 0:
            return found
        twice = next((child for child in children if child in parents or child == 0), None)
        if twice is None:
            parents.update(dict.fromkeys(children, index))
        else:
            found.append((index, "duplicate", "parents") if twice else (index, "inconsistent", "cycle"))
    if found or not sound:
        return found
    level, reached, depth = [range(min(1, len(ranges)))], 0, 0
    while level and level[0]:
        if depth == MAX_DEPTH:
            return [(level[0][0], "too-deep", "depth")]
        depth += 1
        reached += sum(map(len, level))
        level = [ranges[index] for children in level for index in children if ranges[index]]
    if reached == len(ranges):
        return []
    for index in range(1, len(ranges)):
        if index not in parents:
            return [(index, "bad-reference", "orphan")]
    for index in range(1, len(ranges)):
        above, steps = index, 0
        while above and steps < len(ranges):
            above, steps = parents[above], steps + 1
        if above:
            return [(index, "inconsistent", "cycle")]
    return []


def _names_element(relation, pool, number):
    index = number - relation.first
    if index < 0:
        return not relation.required
    return index < len(pool) and (relation.key is None or pool[index] == relation.key(_Scope({})))


def _judge_texts(relation, pool, block, seen, report):
    """Checks the texts of a block. `seen` has the texts of the field so far, and under None the number of bytes that may
    still be read."""
    for one in block:
        if one.value >= len(pool):
            kind, text = "out-of-bounds", b""
        elif not relation.whole:
            # Texts have rules of their own: here only the beginning counts.
            if one.value > pool.rfind(b"\0"):
                report("unterminated", relation.claim, one)
            elif pool[one.value] & 0xC0 == 0x80:
                report("bad-text", relation.claim, one)
            continue
        else:
            end = pool.find(b"\0", one.value)
            text = pool[one.value :] if end < 0 else pool[one.value : end]
            largest = len(pool) if relation.largest is None else relation.largest
            kind = "limit-exceeded" if len(text) > largest else "unterminated" if end < 0 else None
            text = text[:largest]
        if relation.whole:
            left = seen.get(None, len(pool) * MAX_SHARING + (1 << 20))
            if left < 0:
                return
            seen[None] = left - len(text)
            if left < len(text):
                report("limit-exceeded", relation.shared or relation.claim, one)
                return
        if kind:
            report(kind, relation.claim, one)
            continue
        try:
            text.decode("utf-8")
            if relation.filled and not text:
                report("out-of-range", relation.filled, one)
            elif relation.file_path and not _is_file_path(text):
                report("unsafe-path", relation.file_path, one)
        except UnicodeDecodeError:
            report("bad-text", relation.claim, one)
        if relation.unique:
            if text in seen:
                report("duplicate", relation.unique, one)
            seen.setdefault(text, one)


def _is_file_path(text):
    """Whether a text can be the name of a file below a folder, on every usual system."""
    name = text.decode()
    if len(text) > 4096 or any(ord(one) < 32 or 127 <= ord(one) < 160 or one in '\\:|*?"<>' for one in name):
        return False
    parts = [part for part in text.split(b"/") if part not in (b"", b".")]
    absolute, folder = text.startswith(b"/"), text.endswith((b"/", b"/."))
    return 0 < len(parts) <= 256 and not absolute and not folder and all(map(_is_file_name, parts))


def _is_file_name(part):
    """Whether this is not a parent folder, not too long, no device of Windows, and no temporary file of this library."""
    if part.endswith((b".", b" ")) or len(part) > 255:
        return False
    stem = part.split(b".")[0].rstrip(b" ").upper()
    device = rb"CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(COM|LPT)([1-9]|\xc2[\xb9\xb2\xb3])"
    return not re.fullmatch(device, stem) and not re.fullmatch(rb"\.bpx-[0-9a-f]{16}\.part", part.lower())


def _pools(structure, params, known):
    """Returns the names of the pools in a value; for a switch, those of the case that its parameters choose, where they are
    known."""
    if structure in known:
        return
    known.add(structure)
    fields = list(structure.FIELDS)
    if structure.CASES and params is not None and all(case.tag is None for case in structure.CASES):
        for case in structure.CASES:
            try:
                if case.when and not case.when(_Scope(params)):
                    continue
            except NoValue:
                continue
            fields += case.fields
            break
    else:
        fields += [field for case in structure.CASES for field in case.fields]
    for field in fields:
        if field.pool:
            yield field.pool.name
        if isinstance(field.type, Named):
            yield from _pools(field.type.link(), None, known)

# Offsets of fields that do not follow the field before.


class _Part:
    """The bytes of a region: of one field, or of one element of a field."""

    def __init__(self, holder, field, number, stored, **facts):
        self.holder, self.field, self.number, self.stored = holder, field, number, stored
        self.index = self.content_size = self.checksum = None
        self.offset, self.old, self.align = 0, None, 1
        vars(self).update(facts)

    def where(self):
        return self.field.name + ("" if self.index is None else f"[{self.index}]")

    def no_place(self, message):
        return ValueError(f"{self.where()}: {message}")

    def old_end(self):
        return sum(self.old)

    def padded(self):
        """Returns the alignment to which zeros follow it, at least 1."""
        return self.align if self.field and self.field.region.place.padded > 1 else 1


class _Block:
    """Bytes that move together: parts with their offsets in the block, or a gap."""

    def __init__(self, old, parts=(), gap=None):
        self.old, self.parts, self.gap = old, list(parts), gap
        self.new = 0

    def size(self):
        return len(self.gap) if self.gap is not None else max(inside + len(part.stored) for part, inside in self.parts)

    def old_size(self):
        """Returns the size in the old file, or the new size of a new block."""
        if self.gap is not None:
            return len(self.gap)
        known = [inside + part.old[1] for part, inside in self.parts if part.old]
        return max(known) if known else self.size()

    def takes(self, part):
        """Returns whether a part shared bytes with this block, and the shared bytes are still equal."""
        inside = part.old[0] - self.old
        shares = False
        for other, at in self.parts:
            start, end = max(at, inside), min(at + len(other.stored), inside + len(part.stored))
            if not other.old or start >= end:
                continue
            kept = all(one.old[1] == len(one.stored) for one in (part, other))
            alike = other.old == part.old and len(other.stored) == len(part.stored)
            if not (kept or alike) or other.stored[start - at : end - at] != part.stored[start - inside : end - inside]:
                return False
            shares = True
        return shares


def _ordered(parts, holders):
    """Returns the parts in the order of a new file: that of the declaration, but each field after the one that it names."""
    of_field = {}
    for part in parts:
        of_field.setdefault((id(part.holder), part.field.name), []).append(part)
    for holder in holders:
        waiting = holder.elsewhere()
        while waiting:
            names = {field.name for field in waiting}
            ready = (field for field in waiting if field.region.place.after not in names)
            # Fields that wait for each other keep their order.
            field = next(ready, waiting[0])
            waiting.remove(field)
            yield from of_field.get((id(holder), field.name), [])


def _turned(parts):
    """Returns parts in their order, but those of a reversed field from the last one on, in all structures of a list."""
    run = []
    for part in [*parts, None]:
        if run and (part is None or part.field is not run[0].field):
            yield from reversed(run) if run[0].field.region.place.reverse else run
            run = []
        run.append(part)


def _fresh(parts, holders, head):
    """Returns the blocks of a new file, one after the other."""
    blocks, known, position, end = [], {}, head, head
    for part in _turned(_ordered(parts, holders)):
        share = part.field.region.place.share
        start = _aligned(position, part.align)
        twin = known.get(part.stored) if share else None
        if twin is not None and twin % part.align == 0:
            start = twin
        elif part.stored:
            blocks.append(_Block(start, [(part, 0)]))
            blocks[-1].new = start
            end = start + len(part.stored)
            position = _aligned(end, part.padded())
            if share:
                known[part.stored] = start
        part.offset = start
    for part in parts:
        if not part.stored:
            part.offset = _inside_of(position, part.offset, part.align)
    return blocks, end, position


def _kept(parts, gaps, head, shares):
    """Returns the blocks in the order of the old file, each after the one before it; parts may share bytes with the head."""
    taking = [part for part in parts if part.stored or (part.old and part.old[1])]
    last = max((part.old_end() for part in parts if part.old), default=0)
    first = _Block(0, [(_Part(None, None, -1, head, old=(0, len(head))), 0)])
    blocks, open_ = [], [first] if shares else []
    for part in sorted((part for part in taking if part.old), key=lambda part: (part.old[0], part.number)):
        # Only a block that reaches as far may have bytes of this part.
        open_ = [block for block in open_ if block.old + block.old_size() > part.old[0]]
        block = next((block for block in reversed(open_) if block.takes(part)), None)
        if block:
            block.parts.append((part, part.old[0] - block.old))
        else:
            blocks.append(_Block(part.old[0], [(part, 0)]))
            open_.append(blocks[-1])
    blocks += [_Block(last, [(part, 0)]) for part in taking if not part.old]
    blocks += [_Block(offset, gap=data) for offset, data in gaps]
    # What was after all parts stays after those that are new.
    blocks.sort(key=lambda block: (block.old, block.gap is not None))
    placed, position = [], 0
    padded, owed = 1, 1  # the alignment to which zeros may follow the last part, and to which they do
    for block, following in zip([first, *blocks], [*blocks, None]):
        if block.gap is not None:
            align = following.parts[0][0].align if following and following.parts else 0
            pads = len(block.gap) < padded and not (block.old + len(block.gap)) % padded
            if (pads or len(block.gap) < align) and not any(block.gap):
                owed = padded if pads else owed
                continue  # padding, which is made anew
            padded = owed = 1
        else:
            position = _aligned(_aligned(position, owed), block.parts[0][0].align)
            padded = max(part.padded() for part, _ in block.parts)
            # An old part without zeros after it gets none.
            is_old = any(part.old for part, _ in block.parts)
            owed = 1 if is_old and (block.old + block.old_size()) % padded else padded
        block.new = position
        position += block.size()
        placed.append(block)
        for part, inside in block.parts:
            part.offset = block.new + inside
    position = _aligned(position, owed)
    end = max(block.new + block.size() for block in placed if block.parts)
    for part in parts:
        if not part.stored and not (part.old and part.old[1]):
            part.offset = _inside_of(position, _follow(part, placed, position), part.align)
            end = max(end, part.offset if part.old else 0)
    return placed, end, position


def _follow(part, blocks, end):
    """Returns the offset of an empty part, which keeps its place in or after a block."""
    if not part.old:
        return end
    old = part.old[0]
    # New parts were nowhere.
    known = (block for block in blocks if block.gap is not None or block.parts[0][0].old)
    before = (block for block in known if block.old <= old)
    block = max(before, key=lambda block: (block.old, block.new))
    inside = old - block.old
    return block.new + (min(inside, block.size()) if inside < block.old_size() else block.size())


def _inside_of(size, offset, align):
    """Returns an aligned offset for an empty part: at or after an offset, or before it when the file would be too small."""
    place = _aligned(offset, align)
    return place if place <= size else size - size % align


def _aligned(position, align):
    return -(-position // align) * align

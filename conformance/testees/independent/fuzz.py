"""Looks for an input that a changed reader takes otherwise than the sound one."""

import json
import random
import struct

import readers

CACHE = {}


def difference(cases, module, code, inputs, form):
    """The first input of `inputs` for which the answers differ, as hexadecimal digits, and what lies around it."""
    forms = [form] if form else ["bpat", "gpb", "bpx", "blk"]
    for form in forms:
        stream = CACHE.setdefault(form, Inputs(cases, form))
        readers.load()
        stream.prepare(inputs // len(forms))
        answer = readers.load(module, code)
        for place in range(inputs // len(forms)):
            data = stream.input(place)
            if outcome(answer, form, data) != stream.sound[place]:
                return report(stream, form, place, module, code)
    return {"input": None}


def report(stream, form, place, module, code):
    """A difference with what leads to it: the input with as few edits as show it."""
    seed, edits = stream.plans[place]
    for few in [[]] + [[edit] for edit in edits] + [edits]:
        data = stream.build(seed, few)
        sound = plain(readers.load(), form, data)
        found = plain(readers.load(module, code), form, data)
        if sound != found:
            break
    return {
        "input": data.hex(),
        "format": form,
        "seed": stream.names[seed],
        "edits": [str(edit) for edit in few],
        # A case that takes both answers asks for nothing.
        "open": data.hex() in stream.open,
        "sound": json.dumps(sound)[:300],
        "mutant": json.dumps(found)[:300],
    }


def plain(answer, form, data):
    """What a reader makes of bytes: its model, and the files if it is a package."""
    question = {"op": "decode", "format": form, "hex": data.hex()}
    reply = readers.ask(answer, question)
    if reply["result"] == "reject":
        return {"result": "reject"}
    if form == "bpx" and data[3:4] == b"P":
        reply["files"] = readers.ask(answer, {**question, "op": "unpack"})
    return reply


def outcome(answer, form, data):
    return hash(json.dumps(plain(answer, form, data)))


def takes_both(case):
    verdicts = case["expect"].get("verdict", "valid")
    taken = {"valid", "warn"}
    return isinstance(verdicts, list) and bool(taken & set(verdicts)) and not taken >= set(verdicts)


class Inputs:
    """The same inputs for all mutants of a format: files of the suite, changed a little."""

    def __init__(self, cases, form):
        seeds = {}
        for case, question in cases:
            if question["format"] == form and "names" not in question:
                seeds.setdefault(question["hex"], case["id"])
        self.open = {question["hex"] for case, question in cases if takes_both(case)}
        answer = readers.load()
        pairs = sorted(seeds.items(), key=lambda pair: len(pair[0]))
        pairs = [pair for pair in pairs if len(pair[0]) <= 8192]
        self.files = [bytes.fromhex(digits) for digits, _ in pairs]
        self.names = [name for _, name in pairs]
        self.good = [
            place for place, data in enumerate(self.files) if plain(answer, form, data)["result"] == "ok"
        ]
        self.form = form
        self.random = random.Random(7)
        self.plans = []
        self.sound = []

    def prepare(self, count):
        """Makes the plans and the sound answers up to a count."""
        answer = None
        while len(self.plans) < count:
            if answer is None:
                answer = readers.load()
            place = len(self.plans)
            if place < len(self.files):
                self.plans.append((place, []))
            else:
                seeds = self.good if self.random.random() < 0.8 else range(len(self.files))
                seed = self.random.choice(seeds)
                edits = [edit(self.random, len(self.files[seed])) for _ in range(self.random.choice((1, 1, 2, 3)))]
                self.plans.append((seed, edits))
            self.sound.append(outcome(answer, self.form, self.input(place)))

    def input(self, place):
        return self.build(*self.plans[place])

    def build(self, seed, edits):
        data = bytearray(self.files[seed])
        for name, *numbers in edits:
            EDITS[name](data, *numbers)
        if self.form == "bpx" and edits:
            mend(data)
        return bytes(data)


def edit(lot, size):
    """One edit of a file of a size."""
    place = lot.randrange(size + 1)
    name = lot.choice(list(EDITS))
    return (name, place, lot.randrange(1 << 32), lot.choice((1, 2, 4, 4, 8, 16, 32)))


def set_byte(data, place, value, width):
    if place < len(data):
        data[place] = value & 0xFF


def add(data, place, value, width):
    """Adds a small number, or one above the low bits, to a number of the file."""
    width = min(width, 8)
    if place + width <= len(data):
        step = (1, -1, 2, 1 << 8, 1 << 16, 1 << 24, 1 << 31, 1 << 32)[value % 8]
        number = int.from_bytes(data[place:place + width], "little") + step
        data[place:place + width] = (number % (1 << 8 * width)).to_bytes(width, "little")


def special(data, place, value, width):
    width = min(width, 8)
    if place + width <= len(data):
        number = (0, -1, 1 << 8 * width - 1, len(data), 0x7FC00001, 1, 0x80000000, 0xFF800001)[value % 8]
        data[place:place + width] = (number % (1 << 8 * width)).to_bytes(width, "little")


def copied(data, place, value, width):
    """Copies bytes over others."""
    if len(data) > width:
        start = value % (len(data) - width)
        data[place:place + width] = data[start:start + width]


def doubled(data, place, value, width):
    """Inserts bytes of the file at another place."""
    start = value % (len(data) + 1)
    data[place:place] = data[start:start + width]


def removed(data, place, value, width):
    del data[place:place + width]


def cut(data, place, value, width):
    del data[place:]


def zeros(data, place, value, width):
    data[place:place] = bytes(width)


def path(data, place, value, width):
    """Writes what a path may have."""
    part = (b"../", b"/", b"\\", b"a/../", b"./", b"C:", b"//", b"\xc3\xa9", b"..\0", b"\0")[value % 10]
    data[place:place + len(part)] = part


EDITS = {
    "set_byte": set_byte, "add": add, "special": special, "copied": copied, "doubled": doubled, "removed": removed,
    "cut": cut, "zeros": zeros, "path": path,
}  # fmt: skip


def mend(data):
    """Makes the checksums of a BPX file fit, so that other faults are reached."""
    if len(data) < 40:
        return
    count = struct.unpack_from("<I", data, 16)[0]
    # A count that is right in its low bits gets the checksum of a reader that sees these alone.
    fitting = [low for low in (count, count & 0xFFFF, count & 0xFF) if 40 + 24 * low <= len(data)]
    end = 40 + 24 * fitting[0] if fitting else 40
    for start in range(40, end, 24):
        pointer, stored, size, _, _, flags, _ = struct.unpack_from("<QIIIBBH", data, start)
        content = data[pointer:pointer + stored] if pointer < len(data) else b""
        if len(content) == size and flags & 8 and not flags & 3:
            struct.pack_into("<I", data, start + 16, sum(content) & 0xFFFFFFFF)
    struct.pack_into("<I", data, 4, sum(data[0:4]) + sum(data[8:end]) & 0xFFFFFFFF)

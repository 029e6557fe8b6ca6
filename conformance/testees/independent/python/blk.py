"""Reads BLK: the kinds FAT, SLIM and FAT_DEDUP. The kinds that are compressed with Zstandard are not read."""

import blk_value
from cursor import Cursor, Reject

FAT, FAT_ZST, SLIM, SLIM_ZST, SLIM_ZST_DICT, FAT_DEDUP = 1, 2, 3, 4, 5, 6
EMPTY = "text"
DEPTH = 512


class Unsupported(Exception):
    """The file needs what this reader has not."""


def read(data, shared=None):
    """The model of a valid file; `shared` are the names that SLIM files share."""
    if not data:
        return {"kind": EMPTY, "names": [], "root": {"name": None, "params": [], "blocks": []}}
    at = Cursor(data)
    kind = at.take("<B")
    if kind in (FAT_ZST, SLIM_ZST, SLIM_ZST_DICT):
        raise Unsupported("Zstandard")
    if kind not in (FAT, SLIM, FAT_DEDUP):
        raise Reject("unknown kind of file")
    if kind == SLIM and shared is None:
        raise Reject("the shared names are missing")
    own = read_names(at)
    blocks = read_body(at, (shared or []) + own, kind == FAT_DEDUP)
    return {"kind": kind, "names": own, "root": tree(blocks, 0, set(), 0)}


def uleb(at, bits=32):
    """A ULEB128: as many bytes at most as the number of bits needs, and nothing above them."""
    value = 0
    for place in range((bits + 6) // 7):
        byte = at.take("<B")
        value |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:
            if value >= 1 << bits:
                raise Reject("a number has too many bits")
            return value
    raise Reject("a number has too many bytes")


def read_names(at):
    count = uleb(at)
    if count == 0:
        return []
    raw = at.bytes(uleb(at))
    if raw[-1:] != b"\0":
        raise Reject("the last name does not end with NUL")
    names = raw[:-1].split(b"\0")
    if len(names) != count:
        raise Reject("not as many names as stated")
    return names


def read_body(at, names, dedup):
    block_count = uleb(at)
    if block_count < 1:
        raise Reject("no root")
    param_count = uleb(at)
    payload = at.bytes(uleb(at))
    records = at.bytes(8 * param_count)
    params = [read_param(Cursor(records, 8 * i), names, payload) for i in range(param_count)]
    if block_count > at.left():
        raise Reject("more blocks than bytes")
    blocks = []
    first = 0
    for _ in range(block_count):
        block = read_block(at, names, dedup)
        if dedup and block["param_count"] > 0:
            first = block["param_offset"]
        if first + block["param_count"] > param_count:
            raise Reject("more parameters in the blocks than there are")
        block["params"] = params[first:first + block["param_count"]]
        first += block["param_count"]
        if block["first"] + block["sub_blocks"] > block_count:
            raise Reject("a sub-block that does not exist")
        blocks.append(block)
    if not dedup and first != param_count:
        raise Reject("parameters that no block has")
    return blocks


def read_param(at, names, payload):
    word = at.take("<I")
    name = word & 0xFFFFFF
    if name >= len(names):
        raise Reject("a name that does not exist")
    kind = word >> 24
    value = at.take("<I")
    return {"name": names[name], "type": kind, "value": blk_value.read(kind, value, names, payload)}


def read_block(at, names, dedup):
    name = uleb(at)
    if name > len(names):
        raise Reject("a name that does not exist")
    block = {"name": names[name - 1] if name > 0 else None, "param_count": uleb(at, 16), "sub_blocks": uleb(at, 16)}
    block["first"] = uleb(at) if block["sub_blocks"] > 0 else 0
    if dedup and block["param_count"] > 0:
        block["param_offset"] = uleb(at)
    return block


def tree(blocks, index, seen, depth):
    """The block with its sub-blocks; every block has exactly one parent."""
    if index in seen:
        raise Reject("a block has two parents")
    if depth > DEPTH:
        raise Reject("blocks are nested too deep")
    seen.add(index)
    block = blocks[index]
    children = [
        tree(blocks, child, seen, depth + 1)
        for child in range(block["first"], block["first"] + block["sub_blocks"])
    ]
    if index == 0 and len(seen) != len(blocks):
        raise Reject("a block without a parent")
    return {"name": block["name"], "params": block["params"], "blocks": children}


def read_shared(raw):
    """The names of a name map whose frame was unpacked before."""
    return read_names(Cursor(raw))

#!/usr/bin/env python3
"""Asks readers that were compiled from .ksy files the questions of the suite: the folder of the modules is the argument.

What the language cannot say is skipped: a file of which the reader leaves out a part is neither accepted nor returned."""
import json
import sys
import zlib

import members
import values
from kaitaistruct import ValidationFailedError

# The nesting of structured data, which the compiled readers follow by recursion.
sys.setrecursionlimit(5000)

HELLO = {
    "protocol": 1,
    "name": "exported-kaitai",
    "version": "1",
    "language": "Kaitai Struct, compiled to Python",
    "formats": {"bpx": [0, 1, 2], "bpat": [1, 2, 3], "blk": [], "gpb": []},
    "ops": ["validate", "decode"],
    # CRC-32 is a checksum, and the language has none.
    "features": ["strings", "sd", "table", "texture", "model", "shader", "package", "zlib", "xz", "fat-dedup"],
}
# Faults of a file, and their classes as far as the reader knows them.
FAULTS = {
    EOFError: "truncated",
    zlib.error: "bad-stream",
    UnicodeDecodeError: "bad-text",
    RecursionError: "too-deep",
    ValidationFailedError: None,
    OverflowError: "out-of-bounds",
    ValueError: "out-of-bounds",
}


def run(ask):
    data = bytes.fromhex(ask["hex"]) if "hex" in ask else open(ask["path"], "rb").read()
    name = "bpx_v0" if (ask["format"], ask.get("version")) == ("bpx", 0) else ask["format"]
    try:
        file = READERS[name].from_bytes(data)
        model = values.model(name, members.plain(file))
    except members.Unsaid as reason:
        return {"result": "skip", "reason": str(reason)}
    except tuple(FAULTS) as fault:
        known = next(FAULTS[kind] for kind in FAULTS if isinstance(fault, kind))
        return {"result": "reject", "message": str(fault), **({"class": known} if known else {})}
    if ask["op"] == "validate":
        return {"result": "ok"}
    if name == "blk":
        return {"result": "skip", "reason": "the tree of blocks is for functions"}
    return {"result": "ok", "model": model}


READERS = {name: members.load(f"{sys.argv[1]}/{name}.py") for name in ("bpx", "bpx_v0", "bpat", "blk", "gpb")}
for line in sys.stdin:
    question = json.loads(line)
    if question["cmd"] == "bye":
        break
    answer = HELLO if question["cmd"] == "hello" else {"seq": question["seq"], **run(question)}
    print(json.dumps(answer), flush=True)

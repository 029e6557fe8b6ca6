#!/usr/bin/env python3
"""Hands the questions of the suite to `bpx.py`."""
import json
import sys

import bpx

HELLO = {
    "protocol": 1,
    "name": "bpx.py",
    "version": "1",
    "language": "Python",
    "formats": {"bpx": [1, 2]},
    "ops": ["validate"],
    "features": ["zlib", "xz", "crc32"],
}


def run(ask):
    data = bytes.fromhex(ask["hex"]) if "hex" in ask else open(ask["path"], "rb").read()
    try:
        bpx.read(data)
        return {"result": "ok"}
    except bpx.Refused as why:
        answer = {"result": "reject", "class": why.kind, "message": why.message}
        return answer if why.at is None else {**answer, "at": why.at, "offset": why.offset}


for line in sys.stdin:
    ask = json.loads(line)
    if ask["cmd"] == "bye":
        break
    answer = HELLO if ask["cmd"] == "hello" else {"seq": ask["seq"], **run(ask)}
    print(json.dumps(answer), flush=True)

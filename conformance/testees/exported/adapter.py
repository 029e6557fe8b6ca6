#!/usr/bin/env python3
"""Hands the questions of the suite to exported modules: the folder of them is the argument.

What a module leaves out, because it is a function, the module says; nobody else checks it here."""
import importlib.util
import json
import pathlib
import sys


sys.path.insert(0, sys.argv[1])


def load(name):
    spec = importlib.util.spec_from_file_location(name, pathlib.Path(sys.argv[1], f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BPX, BPX_V0, BPAT, BLK, GPB = map(load, ["bpx", "bpx_v0", "bpat", "blk", "gpb"])
HELLO = {
    "protocol": 1,
    "name": "exported-python",
    "version": "1",
    "language": "Python",
    "formats": {"bpx": [0, 1, 2], "bpat": [1], "blk": [], "gpb": []},
    "ops": ["validate", "record"],
    "features": ["zlib", "xz", "crc32"],
}


def run(ask):
    data = bytes.fromhex(ask["hex"]) if "hex" in ask else open(ask["path"], "rb").read()
    if ask["format"] == "bpx":
        module = BPX_V0 if ask.get("version") == 0 else BPX
    else:
        module = {"bpat": BPAT, "blk": BLK, "gpb": GPB}.get(ask["format"])
    if module is None or ask["op"] == "record" and ask["record"] not in module.STRUCTURES:
        return {"result": "skip", "reason": "no such format or record"}
    structure = module.STRUCTURES[ask["record"]] if ask["op"] == "record" else module.ROOT
    faults = [fault for fault in module.validate(structure, data) if fault.severity == "error" and not fault.lenient]
    if not faults:
        written = {"hex": module.write(module.read(structure, data)).hex()} if ask["op"] == "record" else {}
        return {"result": "ok", **written}
    fault = faults[-1] if faults[-1].kind == "truncated" else faults[0]
    return {"result": "reject", "class": fault.kind, "message": fault.code, "at": fault.path, "offset": fault.offset}


for line in sys.stdin:
    ask = json.loads(line)
    if ask["cmd"] == "bye":
        break
    answer = HELLO if ask["cmd"] == "hello" else {"seq": ask["seq"], **run(ask)}
    print(json.dumps(answer), flush=True)

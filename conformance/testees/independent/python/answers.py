"""One answer to one question: the readers, and their models in the shape that the suite compares."""

import os

import blk
import bpat
import bpat_write
import bpx
import bpx_package
import gpb
import gpb_write
import shapes
from cursor import Reject

READERS = {"bpat": bpat.read, "gpb": gpb.read, "bpx": bpx.read}
WRITERS = {"bpat": bpat_write.write, "gpb": gpb_write.write}


def answer(question):
    try:
        if question["op"] == "identify":
            return {"result": "ok", "model": identify(content(question))}
        if question["op"] in ("encode", "roundtrip") and question["format"] not in WRITERS:
            return {"result": "skip", "reason": f"no writer of {question['format']}"}
        if question["op"] == "encode":
            return {"result": "ok", "hex": WRITERS[question["format"]](question["model"]).hex()}
        model = read(question)
        if question["op"] == "decode":
            return {"result": "ok", "model": shaped(question["format"], model, content(question))}
        if question["op"] == "roundtrip":
            return {"result": "ok", "hex": WRITERS[question["format"]](shaped(question["format"], model, content(question))).hex()}
        if question["op"] == "unpack":
            write(question["folder"], bpx_package.unpack(model["file"]))
    except Reject as fault:
        return {"result": "reject", "message": str(fault)}
    except KeyError as fault:
        if question["op"] != "encode":
            raise
        return {"result": "reject", "message": f"the model has no {fault}"}
    except blk.Unsupported as fault:
        return {"result": "skip", "reason": str(fault)}
    return {"result": "ok"}


def shaped(form, model, data):
    """The model in the shape of the suite, with what lies between the parts of a file of BPAT."""
    found = {"gaps": bpat_write.gaps(data, model["header"])} if form == "bpat" else {}
    return {**shapes.SHAPES[form](model), **found}


def content(question):
    if "path" in question:
        with open(question["path"], "rb") as file:
            return file.read()
    return bytes.fromhex(question["hex"])


def read(question):
    data = content(question)
    if question["format"] == "blk":
        if "names" in question:
            raise blk.Unsupported("the shared names are compressed with Zstandard")
        return blk.read(data)
    return READERS[question["format"]](data)


def identify(data):
    """Which format the bytes are, by their first ones."""
    if data[:4] == b"BPAT":
        return {"format": "bpat", "version": int.from_bytes(data[4:8], "little")}
    if data[:9] == gpb.IDENTIFIER:
        return {"format": "gpb", "version": data[10] if len(data) > 10 else None}
    if data[:3] == b"BPX":
        return {"format": "bpx", "version": int.from_bytes(data[20:24], "little")}
    if data[:4] in (b"\0BBF", b"\0BBz") or data[:1] and data[0] in (1, 2, 3, 4, 5, 6):
        return {"format": "blk"}
    raise Reject("unknown format")


def write(folder, files):
    for name, data in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)

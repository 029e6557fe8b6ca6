"""Writes BPAT version 1: at the places that the model states, or as the original writer lays files out."""

import bpat
import names
from writer import Writer, code

PLACES = ("clip_table_offset", "socket_table_offset", "string_table_offset", "palette_data_offset")


def write(model):
    """The bytes of a model; raises Reject where a value does not fit."""
    header = model["header"]
    clips = table(model["clips"], clip)
    sockets = table(model["sockets"], socket)
    strings = bytes.fromhex(model["strings"])
    starts = [entry["frame_offset"] for entry in model["clips"]]
    palettes = frames(zip(model["palettes"], starts), "bones", 16)
    data = frames(zip(model["socket_data"], starts), "sockets", 12)
    parts = [clips, sockets, strings, palettes + data]
    if any(place not in header for place in PLACES):
        header = {**header, **layout(parts)}
    out = bytearray(head(header))
    for place, part in zip(PLACES, parts):
        put(out, int(header[place]), part)
    for gap in model.get("gaps", []):
        put(out, int(gap["offset"]), bytes.fromhex(gap["data"]))
    return bytes(out)


def layout(parts):
    """Where the original writer puts the parts: one after the other, the palettes at a multiple of 16."""
    places = {}
    end = 64
    for place, part in zip(PLACES, parts):
        if place == PLACES[-1]:
            end += -end % 16
        places[place] = end if part else 0
        end += len(part)
    return places


def gaps(data, header):
    """What lies between the parts and after them, where it is not zeros alone."""
    ends = sorted((start, start + size) for start, size in bpat.sections(header) if size > 0)
    found = []
    last = 0
    for start, end in [*ends, (len(data), len(data))]:
        if any(data[last:start]):
            found.append({"offset": str(last), "data": data[last:start].hex()})
        last = max(last, end)
    return found


def put(out, start, part):
    if part:
        out.extend(bytes(max(0, start + len(part) - len(out))))
        out[start:start + len(part)] = part


def head(header):
    at = Writer()
    at.out += b"BPAT"
    at.number("<I", header["version"])
    at.number("<I", code(names.SPECIES, header["species_id"]))
    for name in ("bone_count", "socket_count", "clip_count", "frame_total", "string_table_size"):
        at.number("<I", header[name])
    for name in PLACES:
        at.number("<Q", header[name])
    return at.out


def table(entries, write_entry):
    at = Writer()
    for entry in entries:
        at.number("<I", entry["name_offset"])
        at.number("<I", entry["name_length"])
        write_entry(at, entry)
    return bytes(at.out)


def clip(at, entry):
    at.number("<I", entry["frame_count"])
    at.number("<I", entry["frame_offset"])
    at.float(entry["fps"])
    at.number("<B", entry["loops"])
    at.out += bytes(3)
    reserved(at, entry)


def socket(at, entry):
    at.number("<I", entry["anchor_bone"])
    at.floats(entry["local_offset"], 3)
    reserved(at, entry)


def reserved(at, entry):
    for value in entry.get("reserved", (0, 0)):
        at.number("<I", value)


def frames(clips, name, width):
    """The frames of all clips, each at its place in the stream."""
    found = {}
    for entry, frame_offset in clips:
        for place, frame in enumerate(entry["frames"]):
            at = Writer()
            for row in frame[name]:
                at.floats(row["rows"], width)
            found[frame_offset + place] = bytes(at.out)
    return b"".join(found[place] for place in sorted(found))

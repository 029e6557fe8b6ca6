"""Packages: objects with names, in the layouts of the versions 1 and 2."""

import bpx_strings
from bpx_sections import several, single
from cursor import Cursor, Reject

DATA, TABLE, METADATA, STRINGS = 1, 2, 254, 255
OBJECT_SIZE = 20
LONGEST = 255


def read(header, sections):
    ext = Cursor(header["type_ext"])
    package = {"architecture": ext.take("<B"), "platform": ext.take("<B"), "generator": ext.bytes(2)}
    if package["architecture"] > 4:
        raise Reject("unknown architecture")
    if package["platform"] > 4:
        raise Reject("unknown platform")
    strings = single(sections, STRINGS)["bytes"]
    single(sections, METADATA, required=False)
    several(sections, DATA)
    data = data_range(sections)
    if header["version"] == 1:
        if any(section["type"] == TABLE for section in sections):
            raise Reject("version 1 has no table of objects")
        package["objects"] = read_headers(sections, data, strings)
    else:
        package["objects"] = read_objects(sections, strings)
    return package


def data_range(sections):
    """The indices of the Data sections, which follow each other."""
    indices = [index for index, section in enumerate(sections) if section["type"] == DATA]
    if indices[-1] - indices[0] + 1 != len(indices):
        raise Reject("another section lies between two Data sections")
    return indices


def read_objects(sections, strings):
    """Version 2: the table of objects."""
    table = single(sections, TABLE)["bytes"]
    if len(table) % OBJECT_SIZE != 0:
        raise Reject("the table is no whole number of objects")
    objects = []
    for start in range(0, len(table), OBJECT_SIZE):
        at = Cursor(table, start)
        entry = {"size": at.take("<Q"), "name_offset": at.take("<I"), "start": at.take("<I"), "offset": at.take("<I")}
        entry["name"] = bpx_strings.at(strings, entry["name_offset"])
        entry["bytes"] = collect(sections, entry)
        objects.append(entry)
    return objects


def collect(sections, entry):
    """The content of an object, from its start over as many Data sections as it takes."""
    index = entry["start"]
    offset = entry["offset"]
    if index >= len(sections):
        raise Reject("an object starts in a section that does not exist")
    if sections[index]["type"] != DATA:
        raise Reject("an object starts in a section that is not Data")
    if offset > len(sections[index]["bytes"]):
        raise Reject("an object starts after its section")
    content = sections[index]["bytes"][offset:offset + entry["size"]]
    while len(content) < entry["size"]:
        index += 1
        if index >= len(sections):
            raise Reject("an object ends after the last section")
        if sections[index]["type"] != DATA:
            raise Reject("an object runs into a section that is not Data")
        content += sections[index]["bytes"][:entry["size"] - len(content)]
    return content


def read_headers(sections, data, strings):
    """Version 1: each object has its header before it, and may go on in the next section."""
    objects = []
    rest = 0
    for index in data:
        at = Cursor(sections[index]["bytes"])
        part = at.bytes(min(rest, at.left()))
        rest -= len(part)
        if objects:
            objects[-1]["bytes"] += part
        while rest == 0 and at.left() > 0:
            entry = {"size": at.take("<Q"), "name_offset": at.take("<I")}
            entry["name"] = bpx_strings.at(strings, entry["name_offset"])
            entry["bytes"] = at.bytes(min(entry["size"], at.left()))
            rest = entry["size"] - len(entry["bytes"])
            objects.append(entry)
    if rest > 0:
        raise Reject("an object ends after the last section")
    return objects


def unpack(package):
    """The files of a package by their names; raises Reject before any that would lie outside of the folder."""
    files = {}
    for entry in package["objects"]:
        name = entry["name"]
        parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".")]
        if not parts:
            raise Reject("a name names no file")
        if name.startswith("/") or name.startswith("\\") or ":" in parts[0]:
            raise Reject("a name is absolute")
        if ".." in parts:
            raise Reject("a name leads out of the folder")
        if any(len(part.encode("utf-8")) > LONGEST for part in parts):
            raise Reject("a part of a name is longer than file systems allow")
        path = "/".join(parts)
        if path in files:
            raise Reject("two objects have one name")
        files[path] = entry["bytes"]
    for path in files:
        if any(other.startswith(path + "/") for other in files):
            raise Reject("a name is that of a file and of a folder")
    return files

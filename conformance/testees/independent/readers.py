"""Loads the readers in Python, whole or with one module changed, and asks them the cases."""

import functools
import json
import os
import resource
import signal
import sys

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "python")
sys.path.insert(0, FOLDER)

sys.path.append(os.path.join(FOLDER, "../../../../packages/python"))

# The comparison that the package for Python has.
from bpx_conformance.compare import Missing, is_wanted, value_at  # noqa: E402

# Each module comes after those that it uses.
MODULES = [
    "floats", "cursor", "bpat", "gpb_font", "gpb_scene", "gpb", "blk_value", "blk", "bpx_streams", "bpx_strings",
    "bpx_sd", "bpx_sections", "bpx_package", "bpx_texture", "bpx_model", "bpx_shader", "bpx", "bpx_shapes", "shapes",
    "answers",
]  # fmt: skip
FORMATS = {"floats": None, "cursor": None, "bpat": "bpat", "gpb": "gpb", "blk": "blk", "bpx": "bpx"}


@functools.cache
def source(module):
    with open(os.path.join(FOLDER, module + ".py"), encoding="utf-8") as file:
        return file.read()


SOUND = {module: compile(source(module), module + ".py", "exec") for module in MODULES}


def load(module=None, code=None):
    """Runs all modules anew, one of them changed, and returns what answers a question."""
    for name in MODULES:
        space = sys.modules[name].__dict__ if name in sys.modules else None
        if space is None:
            __import__(name)
            space = sys.modules[name].__dict__
        exec(code if name == module else SOUND[name], space)
    return sys.modules["answers"].answer


def concerns(module):
    """The format that a module reads; None for all."""
    return FORMATS[module.split("_")[0]]


class TooLong(Exception):
    """The reader does not come to an end."""


def stop(number, frame):
    raise TooLong


def limit():
    """Bounds what a changed reader may take."""
    sys.setrecursionlimit(10_000)
    signal.signal(signal.SIGALRM, stop)
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))


def ask(answer, question):
    """The answer to a question; what goes wrong is an answer too."""
    signal.setitimer(signal.ITIMER_REAL, 2)
    try:
        return unpacked(question) if question["op"] == "unpack" else answer(question)
    except (Exception, TooLong) as fault:
        return {"result": "error", "message": type(fault).__name__}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def unpacked(question):
    """The files of a package, which the runner would find in the folder."""
    import hashlib

    loaded = sys.modules
    try:
        files = loaded["bpx_package"].unpack(loaded["answers"].read(question)["file"])
    except loaded["cursor"].Reject:
        return {"result": "reject"}
    rows = [{"name": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()} for name, data in files.items()]
    return {"result": "ok", "model": {"files": sorted(rows, key=lambda row: row["name"])}}


def cases(questions, listing):
    """The cases that the readers answer, with their questions, as pairs."""
    with open(listing, encoding="utf-8") as file:
        listed = {case["id"]: case for case in json.load(file)}
    answer = load()
    found = []
    with open(questions, encoding="utf-8") as file:
        for line in file:
            question = json.loads(line)
            case = listed[question["case"]]
            if known(question, case) and ask(answer, question)["result"] != "skip":
                found.append((case, question))
    return found


def known(question, case):
    import adapter

    versions = adapter.HELLO["formats"][question["format"]]
    version = question.get("version")
    return (
        question["op"] in ("identify", "validate", "decode", "unpack", "roundtrip")
        and (not versions or version is None or version in versions)
        and set(case["features"]) <= set(adapter.HELLO["features"])
    )


def passes(answer, case, question):
    """Whether the answer is one that the case takes."""
    verdicts = case["expect"].get("verdict", "valid")
    verdicts = [verdicts] if isinstance(verdicts, str) else verdicts
    if answer["result"] == "reject":
        return any(verdict not in ("valid", "warn") for verdict in verdicts)
    if answer["result"] != "ok" or not {"valid", "warn"} & set(verdicts):
        return False
    if case["expect"].get("same-bytes"):
        return answer.get("hex") == question["hex"]
    wanted = case["expect"].get("model")
    return not wanted or "model" not in answer or all(holds(answer["model"], *one) for one in wanted.items())


def holds(model, path, wanted):
    """Whether a model has a value at a path."""
    try:
        return is_wanted(value_at(model, path), wanted)
    except Missing:
        return False


def failing(cases, module, code, form=None, first=False):
    """The ids of the cases that the readers with a changed module fail."""
    try:
        answer = load(module, code)
    except Exception as fault:
        return [f"does not load: {fault}"]
    found = []
    for place, (case, question) in enumerate(cases):
        if form is not None and question["format"] != form:
            continue
        if not passes(ask(answer, question), case, question):
            found.append(case["id"])
            if first:
                # The next mutant is likely to fail the same case: it is asked first.
                cases.insert(0, cases.pop(place))
                break
    return found

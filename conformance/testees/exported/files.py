"""Writes whole files with exported modules.

Reads lines of JSON, `{"module": path, "hex": a file}` or `{"module": path, "json": a file as JSON}`, with `"fresh": true` when
old places are to be forgotten. Answers each with a line: the written file in hexadecimal, or what went wrong after "!"."""
import importlib.util
import json
import pathlib
import sys

modules = {}


def module_of(path):
    if path not in modules:
        # A module imports the runtime that is beside it.
        sys.path.insert(0, str(pathlib.Path(path).parent))
        spec = importlib.util.spec_from_file_location(pathlib.Path(path).stem, path)
        modules[path] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(modules[path])
    return modules[path]


for line in sys.stdin:
    ask = json.loads(line)
    module = module_of(ask["module"])
    try:
        if "hex" in ask:
            value = module.read_file(module.ROOT, bytes.fromhex(ask["hex"]))
        else:
            value = module.from_json(module.ROOT, ask["json"])
        print(module.write_file(value, fresh=ask.get("fresh", False)).hex(), flush=True)
    except (ValueError, NotImplementedError, module.Malformed) as error:
        print(f"!{type(error).__name__}: {error}".replace("\n", " "), flush=True)

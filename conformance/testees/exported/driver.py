"""Asks an exported module what it makes of bytes.

Its argument is the module. Reads lines "NAME HEX" and answers each with the faults, "kind code offset path lenient;", then
"=" and the value as it is written again; "=" alone when it was not read, "=?" when it cannot be written."""
import importlib.util
import pathlib
import sys

# A module imports the runtime that is beside it.
sys.path.insert(0, str(pathlib.Path(sys.argv[1]).parent))
spec = importlib.util.spec_from_file_location("exported", sys.argv[1])
exported = importlib.util.module_from_spec(spec)
spec.loader.exec_module(exported)

for line in sys.stdin:
    name, text = line.rstrip("\n").split(" ")
    structure, data = exported.STRUCTURES[name], bytes.fromhex(text)
    faults = exported.validate(structure, data)
    found = "".join(f"{f.kind} {f.code} {f.offset} {f.path or '.'} {'note' if f.severity == 'note' else f.lenient or '-'};" for f in faults)
    try:
        again = exported.write(exported.read(structure, data)).hex()
    except exported.Malformed:
        again = ""
    except NotImplementedError:
        again = "?"
    print(f"{found}={again}", flush=True)

"""Plants the bugs of planted.toml in the readers in Python and reports which of them the cases notice."""

import argparse
import json
import os
import tomllib

import fuzz
import mutate
import readers


def bugs():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "planted.toml")
    with open(path, "rb") as file:
        return tomllib.load(file)["bug"]


def planted(bug):
    """The text of the module with the bug."""
    text = readers.source(bug["module"])
    for edit in bug["edit"]:
        if text.count(edit["find"]) != 1:
            raise SystemExit(f"bug {bug['number']}: expected one place, found {text.count(edit['find'])}: {edit['find']}")
        text = text.replace(edit["find"], edit["replace"])
    return text


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("questions", help="the questions, as record.py writes them")
    arguments.add_argument("listing", help="the output of `bpx conform list --json`")
    arguments.add_argument("--inputs", type=int, default=0, help="inputs that are tried for a bug that is not noticed")
    arguments.add_argument("--all", action="store_true", help="print all cases that notice a bug, not the first alone")
    arguments.add_argument("--tolerant", action="store_true", help="leave out the cases that the sound reader fails")
    options = arguments.parse_args()
    readers.limit()
    cases = mutate.sound(readers.cases(options.questions, options.listing), options.tolerant)
    missed = []
    for bug in bugs():
        code = compile(planted(bug), bug["module"] + ".py", "exec")
        form = bug.get("format", readers.concerns(bug["module"]))
        noticed = readers.failing(cases, bug["module"], code, form, first=not options.all)
        print(f"{bug['number']:3} {bug['module']:12} {'noticed' if noticed else 'MISSED ':7} {bug['what']}", end="")
        print(f": {', '.join(noticed)}" if noticed else "", flush=True)
        if not noticed:
            missed.append(bug["number"])
            if options.inputs:
                print(json.dumps(fuzz.difference(cases, bug["module"], code, options.inputs, form)), flush=True)
    readers.load()
    if missed:
        raise SystemExit(f"missed: {missed}")


if __name__ == "__main__":
    main()

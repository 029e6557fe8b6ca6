"""Plants bugs in the readers in Python and reports which of them the cases notice."""

import argparse
import ast
import collections
import json
import multiprocessing
import os
import random

import fuzz
import operators
import readers

TARGETS = [name for name in readers.MODULES if name not in ("answers", "shapes", "bpx_shapes")]


def all_mutants():
    """Where the readers can be changed: module, operator, line, and the two numbers that name the change."""
    for module in TARGETS:
        for place in operators.places(readers.source(module)):
            yield module, *place


def work(job):
    number, inputs, module, operator, line, *place = job
    tree = operators.mutant(readers.source(module), *place)
    code = compile(tree, module + ".py", "exec")
    form = readers.concerns(module)
    case = next(iter(readers.failing(CASES, module, code, form, first=True)), None)
    row = {"number": number, "module": module, "operator": operator, "line": line, "case": case}
    if case is None:
        row["changed"] = changed(module, ast.unparse(tree))
        row.update(fuzz.difference(CASES, module, code, inputs, form))
    return row


def changed(module, text):
    """What the changed module has in place of what, with what is around it."""
    sound = ast.unparse(ast.parse(readers.source(module)))
    first = len(os.path.commonprefix([sound, text]))
    last = len(os.path.commonprefix([sound[first:][::-1], text[first:][::-1]]))
    return f"{text[max(first - 50, 0):first]}[[{sound[first:len(sound) - last]} => {text[first:len(text) - last]}]]"


def kind(row):
    """What became of a mutant."""
    if row["case"]:
        return "noticed"
    if row["input"] is None:
        return "no effect"
    return "left open" if row["open"] else "missed"


def table(rows):
    """The counts by operator."""
    kinds = ["noticed", "missed", "left open", "no effect"]
    counts = collections.defaultdict(collections.Counter)
    for row in rows:
        counts[row["operator"]][kind(row)] += 1
        counts["all"][kind(row)] += 1
    lines = ["operator".ljust(22) + "".join(name.rjust(11) for name in kinds)]
    for operator in sorted(counts, key=lambda name: (name == "all", name)):
        lines.append(operator.ljust(22) + "".join(str(counts[operator][name]).rjust(11) for name in kinds))
    count = counts["all"]
    lines.append(f"noticed of those that count: {count['noticed'] / max(1, count['noticed'] + count['missed']):.1%}")
    return "\n".join(lines)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("questions", help="the questions, as record.py writes them")
    arguments.add_argument("listing", help="the output of `bpx conform list --json`")
    arguments.add_argument("--sample", type=int, help="as many mutants, by lot")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--module", action="append", help="the mutants of this module alone")
    arguments.add_argument("--tolerant", action="store_true", help="leave out the cases that the sound reader fails")
    arguments.add_argument("--least", type=int, help="fail unless as many are noticed")
    arguments.add_argument("--inputs", type=int, default=100_000, help="inputs for a mutant that no case notices")
    arguments.add_argument("--processes", type=int, default=2)
    arguments.add_argument("--out", help="write what was found as JSON")
    options = arguments.parse_args()

    global CASES
    readers.limit()
    CASES = readers.cases(options.questions, options.listing)
    CASES = sound(CASES, options.tolerant)
    jobs = [
        (number, options.inputs, *mutant)
        for number, mutant in enumerate(all_mutants())
        if not options.module or mutant[0] in options.module
    ]
    if options.sample:
        jobs = random.Random(options.seed).sample(jobs, options.sample)
    rows = []
    with multiprocessing.Pool(options.processes) as pool:
        for row in pool.imap_unordered(work, jobs):
            rows.append(row)
            if row["case"] is None and row["input"] is not None:
                print(json.dumps(row), flush=True)
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            json.dump(sorted(rows, key=lambda row: row["number"]), file, indent=1)
    print(table(rows))
    noticed = sum(row["case"] is not None for row in rows)
    if noticed < (options.least or 0):
        raise SystemExit(f"expected {options.least} mutants that are noticed, found {noticed}")


def sound(cases, tolerant):
    """The cases that the sound reader passes: what it fails could not show a bug."""
    answer = readers.load()
    passed = [pair for pair in cases if readers.passes(readers.ask(answer, pair[1]), *pair)]
    failed = [case["id"] for case, question in cases if (case, question) not in passed] if len(passed) < len(cases) else []
    if failed and not tolerant:
        raise SystemExit(f"the sound reader fails {failed}")
    print(f"{len(passed)} cases, {len(failed)} left out", flush=True)
    return passed


if __name__ == "__main__":
    main()

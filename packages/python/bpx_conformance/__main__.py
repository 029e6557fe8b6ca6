"""`python -m bpx_conformance run --adapter './my-adapter'`: all cases, without pytest."""
import argparse
import sys

from . import Known, Program, Suite


def selection(parser):
    """Adds the options that select cases."""
    parser.add_argument("--suite", metavar="DIR", help="an exported suite [default: the one in this package]")
    parser.add_argument("--format", help="only cases of this format: bpx, bpat, blk or gpb")
    parser.add_argument("--level", help="only cases of this level: must, should or may")
    parser.add_argument("--op", help="only cases that ask to do this")
    parser.add_argument("--feature", help="only cases that ask for this feature")
    parser.add_argument("--case", metavar="ID", help="only cases with such an id; `*` matches any characters")
    parser.add_argument("--negative", action="store_true", help="only cases whose file must be refused")


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="bpx_conformance")
    commands = parser.add_subparsers(dest="command", required=True)
    listed = commands.add_parser("list", help="lists the cases")
    run = commands.add_parser("run", help="asks a program all cases")
    run.add_argument("--adapter", metavar="COMMAND", required=True, help="a command that speaks the protocol")
    run.add_argument("--known", metavar="FILE.toml", help="the known failures; a run succeeds if exactly these fail")
    run.add_argument("--today", metavar="DATE", help="the day with which known failures are compared")
    run.add_argument("--time", metavar="SECONDS", type=float, default=5, help="seconds for a case")
    for command in (listed, run):
        selection(command)
    options = parser.parse_args(arguments)
    suite = Suite(options.suite)
    parts = ("format", "level", "op", "feature", "case", "negative")
    cases = suite.select(**{name: getattr(options, name) for name in parts})
    if not cases:
        parser.error("expected a part of the suite, found no case that is all of that")
    if options.command == "list":
        for case in cases:
            print("{}  {} {}: {}".format(case["id"], case["level"], case["op"], case["title"]))
        return 0
    known = Known(options.known)
    with Program(options.adapter, suite, options.time) as adapter:
        results = [adapter.ask(seq, case) for seq, case in enumerate(cases)]
        hello = adapter.hello
    return report(hello, results, known, known.stale(suite, results, options.today))


def report(hello, results, known, stale):
    """Prints what is not as listed, and the counts; a failure of level `should` or `may` does not fail the run."""
    surprises, fails = len(stale), bool(stale)
    counts = {"passed": 0, "failed": 0, "known": 0, "skipped": 0}
    for result in results:
        surprise = known.surprise(result)
        if surprise:
            surprises += 1
            fails |= known.entry(result) is not None or result.case["level"] == "must"
            print("{}\n    {}\n    {}".format(surprise, result.case["title"], result.detail))
        listed = result.status == "failed" and (known.entry(result) or {}).get("got") == result.symptom
        counts["known" if listed else result.status] += 1
    for line in stale:
        print(line)
    name = " ".join(filter(None, (hello.get("name", "adapter"), hello.get("version"))))
    print(
        "{}: {passed} passed, {failed} failed, {known} known, {skipped} skipped of {}; {} not as listed".format(
            name, len(results), surprises, **counts
        )
    )
    return int(fails)


if __name__ == "__main__":
    sys.exit(main())

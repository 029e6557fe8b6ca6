"""The plugin for pytest: `pytest --bpx-adapter './my-adapter'` makes a test of each case."""
import importlib

import pytest

from . import Known, Object, Program, Suite

OPTIONS = [
    ("adapter", "COMMAND", "ask this command the cases of the suite, which speaks the protocol"),
    ("object", "MODULE:NAME", "ask this object, which has `answer(question)`"),
    ("suite", "DIR", "an exported suite instead of the one in the package"),
    ("format", "NAME", "only cases of this format: bpx, bpat, blk or gpb"),
    ("level", "LEVEL", "only cases of this level: must, should or may"),
    ("op", "OP", "only cases that ask to do this"),
    ("feature", "NAME", "only cases that ask for this feature"),
    ("case", "ID", "only cases with such an id; `*` matches any characters"),
    ("known", "FILE.toml", "known failures: their cases are expected to fail"),
    ("time", "SECONDS", "seconds for a case, 5 if not given"),
]


def pytest_addoption(parser):
    group = parser.getgroup("bpx", "conformance suite of BPX, BPAT, BLK and GPB")
    for name, metavar, text in OPTIONS:
        group.addoption("--bpx-" + name, metavar=metavar, default=None, help=text)
    group.addoption("--bpx-negative", action="store_true", help="only cases whose file must be refused")


def option(config, name):
    return config.getoption("--bpx-" + name)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session, config, items):
    if not option(config, "adapter") and not option(config, "object"):
        return
    suite = Suite(option(config, "suite"))
    parts = ("format", "level", "op", "feature", "case", "negative")
    cases = suite.select(**{name: option(config, name) for name in parts})
    if not cases:
        raise pytest.UsageError("expected a part of the suite, found no case that is all of that")
    asking = Asking.from_parent(session, name="bpx", nodeid="bpx", suite=suite)
    made = [CaseItem.from_parent(asking, name=case["id"], case=case, seq=seq) for seq, case in enumerate(cases)]
    if option(config, "known"):
        made.append(KnownItem.from_parent(asking, name="known-failures"))
    # They come from no file, so that nothing else counts them.
    config.hook.pytest_collectreport(report=pytest.CollectReport("bpx", "passed", None, made))
    items.extend(made)


class Asking(pytest.Collector):
    """The adapter, which is started for the first case."""

    def __init__(self, *, suite, **rest):
        super().__init__(**rest)
        self.suite, self.known, self.results, self.adapter = suite, Known(option(self.config, "known")), [], None

    def collect(self):
        return []

    def ask(self, seq, case):
        if self.adapter is None:
            self.adapter = self.start()
            self.config.add_cleanup(self.adapter.close)
        result = self.adapter.ask(seq, case)
        self.results.append(result)
        return result

    def start(self):
        path = option(self.config, "object")
        try:
            if path:
                module, name = path.split(":")
                return Object(getattr(importlib.import_module(module), name), self.suite)
            return Program(option(self.config, "adapter"), self.suite, float(option(self.config, "time") or 5))
        except SystemExit as why:
            pytest.exit(str(why), returncode=pytest.ExitCode.USAGE_ERROR)


class Differs(Exception):
    """A case that is not as expected."""


class CaseItem(pytest.Item):
    """One case."""

    def __init__(self, *, case, seq, **rest):
        super().__init__(**rest)
        self.case, self.seq = case, seq
        for word in [case["format"], case["level"], case["op"]] + case.get("features", []):
            self.add_marker(getattr(pytest.mark, "bpx_" + word.replace("-", "_")))

    def runtest(self):
        result, known = self.parent.ask(self.seq, self.case), self.parent.known
        if result.status == "skipped":
            pytest.skip(result.symptom)
        surprise = known.surprise(result)
        entry = known.entry(result)
        if surprise and (entry is not None or self.case["level"] == "must"):
            raise Differs(self.text(surprise, result))
        if result.status == "failed":
            pytest.xfail(entry["why"] if entry else "level {}: {}".format(self.case["level"], result.symptom))

    def text(self, surprise, result):
        lines = [surprise, self.case["title"], result.detail]
        for id in self.case.get("clauses", []):
            clause = self.parent.suite.clauses.get(id)
            lines += ["{} {}: {}".format(clause["document"], clause["section"], clause["text"])] if clause else []
        for number in self.case.get("readings", []):
            reading = self.parent.suite.readings.get(number)
            lines += ["{}, {}: {}".format(number, reading["title"], reading["text"])] if reading else []
        return "\n".join(line for line in lines if line)

    def repr_failure(self, excinfo, style=None):
        return str(excinfo.value) if isinstance(excinfo.value, Differs) else super().repr_failure(excinfo, style)

    def reportinfo(self):
        return "bpx", None, self.case["id"]


class KnownItem(pytest.Item):
    """The list of known failures itself: every entry matches a case, and none is over."""

    def runtest(self):
        stale = self.parent.known.stale(self.parent.suite, self.parent.results)
        if stale:
            raise Differs("\n".join(stale))

    repr_failure = CaseItem.repr_failure

    def reportinfo(self):
        return "bpx", None, self.name


def pytest_configure(config):
    config.addinivalue_line("filterwarnings", "ignore::pytest.PytestUnknownMarkWarning:bpx_conformance")

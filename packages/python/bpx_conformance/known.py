"""Known failures: a run is fine when exactly these fail, in exactly this way."""
import datetime

from .suite import is_like

try:
    import tomllib
except ImportError:
    try:
        import tomli as tomllib
    except ImportError:
        tomllib = None


class Known:
    """A list, as `bpx conform run --known` reads it."""

    def __init__(self, path=None):
        self.entries = []
        if path is None:
            return
        if tomllib is None:
            raise SystemExit("a list of known failures needs Python 3.11, or `pip install tomli`")
        with open(path, "rb") as file:
            self.entries = tomllib.load(file).get("fail", [])
        for entry in self.entries:
            entry["case"] = [entry["case"]] if isinstance(entry["case"], str) else entry["case"]
            if not entry.get("why", "").strip():
                raise SystemExit("{}: {}: reason missing".format(path, ", ".join(entry["case"])))

    def entry(self, result):
        """Returns the entry for a case: one with its symptom, else the first that matches it."""
        meant = [entry for entry in self.entries if any(is_like(result.case["id"], one) for one in entry["case"])]
        return next((entry for entry in meant if entry["got"] == result.symptom), meant[0] if meant else None)

    def surprise(self, result):
        """Returns how a result differs from the list; `None` if it does not."""
        entry, id = self.entry(result), result.case["id"]
        if result.status == "failed" and entry is None:
            return "{} fails: {}".format(id, result.symptom)
        if result.status == "failed" and entry["got"] != result.symptom:
            return "{} fails with `{}`, but is listed with `{}`".format(id, result.symptom, entry["got"])
        if result.status == "passed" and entry is not None:
            pattern = next(one for one in entry["case"] if is_like(id, one))
            return "{} passes, although `{}` lists it as failing".format(id, pattern)
        return None

    def stale(self, suite, results, today=None):
        """Returns what is wrong with the list itself: entries that no case matches, and days that are over."""
        today = today or datetime.date.today().isoformat()
        asked = [result.case["id"] for result in results]
        answered = [result.case["id"] for result in results if result.status != "skipped"]
        others = set(case["id"] for case in suite.cases) - set(asked)
        wrong = []
        for entry in self.entries:
            for pattern in entry["case"]:
                hits = any(is_like(id, pattern) for id in answered)
                not_asked = any(is_like(id, pattern) for id in others) and not any(is_like(id, pattern) for id in asked)
                if not hits and not not_asked:
                    wrong.append("`{}` lists no case that was run".format(pattern))
            if entry.get("until") and entry["until"] < today:
                wrong.append("`{}` expired on {}".format(", ".join(entry["case"]), entry["until"]))
        return wrong

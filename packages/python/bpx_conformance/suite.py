"""The cases, as `bpx conform export` writes them."""
import json
import os

# What the package carries; a checkout has no copy.
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")


class Suite:
    """The cases of a folder; each has its `format`, and its bytes as `input`, or for `encode` its `model`."""

    def __init__(self, folder=None):
        folder = folder or os.environ.get("BPX_SUITE") or DATA
        index = _read(folder, "suite.json")
        self.version = index["suite"]
        # The words for faults, each with the verdict that it means.
        self.classes = index["classes"]
        # Readings that can be understood in several ways, with the option that the expectations follow.
        self.options = index.get("options", {})
        self.clauses, self.readings, self.cases = {}, {}, []
        for name in sorted(index["formats"]):
            document = _read(folder, index["formats"][name]["file"])
            self.clauses.update(document["clauses"])
            self.readings.update(document["readings"])
            for case in document["cases"]:
                case["format"] = document["format"]
                case["input"] = _bytes(folder, case)
                self.cases.append(case)

    def select(self, format=None, level=None, op=None, feature=None, case=None, negative=False):
        """Returns the cases that are all of this; `*` in the id matches any characters."""
        wanted = [
            (format, lambda one: one["format"] == format),
            (level, lambda one: one["level"] == level),
            (op, lambda one: one["op"] == op),
            (feature, lambda one: feature in one.get("features", [])),
            (case, lambda one: is_like(one["id"], case)),
            (negative, lambda one: not allows_acceptance(one)),
        ]
        tests = [test for word, test in wanted if word]
        return [one for one in self.cases if all(test(one) for test in tests)]


def for_reading(case, options, chosen):
    """Returns the case for a program that follows other options of readings, or why it is not asked."""
    for id, option in sorted(chosen.items()):
        if id in options and options[id]["ours"] != option and id in case.get("readings", []):
            expect = case.get("otherwise", {}).get("{}={}".format(id, option))
            if expect is None:
                return case, "follows another reading of " + id
            case = dict(case, expect=expect)
    return case, None


def verdicts(case):
    words = case["expect"]["verdict"]
    return [words] if isinstance(words, str) else words


def allows_acceptance(case):
    return any(word in ("valid", "warn") for word in verdicts(case))


def allows_rejection(case):
    return any(word not in ("valid", "warn") for word in verdicts(case))


def is_like(text, pattern):
    """Returns whether a text is as a pattern says, in which `*` matches any characters."""
    first, *parts = pattern.split("*")
    if not parts:
        return text == pattern
    if not text.startswith(first):
        return False
    at = len(first)
    for part in parts:
        found = text.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return text.endswith(parts[-1])


def _read(folder, name):
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        raise SystemExit(
            "expected an exported suite, found no {} in {}: `bpx conform export DIR` writes one".format(name, folder)
        ) from None


def _bytes(folder, case):
    if "file" in case:
        with open(os.path.join(folder, case["file"]), "rb") as file:
            return file.read()
    return bytes.fromhex(case["hex"]) if "hex" in case else None

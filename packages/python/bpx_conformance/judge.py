"""Judges answers: what a program accepts and refuses, the values that it reads, the bytes that it writes."""
import hashlib
import json
from collections import namedtuple

from .compare import Missing, is_wanted, value_at
from .suite import allows_acceptance, allows_rejection, verdicts

# `symptom` says what differs in words that are stable between runs; of a skipped case, why it is not asked.
Result = namedtuple("Result", "case status symptom detail")


def unable(case, hello):
    """Returns why a program is not asked; `None` if it is."""
    formats, ops = hello.get("formats", {}), hello.get("ops", [])
    if formats or ops:
        if case["format"] not in formats:
            return "does not know " + case["format"]
        versions = formats[case["format"]]
        if "version" in case and versions and case["version"] not in versions:
            return "does not know version {} of {}".format(case["version"], case["format"])
        if case["op"] not in ops:
            return "cannot " + case["op"]
        if hello.get("features") is not None:
            for feature in case.get("features", []):
                if feature not in hello["features"]:
                    return "lacks " + feature
    return None


def judge(case, hello, answer, classes):
    """Judges an answer to a case; `classes` are the words of the suite for faults."""

    def failed(symptom, detail):
        return Result(case, "failed", symptom, detail)

    result = answer.get("result")
    if result == "skip":
        return Result(case, "skipped", str(answer.get("reason", "")), "")
    if result == "error":
        return failed("adapter-error", str(answer.get("message", "")))
    expected = " or ".join(verdicts(case))
    if result == "reject":
        message = str(answer.get("message", ""))
        if allows_rejection(case):
            return Result(case, "passed", "", "refused: " + message)
        word = hello.get("classes", {}).get(answer.get("class"), answer.get("class"))
        return failed("rejected " + word if word in classes else "rejected", message)
    if result not in ("ok", "warn"):
        return failed("no-answer", "expected ok, warn, reject, skip or error, found {!r}".format(result))
    if result == "ok" and hello.get("warnings") and "warn" in verdicts(case) and "valid" not in verdicts(case):
        return failed("no-warning", "expected " + expected)
    if not allows_acceptance(case):
        return failed("accepted", "expected " + expected)
    for path, wanted in case["expect"].get("model", {}).items():
        if answer.get("model") is None:
            return failed("no-model", "the answer has no `model`")
        try:
            found = value_at(answer["model"], path)
        except Missing:
            return failed("model " + path, "not in the model")
        if not is_wanted(found, wanted):
            return failed("model " + path, "{} instead of {}".format(json.dumps(found), json.dumps(wanted)))
    return _written(case, answer, failed) or Result(case, "passed", "", "accepted")


def _written(case, answer, failed):
    same, digest = case["expect"].get("same-bytes"), case["expect"].get("sha256")
    decodes = case["expect"].get("decodes")
    if case["op"] not in ("encode", "roundtrip", "canonicalize", "record") or not (same or digest or decodes):
        return None
    try:
        data = bytes.fromhex(answer["hex"])
    except (KeyError, TypeError, ValueError):
        return failed("no-bytes", "the answer has neither `hex` nor a `path`")
    if same and data != case["input"]:
        return failed("other-bytes", "{} bytes for {}".format(len(data), len(case["input"] or b"")))
    found = hashlib.sha256(data).hexdigest()
    if digest and digest != found:
        return failed("other-bytes", "SHA-256 " + found)
    # What was written can only be judged by reading it.
    return Result(case, "skipped", "needs bpx", "") if decodes else None

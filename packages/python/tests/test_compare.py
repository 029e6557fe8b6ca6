"""Values are compared as the table says that all runners share."""
import json
import os
import unittest

from bpx_conformance.compare import Missing, is_wanted, read_json, value_at
from bpx_conformance.suite import for_reading

TABLE = os.environ.get("BPX_VALUES") or os.path.join(os.path.dirname(__file__), "..", "..", "values.json")


class Values(unittest.TestCase):
    def setUp(self):
        with open(TABLE, encoding="utf-8") as file:
            self.table = json.load(file)

    def test_values(self):
        self.assertGreater(len(self.table["values"]), 20)
        for row in self.table["values"]:
            for answers, expected in ((row["right"], True), (row["wrong"], False)):
                for answer in answers:
                    found = is_wanted(read_json(answer), read_json(row["wanted"]))
                    self.assertEqual(found, expected, "{} for {}".format(answer, row["wanted"]))

    def test_paths(self):
        for row in self.table["paths"]:
            try:
                found = value_at(read_json(row["model"]), row["path"])
            except Missing:
                self.assertIsNone(row["value"], row)
            else:
                self.assertEqual(found, read_json(row["value"]), row)

    def test_words_that_are_no_json(self):
        for word in ("NaN", "Infinity", "-Infinity"):
            with self.assertRaises(ValueError):
                read_json(word)


class Readings(unittest.TestCase):
    def test_readings(self):
        one = {"readings": ["I-7"], "expect": {"verdict": "valid"}, "otherwise": {"I-7=other": {"verdict": "invalid"}}}
        options = {"I-7": {"ours": "ours"}, "I-8": {"ours": "ours"}}
        self.assertEqual(for_reading(one, options, {}), (one, None))
        self.assertEqual(for_reading(one, options, {"I-7": "ours", "I-8": "other", "I-9": "other"}), (one, None))
        self.assertEqual(for_reading(one, options, {"I-7": "other"})[0]["expect"]["verdict"], "invalid")
        self.assertEqual(for_reading(one, options, {"I-7": "third"}), (one, "follows another reading of I-7"))


if __name__ == "__main__":
    unittest.main()

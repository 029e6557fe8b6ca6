"""Values are compared as the table says that all runners share."""
import json
import os
import unittest

from bpx_conformance.compare import Missing, is_wanted, read_json, value_at

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


if __name__ == "__main__":
    unittest.main()

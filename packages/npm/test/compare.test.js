// Values are compared as the table says that all runners share.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { isWanted, readJson, valueAt } from "../lib/compare.js";
import { parse } from "../lib/known.js";
import { forReading } from "../lib/suite.js";

const file = process.env.BPX_VALUES ?? new URL("../../values.json", import.meta.url);
const table = JSON.parse(fs.readFileSync(file, "utf8"));

test("values", () => {
  assert.ok(table.values.length > 20);
  for (const { wanted, right, wrong } of table.values) {
    for (const one of right) assert.equal(isWanted(readJson(one), readJson(wanted)), true, `${one} for ${wanted}`);
    for (const one of wrong) assert.equal(isWanted(readJson(one), readJson(wanted)), false, `${one} for ${wanted}`);
  }
});

test("paths", () => {
  for (const { model, path, value } of table.paths) {
    const found = valueAt(readJson(model), path);
    assert.deepEqual(found, value === null ? undefined : readJson(value), path);
  }
});

test("numbers in texts stay what they are", () => {
  const text = '{"a \\"12345678901234567890": [12345678901234567890, 1.5, -9007199254740993, "12345678901234567890"]}';
  const list = ["12345678901234567890", 1.5, "-9007199254740993", "12345678901234567890"];
  assert.deepEqual(readJson(text), { 'a "12345678901234567890': list });
});

test("lists of known failures", () => {
  const text = `# Reasons.\n[[fail]]\ncase = [\n  "a.*", # one\n  'b',\n]\ngot = "a \\"b\\""\nwhy="x = [y] # z"\n\n[[fail]]\ncase = "c"\ngot = ""\n`;
  const first = { case: ["a.*", "b"], got: 'a "b"', why: "x = [y] # z" };
  assert.deepEqual(parse(text), [first, { case: "c", got: "" }]);
  assert.deepEqual(parse(""), []);
  for (const wrong of ["case = 1", 'case = "a"', '[[fail]]\ncase = ["a" "b"]', '[[fail]]\ncase "a"', "[[fail]]\ncase ="]) {
    assert.throws(() => parse(wrong), /expected/, wrong);
  }
});

test("readings", () => {
  const one = { id: "a", readings: ["I-7"], expect: { verdict: "valid" }, otherwise: { "I-7=other": { verdict: "invalid" } } };
  const options = { "I-7": { ours: "ours" }, "I-8": { ours: "ours" } };
  const of = (chosen) => forReading(one, options, chosen);
  assert.deepEqual(of(), [one]);
  assert.deepEqual(of({ "I-7": "ours", "I-8": "other", "I-9": "other" }), [one]);
  assert.equal(of({ "I-7": "other" })[0].expect.verdict, "invalid");
  assert.deepEqual(of({ "I-7": "third" }), [one, "follows another reading of I-7"]);
});

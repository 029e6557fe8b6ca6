// The cases, as `bpx conform export` writes them.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readJson } from "./compare.js";

// What the package carries; a checkout has no copy.
const DATA = fileURLToPath(new URL("../data", import.meta.url));

/** Reads the cases of a folder; each has its `format`, and its bytes as `input`, or for `encode` its `model`. */
export function readSuite(folder = process.env.BPX_SUITE ?? DATA) {
  const read = (name) => readJson(fs.readFileSync(path.join(folder, name), "utf8"));
  if (!fs.existsSync(path.join(folder, "suite.json"))) {
    throw new Error(`expected an exported suite, found no suite.json in ${folder}: \`bpx conform export DIR\` writes one`);
  }
  const index = read("suite.json");
  const suite = { version: index.suite, classes: index.classes, options: index.options ?? {}, clauses: {}, cases: [] };
  for (const name of Object.keys(index.formats).sort()) {
    const document = read(index.formats[name].file);
    Object.assign(suite.clauses, document.clauses);
    for (const one of document.cases) {
      const input = one.file ? fs.readFileSync(path.join(folder, one.file)) : one.hex === undefined ? null : Buffer.from(one.hex, "hex");
      suite.cases.push({ ...one, format: document.format, input });
    }
  }
  return suite;
}

/** Returns the cases that are all of this; `*` in the id matches any characters. */
export function select(suite, { format, level, op, feature, case: id, negative } = {}) {
  const tests = [
    [format, (one) => one.format === format],
    [level, (one) => one.level === level],
    [op, (one) => one.op === op],
    [feature, (one) => one.features?.includes(feature)],
    [id, (one) => isLike(one.id, id)],
    [negative, (one) => !allowsAcceptance(one)],
  ].filter(([word]) => word);
  return suite.cases.filter((one) => tests.every(([, test]) => test(one)));
}

/** Returns the case for a program that follows other options of readings, or why it is not asked. */
export function forReading(one, options, chosen = {}) {
  for (const [id, option] of Object.entries(chosen).sort()) {
    if (!options[id] || options[id].ours === option || !one.readings?.includes(id)) continue;
    const expect = one.otherwise?.[`${id}=${option}`];
    if (!expect) return [one, `follows another reading of ${id}`];
    one = { ...one, expect };
  }
  return [one];
}

export const verdicts = (one) => [one.expect.verdict].flat();
const accepts = (word) => word === "valid" || word === "warn";
export const allowsAcceptance = (one) => verdicts(one).some(accepts);
export const allowsRejection = (one) => !verdicts(one).every(accepts);

/** Returns whether a text is as a pattern says, in which `*` matches any characters. */
export function isLike(text, pattern) {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^]*")}$`).test(text);
}

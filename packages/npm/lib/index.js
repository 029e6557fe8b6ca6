// The conformance suite of BPX, BPAT, BLK and GPB, for programs in any language; nothing of it needs Rust.
import assert from "node:assert/strict";
import test from "node:test";
import { Adapter } from "./adapter.js";
import { entryFor, readKnown, stale, surprise } from "./known.js";
import { readSuite, select } from "./suite.js";

export { Adapter } from "./adapter.js";
export { isWanted, readJson, valueAt } from "./compare.js";
export { readSuite, select } from "./suite.js";

/**
 * Makes a test of each case for node's test runner.
 *
 * `adapter` is a command that speaks the protocol, or an object with `answer(question)`; `format`, `level`, `op`,
 * `feature`, `case` and `negative` select cases; `known` is a list of known failures.
 */
export function conform({ adapter, suite: folder, known: file, today, time, ...wanted }) {
  const suite = readSuite(folder);
  const cases = select(suite, wanted);
  const known = readKnown(file);
  return test("bpx-conformance", async (all) => {
    assert.ok(cases.length > 0, "expected a part of the suite, found no case that is all of that");
    const asking = new Adapter(adapter, suite, { time });
    await asking.start();
    const results = [];
    try {
      for (const [seq, one] of cases.entries()) {
        const result = await asking.ask(seq, one);
        results.push(result);
        const different = surprise(known, result);
        const entry = entryFor(known, result);
        const binding = different && (entry || one.level === "must");
        // A known failure, or one of a lower level than `must`, does not fail the run.
        const todo = result.status === "failed" && !binding ? (entry?.why ?? `level ${one.level}`) : false;
        const skip = result.status === "skipped" ? result.symptom || true : false;
        await all.test(one.id, { skip, todo }, () => {
          if (different || result.status === "failed") assert.fail([different, one.title, result.detail].filter(Boolean).join("\n"));
        });
      }
    } finally {
      await asking.close();
    }
    assert.deepEqual(stale(known, suite, results, today), []);
  });
}

/** Asks all cases; returns the greeting, the results, what is not as listed, and whether that fails the run. */
export async function run({ adapter, suite: folder, known: file, today, time, ...wanted }) {
  const suite = readSuite(folder);
  const known = readKnown(file);
  const asking = new Adapter(adapter, suite, { time });
  const hello = await asking.start();
  const results = [];
  try {
    for (const [seq, one] of select(suite, wanted).entries()) results.push(await asking.ask(seq, one));
  } finally {
    await asking.close();
  }
  const counts = { passed: 0, failed: 0, known: 0, skipped: 0 };
  const surprises = [];
  let fails = false;
  for (const result of results) {
    const different = surprise(known, result);
    const entry = entryFor(known, result);
    if (different) {
      surprises.push(`${different}\n    ${result.case.title}\n    ${result.detail}`);
      fails ||= entry !== undefined || result.case.level === "must";
    }
    counts[result.status === "failed" && entry?.got === result.symptom ? "known" : result.status] += 1;
  }
  const old = stale(known, suite, results, today);
  return { hello, results, counts, surprises: [...surprises, ...old], fails: fails || old.length > 0 };
}

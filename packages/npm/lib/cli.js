#!/usr/bin/env node
// `npx bpx-conformance run --adapter './my-adapter'`: all cases, without a test runner.
import { parseArgs } from "node:util";
import { readSuite, run, select } from "./index.js";

const HELP = `bpx-conformance run --adapter COMMAND [options]
bpx-conformance list [options]

  --adapter COMMAND   a command that speaks the protocol
  --known FILE.toml   the known failures; a run succeeds if exactly these fail
  --today DATE        the day with which known failures are compared
  --time SECONDS      seconds for a case, 5 if not given
  --suite DIR         an exported suite instead of the one in this package
  --format, --level, --op, --feature, --case, --negative
                      only these cases; \`*\` in the id of a case matches any characters`;

const text = { type: "string" };
const names = ["adapter", "known", "today", "time", "suite", "format", "level", "op", "feature", "case"];
const options = { ...Object.fromEntries(names.map((name) => [name, text])), negative: { type: "boolean" }, help: { type: "boolean" } };

async function main() {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) return console.log(HELP);
  if (positionals[0] === "list") {
    const cases = select(readSuite(values.suite), values);
    return cases.forEach((one) => console.log(`${one.id}  ${one.level} ${one.op}: ${one.title}`));
  }
  if (positionals[0] !== "run" || !values.adapter) throw new Error(`expected run --adapter COMMAND, or list\n\n${HELP}`);
  const { hello, results, counts, surprises, fails } = await run({ ...values, time: Number(values.time ?? 5) });
  if (results.length === 0) throw new Error("expected a part of the suite, found no case that is all of that");
  surprises.forEach((line) => console.log(line));
  const { passed, failed, known, skipped } = counts;
  const name = [hello.name ?? "adapter", hello.version].filter(Boolean).join(" ");
  console.log(
    `${name}: ${passed} passed, ${failed} failed, ${known} known, ${skipped} skipped of ${results.length}; ` +
      `${surprises.length} not as listed`,
  );
  process.exitCode = fails ? 1 : 0;
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 2;
});

// Plants bugs in the readers in JavaScript and reports which of them the cases notice.
// node mutate.js QUESTIONS LISTING [--inputs N] [--sample N] [--tolerant]
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');
const { differences } = require('./compare');
const { Inputs } = require('./fuzz');
const { mutants } = require('./operators');

const FOLDER = path.join(__dirname, 'javascript');
const sources = new Map(
  fs.readdirSync(FOLDER).map((name) => [name.replace('.js', ''), fs.readFileSync(path.join(FOLDER, name), 'utf8')]),
);

// Loads the adapter, one module of it changed, and returns what answers a question.
function load(changed, text) {
  const loaded = new Map();
  const require_ = (name) => {
    if (!name.startsWith('./')) return require(name);
    const key = name.slice(2);
    if (!loaded.has(key)) {
      const module = { exports: {} };
      loaded.set(key, module);
      const body = key === changed ? text : sources.get(key);
      const run = vm.runInThisContext(`(function (require, module) {${body}\n})`, { filename: key });
      run(Object.assign(require_, { main: undefined }), module);
    }
    return loaded.get(key).exports;
  };
  return require_('./adapter');
}

const caller = new vm.Script('askedByMutate()');

// The answer to a question; what goes wrong or does not end is an answer too.
function ask(answer, question) {
  globalThis.askedByMutate = () => answer(question);
  try {
    return caller.runInThisContext({ timeout: 2000 });
  } catch (fault) {
    return { result: 'error', message: String(fault) };
  }
}

function passes(said, { expect }) {
  const verdicts = [expect.verdict ?? 'valid'].flat();
  if (said.result === 'reject') return verdicts.some((verdict) => verdict !== 'valid' && verdict !== 'warn');
  if (said.result !== 'ok' || !(verdicts.includes('valid') || verdicts.includes('warn'))) return false;
  return !said.model || !expect.model || differences(expect.model, JSON.parse(JSON.stringify(said.model))).length === 0;
}

function cases(questions, listing) {
  const { HELLO, answer } = load();
  const listed = new Map(JSON.parse(fs.readFileSync(listing, 'utf8')).map((entry) => [entry.id, entry]));
  const known = ({ question, entry }) =>
    HELLO.ops.includes(question.op) &&
    HELLO.formats[question.format] !== undefined &&
    (question.version === undefined || question.version === null || HELLO.formats[question.format].includes(question.version)) &&
    entry.features.every((feature) => HELLO.features.includes(feature));
  return fs
    .readFileSync(questions, 'utf8')
    .split('\n')
    .filter((line) => line)
    .map((line) => JSON.parse(line))
    .map((question) => ({ question, entry: listed.get(question.case) }))
    .filter((pair) => known(pair) && ask(answer, pair.question).result !== 'skip');
}

// The format that a module reads; undefined for all.
function concerns(name) {
  const format = name.split('_')[0];
  return ['bpat', 'gpb', 'bpx'].includes(format) ? format : undefined;
}

function main() {
  const [questions, listing, ...options] = process.argv.slice(2);
  const option = (name, value) => (options.includes(name) ? Number(options[options.indexOf(name) + 1]) : value);
  const sound = load().answer;
  const asked = cases(questions, listing);
  const all = asked.filter(({ question, entry }) => passes(ask(sound, question), entry));
  const failed = asked.filter((pair) => !all.includes(pair)).map(({ entry }) => entry.id);
  if (failed.length > 0 && !options.includes('--tolerant')) throw new Error(`the sound reader fails ${failed}`);
  console.log(`${all.length} cases, ${failed.length} left out`);

  const inputs = new Inputs(all, (question) => JSON.stringify(ask(sound, question)), option('--inputs', 20_000));
  const every = Math.max(1, Math.floor(mutants(sources).length / option('--sample', Infinity)));
  const counts = new Map();
  mutants(sources).forEach(({ name, operator, line, text }, number) => {
    if (number % every !== 0) return;
    const count = counts.get(operator) ?? { noticed: 0, missed: 0, 'left open': 0, 'no effect': 0 };
    counts.set(operator, count);
    const kind = judge({ name, operator, line, text }, all, inputs);
    count[kind] += 1;
  });
  console.table(Object.fromEntries([...counts].sort()));
  const total = (kind) => [...counts.values()].reduce((sum, count) => sum + count[kind], 0);
  const [noticed, missed] = [total('noticed'), total('missed')];
  console.log(`noticed ${noticed}, missed ${missed}, left open ${total('left open')}, no effect ${total('no effect')}`);
  console.log(`noticed of those that count: ${((100 * noticed) / Math.max(1, noticed + missed)).toFixed(1)}%`);
}

function judge({ name, operator, line, text }, all, inputs) {
  let answer;
  try {
    ({ answer } = load(name, text));
  } catch {
    return 'noticed';
  }
  const format = concerns(name);
  const place = all.findIndex(
    ({ question, entry }) => (!format || question.format === format) && !passes(ask(answer, question), entry),
  );
  if (place >= 0) {
    // The next mutant is likely to fail the same case: it is asked first.
    all.unshift(...all.splice(place, 1));
    return 'noticed';
  }
  const found = inputs.difference(format, (question) => JSON.stringify(ask(answer, question)));
  if (!found) return 'no effect';
  if (found.open) return 'left open';
  console.log(JSON.stringify({ name, line, operator, was: sources.get(name).split('\n')[line - 1].trim(), ...found }));
  return 'missed';
}

main();

// Plants bugs in the readers in JavaScript and reports which of them the cases notice.
// node mutate.js QUESTIONS LISTING [--inputs N] [--sample N] [--module NAME]... [--tolerant]
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');
const { Inputs } = require('./fuzz');
const { ask } = require('./limited');
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

// The comparison that the package for JavaScript has, which is a module of the other kind.
let comparison;

function passes(said, { expect }) {
  const verdicts = [expect.verdict ?? 'valid'].flat();
  if (said.result === 'reject') return verdicts.some((verdict) => verdict !== 'valid' && verdict !== 'warn');
  if (said.result !== 'ok' || !(verdicts.includes('valid') || verdicts.includes('warn'))) return false;
  if (!said.model || !expect.model) return true;
  const { isWanted, valueAt } = comparison;
  const model = JSON.parse(JSON.stringify(said.model));
  return Object.entries(expect.model).every(([at, wanted]) => isWanted(valueAt(model, at), wanted));
}

function cases(questions, listing) {
  const { HELLO, answer } = load();
  const listed = new Map(comparison.readJson(fs.readFileSync(listing, 'utf8')).map((entry) => [entry.id, entry]));
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

async function main() {
  comparison = await import('../../../packages/npm/lib/compare.js');
  const [questions, listing, ...options] = process.argv.slice(2);
  const option = (name, value) => (options.includes(name) ? Number(options[options.indexOf(name) + 1]) : value);
  const sound = load().answer;
  const asked = cases(questions, listing);
  const all = asked.filter(({ question, entry }) => passes(ask(sound, question), entry));
  const failed = asked.filter((pair) => !all.includes(pair)).map(({ entry }) => entry.id);
  if (failed.length > 0 && !options.includes('--tolerant')) throw new Error(`the sound reader fails ${failed}`);
  console.log(`${all.length} cases, ${failed.length} left out`);

  const inputs = new Inputs(all, sound, option('--inputs', 100_000));
  const modules = options.filter((_, place) => options[place - 1] === '--module');
  const planted = mutants(sources).filter(({ name }) => modules.length === 0 || modules.includes(name));
  const every = Math.max(1, Math.floor(planted.length / option('--sample', Infinity)));
  const counts = new Map();
  planted.forEach(({ name, operator, line, text }, number) => {
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
  const found = inputs.difference(format, answer);
  if (!found) return 'no effect';
  if (found.open) return 'left open';
  console.log(JSON.stringify({ name, line, operator, was: sources.get(name).split('\n')[line - 1].trim(), ...found }));
  return 'missed';
}

main();

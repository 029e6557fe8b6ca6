// Answers the questions of the suite with the readers of this folder.
'use strict';

const fs = require('node:fs');
const readline = require('node:readline');
const { Reject } = require('./cursor');
const bpx = require('./bpx');
const gpb = require('./gpb');

const READERS = { bpat: require('./bpat').read, gpb: gpb.read, bpx: bpx.read };

const HELLO = {
  protocol: 1,
  name: 'independent-javascript',
  version: '1',
  language: 'JavaScript',
  formats: { bpat: [1], gpb: [0, 1, 2, 3, 4, 5], bpx: [1, 2] },
  ops: ['identify', 'validate', 'decode'],
  features: ['strings', 'sd', 'package', 'zlib', 'crc32', 'crc32-legacy'],
};

function answer(question) {
  // `data` is of mutate.js, which asks without a pipe.
  const data = question.data ?? (question.path ? fs.readFileSync(question.path) : Buffer.from(question.hex, 'hex'));
  try {
    if (question.op === 'identify') return { result: 'ok', model: identify(data) };
    const model = READERS[question.format](data);
    return question.op === 'decode' ? { result: 'ok', model } : { result: 'ok' };
  } catch (fault) {
    if (fault instanceof Reject) return { result: 'reject', message: fault.message };
    if (fault instanceof bpx.Unsupported) return { result: 'skip', reason: fault.message };
    return { result: 'error', message: String(fault.stack) };
  }
}

function identify(data) {
  if (data.toString('latin1', 0, 4) === 'BPAT') return { format: 'bpat', version: data.readUInt32LE(4) };
  if (data.toString('hex', 0, 9) === gpb.IDENTIFIER) return { format: 'gpb', version: data[10] };
  if (data.toString('latin1', 0, 3) === 'BPX') return { format: 'bpx', version: data.readUInt32LE(20) };
  throw new Reject('unknown format');
}

function main() {
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const question = JSON.parse(line);
    if (question.cmd === 'bye') process.exit(0);
    const said = question.cmd === 'hello' ? HELLO : { seq: question.seq, ...answer(question) };
    process.stdout.write(`${JSON.stringify(said)}\n`);
  });
}

module.exports = { answer, HELLO };

if (require.main === module) main();

// Looks for an input that a changed reader takes otherwise than the sound one.
'use strict';

const crypto = require('node:crypto');
const { ask, limited } = require('./limited');

// The same numbers in each run.
function lot(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const STEPS = [1, -1, 2, 0x100, 0x10000, 0x1000000];

function edit(data, draw) {
  const place = draw(data.length + 1);
  const kind = draw(6);
  if (kind === 0 && place < data.length) data[place] = draw(256);
  else if (kind === 1 && place + 4 <= data.length) data.writeUInt32LE((data.readUInt32LE(place) + STEPS[draw(6)]) >>> 0, place);
  else if (kind === 2 && place + 4 <= data.length) data.writeUInt32LE([0, 0xffffffff, 0x80000000, data.length, 0x7fc00001][draw(5)], place);
  else if (kind === 3) data.copy(data, place, draw(data.length + 1));
  else if (kind === 4) return Buffer.concat([data.subarray(0, place), data.subarray(Math.min(data.length, place + 4 * draw(9)))]);
  else return Buffer.concat([data.subarray(0, place), Buffer.alloc(4 * draw(9)), data.subarray(place)]);
  return data;
}

function sum(bytes) {
  return bytes.reduce((total, byte) => total + byte, 0);
}

// Makes the checksums of a BPX file fit, so that other faults are reached.
function mend(data) {
  if (data.length < 40) return data;
  const count = data.readUInt32LE(16);
  const low = [count, count & 0xffff, count & 0xff].find((number) => 40 + 24 * number <= data.length) ?? 0;
  for (let start = 40; start < 40 + 24 * low; start += 24) {
    const pointer = Number(data.readBigUInt64LE(start));
    const content = data.subarray(pointer, pointer + data.readUInt32LE(start + 8));
    if ((data[start + 21] & 11) === 8 && content.length === data.readUInt32LE(start + 12)) data.writeUInt32LE(sum(content) % 2 ** 32, start + 16);
  }
  data.writeUInt32LE((sum(data.subarray(0, 4)) + sum(data.subarray(8, 40 + 24 * low))) % 2 ** 32, 4);
  return data;
}

// A case that takes both answers asks for nothing.
function takesBoth(verdict) {
  const good = (word) => word === 'valid' || word === 'warn';
  return Array.isArray(verdict) && verdict.some(good) && !verdict.every(good);
}

const FORMATS = ['bpat', 'gpb', 'bpx'];
// Inputs that are asked under one limit of time: setting a limit takes longer than most answers.
const BATCH = 250;

// What an answer says, in few bytes.
function outcome(said) {
  if (said.result === 'reject') return 'reject';
  return crypto.createHash('md5').update(JSON.stringify(said)).digest('base64');
}

// The inputs of a format: files of the suite, then the same files with changes. Each is made anew when it is asked, as
// all of them together would fill the memory.
class Plan {
  constructor(format, questions) {
    this.format = format;
    this.files = questions.filter((question) => question.format === format && question.hex.length <= 16384);
    for (const file of this.files) file.data = Buffer.from(file.hex, 'hex');
    this.good = this.files.filter(({ verdict }) => verdict === 'valid');
    this.said = [];
  }

  // The bytes of an input, and the file that they come from.
  input(place) {
    const file = this.files[place];
    if (file) return { data: file.data, seed: file.case, open: takesBoth(file.verdict) };
    const draw = lot(place);
    const { data, case: seed } = draw(5) < 4 ? this.good[draw(this.good.length)] : this.files[draw(this.files.length)];
    let changed = Buffer.from(data);
    for (let left = 1 + draw(2); left > 0; left -= 1) changed = edit(changed, draw);
    return { data: this.format === 'bpx' ? mend(changed) : changed, seed, open: false };
  }

  outcome(answer, place) {
    return outcome(answer({ op: 'decode', format: this.format, data: this.input(place).data }));
  }

  // The first input of a part that is taken otherwise than by the sound reader.
  different(answer, start, end) {
    for (let place = start; place < end; place += 1) {
      if (this.outcome(answer, place) !== this.said[place]) return place;
    }
    return undefined;
  }
}

class Inputs {
  constructor(cases, sound, count) {
    this.questions = cases.map(({ question, entry }) => ({ ...question, verdict: entry.expect.verdict }));
    this.sound = sound;
    this.count = count;
    this.plans = {};
  }

  plan(format) {
    this.plans[format] ??= new Plan(format, this.questions);
    const plan = this.plans[format];
    while (plan.said.length < this.count) plan.said.push(plan.outcome(this.sound, plan.said.length));
    return plan;
  }

  difference(format, answer) {
    for (const each of format ? [format] : FORMATS) {
      const plan = this.plan(each);
      for (let start = 0; start < this.count; start += BATCH) {
        const place = this.different(plan, answer, start, Math.min(start + BATCH, this.count));
        if (place === undefined) continue;
        const { data, seed, open } = plan.input(place);
        return { format: each, seed, input: data.toString('hex'), open, sound: plan.said[place] };
      }
    }
    return undefined;
  }

  different(plan, answer, start, end) {
    try {
      return limited(2000, () => plan.different(answer, start, end));
    } catch {
      // One of them fails or does not end: that is a difference, unless the rest was only slow.
      for (let place = start; place < end; place += 1) {
        const said = ask((question) => plan.outcome(answer, question), place);
        if (said !== plan.said[place]) return place;
      }
      return undefined;
    }
  }
}

module.exports = { Inputs };

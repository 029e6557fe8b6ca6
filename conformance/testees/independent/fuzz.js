// Looks for an input that a changed reader takes otherwise than the sound one.
'use strict';

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

class Inputs {
  constructor(cases, sound, count) {
    this.cases = cases.map(({ question, entry }) => ({ ...question, verdict: entry.expect.verdict }));
    this.sound = sound;
    this.count = count;
    this.plans = {};
  }

  // Files of the suite, then files of it that are changed, with what the sound reader says.
  plan(format) {
    if (this.plans[format]) return this.plans[format];
    const draw = lot(7);
    const files = this.cases.filter((question) => question.format === format && question.hex.length <= 16384);
    const good = files.filter(({ verdict }) => verdict === 'valid');
    const plan = files.map(({ hex, case: seed, verdict }) => ({ hex, seed, open: takesBoth(verdict) }));
    while (plan.length < this.count) {
      const { hex, case: seed } = draw(5) < 4 ? good[draw(good.length)] : files[draw(files.length)];
      let data = Buffer.from(hex, 'hex');
      for (let left = 1 + draw(2); left > 0; left -= 1) data = edit(data, draw);
      plan.push({ hex: (format === 'bpx' ? mend(data) : data).toString('hex'), seed, open: false });
    }
    for (const input of plan) input.said = this.ask(format, input, this.sound);
    this.plans[format] = plan;
    return plan;
  }

  ask(format, { hex }, answer) {
    const said = answer({ op: 'decode', format, hex });
    return said.startsWith('{"result":"reject"') ? 'reject' : said;
  }

  difference(format, answer) {
    for (const each of format ? [format] : ['bpat', 'gpb', 'bpx']) {
      for (const input of this.plan(each)) {
        if (this.ask(each, input, answer) !== input.said) {
          return { format: each, seed: input.seed, input: input.hex, open: input.open, sound: input.said.slice(0, 20) };
        }
      }
    }
    return undefined;
  }
}

module.exports = { Inputs };

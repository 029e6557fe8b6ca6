// Compares a model with what a case expects of it, as docs/adapters.md says.
'use strict';

function differences(wanted, model) {
  return Object.entries(wanted).filter(([path, value]) => !equal(value, find(model, path)));
}

function find(model, path) {
  const steps = path.match(/\[\d+\]|[^.[\]]+/g) ?? [];
  return steps.reduce((value, step) => value?.[step[0] === '[' ? Number(step.slice(1, -1)) : step], model);
}

function equal(wanted, found) {
  if (Array.isArray(wanted)) {
    return Array.isArray(found) && wanted.length === found.length && wanted.every((value, place) => equal(value, found[place]));
  }
  if (wanted !== null && typeof wanted === 'object') {
    const [form, ...others] = Object.keys(wanted);
    if (others.length === 0 && form === 'any') return wanted.any.some((value) => equal(value, found));
    if (others.length === 0 && form === 'f32') return typeof found === 'number' && Math.fround(found) === Math.fround(wanted.f32);
    if (others.length === 0 && form === 'bits') return found?.bits !== undefined && BigInt(found.bits) === BigInt(wanted.bits);
    return found !== null && typeof found === 'object' && Object.keys(wanted).every((key) => equal(wanted[key], found[key]));
  }
  // A case may write a float of 32 bits by its shortest digits.
  if (wanted === found || (typeof wanted === 'number' && typeof found === 'number' && Math.fround(wanted) === found)) return true;
  const numbers = [wanted, found].map(whole);
  return numbers[0] !== undefined && numbers[0] === numbers[1];
}

// The whole number that a value is, exactly.
function whole(value) {
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : undefined;
}

module.exports = { differences };

// Compares values of a model with those that a case wants; `values.json` has examples.

const NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Reads JSON. Integers that are not numbers of JavaScript become texts of their digits. */
export function readJson(text) {
  const exact = (token) => /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));
  return JSON.parse(text.replace(NUMBER, (token) => (exact(token) ? `"${token}"` : token)));
}

/** Returns the value at a path such as `sections[1].header.kind`, else `undefined`; the empty path is the whole model. */
export function valueAt(model, path) {
  const keys = path.match(/[^.[\]]+|\[\d+\]/g) ?? [];
  return keys.reduce((value, key) => {
    const index = key.startsWith("[");
    if (value === null || typeof value !== "object" || Array.isArray(value) !== index) return undefined;
    const name = index ? Number(key.slice(1, -1)) : key;
    return Object.hasOwn(value, name) ? value[name] : undefined;
  }, model);
}

/** Returns whether a value is one that the case wants. */
export function isWanted(found, wanted) {
  const members = isObject(wanted) ? Object.keys(wanted) : [];
  if (members.length === 1) {
    const inner = wanted[members[0]];
    if (members[0] === "f32") return rounded(found) !== undefined && rounded(found) === rounded(inner);
    if (members[0] === "bits") return bits(found) !== undefined && bits(found) === bits(wanted);
    if (members[0] === "any") return inner.some((one) => isWanted(found, one));
  }
  if (Array.isArray(wanted)) {
    return Array.isArray(found) && found.length === wanted.length && wanted.every((one, at) => isWanted(found[at], one));
  }
  if (isObject(wanted)) {
    return isObject(found) && members.every((name) => Object.hasOwn(found, name) && isWanted(found[name], wanted[name]));
  }
  if (typeof found === "string" && typeof wanted === "string") return found === wanted;
  if (typeof found === "number" || typeof wanted === "number") return sameNumber(found, wanted);
  return found === wanted;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Compares numbers as such, whatever their form: 10 is 10.0, and a text of decimal digits is a whole number. */
function sameNumber(found, wanted) {
  const [a, b] = [whole(found), whole(wanted)];
  return a === undefined && b === undefined ? typeof found === "number" && found === wanted : a === b;
}

function whole(value) {
  if (typeof value === "string") return /^-?\d+$/.test(value) ? BigInt(value) : undefined;
  return Number.isInteger(value) ? BigInt(value) : undefined;
}

/** Returns the number nearest to a value, of those that 32 bits have. */
function rounded(value) {
  const number = typeof value === "number" ? Math.fround(value) : Infinity;
  // No -0: it equals 0.
  return Number.isFinite(number) ? number + 0 : undefined;
}

/** Returns the bits that a value `{"bits": "0x7fc00001"}` states. */
function bits(value) {
  const digits = isObject(value) ? value.bits : undefined;
  return typeof digits === "string" && /^0x[\da-f]+$/i.test(digits) ? BigInt(digits.toLowerCase()) : undefined;
}

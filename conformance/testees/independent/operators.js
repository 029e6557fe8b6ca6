// Mutants of the readers in JavaScript: one small change of the text each.
'use strict';

const swap = (left, right) => (match) => (match === left ? right : left);

// Operator, what is sought, and what takes its place.
const OPERATORS = [
  ['drop a rule', /if \([^\n]*\) throw new Reject\([^\n]*\);/g, () => ''],
  ['negate a condition', /\bif \(([^\n]*)\) (?=throw|return|\{)/g, (_, test) => `if (!(${test})) `],
  ['change a comparison', / (===|!==|<=|>=|<|>) /g, (_, sign) => ` ${OTHER[sign]} `],
  ['and / or', / (&&|\|\|) /g, (_, sign) => ` ${OTHER[sign]} `],
  ['change an operation', / (\+|-|\*|%) /g, (_, sign) => ` ${OTHER[sign]} `],
  ['sign', /\.([ui])(8|16|32|64)\(\)/g, (_, sign, bits) => `.${sign === 'u' ? 'i' : 'u'}${bits}()`],
  ['byte order', /read(\w+)LE\(/g, (_, kind) => `read${kind}BE(`],
  ['low 8 bits', /\b(\w+)\.(u16|u32)\(\)/g, (_, at, kind) => `(${at}.${kind}() & 0xff)`],
  ['low 16 bits', /\b(\w+)\.u32\(\)/g, (_, at) => `(${at}.u32() & 0xffff)`],
  ['low 32 bits', /\b(\w+)\.place\(\)/g, (_, at) => `(${at}.place() % 2 ** 32)`],
  ['constant + 1', /(?<![\w.$'])\d+(?![\w.'n])/g, (digits) => String(Number(digits) + 1)],
  ['constant - 1', /(?<![\w.$'])[1-9]\d*(?![\w.'n])/g, (digits) => String(Number(digits) - 1)],
  ['first element only', /(const [^\n]* of )([^\n]*)(\) (?:\{|[\w.(]))/g, (_, start, list, end) => `${start}${'['}...${list}].slice(0, 1)${end}`],
  ['all but the last', /(const [^\n]* of )([^\n]*)(\) (?:\{|[\w.(]))/g, (_, start, list, end) => `${start}${'['}...${list}].slice(0, -1)${end}`],
  ['first element only', /\.(some|filter|map|reduce)\(/g, (_, name) => `.slice(0, 1).${name}(`],
  ['swap two fields', /(\w+)(: [\w.]+\([\w, ]*\),\s+)(\w+)(: [\w.]+\([\w, ]*\))/g, (_, one, between, two, end) => `${two}${between}${one}${end}`],
  ['swap two fields', /(\.\w+)( = [\w.]+\(\);\s+\w+(?:\.\w+)?)(\.\w+)( = [\w.]+\(\);)/g, (_, one, between, two, end) => `${two}${between}${one}${end}`],
  ['min / max', /Math\.(min|max)/g, (_, name) => `Math.${swap('min', 'max')(name)}`],
];

const OTHER = {
  '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>', '&&': '||', '||': '&&',
  '+': '-', '-': '+', '*': '+', '%': '/',
};

// The parts that are no behaviour: comments, messages, and the adapter itself.
function quiet(text, start) {
  const from = text.lastIndexOf('\n', start) + 1;
  const line = text.slice(from, text.indexOf('\n', start));
  const message = line.indexOf('new Reject(');
  return line.trimStart().startsWith('//') || line.includes('require(') || (message >= 0 && start > from + message);
}

function mutants(sources) {
  const found = [];
  for (const [name, text] of sources) {
    if (name === 'adapter') continue;
    for (const [operator, pattern, change] of OPERATORS) {
      for (const match of text.matchAll(pattern)) {
        if (quiet(text, match.index)) continue;
        const changed = text.slice(0, match.index) + change(...match) + text.slice(match.index + match[0].length);
        const line = text.slice(0, match.index).split('\n').length;
        if (changed !== text) found.push({ name, operator, line, text: changed });
      }
    }
  }
  return found;
}

module.exports = { mutants };

// Sections of texts, and references into them.
'use strict';

const { Reject, utf8 } = require('./cursor');

function all(content) {
  const found = [];
  for (let start = 0; start < content.length; start = content.indexOf(0, start) + 1) found.push(at(content, start));
  return found;
}

function at(content, offset) {
  if (offset >= content.length) throw new Reject('a string lies after its section');
  const end = content.indexOf(0, offset);
  if (end < 0) throw new Reject('a string does not end');
  const found = utf8(content.subarray(offset, end));
  if (found === undefined) throw new Reject('a string is not UTF-8');
  return found;
}

module.exports = { all, at };

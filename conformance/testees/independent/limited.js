// Runs work that may not come to an end.
'use strict';

const vm = require('node:vm');

const caller = new vm.Script('limitedWork()');

// What the work returns; throws when it takes longer than so many milliseconds.
function limited(timeout, work) {
  globalThis.limitedWork = work;
  return caller.runInThisContext({ timeout });
}

// The answer to a question; what goes wrong or does not end is an answer too.
function ask(answer, question) {
  try {
    return limited(2000, () => answer(question));
  } catch (fault) {
    return { result: 'error', message: String(fault) };
  }
}

module.exports = { ask, limited };

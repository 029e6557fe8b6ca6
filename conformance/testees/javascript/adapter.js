#!/usr/bin/env node
// Hands the questions of the suite to `bpx.js`.
"use strict";
const fs = require("fs");
const readline = require("readline");
const bpx = require("./bpx.js");

const HELLO = {
  protocol: 1,
  name: "bpx.js",
  version: "1",
  language: "JavaScript",
  formats: { bpx: [1, 2] },
  ops: ["validate"],
  features: ["zlib"],
};

function run(ask) {
  const data = "hex" in ask ? Buffer.from(ask.hex, "hex") : fs.readFileSync(ask.path);
  try {
    bpx.read(data);
    return { result: "ok" };
  } catch (why) {
    if (!(why instanceof bpx.Refused)) throw why;
    return { result: "reject", class: why.kind, message: why.message, at: why.at, offset: why.offset };
  }
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const ask = JSON.parse(line);
  if (ask.cmd === "bye") process.exit(0);
  const answer = ask.cmd === "hello" ? HELLO : { seq: ask.seq, ...run(ask) };
  process.stdout.write(JSON.stringify(answer) + "\n");
});

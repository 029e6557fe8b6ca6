/** Files that were made to break readers: the page shows what is wrong, stays alive, and its module stays small.
 *  `HOSTILE` names a folder with more of them; `NAME.json` beside another file `NAME` is its schema. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { MIB, bpx, faults, files, memory, open, page, root, scratch } from "./harness.mjs";
import { hostile } from "./hostile.mjs";

const GOOD = join(root, "examples/texture.bpx");
const GOLDENS = ["examples/texture.bpx", "examples/model.bpx", "examples/sd.bpx", "examples/shader.bpx", "examples/strings.bpx", "examples/xz.bpx", "examples/zlib.bpx"]
  .map((path) => join(root, path))
  .concat(["package.bpx", "fat.blk", "fat_zst.blk", "full.bpat", "skins.bpat", "scene.gpb", "font.gpb", "v0-model.bpx", "v0-texture.bpx"].map((name) => join(files, name)));

/** Milliseconds within which the page has to say something about a file, on any machine. */
const PATIENCE = 120_000;

/** What a user may do with a file that is open. Errors are answers; only the module must not end. */
async function use() {
  await page.evaluate(async () => {
    const { client } = window.explorer;
    const ask = (request) => client.ask(request).then(({ json }) => json, () => null);
    await ask({ call: "map" });
    await ask({ call: "locate", space: "", from: 0, to: 640 });
    await ask({ call: "search", text: "a" });
    let level = [""];
    for (let depth = 0; depth < 3; depth++) {
      const next = [];
      for (const path of level.slice(0, 4)) {
        const parts = await ask({ call: "children", path, start: 0, count: 200 });
        for (const item of parts?.items ?? []) {
          if (item.packed) await ask({ call: "content", space: item.path, from: 0, to: 16 });
          if (item.kind !== "value") next.push(item.path);
        }
      }
      level = next;
    }
    await ask({ call: "save_dump" });
    await ask({ call: "save_html", name: "a" });
    await ask({ call: "save_json" });
    await ask({ call: "model", path: "header" });
    for (const call of ["meshes", "objects", "clips"]) await ask({ call });
    await ask({ call: "texture", layer: 0 });
    await ask({ call: "poses", clip: 0 });
  });
  await page.click("#tab-preview");
}

/** Shows one file, uses it, and returns what the page says. */
async function show(name, ...given) {
  const started = performance.now();
  await page.setInputFiles("#file", given);
  // A schema or a document is for the file that is open; if it cannot be, the page says so.
  const settled = (name) =>
    document.querySelector("#status").textContent === `Read by ${name}.` ||
    document.querySelector("#status.error")?.textContent.startsWith(`${name}:`) ||
    (document.title.startsWith(`${name} `) && !/…$/.test(document.querySelector("#tab-findings").textContent));
  await page.waitForFunction(settled, name, { timeout: PATIENCE });
  const findings = await page.evaluate(() => document.querySelector("#tab-findings").textContent + document.querySelector("#status").textContent + document.querySelector("#panel-findings").textContent);
  if (given.length > 1) await page.waitForFunction(() => /^Read by/.test(document.querySelector("#status").textContent) || document.querySelector("#status.error"), null, { timeout: PATIENCE });
  const opened = performance.now() - started;
  await use();
  const [size, notice] = [await memory(), await page.textContent("#notice")];
  if (process.env.VERBOSE) console.log(`${name}: ${opened.toFixed(0)} + ${(performance.now() - started - opened).toFixed(0)} ms, ${(size / MIB).toFixed(1)} MiB ${notice}`);
  return { name, findings, size, notice };
}

function check({ name, findings, size, notice }) {
  assert.ok(size <= 64 * MIB || notice !== "", `${name}: ${size} bytes of memory, and no word about it`);
  assert.ok(!/panicked|RangeError/.test(notice + findings), `${name}: ${notice} ${findings}`);
}

async function all(list) {
  const ended = [];
  for (const [name, content] of list) {
    const result = await show(name, { name, mimeType: "application/octet-stream", buffer: content });
    check(result);
    if (/ended/.test(result.notice)) ended.push(`${name}: ${result.notice}`);
  }
  // The next good file opens.
  await open(GOOD);
  assert.equal(await page.textContent("#tab-findings"), "Findings (0)");
  assert.deepEqual(faults, []);
  assert.deepEqual(ended, []);
}

/** A package of zeros, whose sections are xz. */
function xzBomb() {
  const folder = join(scratch, "zeros");
  mkdirSync(folder);
  writeFileSync(join(folder, "zeros.bin"), "");
  truncateSync(join(folder, "zeros.bin"), 64 * MIB);
  const path = join(scratch, "zeros.bpx");
  execFileSync(bpx, ["pack", folder, "-o", path]);
  return path;
}

test("files that are made to break readers do not", async () => {
  await all(hostile(join(root, "examples/sd.bpx"), GOLDENS, bpx && xzBomb()));
});

test("earlier finds of the fuzzer are read", async () => {
  const folder = join(root, "fuzz/regressions");
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  await all(paths.map((entry) => [entry.name, readFileSync(join(entry.parentPath ?? entry.path, entry.name))]));
});

test("the files of HOSTILE are read", { skip: !process.env.HOSTILE }, async () => {
  const folder = process.env.HOSTILE;
  const read = (name) => (extname(name) === ".gz" ? gunzipSync(readFileSync(join(folder, name))) : readFileSync(join(folder, name)));
  const names = readdirSync(folder).filter((name) => (process.env.ONLY ?? "") === "" || name.includes(process.env.ONLY));
  const stem = (name) => name.replace(/\.gz$/, "");
  const schemas = new Map(names.filter((name) => /\.json(\.gz)?$/.test(name)).map((name) => [basename(stem(name), ".json"), name]));
  const failed = [];
  for (const name of names) {
    const schema = schemas.get(basename(stem(name), extname(stem(name))));
    const given = [name, ...(schema && schema !== name ? [schema] : [])].map((one) => ({ name: stem(one), mimeType: "", buffer: read(one) }));
    try {
      check(await show(stem(name), ...given));
    } catch (error) {
      failed.push(`${name}: ${error.message}`);
    }
  }
  await open(GOOD);
  assert.deepEqual(failed, []);
});

/** Files of every format, as the conformance suite has them: each value leads to its bytes, and a changed one is saved. */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { bpx, command, downloaded, faults, files, item, open, page, requests, root, scratch, served, status } from "./harness.mjs";

/** Files of the suite that are written again byte for byte: their ids, and their bytes. */
const suite = new Map(bpx ? exported() : []);

function exported() {
  const folder = mkdtempSync(join(tmpdir(), "suite-"));
  try {
    command("conform", "export", folder);
    const formats = ["blk", "bpat", "bpx", "gpb"].map((format) => JSON.parse(readFileSync(join(folder, `${format}.json`), "utf8")));
    return formats.flatMap(({ cases }) => cases).filter(({ id }) => id.endsWith(".same-bytes")).map(({ id, hex }) => [id, Buffer.from(hex, "hex")]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes a file of the suite. */
function write(id) {
  const path = join(scratch, `${id}.${id.split(".")[0]}`);
  writeFileSync(path, suite.get(id));
  return path;
}

const NAMED = ["texture", "model", "sd", "shader", "strings", "layout", "xz", "zlib"].map((name) => join(root, `examples/${name}.bpx`))
  .concat(["package.bpx", "v0-texture.bpx", "v0-model.bpx", "fat.blk", "fat_zst.blk", "full.bpat", "skins.bpat", "scene.gpb", "font.gpb"].map((name) => join(files, name)));

/** Clicks every value of the tree, until so many were clicked. Returns how many were, and those whose bytes were not marked. */
const clickAll = (file, most) =>
  page.evaluate(async ({ file, most }) => {
    const clicked = new Set();
    const wrong = [];
    const text = (selector) => document.querySelector(selector)?.textContent ?? "";
    const next = () => [...document.querySelectorAll(".tree-row[data-path]")].find((row) => !clicked.has(row.dataset.path));
    const until = async (done) => {
      for (const end = performance.now() + 10_000; performance.now() < end; await new Promise(requestAnimationFrame)) if (done()) return true;
      return false;
    };
    for (let row = next(); row && clicked.size < most; row = next()) {
      const { path } = row.dataset;
      clicked.add(path);
      const [, offset, size] = / at ([0-9a-f]+), (\d+) bytes$/.exec(row.title);
      row.click();
      const shown = () => {
        if (text("#panel-details dd") !== path) return false;
        if (row.ariaExpanded === "true" && row.nextElementSibling?.childElementCount === 0) return false;
        const marked = [...document.querySelectorAll(".byte.selected")];
        if (marked.length === 0) return Number(size) === 0 || /compressed|bits/i.test(text("#panel-details dl"));
        const from = parseInt(offset, 16);
        const isFile = !document.querySelector("#to-file");
        return marked.every((cell, index) => Number(cell.dataset.offset) === from + index && (!isFile || cell.textContent === file.slice(2 * (from + index), 2 * (from + index) + 2)));
      };
      if (!(await until(shown))) wrong.push(`${row.title}: ${text("#panel-details")}`);
    }
    return { count: clicked.size, wrong };
  }, { file: file.toString("hex"), most });

test("the suite has files of every format", { skip: !bpx }, () => {
  assert.deepEqual([...new Set([...suite.keys()].map((id) => id.split(".")[0]))], ["blk", "bpat", "bpx", "gpb"]);
});

for (const name of [...NAMED, ...suite.keys()]) {
  test(`every value of ${name.replace(`${root}/`, "")} leads to its bytes and back`, async () => {
    const path = suite.has(name) ? write(name) : name;
    await open(path);
    // Some cases of the suite are of what readers may refuse.
    if (path === name) assert.equal(await page.textContent("#tab-findings"), "Findings (0)");
    const { count, wrong } = await clickAll(readFileSync(path), path === name ? 80 : 40);
    assert.deepEqual(wrong, []);
    assert.ok(count >= 3, `${count} values`);
    // A click on a byte shows its value, in the panel and in the tree.
    if (await page.isVisible("#to-file")) await page.click("#to-file");
    const [wanted] = await page.evaluate(async () => (await window.explorer.client.ask({ call: "locate", space: "", from: 3, to: 4 })).json.items);
    await page.locator("[role=grid]").press("Control+Home");
    await page.locator('.byte[data-offset="3"]').click();
    await page.waitForFunction((path) => document.querySelector("#panel-details dd")?.textContent === path, wanted.path);
    await page.waitForFunction((path) => document.querySelector("[role=treeitem][aria-selected=true]")?.dataset.path === path, wanted.path);
    assert.deepEqual(faults, []);
    assert.ok(requests.every((url) => url.startsWith(served.address) || url.startsWith("data:")), requests.join("\n"));
  });
}

/** Opens what is around a value, as a user does, and clicks it. */
async function choose(path) {
  const ends = [...path.matchAll(/(?=[.[])/g)].map((match) => match.index).filter((index) => index > 0);
  for (const end of [...ends, path.length]) await item(path.slice(0, end)).click();
  await page.waitForFunction((path) => document.querySelector("#panel-details dd")?.textContent === path, path);
}

/** Changes the value that is chosen. */
async function change(text) {
  await page.click("#edit");
  await page.fill("#edit-value", text);
  await apply();
}

async function apply() {
  await page.click("#apply");
  await page.waitForFunction(() => /^Changed|^The new file/.test(document.querySelector("#status").textContent) || document.querySelector("#status.error"));
}

/** Files, a value of each, and another value for it as JSON. */
const EDITS = [
  { file: "examples/texture.bpx", path: "header.type_ext.texture.mipmaps", value: "2" },
  { file: "examples/zlib.bpx", path: "sections[0].strings.strings[1]", value: '"textures/snow"' },
  { file: "examples/model.bpx", path: "header.type_ext.model.shader_hash", value: '"7"' },
  { file: "bpx-web/page/tests/files/package.bpx", path: "header.type_ext.package.generator", value: '"4142"' },
  { file: "bpx-web/page/tests/files/v0-texture.bpx", path: "header.type_ext.texture.mipmaps", value: "1" },
  { file: "bpx-web/page/tests/files/fat.blk", path: "body.params[2].value", value: "7" },
  { file: "bpx-web/page/tests/files/fat_zst.blk", path: "sized.content.body.params[0].value", value: "7" },
  { file: "bpx-web/page/tests/files/full.bpat", path: "clips[0].fps", value: "12.5" },
  { file: "bpx-web/page/tests/files/skins.bpat", path: "clips[0].fps", value: "12.5" },
  { file: "bpx-web/page/tests/files/scene.gpb", path: "objects[0].scene.ambient_color", value: "[0.5, -0.0, 0.25]" },
  { file: "bpx-web/page/tests/files/font.gpb", path: "font.sizes[0].line_height", value: "11" },
];

for (const { file, path, value } of EDITS) {
  test(`${path} of ${file} is changed and saved, and the command reads it`, async () => {
    const before = readFileSync(join(root, file));
    await open(join(root, file));
    await choose(path);
    await change(value);
    assert.match(await status(), /^Changed .*The new file is valid/);
    const saved = await downloaded(() => page.click("#download"));
    assert.notDeepEqual(readFileSync(saved), before);
    if (bpx) {
      assert.match(command("verify", saved), /: valid/);
      assert.equal(command("query", saved, path).replace(/\s/g, ""), value.replace(/\s/g, ""));
    }
    await page.click("#undo");
    await page.waitForSelector("#download", { state: "hidden" });
    assert.deepEqual(faults, []);
  });
}

test("a value that is applied without a change gives the same file", async () => {
  const path = join(scratch, "zero.gpb");
  const scene = readFileSync(join(files, "scene.gpb"));
  // -0.0 is another value than 0.0, and JavaScript writes both as 0.
  scene.writeFloatLE(-0, 0x127);
  writeFileSync(path, scene);
  await open(path);
  await choose("meshes[0].bounds.min");
  await page.click("#edit");
  assert.match(await page.inputValue("#edit-value"), /-0\.0/);
  await apply();
  assert.equal(await status(), "The new file is the same.");
});

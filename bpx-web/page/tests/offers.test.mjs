/** Several files: data, and what it is read by, dropped or served by the command. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bpx, checked, downloaded, faults, files, open, page, requests, root, scratch, shown } from "./harness.mjs";

test("a user's schema and a document read any other file", async () => {
  const data = join(scratch, "lights.bin");
  writeFileSync(data, Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]));
  await open(data);
  assert.equal(await page.locator("[role=treeitem] .name").count(), 0);
  await page.setInputFiles("#file", join(root, "tests/walk-through/lights-1.md"));
  await page.waitForFunction(() => document.querySelector("#status").textContent.startsWith("Read by"));
  assert.ok((await page.locator("[role=treeitem] .name").count()) > 0);
  const file = join(root, "examples/texture.bpx");
  await open(file);
  await page.setInputFiles("#file", join(root, "exports/bpx.json"));
  await page.waitForFunction(() => document.querySelector("#status").textContent.startsWith("Read by bpx.json"));
  assert.equal(await page.locator("[role=treeitem] .name").first().textContent(), "header");
});

test("a file that a user's schema reads is edited, compared and exported by that schema", async () => {
  const [data, other] = ["lights.bin", "others.bin"].map((name) => join(scratch, name));
  // One light, of the document's first version.
  const light = Buffer.alloc(8 + 24);
  light.write("LITE", 0, "latin1");
  light.writeUInt16LE(1, 4);
  writeFileSync(data, light);
  light[8] = 0x3f;
  writeFileSync(other, light);
  await open(data, join(root, "tests/walk-through/lights-1.md"));
  await page.waitForFunction(() => document.querySelector("#status").textContent === "Read by lights-1.md.");
  const values = await page.locator("[role=treeitem]").evaluateAll((rows) => rows.map((row) => row.dataset.path));
  await page.click("#tab-compare");
  await page.setInputFiles("#other", other);
  await page.waitForSelector("#panel-compare h3");
  assert.equal(await page.locator("#panel-compare .error").count(), 0, await page.textContent("#panel-compare"));
  await page.click("#tab-save");
  await page.selectOption("#target", "ksy");
  const exported = await downloaded(() => page.click("#save-schema"));
  assert.match(readFileSync(exported, "utf8"), /lights/);
  const place = page.locator('[role=treeitem]:not([aria-expanded])', { hasText: "count" }).first();
  await place.click();
  await page.click("#edit");
  await page.fill("#edit-value", "0");
  await page.click("#apply");
  await page.waitForFunction(() => /^Changed/.test(document.querySelector("#status").textContent), null, { timeout: 10000 });
  assert.deepEqual(await page.locator("[role=treeitem]").evaluateAll((rows) => rows.map((row) => row.dataset.path)), values);
  assert.deepEqual(faults, []);
});

test("a file of BLK is read with its names and its dictionary", async () => {
  await open(join(files, "slim_zst_dict.blk"), join(files, "nm"), join(files, "slim.dict"));
  await page.waitForFunction(() => document.querySelectorAll(".tree-row").length > 0);
  assert.deepEqual(faults, []);
});

test("of several files that are dropped, each that is data can be chosen", async () => {
  await open(join(root, "examples/texture.bpx"), join(files, "fat.blk"), join(files, "scene.gpb"));
  assert.deepEqual(await page.locator("#files option").allTextContents(), ["texture.bpx", "fat.blk", "scene.gpb"]);
  await page.selectOption("#files", { label: "scene.gpb" });
  await shown("scene.gpb");
  assert.match(await page.textContent("#about"), /GPB/);
  // What a file is for follows from its content: this one has the name of a document.
  const named = join(scratch, "model.md");
  copyFileSync(join(root, "examples/model.bpx"), named);
  await open(named);
  assert.match(await page.textContent("#about"), /Model/);
  assert.equal(await page.locator("#files option").count(), 4);
});

test("a file that is dropped while another one opens is shown", async () => {
  await open(join(files, "fat.blk"));
  await page.evaluate(() => {
    const drop = () => {
      const data = new DataTransfer();
      // What it is for is not known at once.
      data.items.add(new File(["Words that describe nothing.\n\n".repeat(20_000)], "second.txt"));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    };
    new MutationObserver((_, observer) => (observer.disconnect(), drop())).observe(document.querySelector("title"), { childList: true });
  });
  await page.setInputFiles("#file", join(root, "examples/texture.bpx"));
  await shown("second.txt");
  assert.deepEqual(faults, []);
});

test("of files that are dropped one after another, the last is shown, known by its own content", async () => {
  await open(join(files, "fat.blk"));
  await page.evaluate((schema) => {
    const drop = (...files) => {
      const data = new DataTransfer();
      for (const file of files) data.items.add(file);
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    };
    drop(new File([schema], "own.json"));
    drop(new File([new Uint8Array(16)], "data.bin"));
  }, readFileSync(join(root, "exports/bpx.json"), "utf8"));
  await shown("data.bin");
  assert.deepEqual(await page.locator("#files option").allTextContents(), ["fat.blk", "data.bin"]);
  assert.equal(await page.evaluate(() => document.querySelectorAll(".byte").length), 16);
  assert.deepEqual(faults, []);
});

test("what was found in one file is not said of the next one", async () => {
  await open(join(root, "examples/texture.bpx"));
  const tab = await page.evaluate((bytes) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], "bad.bpx"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    const title = document.querySelector("title");
    return new Promise((seen) => new MutationObserver(() => seen(document.querySelector("#tab-findings").textContent)).observe(title, { childList: true }));
  }, [...readFileSync(join(root, "examples/texture.bpx"))].fill(0xff, 4, 6));
  assert.equal(tab, "Findings …");
});

/** Runs `bpx explore` while the page of its address is used. */
async function explore(given, use) {
  const server = spawn(bpx, ["explore", "--no-open", ...given], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const address = await new Promise((resolve, reject) => {
      server.stdout.once("data", (line) => resolve(String(line).trim()));
      server.once("exit", (code) => reject(new Error(`bpx explore ended with ${code}`)));
    });
    await page.goto(address);
    await use();
    assert.deepEqual(faults, []);
    assert.ok(requests.every((url) => url.startsWith("http://127.0.0.1:") || url.startsWith("data:") || url.startsWith("blob:")), requests.join(" "));
  } finally {
    // What the page still asks for must not meet a server that is gone.
    await page.goto("about:blank");
    server.kill();
  }
}

test("the command serves the page with a file", { skip: !bpx }, async () => {
  await explore([join(root, "examples/model.bpx")], async () => {
    await shown("model.bpx");
    assert.equal(await page.textContent("#tab-findings"), "Findings (0)");
    const bytes = (await page.locator(".byte").allTextContents()).slice(0, 4).join("");
    assert.equal(bytes, "4250584d");
  });
});

test("the command serves several files, of which each can be chosen", { skip: !bpx }, async () => {
  const lights = join(scratch, "served.bin");
  writeFileSync(lights, Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]));
  const described = join(scratch, "lights");
  copyFileSync(join(root, "tests/walk-through/lights-1.md"), described);
  const given = [join(root, "examples/texture.bpx"), join(root, "examples/model.bpx"), join(files, "slim_zst_dict.blk"), join(files, "nm"), join(files, "slim.dict")];
  await explore(given, async () => {
    await shown("texture.bpx");
    assert.deepEqual(await page.locator("#files option").allTextContents(), ["texture.bpx", "model.bpx", "slim_zst_dict.blk"]);
    await page.selectOption("#files", { label: "model.bpx" });
    await shown("model.bpx");
    await page.selectOption("#files", { label: "slim_zst_dict.blk" });
    await page.waitForFunction(() => document.title.startsWith("slim_zst_dict.blk") && document.querySelectorAll(".tree-row").length > 0);
    await checked();
  });
  // A document without an extension is known by its tables.
  await explore([lights, described], async () => {
    await page.waitForFunction(() => document.querySelector("#status").textContent.startsWith("Read by lights."));
    assert.ok((await page.locator("[role=treeitem] .name").count()) > 0);
    assert.equal(await page.isVisible("#files"), false);
  });
});

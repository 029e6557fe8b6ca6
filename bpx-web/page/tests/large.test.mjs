/** Files that are larger than the memory of the module, and the size of the page. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";
import { MIB, checked, dist, downloaded, faults, files, item, memory, open, page, scratch } from "./harness.mjs";
import { largePackage, sparsePackage } from "./package.mjs";

test("a package of 200 MB opens within a second, and shows any place within 100 ms", async () => {
  const path = join(scratch, "large.bpx");
  writeFileSync(path, Buffer.concat(largePackage(join(files, "package.bpx"), 200_000_000)));
  // What is compiled once for all files is not a part of opening one.
  await open(join(files, "package.bpx"));
  const opened = await page.evaluate(() => {
    document.addEventListener("bpx-opened", () => (window.openedAt = performance.now()));
    document.querySelector("#file").addEventListener("change", () => (window.startedAt = performance.now()));
    return true;
  });
  assert.ok(opened);
  await page.setInputFiles("#file", path);
  await page.waitForFunction(() => document.title.startsWith("large.bpx") && window.openedAt > window.startedAt);
  const time = await page.evaluate(() => window.openedAt - window.startedAt);
  await checked();
  const places = await page.evaluate(async () => {
    const { client } = window.explorer;
    const times = [];
    for (let at = 1; at < 20; at++) {
      const start = performance.now();
      await client.ask({ call: "locate", space: "", from: at * 10_000_000, to: at * 10_000_000 + 640 });
      times.push(performance.now() - start);
    }
    return times;
  });
  const jumps = await page.evaluate(async (size) => {
    const view = document.querySelector("[role=grid]");
    const times = [];
    for (let turn = 0; turn < 40; turn++) {
      const part = ((turn * 0.618) % 1) * 0.98 + 0.01;
      const start = performance.now();
      view.scrollTop = part * (view.scrollHeight - view.clientHeight);
      while (Math.abs(Number(document.querySelector(".hex-row .byte")?.dataset.offset) - part * size) > size / 1000) {
        await new Promise((next) => requestAnimationFrame(next));
      }
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b);
  }, 200_000_000);
  const most = await memory();
  const worst = Math.max(...places);
  console.log(`opened in ${time.toFixed(0)} ms, any place in ${worst.toFixed(0)} ms, ${jumps.length} jumps to bytes in ${jumps[20].toFixed(0)} (median) to ${jumps.at(-1).toFixed(0)} ms, ${(most / MIB).toFixed(1)} MiB`);
  assert.ok(time <= 1000, `opened in ${time} ms`);
  assert.ok(worst <= 100, `a place took ${worst} ms`);
  // One that waits for another program is no fault of the page.
  assert.ok(jumps[35] <= 100, `jumps took ${jumps} ms`);
  assert.ok(most <= 64 * MIB, `${most} bytes of memory`);
  assert.match(await page.textContent("#tab-findings"), /\(0\)/);
});

test("a package beyond 4 GiB opens, and its places there are read", async () => {
  const path = join(scratch, "sparse.bpx");
  const far = sparsePackage(join(files, "package.bpx"), path);
  assert.ok(far > 2 ** 32 - 1);
  await page.setInputFiles("#file", path);
  await page.waitForFunction(() => document.title.startsWith("sparse.bpx"));
  assert.match(await page.textContent("#about"), /BPX, Package.*4\.0 GiB/);
  // Checking it takes as long as reading all of it; nothing waits for that, and the user may end it.
  await page.waitForFunction(() => !document.querySelector("#busy").hidden && document.querySelector("#busy progress").value > 0);
  assert.match(await page.textContent("#busy"), /^Checking the file\d+ sCancel$/);
  await page.click("#cancel");
  assert.equal(await page.textContent("#status"), "Cancelled.");
  await page.waitForFunction(() => document.querySelector("#tab-findings").textContent === "Findings");
  await page.click("#tab-findings");
  assert.match(await page.textContent("#panel-findings"), /cancelled/);
  assert.ok(await page.isHidden("#busy"));
  await page.click("#check");
  await page.waitForFunction(() => !document.querySelector("#busy").hidden);
  await page.click("#cancel");
  // The tree leads to bytes beyond 4 GiB.
  await item("sections").click();
  await item("sections[0]").click();
  await page.waitForFunction((far) => document.querySelector(".byte.selected")?.dataset.offset === String(far), far);
  const stored = readFileSync(join(files, "package.bpx"));
  const small = stored.subarray(40 + 24 * stored.readUInt32LE(16));
  const read = (await page.locator(".byte.selected").allTextContents()).join("");
  assert.equal(read.slice(0, 32), small.subarray(0, 16).toString("hex"));
  assert.equal(await page.locator(".hex-offset", { hasText: Math.floor(far / 16).toString(16) + "0" }).count(), 1);
  // An offset leads to its value.
  await page.keyboard.press("/");
  await page.fill("#search", `0x${(far + 1).toString(16)}`);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /^sections\[0\]/.test(document.querySelector("#panel-details dd")?.textContent ?? ""));
  // Objects are read from there.
  await page.click("#tab-preview");
  await page.locator("summary", { hasText: "a/" }).click();
  const saved = await downloaded(() => page.locator(".objects .link", { hasText: "one.txt" }).click());
  // The same name as the other download, so that it has to be read before.
  const farObject = readFileSync(saved);
  await open(join(files, "package.bpx"));
  await page.click("#tab-preview");
  await page.locator("summary", { hasText: "a/" }).click();
  const same = await downloaded(() => page.locator(".objects .link", { hasText: "one.txt" }).click());
  assert.deepEqual(farObject, readFileSync(same));
  assert.ok((await memory()) <= 64 * MIB);
  assert.deepEqual(faults, []);
});

test("the module takes at most 2.5 MB on its way", () => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const size = brotliCompressSync(readFileSync(join(dist, "bpx.wasm")), { params }).length;
  console.log(`${size} bytes with Brotli`);
  assert.ok(size <= 2_500_000, `${size} bytes`);
});

/** What files look like. */

import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inflateSync } from "node:zlib";
import { downloaded, faults, files, open, page, root } from "./harness.mjs";

test("textures, meshes and packages have previews", async () => {
  await open(join(root, "examples/texture.bpx"));
  await page.click("#tab-preview");
  await page.waitForSelector("canvas.texture");
  await open(join(files, "scene.gpb"));
  await page.click("#tab-preview");
  await page.click("#show-meshes");
  await page.waitForSelector("canvas.wireframe");
  await open(join(files, "package.bpx"));
  await page.click("#tab-preview");
  await page.locator("summary", { hasText: "a/" }).click();
  const saved = await downloaded(() => page.locator(".objects .link", { hasText: "one.txt" }).click());
  assert.equal(statSync(saved).size, 12);
});

test("textures, models and packages of version 0 have the previews of later versions", async () => {
  await open(join(files, "v0-texture.bpx"));
  await page.click("#tab-preview");
  const canvas = page.locator("canvas.texture");
  await canvas.waitFor();
  assert.equal(await canvas.getAttribute("aria-label"), "Layer 0, 4 x 2 pixels");
  const pixel = await canvas.evaluate((one) => [...one.getContext("2d").getImageData(0, 0, 1, 1).data]);
  // The content of the section, by another implementation of zlib.
  const stored = readFileSync(join(files, "v0-texture.bpx"));
  assert.deepEqual(pixel, [...inflateSync(stored.subarray(0x30)).subarray(0, 3), 255]);
  await open(join(files, "v0-model.bpx"));
  await page.click("#tab-preview");
  await page.click("#show-meshes");
  await page.waitForSelector("canvas.wireframe");
  assert.deepEqual(faults, []);
});

test("poses are played, paused and chosen by frame", async () => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await open(join(files, "full.bpat"));
  await page.click("#tab-preview");
  await page.waitForSelector("canvas.wireframe");
  // It plays by itself, until it is paused.
  await page.waitForFunction(() => document.querySelector("#pose-play").textContent === "Pause" || Number(document.querySelector("#pose-frame").value) > 0);
  await page.locator("#pose-frame").fill("1");
  assert.equal(await page.textContent("#pose-play"), "Play");
  assert.match(await page.textContent(".player output"), /^2 of \d+/);
  await page.click("#pose-play");
  await page.waitForFunction(() => document.querySelector("#pose-play").textContent === "Pause" || document.querySelector("#pose-frame").value !== "1");
  assert.deepEqual(faults, []);
});

test("nothing moves for users who prefer reduced motion", async () => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(join(files, "skins.bpat"));
  await page.click("#tab-preview");
  await page.waitForSelector("canvas.wireframe");
  assert.equal(await page.textContent("#pose-play"), "Play");
  assert.equal(await page.inputValue("#pose-frame"), "0");
  assert.match(await page.textContent(".player output"), /^1 of \d+/);
  assert.doesNotMatch(await page.textContent("#panel-preview"), /does not state which bones are linked/);
  assert.deepEqual(faults, []);
});

test("a wire frame turns, by itself and by keys", async () => {
  const picture = () => page.locator("canvas.wireframe").evaluate((canvas) => canvas.dataset.angle);
  for (const reducedMotion of ["no-preference", "reduce"]) {
    await page.emulateMedia({ reducedMotion });
    await open(join(files, "scene.gpb"));
    await page.click("#tab-preview");
    await page.click("#show-meshes");
    await page.waitForSelector("canvas.wireframe");
    if (reducedMotion === "no-preference") {
      const before = await picture();
      await page.waitForFunction((before) => document.querySelector("canvas.wireframe").dataset.angle !== before, before);
      assert.equal(await page.textContent("#turn"), "Stop turning");
      await page.click("#turn");
    }
    assert.equal(await page.textContent("#turn"), "Turn");
    const still = await picture();
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
    assert.equal(await picture(), still);
    await page.locator("canvas.wireframe").focus();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((still) => document.querySelector("canvas.wireframe").dataset.angle !== still, still);
    await page.reload();
  }
  assert.deepEqual(faults, []);
});

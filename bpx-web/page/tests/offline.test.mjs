/** The page without a network. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { faults, files, newPage, open, page, dist } from "./harness.mjs";
import { serve } from "./server.mjs";

test("a page that was opened once works when its host is gone", async () => {
  await newPage({});
  const host = await serve(dist);
  await page.goto(host.address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  host.server.closeAllConnections();
  await new Promise((closed) => host.server.close(closed));
  await page.context().setOffline(true);
  await assert.rejects(page.evaluate(() => fetch("nothing-of-the-page")));
  faults.length = 0;
  await page.reload();
  await open(join(files, "scene.gpb"));
  // A part of the page that is loaded when it is needed.
  await page.click("#tab-preview");
  await page.click("#show-meshes");
  await page.waitForSelector("canvas.wireframe");
  await page.click("header a");
  await page.waitForSelector("h1:text('Specification documents')");
  await page.setInputFiles("#file", join(files, "../../../../tests/walk-through/lights-1.md"));
  await page.waitForSelector("#panel-account table");
  assert.deepEqual(faults, []);
});

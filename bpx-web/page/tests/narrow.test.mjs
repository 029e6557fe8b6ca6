/** Screens of 360 pixels: nothing lies right or left of them, on both pages and all panels. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { files, newPage, open, page, root, scratch, served } from "./harness.mjs";

beforeEach(() => newPage({ serviceWorkers: "block", viewport: { width: 360, height: 740 } }));

/** Elements that are outside, except in parts of the page that scroll by themselves, and names that the map hides. */
const outside = () => page.evaluate(() => [...document.querySelectorAll("body *")]
  .filter((one) => !one.parentElement.closest("pre, .hex-scroll, .extent") && !one.matches(".visually-hidden") && one.getClientRects().length > 0)
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, place]) => place.right > window.innerWidth + 0.5 || place.left < -0.5)
  .map(([one, place]) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 40)}: ${place.left} to ${place.right}`));

/** A document with long names and open points. */
const DOCUMENT = `# A format of files with a long title

## AnUnusuallyLongTitleOfASectionWithoutAnySpaceInItBecauseAuthorsWriteSo

| Offset | Size | Name | Description |
|---|---|---|---|
| 0 | 4 | magic | What files begin with. |
| 4 | eleventeen | a_name_that_is_longer_than_a_narrow_screen_has_room_for_in_one_line | Nobody knows the size. |

| Key | Opinion |
|---|---|
| a | b |
`;

test("documents fit on a narrow screen", async () => {
  const long = join(scratch, "a-document-whose-name-is-rather-long-for-a-narrow-screen-and-has-no-spaces.md");
  writeFileSync(long, DOCUMENT);
  for (const path of [join(root, "tests/walk-through/lights-1.md"), long]) {
    await page.goto(`${served.address}spec.html`);
    assert.deepEqual(await outside(), []);
    await page.setInputFiles("#file", path);
    await page.waitForSelector("#panel-account table");
    await page.setInputFiles("#other", join(root, "tests/walk-through/lights-2.md"));
    await page.waitForSelector("#panel-changes pre");
    for (const tab of ["account", "open", "rust", "changes"]) {
      await page.click(`#tab-${tab}`);
      assert.deepEqual(await outside(), [], `${path}: ${tab}`);
    }
  }
});

for (const path of [join(root, "examples/model.bpx"), join(root, "examples/sd.bpx"), ...["scene.gpb", "package.bpx", "skins.bpat", "fat.blk"].map((name) => join(files, name))]) {
  test(`${path.replace(`${root}/`, "")} fits on a narrow screen`, async () => {
    assert.deepEqual(await outside(), []);
    await open(path);
    await page.locator("[role=treeitem]").first().click();
    await page.click("#tab-search");
    await page.fill("#search", "e");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#panel-search li");
    await page.click("#tab-compare");
    await page.setInputFiles("#other", join(root, "examples/zlib.bpx"));
    await page.waitForFunction(() => document.querySelector("#panel-compare p, #status.error"));
    for (const tab of ["details", "findings", "search", "preview", "compare", "save"]) {
      await page.click(`#tab-${tab}`);
      await page.waitForFunction((tab) => tab !== "preview" || document.querySelector("#panel-preview").childElementCount > 0, tab);
      assert.deepEqual(await outside(), [], tab);
    }
  });
}

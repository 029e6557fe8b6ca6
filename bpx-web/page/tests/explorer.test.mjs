/** What the page does with one file. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { inflateSync } from "node:zlib";
import { bpx, command, downloaded, faults, files, item, newPage, open, page, root, scratch, served, status } from "./harness.mjs";

test("compressed content opens in place", async () => {
  await open(join(root, "examples/zlib.bpx"));
  await item("sections").click();
  await item("sections[0]").click();
  await page.click("#open-content");
  await page.waitForSelector("#to-file");
  const stored = readFileSync(join(root, "examples/zlib.bpx"));
  assert.equal(await bytesInSight(), contentOf(stored).toString("hex"));
  await page.locator(".byte").first().click();
  await page.waitForFunction(() => document.querySelector("#panel-details dl")?.textContent.includes("in the content of sections[0]"));
  await page.click("#to-file");
  await page.waitForSelector("#to-file", { state: "detached" });
});

/** The bytes in sight, as hexadecimal digits. */
async function bytesInSight() {
  return (await page.locator(".byte").allTextContents()).join("");
}

/** The content of the first section, unpacked by another implementation. */
function contentOf(file) {
  const start = Number(file.readBigUInt64LE(40));
  return inflateSync(file.subarray(start, start + file.readUInt32LE(48)));
}

test("a value that does not fit is refused with a message", async () => {
  await open(join(root, "examples/texture.bpx"));
  await item("header").click();
  await item("header.version").click();
  await page.click("#edit");
  await page.fill("#edit-value", "99999999999999");
  await page.click("#apply");
  await page.waitForSelector("#status.error");
  assert.match(await status(), /version: expected a whole number/);
});

test("a fault leads to its bytes", async () => {
  const path = join(scratch, "bad.bpx");
  const bad = readFileSync(join(root, "examples/texture.bpx"));
  bad[4] ^= 0xff;
  bad[0x3e] = 7;
  writeFileSync(path, bad);
  await open(path);
  await page.click("#tab-findings");
  const finding = page.locator(".finding", { hasText: "header.checksum" }).first();
  assert.match(await finding.textContent(), /section 8/);
  await finding.click();
  await page.waitForSelector(".byte.selected");
  const offsets = await page.locator(".byte.selected").evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.offset)));
  assert.deepEqual(offsets, [4, 5, 6, 7]);
});

test("files that are cut, empty or unknown are shown as bytes with a message", async () => {
  const cut = join(scratch, "cut.bpx");
  writeFileSync(cut, readFileSync(join(root, "examples/model.bpx")).subarray(0, 100));
  await open(cut);
  assert.notEqual(await page.textContent("#tab-findings"), "Findings (0)");
  const unknown = join(scratch, "unknown.bin");
  writeFileSync(unknown, "PNG?");
  await open(unknown);
  assert.match(await status(), /no known signature/);
  assert.ok(await page.isVisible("text=Drop a schema or a document that describes the file."));
  assert.equal((await page.locator(".byte").allTextContents()).join(""), "504e473f");
  assert.match(await page.textContent("#panel-findings"), /nothing was checked/);
});

test("a text says where its values are", async () => {
  const text = join(scratch, "level.blk");
  writeFileSync(text, "lamp{\n  range:r=1.5\n}\n");
  await open(text);
  assert.match(await page.textContent(".tree-none"), /text.*Export has its model/);
  await page.click("#tab-save");
  assert.match(readFileSync(await downloaded(() => page.click("#save-json")), "utf8"), /lamp/);
});

test("the map has every byte once", async () => {
  await open(join(root, "examples/texture.bpx"));
  // Bit fields share bytes, and are one part all the same.
  await page.waitForFunction(() => document.querySelectorAll(".extent").length > 0);
  assert.deepEqual(await page.locator(".extent").allTextContents(), ["header", "table[0]", "sections[0]"]);
  await open(join(root, "examples/xz.bpx"));
  const extents = await page.evaluate(async () => (await window.explorer.client.ask({ call: "map" })).json.items);
  assert.equal(extents.reduce((end, { offset, size }) => (assert.equal(offset, end), end + size), 0), 884);
  assert.deepEqual(extents.slice(0, 2).map(({ path, kind }) => [path, kind]), [["header", "part"], ["table[0]", "part"]]);
  assert.equal(extents.filter(({ kind }) => kind === "packed").length, 8);
  await page.locator(".extent.packed").first().click();
  await page.waitForFunction(() => document.querySelector('[data-path="sections[0]"]')?.ariaSelected === "true");
});

test("search finds names, values and offsets", async () => {
  await open(join(root, "examples/sd.bpx"));
  await page.locator("#tree").click();
  await page.keyboard.press("/");
  await page.keyboard.type("checksum");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".matches li");
  assert.ok((await page.locator(".matches .link").allTextContents()).includes("header.checksum"));
  await page.locator(".matches .link", { hasText: "header.checksum" }).click();
  await page.waitForFunction(() => document.querySelector("#panel-details h3")?.textContent === "checksum");
  await page.keyboard.press("/");
  await page.fill("#search", "0x14");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#panel-details h3")?.textContent === "version");
});

test("the tree and the bytes are used by keys alone", async () => {
  await open(join(root, "examples/texture.bpx"));
  await page.locator("[role=treeitem]").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector('[data-path="header.signature"]');
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.querySelector("#panel-details h3")?.textContent === "kind");
  await page.locator("[role=grid]").focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector("#panel-details h3")?.textContent === "checksum");
});

test("files and schemas are exported", async () => {
  await open(join(root, "examples/texture.bpx"));
  await page.click("#tab-save");
  const model = JSON.parse(readFileSync(await downloaded(() => page.click("#save-json")), "utf8"));
  assert.equal(model.header.kind, "Texture");
  assert.match(readFileSync(await downloaded(() => page.click("#save-text")), "utf8"), /signature = "BPX"/);
  const html = readFileSync(await downloaded(() => page.click("#save-html")), "utf8");
  if (bpx) assert.equal(html, command("dump", "--html", join(root, "examples/texture.bpx")).replaceAll(join(root, "examples/texture.bpx"), "texture.bpx"));
  for (const [target, wanted] of [["c", /#include <stdint.h>/], ["python", /^"""/], ["ksy", /^meta:/m], ["markdown", /^# /], ["json", /^\{/]]) {
    await page.selectOption('[aria-label="Language"]', target);
    assert.match(readFileSync(await downloaded(() => page.click("#save-schema")), "utf8"), wanted);
  }
});

test("an edit shows what it changes, and a panel that is open goes on to the new file", async () => {
  await open(join(root, "examples/texture.bpx"));
  await item("table").click();
  await item("table[0]").click();
  await item("table[0].flags").click();
  await page.click("#edit");
  const text = await page.inputValue("#edit-value");
  await page.fill("#edit-value", text.includes("[]") ? '["CheckWeak"]' : "[]");
  await page.click("#tab-preview");
  await page.waitForSelector("canvas.texture");
  await page.locator("#panel-details form").evaluate((form) => form.requestSubmit());
  await page.waitForFunction(() => /^Changed/.test(document.querySelector("#status").textContent));
  await page.waitForSelector(".byte.changed");
  assert.match(await page.textContent("#hex-title"), /^Bytes: \d+ changes?, underlined$/);
  // The picture is that of the new file.
  await page.waitForSelector("#panel-preview:not([hidden]) canvas.texture");
  await page.click("#tab-compare");
  await page.waitForSelector("#panel-compare table");
  const shown = await page.textContent("#panel-compare");
  assert.match(shown, /Values that the edit changed/);
  // The flags, and the checksums that follow from them.
  assert.match(shown, /flags/);
  assert.match(shown, /header\.checksum/);
  await page.click("#undo");
  await page.waitForFunction(() => document.querySelector("#hex-title").textContent === "Bytes");
  assert.deepEqual(faults, []);
});

test("two files are compared", async () => {
  await open(join(root, "examples/texture.bpx"));
  const changed = join(scratch, "changed.bpx");
  const bytes = readFileSync(join(root, "examples/texture.bpx"));
  // The header's checksum is the sum of its bytes.
  bytes[0x19] += 7;
  bytes[4] += 7;
  writeFileSync(changed, bytes);
  await page.click("#tab-compare");
  await page.setInputFiles("#other", changed);
  await page.waitForSelector("#panel-compare table");
  assert.match(await page.textContent("#panel-compare"), /type_ext/);
});

test("documents are tables, open points, code and differences", async () => {
  await page.goto(`${served.address}spec.html`);
  await page.setInputFiles("#file", join(root, "tests/walk-through/lights-1.md"));
  await page.waitForSelector("#panel-account table");
  await page.click("#tab-rust");
  assert.match(await page.textContent("#panel-rust code"), /pub struct/);
  await page.setInputFiles("#other", join(root, "tests/walk-through/lights-2.md"));
  await page.waitForSelector("#panel-changes pre");
  assert.match(await page.textContent("#panel-changes pre"), /angle/i);
  assert.deepEqual(faults, []);
});

test("a document that takes long may be cancelled", async () => {
  const prose = join(scratch, "prose.md");
  writeFileSync(prose, `# A\n\n${"The header is followed by a table of 4 bytes.\n".repeat(150_000)}`);
  const known = join(root, "tests/walk-through/lights-1.md");
  await page.goto(`${served.address}spec.html`);
  await page.setInputFiles("#file", prose);
  await page.waitForSelector("#busy:not([hidden])");
  assert.match(await page.textContent("#busy"), /^Reading the document/);
  await page.click("#cancel");
  assert.equal(await page.textContent("#status"), "Cancelled.");
  await page.setInputFiles("#file", known);
  await page.waitForSelector("#panel-account table");
  // A newer document does not wait for the one before.
  await page.setInputFiles("#file", prose);
  await page.waitForSelector("#busy:not([hidden])");
  await page.setInputFiles("#file", known);
  await page.waitForFunction(() => /^lights-1.md: 3 tables/.test(document.querySelector("#status").textContent), null, { timeout: 5000 });
  assert.match(await downloaded(() => page.click("text=Tables as TOML")).then((path) => readFileSync(path, "utf8")), /Header/);
  // The same in the explorer, where a document describes the open file.
  await page.goto(served.address);
  await open(join(root, "examples/texture.bpx"));
  await page.setInputFiles("#file", prose);
  await page.waitForSelector("#busy:not([hidden])");
  await page.click("#cancel");
  assert.equal(await page.textContent("#status"), "Cancelled.");
  await item("header").click();
  await page.waitForSelector('[data-path="header.signature"]');
  await page.setInputFiles("#file", known);
  await page.waitForFunction(() => document.querySelector("#status").textContent === "Read by lights-1.md.");
  assert.deepEqual(faults, []);
});

test("one request at a time asks for the values in sight, whatever was passed", async () => {
  await open(join(root, "examples/model.bpx"));
  const [most, asked] = await page.evaluate(async () => {
    const { client } = window.explorer;
    const view = document.querySelector("[role=grid]");
    view.style.height = "60px";
    view.style.flex = "none";
    let [open, most, asked] = [0, 0, 0];
    const ask = client.ask.bind(client);
    client.ask = async (request) => {
      if (request.call === "locate") [open, most, asked] = [open + 1, Math.max(most, open + 1), asked + 1];
      // Slow, as in a large file.
      await new Promise((next) => setTimeout(next, 50));
      return ask(request).finally(() => request.call === "locate" && open--);
    };
    for (let row = 1; row <= 20; row++) {
      view.scrollTop = row * 20;
      await new Promise((next) => requestAnimationFrame(next));
    }
    // Where the last place was, the values are shown.
    while (document.querySelector(".byte")?.dataset.offset !== "320" || !document.querySelector(".byte.value-0, .byte.value-1")) {
      await new Promise((next) => requestAnimationFrame(next));
    }
    return [most, asked];
  });
  assert.equal(most, 1);
  assert.ok(asked < 20, `${asked} requests`);
});

test("a module that ends is started again", async () => {
  await open(join(root, "examples/texture.bpx"));
  await page.evaluate(() => {
    const { client } = window.explorer;
    // A request for more memory than the module may have.
    return client.ask({ call: "children", path: "x".repeat(135_000_000), start: 0, count: 1 }).catch(() => {});
  });
  await page.waitForSelector("#notice:not(:empty)");
  assert.match(await page.textContent("#notice"), /started again/);
  await item("header").click();
  await page.waitForSelector('[data-path="header.signature"]');
});

for (const [width, height] of [[1400, 860], [390, 844]]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing serious: ${width} pixels wide, ${colorScheme}`, async () => {
      await newPage({ serviceWorkers: "block", viewport: { width, height }, colorScheme });
      const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
      const serious = async () => {
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run());
        return violations.filter((one) => ["serious", "critical"].includes(one.impact)).map((one) => `${one.id}: ${one.nodes[0].html}`);
      };
      assert.deepEqual(await serious(), []);
      await open(join(root, "examples/model.bpx"));
      await item("header").click();
      await page.waitForSelector(".byte.selected");
      for (const tab of ["details", "findings", "search", "preview", "compare", "save"]) {
        await page.click(`#tab-${tab}`);
        assert.deepEqual(await serious(), [], tab);
      }
      await page.goto(`${served.address}spec.html`);
      await page.setInputFiles("#file", join(root, "tests/walk-through/lights-1.md"));
      await page.waitForSelector("#panel-account table");
      for (const tab of ["account", "open", "rust", "changes"]) {
        await page.click(`#tab-${tab}`);
        assert.deepEqual(await serious(), [], tab);
      }
    });
  }
}

test("names in the map and words in tables are shown whole or not at all", async () => {
  await newPage({ serviceWorkers: "block", viewport: { width: 390, height: 844 } });
  await open(join(files, "scene.gpb"));
  await page.waitForSelector(".extent");
  const cut = await page.locator(".extent").evaluateAll((extents) =>
    extents.filter((extent) => {
      const [outer, name] = [extent, extent.firstElementChild].map((one) => one.getBoundingClientRect());
      return name.top < outer.bottom && (name.left < outer.left - 1 || name.right > outer.right + 1);
    }).map((extent) => extent.title));
  assert.deepEqual(cut, []);
  await page.goto(`${served.address}spec.html`);
  await page.setInputFiles("#file", join(root, "tests/walk-through/lights-1.md"));
  await page.waitForSelector("#panel-account table");
  const lines = await page.locator("#panel-account thead th").evaluateAll((heads) => heads.map((head) => {
    const range = document.createRange();
    range.selectNodeContents(head);
    return range.getClientRects().length;
  }));
  assert.deepEqual(lines, [1, 1, 1, 1, 1]);
});

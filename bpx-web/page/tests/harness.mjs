/** The built page in a real browser: `CHROMIUM` is its path, `BPX` that of the command. Each test has a new page. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, before, beforeEach } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "./server.mjs";

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "../../..");
export const files = join(here, "files");
export const dist = join(here, "../dist");
export const bpx = process.env.BPX;
export const MIB = 1 << 20;

export let served;
export let browser;
export let page;
export let scratch;
/** Addresses that the page asked for. */
export let requests;
/** Errors of scripts and of the console. */
export let faults;

before(async () => {
  served = await serve(dist);
  scratch = mkdtempSync(join(tmpdir(), "explorer-"));
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--enable-unsafe-swiftshader"],
  });
});

after(async () => {
  await browser?.close();
  served?.server.close();
  rmSync(scratch, { recursive: true });
});

beforeEach(() => newPage());

/** Opens the explorer in a new context. */
export async function newPage(options = { serviceWorkers: "block" }) {
  await page?.context().close();
  page = await (await browser.newContext({ viewport: { width: 1400, height: 860 }, ...options })).newPage();
  requests = [];
  faults = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(served.address);
}

/** Opens files and waits until they are checked. */
export async function open(...paths) {
  await page.setInputFiles("#file", paths);
  await shown(basename(paths[0]));
}

/** Waits until a file is shown and checked. */
export async function shown(name) {
  await page.waitForFunction((name) => document.title.startsWith(name), name);
  await checked();
}

export async function checked() {
  await page.waitForFunction(() => /\(\d+\)$/.test(document.querySelector("#tab-findings").textContent));
}

export const item = (path) => page.locator(`[role=treeitem][data-path="${path}"]`);
export const status = () => page.textContent("#status");

/** Saves what a click downloads. */
export async function downloaded(click) {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  const path = join(scratch, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/** Returns what the command prints. */
export const command = (...args) => execFileSync(bpx, args, { encoding: "utf8" });

/** The memory of the largest module, in bytes. */
export const memory = () => page.evaluate(() => Math.max(...Object.values(window.explorer).map(({ memory }) => memory)));

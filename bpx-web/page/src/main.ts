/** The explorer: a file as a tree and as bytes, linked both ways. */

import { Client } from "./client";
import { details, type Actions } from "./details";
import { bytes, download, element, find, hex } from "./dom";
import { HexView } from "./hex";
import { differences, findings, matches } from "./lists";
import { drawMap } from "./map";
import { preview } from "./preview";
import { Tabs } from "./tabs";
import { theme } from "./theme";
import { TreeView } from "./tree";
import type { Extent, Finding, Item, Opened, Parts, Report } from "./types";

/** One module answers at once; the other one does what may take long. */
const client = new Client();
const background = new Client();
const tree = new TreeView(find("#tree"));
const hexView = new HexView(find("#hex"));
const tabs = new Tabs(find("#tabs"));
const panels = {
  details: tabs.add("details", "Value"),
  findings: tabs.add("findings", "Findings"),
  search: tabs.add("search", "Search"),
  preview: tabs.add("preview", "Preview", () => void showPreview()),
  compare: tabs.add("compare", "Compare"),
  save: tabs.add("save", "Export", () => void showExports()),
};

/** The file that is open. */
interface Current {
  file: File;
  about: Opened;
  /** The file before an edit. */
  before: Current | null;
}
let current: Current | null = null;
let space = "";
let previewed: File | null = null;

function status(text: string, isError = false): void {
  const place = find("#status");
  place.textContent = text;
  place.classList.toggle("error", isError);
}

function fail(error: unknown): void {
  status(error instanceof Error ? error.message : String(error), true);
}

client.onCrash = background.onCrash = (reason) => status(`The reader ended and was started again: ${reason}`, true);
tree.parts = async (path, start, count) => {
  try {
    return (await client.ask<Parts>({ call: "children", path, start, count })).json;
  } catch (error) {
    fail(error);
    return { found: false, count: 0, items: [] };
  }
};

/** Opens a file; `before` is the one that it was made from. */
async function open(file: File, before: Current | null = null): Promise<void> {
  status(`Opening ${file.name} …`);
  try {
    await background.restart();
    const about = await client.open(file);
    current = { file, about, before };
    find("#welcome").hidden = true;
    find("#explorer").hidden = false;
    showAbout(about);
    status(about.failure?.error ?? about.identified?.unread ?? "", about.failure !== null);
    panels.details.replaceChildren(element("p", {}, "Choose a value or a byte."));
    panels.compare.replaceChildren(...comparePanel());
    previewed = null;
    panels.preview.replaceChildren();
    await Promise.all([tree.show(), showSpace("")]);
    void showMap();
    void verify();
    document.dispatchEvent(new CustomEvent("bpx-opened", { detail: file.name }));
  } catch (error) {
    fail(error);
  }
}

function showAbout(about: Opened): void {
  const found = about.identified;
  const what = found ? [found.format.toUpperCase(), found.kind ?? found.form, found.version === null ? null : `version ${found.format === "gpb" ? "1." : ""}${found.version}`].filter(Boolean).join(", ") : "unknown format";
  find("#about").textContent = `${about.name}: ${what}, ${bytes(about.size)}`;
  document.title = `${about.name} – BPX explorer`;
  find("#undo").hidden = find("#download").hidden = !current?.before;
}

/** Shows the bytes of a space: of the file, or of a decompressed content. */
async function showSpace(next: string): Promise<void> {
  if (!current) return;
  const file = current.file;
  space = next;
  find("#hex-title").replaceChildren(
    ...(next
      ? [element("button", { type: "button", id: "to-file", click: () => void showSpace("") }, "Back to the file"), ` Content of ${next}`]
      : ["Bytes"]),
  );
  const values = async (from: number, to: number) => (await client.ask<{ items: Item[] }>({ call: "locate", space: next, from, to })).json.items;
  if (next === "") {
    const read = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer());
    return hexView.show({ size: file.size, read, values });
  }
  const content = async (from: number, to: number) => client.ask<{ size: number }>({ call: "content", space: next, from, to });
  try {
    const { json } = await content(0, 0);
    await hexView.show({ size: json.size, read: async (from, to) => (await content(from, to)).bytes, values });
  } catch (error) {
    fail(error);
    await showSpace("");
  }
}

const actions: Actions = {
  openContent: (item) => void showSpace(item.path),
  edited(data, message) {
    if (!current) return;
    const file = new File([data], current.file.name);
    void open(file, current).then(() => status(message));
  },
  fail,
};

/** Shows a value beside the tree, and its bytes. */
async function choose(item: Item, others: Item[] = []): Promise<void> {
  details(panels.details, client, item, others, actions);
  tabs.show("details");
  if (item.space !== space) await showSpace(item.space);
  await hexView.select(item.offset, item.offset + (item.stored ?? item.size));
}

tree.onSelect = (item) => void choose(item);
hexView.onCursor = async (offset) => {
  try {
    const { json } = await client.ask<{ items: Item[] }>({ call: "locate", space, from: offset, to: offset + 1 });
    const [item, ...others] = json.items;
    if (!item) {
      panels.details.replaceChildren(element("p", {}, `No value has the byte at ${hex(offset)}.`));
      return;
    }
    await tree.reveal(item.path, false);
    details(panels.details, client, item, others, actions);
    tabs.show("details");
  } catch (error) {
    fail(error);
  }
};

/** Shows the bytes of a finding: those of its value, or else those at its place. */
async function showFinding(finding: Finding): Promise<void> {
  const item = await tree.reveal(finding.path, false);
  if (item?.path === finding.path && finding.path !== "") {
    details(panels.details, client, item, [], actions);
    if (item.space !== space) await showSpace(item.space);
    await hexView.select(item.offset, item.offset + (item.stored ?? item.size));
    return;
  }
  if (space !== "") await showSpace("");
  await hexView.select(finding.offset, finding.offset + 1);
}

async function showMap(): Promise<void> {
  try {
    const { json } = await client.ask<{ items: Extent[] }>({ call: "map" });
    drawMap(find("#map"), json.items, (extent) => {
      void (async () => {
        if (space !== "") await showSpace("");
        await hexView.select(extent.offset, extent.offset + extent.size);
        if (extent.path) await tree.reveal(extent.path, false);
      })();
    });
  } catch (error) {
    fail(error);
  }
}

/** Checks the file in the background: all of its bytes are read. */
async function verify(): Promise<void> {
  if (!current) return;
  const { file } = current;
  panels.findings.replaceChildren(element("p", {}, "Checking …"));
  tabs.rename("findings", "Findings …");
  try {
    await background.open(file);
    const { json } = await background.ask<Report>({ call: "findings", strict: false });
    if (current?.file !== file) return;
    findings(panels.findings, json, (finding) => void showFinding(finding));
    tabs.rename("findings", `Findings (${json.errors + json.warnings + json.notes})`);
  } catch (error) {
    if (current?.file !== file) return;
    panels.findings.replaceChildren(element("p", { class: "error" }, error instanceof Error ? error.message : String(error)));
    tabs.rename("findings", "Findings");
  }
}

async function showPreview(): Promise<void> {
  if (!current || previewed === current.file) return;
  previewed = current.file;
  await preview(panels.preview, client, current.about.readable ? current.about.identified : null, fail);
}

const searchInput = element("input", { type: "search", id: "search", "aria-label": "Name, path, value, or offset such as 0x40", placeholder: "name, value or 0x40" });
const searchResults = element("div", {});
panels.search.append(
  element(
    "form",
    {
      role: "search",
      submit: async (event: Event) => {
        event.preventDefault();
        const text = searchInput.value.trim();
        if (!text || !current) return;
        if (/^(0x[0-9a-f]+|@\d+)$/i.test(text)) {
          const offset = Number(text.replace("@", ""));
          await hexView.select(offset, offset + 1);
          hexView.onCursor(offset);
          return;
        }
        try {
          const { json } = await background.ask<Parts>({ call: "search", text });
          matches(searchResults, json.count, json.items, (item) => {
            void choose(item);
            void tree.reveal(item.path, false);
          });
        } catch (error) {
          fail(error);
        }
      },
    },
    searchInput,
    element("button", { type: "submit" }, "Search"),
  ),
  searchResults,
);

function comparePanel(): HTMLElement[] {
  const result = element("div", {});
  const input = element("input", {
    type: "file",
    id: "other",
    class: "visually-hidden",
    change: async () => {
      const other = input.files?.[0];
      if (!other) return;
      try {
        await background.provide(1, other);
        const { json } = await background.ask<{ count: number; items: { path: string; old: string | null; new: string | null }[] }>({ call: "compare", file: 1, name: other.name });
        differences(result, json.count, json.items);
      } catch (error) {
        fail(error);
      }
    },
  });
  return [element("label", { class: "button" }, "Choose the other file", input), result];
}

async function showExports(): Promise<void> {
  if (panels.save.childElementCount > 0) return;
  const { json } = await client.ask<{ schemas: string[]; targets: { name: string; extension: string }[] }>({ call: "formats" });
  const save = async (request: { call: string } & Record<string, unknown>, name: string): Promise<void> => {
    try {
      const { written } = await background.ask(request);
      download(written, name);
    } catch (error) {
      fail(error);
    }
  };
  const name = () => current?.file.name ?? "file";
  const button = (id: string, title: string, run: () => Promise<void>) => element("button", { type: "button", id, click: () => void run() }, title);
  const schema = element("select", { "aria-label": "Schema" }, ...json.schemas.map((one) => element("option", {}, one)));
  const target = element("select", { "aria-label": "Language" }, ...json.targets.map((one) => element("option", {}, one.name)));
  panels.save.append(
    element("h3", {}, "This file"),
    button("save-json", "Model as JSON", () => save({ call: "save_json" }, `${name()}.json`)),
    button("save-text", "Annotated bytes as text", () => save({ call: "save_dump", html: false, name: name() }, `${name()}.txt`)),
    button("save-html", "Annotated bytes as HTML", () => save({ call: "save_dump", html: true, name: name() }, `${name()}.html`)),
    element("h3", {}, "Schema of a format"),
    schema,
    target,
    button("save-schema", "Export the schema", () => {
      const extension = json.targets.find((one) => one.name === target.value)?.extension ?? "txt";
      return save({ call: "save_schema", schema: schema.value, target: target.value }, `${schema.value}.${extension}`);
    }),
  );
}

/** Files that describe other files. */
const DESCRIBES = /\.(json|md|html?|tex|rst|adoc|org|txt|csv|pdf|h|c|ksy)$/i;

/** Opens files: the data, what it is read by (a schema or a document), and the companions of BLK files. */
async function take(files: File[]): Promise<void> {
  const companions = files.filter((file) => /(\.dict|^nm|\.nm)$/i.test(file.name) && files.length > 1);
  const rest = files.filter((file) => !companions.includes(file));
  const data = rest.find((file) => !DESCRIBES.test(file.name)) ?? rest[0] ?? files[0];
  if (!data) return;
  const schema = rest.find((file) => file !== data) ?? (rest.length === 1 && DESCRIBES.test(data.name) && current ? data : undefined);
  if (schema === data && current) return useSchema(schema);
  await open(data);
  for (const companion of companions) {
    const number = /dict$/i.test(companion.name) ? 3 : 2;
    for (const one of [client, background]) {
      await one.provide(number, companion);
      await one.prepare({ call: "companions", [number === 3 ? "dictionary" : "names"]: number });
    }
  }
  if (companions.length > 0) await refresh();
  if (schema) await useSchema(schema);
}

/** Reads the open file by a schema or by the tables of a document. */
async function useSchema(schema: File): Promise<void> {
  try {
    for (const one of [client, background]) {
      await one.provide(4, schema);
      await one.prepare({ call: "use_schema", file: 4, name: schema.name });
    }
    await refresh();
    status(`Read by ${schema.name}.`);
  } catch (error) {
    fail(error);
  }
}

async function refresh(): Promise<void> {
  await Promise.all([tree.show(), showSpace("")]);
  await showMap();
  const { json } = await background.ask<Report>({ call: "findings", strict: false });
  findings(panels.findings, json, (finding) => void showFinding(finding));
  tabs.rename("findings", `Findings (${json.errors + json.warnings + json.notes})`);
}

find<HTMLInputElement>("#file").addEventListener("change", (event) => {
  const input = event.target as HTMLInputElement;
  void take([...(input.files ?? [])]);
  input.value = "";
});
find("#undo").addEventListener("click", () => {
  const before = current?.before;
  if (before) void open(before.file, before.before);
});
find("#download").addEventListener("click", () => {
  if (current) download(current.file, current.file.name);
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  void take([...(event.dataTransfer?.files ?? [])]);
});
addEventListener("keydown", (event) => {
  const typing = (event.target as HTMLElement).closest("input, textarea, select");
  if (event.key !== "/" || typing || !current) return;
  event.preventDefault();
  tabs.show("search");
  searchInput.focus();
});
/** Opens the files that `bpx explore` serves beside the page; its address says that there are some. */
async function openServed(): Promise<void> {
  if (location.hash !== "#served") return;
  const names = (await (await fetch("files.json")).json()) as string[];
  const load = async (name: string, index: number) => new File([await (await fetch(`files/${index}`)).blob()], name);
  await take(await Promise.all(names.map(load)));
}

theme(find("#theme"));
void openServed().catch(fail);
// For tests and for the curious.
Object.assign(window, { explorer: { client, background, open, take } });

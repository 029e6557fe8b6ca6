/** The explorer: a file as a tree and as bytes, linked both ways. */

import { busy } from "./busy";
import { Cancelled, Client, Stopped } from "./client";
import { changedRanges } from "./changes";
import { Comparison } from "./compare";
import { details, type Actions } from "./details";
import { bytes, download, element, find, hex, plural } from "./dom";
import { exportsOf } from "./exports";
import { DataFile } from "./files";
import { HexView } from "./hex";
import { findings, matches } from "./lists";
import { drawMap } from "./map";
import { Offers, type Description, type Offer } from "./offers";
import { keepOffline } from "./offline";
import { preview } from "./preview";
import { Tabs } from "./tabs";
import { theme } from "./theme";
import { TreeView } from "./tree";
import type { Extent, Finding, Item, Opened, Parts, Report } from "./types";

/** One module answers at once, one does what may take long, and one looks at what is dropped meanwhile. */
const client = new Client();
const background = new Client();
const looking = new Client();
const tree = new TreeView(find("#tree"));
const hexView = new HexView(find("#hex"));
const tabs = new Tabs(find("#tabs"));
const panels = {
  details: tabs.add("details", "Value"),
  findings: tabs.add("findings", "Findings"),
  search: tabs.add("search", "Search"),
  preview: tabs.add("preview", "Preview", () => void showPreview()),
  compare: tabs.add("compare", "Compare"),
  save: tabs.add("save", "Export", () => void exportsOf(panels.save, background, current?.file.name ?? "file", current?.offer.schema?.file, fail)),
};
const comparison = new Comparison(panels.compare, background);

/** The file that is open. */
interface Current {
  file: DataFile;
  about: Opened;
  /** Whether a format or a schema reads it. */
  isRead: boolean;
  /** The file with what it is read by. */
  offer: Offer;
  /** The file before an edit. */
  before: Current | null;
  /** Ranges of bytes that the edit changed. */
  changed: [number, number][];
}
let current: Current | null = null;
let space = "";
let previewed: DataFile | null = null;

function status(text: string, isError = false): void {
  const place = find("#status");
  place.textContent = text;
  place.classList.toggle("error", isError);
}

function fail(error: unknown): void {
  if (error instanceof Stopped) return;
  status(error instanceof Error ? error.message : String(error), true);
}

client.onReplaced = background.onReplaced = looking.onReplaced = (sentence) => find("#notice").replaceChildren(sentence);
tree.parts = async (path, start, count) => {
  try {
    return (await client.ask<Parts>({ call: "children", path, start, count })).json;
  } catch (error) {
    fail(error);
    return error instanceof Stopped ? null : { found: false, count: 0, items: [] };
  }
};

/** Opens a file; `before` is the one that it was made from. */
async function open(offer: Offer, before: Current | null = null): Promise<void> {
  const file = offer.data;
  status(`Opening ${file.name} …`);
  find("#notice").replaceChildren();
  try {
    const about = await client.open(file);
    current = { file, about, isRead: about.readable, offer, before, changed: before ? await changes(before.file, file) : [] };
    // What was found in the file before is not said of this one.
    checking();
    find("#welcome").hidden = true;
    find("#explorer").hidden = false;
    showAbout(about);
    status(about.failure?.error ?? about.identified?.unread ?? "", about.failure !== null);
    panels.details.replaceChildren(element("p", {}, "Choose a value or a byte."));
    comparison.reset();
    previewed = null;
    panels.preview.replaceChildren();
    panels.save.replaceChildren();
    tabs.refresh();
    await Promise.all([tree.show(none(current)), showSpace("")]);
    void showMap();
    void verify();
    document.dispatchEvent(new CustomEvent("bpx-opened", { detail: file.name }));
  } catch (error) {
    fail(error);
  }
}

/** Returns the ranges of bytes that an edit changed; files that are edited are small. */
async function changes(old: DataFile, file: DataFile): Promise<[number, number][]> {
  const [before, after] = await Promise.all([old, file].map((one) => one.read(0, one.size)));
  return changedRanges(before!, after!);
}

/** Says why a file has no values. */
function none({ about, offer }: Current): string {
  const isText = about.readable && about.identified?.form === "text" && !offer.schema;
  return isText ? "This file is a text, whose values have no places of their own. Export has its model as JSON." : "No values. Drop a schema or a document that describes the file.";
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
      : [current.changed.length > 0 ? `Bytes: ${plural(current.changed.length, "change")}, underlined` : "Bytes"]),
  );
  const values = async (from: number, to: number) => (await client.ask<{ items: Item[] }>({ call: "locate", space: next, from, to })).json.items;
  if (next === "") {
    return hexView.show({ size: file.size, read: (from, to) => file.read(from, to), values, changed: current.changed });
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
  edited(bytes, message) {
    if (!current) return;
    const before = current;
    const data = new DataFile(before.file.name, new Blob([bytes]));
    void show({ ...before.offer, data }, before).then(async () => {
      status(message);
      await comparison.with(before.file, "Values that the edit changed", ["Now", "Before"], true);
    }, fail);
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

function checking(): void {
  panels.findings.replaceChildren(element("p", {}, "Checking …"));
  tabs.rename("findings", "Findings …");
}

/** Checks the file in the background: all of its bytes are read. */
async function verify(): Promise<void> {
  if (!current) return;
  const { file } = current;
  await check(file, () => background.open(file));
}

/** Shows what is wrong with a file, after the preparation that the background needs. */
async function check(file: DataFile, prepare: () => Promise<unknown> = async () => {}): Promise<void> {
  checking();
  try {
    await prepare();
    if (current?.file === file && !current.isRead) {
      panels.findings.replaceChildren(element("p", {}, "No format and no schema reads this file, so that nothing was checked."));
      tabs.rename("findings", "Findings (0)");
      return;
    }
    const { json } = await background.ask<Report>({ call: "findings", strict: false });
    if (current?.file !== file) return;
    findings(panels.findings, json, (finding) => void showFinding(finding));
    tabs.rename("findings", `Findings (${json.errors + json.warnings + json.notes})`);
  } catch (error) {
    // Only the user stops a check for good: others check again.
    if (current?.file !== file || (error instanceof Stopped && !(error instanceof Cancelled))) return;
    tabs.rename("findings", "Findings");
    const message = element("p", { class: "error" }, error instanceof Error ? error.message : String(error));
    const again = element("button", { type: "button", id: "check", click: () => void check(file) }, "Check the file");
    panels.findings.replaceChildren(...(error instanceof Cancelled ? [element("p", {}, "The check was cancelled."), again] : [message]));
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

const offers = new Offers(looking, { show: (offer) => show(offer).catch(fail), useSchema, isOpen: () => current !== null, status });
const take = (files: DataFile[]): Promise<void> => offers.take(files).catch(fail);

/** Shows an offered file, with its companions, as the schema beside it states; `before` is the one that it was made from. */
async function show(offer: Offer, before: Current | null = null): Promise<void> {
  await open(offer, before);
  if (current?.file !== offer.data) return;
  const companions = current.about.identified?.format === "blk" ? offer.companions : [];
  for (const { file, role } of companions) {
    const number = role === "dictionary" ? 3 : 2;
    for (const one of [client, background]) {
      await one.provide(number, file);
      await one.prepare({ call: "companions", [role]: number });
    }
  }
  if (companions.length > 0) await refresh();
  if (offer.schema) await useSchema(offer.schema);
}

/** Reads the open file by a schema, or by the schema that a document states. */
async function useSchema(description: Description): Promise<void> {
  if (!current) return;
  const { file: given, isDocument } = description;
  const { offer, before } = current;
  status(`Reading ${given.name} …`);
  try {
    const schema = isDocument ? await schemaOf(given) : given;
    const read = [client, background].map(async (one) => {
      // What is asked about the file is asked again when it is read by the schema.
      one.abandon();
      await one.provide(4, schema);
      await one.prepare({ call: "use_schema", file: 4, name: schema.name });
    });
    const failures = (await Promise.allSettled(read)).filter((one) => one.status === "rejected").map((one): unknown => one.reason);
    // Both read by the schema or none does, unless both read another file by now.
    const isOther = (error: unknown) => error instanceof Stopped && !(error instanceof Cancelled);
    if (failures.length === 1 && !failures.some(isOther)) await show({ ...offer, schema: undefined }, before);
    if (failures.length > 0) throw failures[0];
    // What is made of the file by an edit is read by the same schema, which is exported too.
    current.isRead = true;
    current.offer = { ...offer, schema: { file: schema, isDocument: false } };
    panels.save.replaceChildren();
    tabs.refresh();
    await refresh();
    status(`Read by ${schema.name}.`);
  } catch (error) {
    fail(error);
  }
}

/** Returns the schema that a document states: the document is read once, however many need the schema. */
async function schemaOf(document: DataFile): Promise<DataFile> {
  looking.abandon();
  await looking.provide(4, document);
  const { bytes } = await looking.ask({ call: "document_schema", file: 4, name: document.name });
  looking.release();
  return new DataFile(document.name, new Blob([bytes]));
}

async function refresh(): Promise<void> {
  if (!current) return;
  await Promise.all([tree.show(none(current)), showSpace("")]);
  await showMap();
  await check(current.file);
}

find<HTMLInputElement>("#file").addEventListener("change", (event) => {
  const input = event.target as HTMLInputElement;
  void take([...(input.files ?? [])].map(DataFile.of));
  input.value = "";
});
find("#undo").addEventListener("click", () => {
  const before = current?.before;
  if (before) void show(before.offer, before.before).catch(fail);
});
find("#download").addEventListener("click", () => {
  if (current?.file.place instanceof Blob) download(current.file.place, current.file.name);
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  void take([...(event.dataTransfer?.files ?? [])].map(DataFile.of));
});
addEventListener("keydown", (event) => {
  const typing = (event.target as HTMLElement).closest("input, textarea, select");
  if (event.key !== "/" || typing || !current) return;
  event.preventDefault();
  tabs.show("search");
  searchInput.focus();
});
busy(find("#busy"), [client, background, looking], () => status("Cancelled."));
theme(find("#theme"));
keepOffline();
void offers.takeServed().catch(fail);
// For tests and for the curious.
Object.assign(window, { explorer: { client, background, looking } });

/** A specification document: its tables, what was not understood, the code, and what another version changes. */

import { busy } from "./busy";
import { Client, Stopped } from "./client";
import { download, element, find, plural } from "./dom";
import { DataFile } from "./files";
import { keepOffline } from "./offline";
import { Tabs } from "./tabs";
import { theme } from "./theme";

interface TableAccount {
  file: string;
  line: number;
  section: string;
  name: string;
  structure: string;
  kind: string;
  state: string;
  reasons: string[];
}

interface DocumentReply {
  account: { tables: TableAccount[]; open: string[]; totals: { seen: number; understood: number; open: number; ignored: number } };
  rust: string;
  todo: { name: string; what: string }[];
  schema: string;
}

const client = new Client();
const tabs = new Tabs(find("#tabs"));
const panels = {
  account: tabs.add("account", "Tables"),
  open: tabs.add("open", "Not understood"),
  rust: tabs.add("rust", "Rust"),
  changes: tabs.add("changes", "Changes"),
};
let current: DataFile | null = null;

function status(text: string, isError = false): void {
  const place = find("#status");
  place.textContent = text;
  place.classList.toggle("error", isError);
}

function fail(error: unknown): void {
  if (error instanceof Stopped) return;
  status(error instanceof Error ? error.message : String(error), true);
}

async function open(file: DataFile): Promise<void> {
  status(`Reading ${file.name} …`);
  find("#notice").replaceChildren();
  try {
    // The newest document is read at once, whatever those before need.
    client.abandon();
    await client.provide(0, file);
    const { json } = await client.ask<DocumentReply>({ call: "document", file: 0, name: file.name });
    current = file;
    find("#welcome").hidden = true;
    find("#tabs").hidden = find("#other-label").hidden = false;
    show(file, json);
    const { seen, understood } = json.account.totals;
    status(`${file.name}: ${plural(seen, "table")}, ${understood} understood`);
  } catch (error) {
    fail(error);
  }
}

function show(file: DataFile, reply: DocumentReply): void {
  const stem = file.name.replace(/\.[^.]*$/, "");
  const rows = reply.account.tables.map((table) =>
    element(
      "tr",
      {},
      element("td", {}, String(table.line)),
      element("td", {}, table.section),
      element("th", { scope: "row" }, table.structure || table.name || "(no name)"),
      element("td", {}, table.kind),
      element("td", {}, table.state, ...table.reasons.map((reason) => element("small", {}, reason))),
    ),
  );
  const heads = ["Line", "Section", "Table", "Kind", "State"].map((head) => element("th", { scope: "col" }, head));
  panels.account.replaceChildren(
    element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows)),
    button("Tables as TOML, to correct", async () => {
      await client.provide(0, file);
      const { written } = await client.ask({ call: "save_tables", file: 0, name: file.name });
      download(written, `${stem}.fix.toml`);
    }),
  );
  const points = [...reply.account.open, ...reply.todo.map(({ name: of, what }) => (of ? `${of}: ${what}` : what))];
  panels.open.replaceChildren(points.length === 0 ? element("p", {}, "Nothing is open.") : element("ul", {}, ...points.map((point) => element("li", {}, point))));
  tabs.rename("open", `Not understood (${points.length})`);
  panels.rust.replaceChildren(
    save("Declarations in Rust", `${stem}.rs`, reply.rust),
    save("Schema as JSON", `${stem}.json`, reply.schema),
    element("pre", { tabindex: 0 }, element("code", {}, reply.rust)),
  );
  panels.changes.replaceChildren(element("p", {}, "Choose another version of the document."));
}

function button(title: string, run: () => Promise<void>): HTMLElement {
  return element("button", { type: "button", click: () => void run().catch(fail) }, title);
}

function save(title: string, name: string, text: string): HTMLElement {
  return button(title, async () => download(new Blob([text]), name));
}

async function compare(other: DataFile): Promise<void> {
  if (!current) return;
  try {
    await client.provide(1, other);
    const request = { call: "compare_documents", file: 0, name: current.name, other: 1, other_name: other.name };
    const { json } = await client.ask<{ text: string }>(request);
    panels.changes.replaceChildren(json.text ? element("pre", { tabindex: 0 }, json.text) : element("p", {}, "Nothing changed."));
    tabs.show("changes");
  } catch (error) {
    fail(error);
  }
}

for (const [id, take] of [["#file", open], ["#other", compare]] as const) {
  find<HTMLInputElement>(id).addEventListener("change", (event) => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (file) void take(DataFile.of(file));
    input.value = "";
  });
}
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) void open(DataFile.of(file));
});
client.onReplaced = (sentence) => find("#notice").replaceChildren(sentence);
busy(find("#busy"), [client], () => status("Cancelled."));
theme(find("#theme"));
keepOffline();
// For tests and for the curious.
Object.assign(window, { explorer: { client } });

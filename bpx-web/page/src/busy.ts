/** What takes long: how long already, how far it is, and a button that ends it. */

import type { Client } from "./client";
import { element } from "./dom";

/** Milliseconds that a request takes before the page speaks of it. */
const PATIENCE = 700;

/** What requests do, by their names; others are looked at in the file. */
const WORDS: Record<string, string> = {
  role: "Finding out what the file is for",
  use_schema: "Reading the schema",
  document: "Reading the document",
  document_schema: "Reading the document",
  save_tables: "Reading the document",
  compare_documents: "Comparing the documents",
  findings: "Checking the file",
  search: "Searching",
  compare: "Comparing the files",
  map: "Drawing the map of the file",
  model: "Reading the model of the file",
  edit: "Making the new file",
};

/** Shows what these clients do when it takes long. `cancelled` hears of each that the user ended. */
export function busy(place: HTMLElement, clients: Client[], cancelled: () => void): void {
  const what = element("span", {});
  // Readers of the screen hear what is done, but not each second of it.
  const time = element("span", { "aria-hidden": "true" });
  const bar = element("progress", { "aria-label": "Part of the file that was read" });
  let shown: Client | undefined;
  const cancel = (): void => {
    shown?.cancel();
    cancelled();
    show();
  };
  place.append(what, time, bar, element("button", { type: "button", id: "cancel", click: cancel }, "Cancel"));
  const show = (): void => {
    const now = performance.now();
    const since = (client: Client): number => client.oldest?.since ?? Infinity;
    [shown] = clients.filter((client) => now - since(client) > PATIENCE).sort((a, b) => since(a) - since(b));
    place.hidden = shown === undefined;
    const oldest = shown?.oldest;
    if (!shown || !oldest) return;
    const words = WORDS[oldest.call] ?? "Reading the file";
    if (what.textContent !== words) what.textContent = words;
    time.textContent = `${Math.floor((now - oldest.since) / 1000)} s`;
    // When all is read, nobody knows how long the rest takes.
    if (oldest.read > 0 && oldest.read < shown.size) bar.value = oldest.read / shown.size;
    else bar.removeAttribute("value");
  };
  setInterval(show, 250);
}

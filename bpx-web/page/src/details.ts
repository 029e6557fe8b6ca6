/** What is known of the chosen value, and a form to change it. */

import type { Client } from "./client";
import { element, hex } from "./dom";
import type { Item } from "./types";

export interface Actions {
  /** Shows the decompressed content of a region. */
  openContent(item: Item): void;
  /** Takes the bytes of a changed file. */
  edited(bytes: Uint8Array<ArrayBuffer>, message: string): void;
  fail(error: unknown): void;
}

/** Fills the panel for a value. */
export function details(panel: HTMLElement, client: Client, item: Item, others: Item[], actions: Actions): void {
  const rows: [string, string][] = [
    ["Path", item.path],
    ["Type", item.codes ? `${item.type}, ${item.codes}` : item.type],
    ["Value", item.value ?? ""],
    ["Offset", `${hex(item.offset)} (${item.offset.toLocaleString("en")})${item.space ? ` in the content of ${item.space}` : ""}`],
    ["Size", `${item.size.toLocaleString("en")} bytes${item.packed ? `; ${item.stored ?? 0} as stored` : ""}`],
    ["Bits", item.bits ? `${item.bits[0]} to ${item.bits[0] + item.bits[1] - 1}` : ""],
    ["Name", item.label],
    ["Section", item.spec],
    ["Kind", [item.reserved ? "reserved" : "", item.derived ? "computed when the file is written" : ""].filter(Boolean).join(", ")],
  ];
  const list = element("dl", {});
  for (const [name, text] of rows) if (text) list.append(element("dt", {}, name), element("dd", {}, text));
  panel.replaceChildren(element("h3", {}, item.name), item.doc ? element("p", { class: "doc" }, item.doc) : "", list);
  if (item.packed) panel.append(element("button", { type: "button", id: "open-content", click: () => actions.openContent(item) }, "Show the decompressed content"));
  if (others.length > 0) {
    panel.append(element("p", {}, "Also in this byte: ", others.map((other) => `${other.name} = ${other.value ?? ""}`).join("; ")));
  }
  if (item.kind === "value") panel.append(element("button", { type: "button", id: "edit", click: () => void edit(panel, client, item, actions) }, "Edit the value"));
}

/** Replaces the button by a form with the value as JSON. */
async function edit(panel: HTMLElement, client: Client, item: Item, actions: Actions): Promise<void> {
  try {
    const { json } = await client.ask<{ path: string; text: string } | null>({ call: "model", path: item.path });
    if (!json) throw new Error(`${item.path}: the model has no such value, because it is computed or part of a larger one`);
    const input = element("textarea", { id: "edit-value", rows: 3, spellcheck: "false" });
    input.value = json.text;
    const form = element(
      "form",
      {
        submit: async (event: Event) => {
          event.preventDefault();
          try {
            const { json: done, bytes } = await client.ask<{ verdict: string; same: boolean }>({ call: "edit", path: item.path, text: input.value });
            actions.edited(bytes, done.same ? "The new file is the same." : `Changed ${json.path}. The new file is ${done.verdict}.`);
          } catch (error) {
            actions.fail(error);
          }
        },
      },
      element("label", { for: "edit-value" }, `${json.path} as JSON`),
      input,
      element("button", { type: "submit", id: "apply" }, "Apply"),
    );
    panel.querySelector("#edit")?.replaceWith(form);
    input.focus();
  } catch (error) {
    actions.fail(error);
  }
}

/** What can be kept of a file, and schemas for other languages. */

import type { Client } from "./client";
import { download, element } from "./dom";
import type { DataFile } from "./files";
import type { Request } from "./types";

/** The value of the choice of a schema of the user. */
const OWN = "own schema";

/** Fills the panel for the file of this name, and for the schema of the user that it is read by. */
export async function exportsOf(panel: HTMLElement, client: Client, name: string, own: DataFile | undefined, fail: (error: unknown) => void): Promise<void> {
  if (panel.childElementCount > 0) return;
  const { json } = await client.ask<{ schemas: string[]; targets: { name: string; extension: string }[] }>({ call: "formats" });
  const save = async (request: Request, as: string): Promise<void> => {
    try {
      const { written } = await client.ask(request);
      download(written, as);
    } catch (error) {
      fail(error);
    }
  };
  const button = (id: string, title: string, run: () => Promise<void>) => element("button", { type: "button", id, click: () => void run() }, title);
  // The module has it under the number of the schema that the file is read by.
  const stem = own?.name.replace(/\.[^.]*$/, "");
  const added = stem === undefined ? [] : [element("option", { value: OWN }, stem)];
  const schema = element("select", { id: "schema", "aria-label": "Schema" }, ...added, ...json.schemas.map((one) => element("option", {}, one)));
  const target = element("select", { id: "target", "aria-label": "Language" }, ...json.targets.map((one) => element("option", {}, one.name)));
  panel.replaceChildren(
    element("h3", {}, "This file"),
    button("save-json", "Model as JSON", () => save({ call: "save_json" }, `${name}.json`)),
    button("save-text", "Annotated bytes as text", () => save({ call: "save_dump" }, `${name}.txt`)),
    button("save-html", "Findings, values and bytes as HTML", () => save({ call: "save_html", name }, `${name}.html`)),
    element("h3", {}, "Schema of a format"),
    schema,
    target,
    button("save-schema", "Export the schema", () => {
      const extension = json.targets.find((one) => one.name === target.value)?.extension ?? "txt";
      const isOwn = schema.value === OWN;
      const of = isOwn ? (stem ?? "schema") : schema.value;
      return save({ call: "save_schema", schema: of, target: target.value, ...(isOwn ? { file: 4 } : {}) }, `${of}.${extension}`);
    }),
  );
}

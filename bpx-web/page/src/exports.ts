/** What can be kept of a file, and schemas for other languages. */

import type { Client } from "./client";
import { download, element } from "./dom";
import type { Request } from "./types";

/** Fills the panel; `name` returns that of the open file. */
export async function exportsOf(panel: HTMLElement, client: Client, name: () => string, fail: (error: unknown) => void): Promise<void> {
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
  const schema = element("select", { "aria-label": "Schema" }, ...json.schemas.map((one) => element("option", {}, one)));
  const target = element("select", { "aria-label": "Language" }, ...json.targets.map((one) => element("option", {}, one.name)));
  panel.replaceChildren(
    element("h3", {}, "This file"),
    button("save-json", "Model as JSON", () => save({ call: "save_json" }, `${name()}.json`)),
    button("save-text", "Annotated bytes as text", () => save({ call: "save_dump" }, `${name()}.txt`)),
    button("save-html", "Findings, values and bytes as HTML", () => save({ call: "save_html", name: name() }, `${name()}.html`)),
    element("h3", {}, "Schema of a format"),
    schema,
    target,
    button("save-schema", "Export the schema", () => {
      const extension = json.targets.find((one) => one.name === target.value)?.extension ?? "txt";
      return save({ call: "save_schema", schema: schema.value, target: target.value }, `${schema.value}.${extension}`);
    }),
  );
}

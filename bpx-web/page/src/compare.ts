/** What the open file and another one differ in. */

import type { Client } from "./client";
import { element } from "./dom";
import { DataFile } from "./files";
import { differences, type Difference } from "./lists";

/** Returns the parts of the panel. */
export function compare(client: Client, fail: (error: unknown) => void): HTMLElement[] {
  const result = element("div", {});
  const input = element("input", {
    type: "file",
    id: "other",
    class: "visually-hidden",
    change: async () => {
      const other = input.files?.[0];
      if (!other) return;
      try {
        await client.provide(1, DataFile.of(other));
        const { json } = await client.ask<{ count: number; items: Difference[] }>({ call: "compare", file: 1, name: other.name });
        differences(result, json.count, json.items);
      } catch (error) {
        fail(error);
      }
    },
  });
  return [element("label", { class: "button" }, "Choose the other file", input), result];
}

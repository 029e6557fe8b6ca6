/** What the open file and another one differ in. */

import { Stopped, type Client } from "./client";
import { element } from "./dom";
import { DataFile } from "./files";
import { differences, type Difference } from "./lists";

/** Number of the other file, in the module. */
const OTHER = 1;

export class Comparison {
  private readonly result = element("div", {});

  constructor(
    place: HTMLElement,
    private readonly client: Client,
  ) {
    const input = element("input", {
      type: "file",
      id: "other",
      class: "visually-hidden",
      change: () => {
        const other = input.files?.[0];
        if (other) void this.with(DataFile.of(other), `This file and ${other.name}`, ["This file", "Other file"]);
        input.value = "";
      },
    });
    place.append(element("label", { class: "button" }, "Choose the other file", input), this.result);
  }

  /** Forgets the other file. */
  reset(): void {
    this.result.replaceChildren();
  }

  /** Compares the open file with another one; `derived` also lists the values that follow from others. */
  async with(other: DataFile, title: string, sides: [string, string], derived = false): Promise<void> {
    try {
      await this.client.provide(OTHER, other);
      const { json } = await this.client.ask<{ count: number; items: Difference[] }>({ call: "compare", file: OTHER, name: other.name, derived });
      differences(this.result, title, sides, json.count, json.items);
    } catch (error) {
      if (error instanceof Stopped) return;
      this.result.replaceChildren(element("h3", {}, title), element("p", { class: "error" }, error instanceof Error ? error.message : String(error)));
    }
  }
}

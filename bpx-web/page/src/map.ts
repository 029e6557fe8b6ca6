/** The whole file as one bar: parts, compressed parts, gaps. */

import { bytes, element, hex } from "./dom";
import type { Extent } from "./types";

/** Parts that are shown one by one; of more, those that follow each other are joined. */
const MOST = 160;

/** Draws the map; `choose` receives the part that was clicked. */
export function drawMap(place: HTMLElement, extents: Extent[], choose: (extent: Extent) => void): void {
  const shown = join(extents);
  const total = shown.reduce((sum, extent) => sum + extent.size, 0);
  place.replaceChildren(
    ...shown.map((extent, index) =>
      element(
        "button",
        {
          type: "button",
          class: `extent ${extent.kind} ${index % 2 ? "odd" : "even"}`,
          // A small part has to be visible beside a large one.
          style: `flex-grow:${Math.max(extent.size / Math.max(1, total), 0.004)}`,
          title: describe(extent),
          "aria-label": describe(extent),
          click: () => choose(extent),
        },
        element("span", { "aria-hidden": "true" }, extent.path),
      ),
    ),
  );
}

function describe(extent: Extent): string {
  const names = { part: extent.path, packed: `${extent.path}, compressed`, gap: "gap: bytes of no value", trailing: "bytes after the end" };
  return `${names[extent.kind]} at ${hex(extent.offset)}, ${bytes(extent.size)}`;
}

function join(extents: Extent[]): Extent[] {
  if (extents.length <= MOST) return extents;
  const step = Math.ceil(extents.length / MOST);
  const joined: Extent[] = [];
  for (let at = 0; at < extents.length; at += step) {
    const group = extents.slice(at, at + step);
    const first = group[0]!;
    const last = group.at(-1)!;
    const size = last.offset + last.size - first.offset;
    joined.push({ ...first, size, path: group.length > 1 ? `${first.path} to ${last.path}` : first.path });
  }
  return joined;
}

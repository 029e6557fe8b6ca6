/** The rows of bytes that are in sight. Elements are kept when other bytes are shown: making them takes most of the time. */

import { element, hex } from "./dom";
import type { Item } from "./types";

/** Bytes of a row. */
export const WIDTH = 16;

/** Bytes that are in sight, and what is known of them. */
export interface Shown {
  /** Offset of the first byte. */
  from: number;
  bytes: Uint8Array;
  /** The values that the bytes belong to, as far as they are known. */
  values: Item[];
  /** Ranges of bytes that an edit changed, in order. */
  changed: readonly [number, number][];
}

interface Row {
  node: HTMLElement;
  offset: HTMLElement;
  cells: HTMLElement[];
  text: HTMLElement;
}

export class HexRows {
  readonly node = element("div", { class: "hex-rows", role: "rowgroup" });
  private readonly rows: Row[] = [];

  /** Shows bytes; those of a range are marked, and one has the cursor. */
  fill({ from, bytes, values, changed }: Shown, selected: [number, number], cursor: number): void {
    const shade = shades(from, bytes.length, values);
    const inSight = changed.filter(([start, end]) => start < from + bytes.length && end > from);
    const isChanged = (place: number): boolean => inSight.some(([start, end]) => place >= start && place < end);
    const count = Math.ceil(bytes.length / WIDTH);
    while (this.rows.length > count) this.rows.pop()?.node.remove();
    while (this.rows.length < count) this.add();
    this.rows.forEach((row, index) => {
      const start = index * WIDTH;
      const own = bytes.subarray(start, start + WIDTH);
      row.node.setAttribute("aria-rowindex", String((from + start) / WIDTH + 1));
      write(row.offset, hex(from + start));
      write(row.text, Array.from(own, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join(""));
      while (row.cells.length > own.length) row.cells.pop()?.remove();
      while (row.cells.length < own.length) row.cells.push(addCell(row));
      row.cells.forEach((cell, column) => {
        const place = from + start + column;
        const isSelected = place >= selected[0] && place < selected[1];
        const isCursor = place === cursor;
        write(cell, hex(own[column]!, 2));
        cell.className = `byte ${shade[start + column] ?? ""}${isSelected ? " selected" : ""}${isCursor ? " cursor" : ""}${isChanged(place) ? " changed" : ""}`;
        cell.dataset["offset"] = String(place);
        cell.ariaSelected = String(isSelected);
        if (isCursor) cell.id = "byte-cursor";
        else if (cell.id) cell.removeAttribute("id");
      });
    });
  }

  private add(): void {
    const offset = element("span", { role: "rowheader", class: "hex-offset" }, "");
    const text = element("span", { class: "hex-text", "aria-hidden": "true" }, "");
    const node = element("div", { role: "row", class: "hex-row" }, offset, text);
    this.node.append(node);
    this.rows.push({ node, offset, cells: [], text });
  }
}

function addCell({ cells, text }: Row): HTMLElement {
  const cell = element("span", { role: "gridcell", "aria-colindex": cells.length + 1 });
  text.before(cell);
  return cell;
}

/** Replaces a text, unless it is the same. */
function write(place: HTMLElement, text: string): void {
  if (place.textContent !== text) place.textContent = text;
}

/** A class of colour for each byte: values that follow each other differ. */
function shades(from: number, size: number, values: Item[]): string[] {
  const shade = new Array<string>(size).fill(values.length > 0 ? "gap" : "");
  values.forEach((value, index) => {
    const name = value.reserved ? "reserved" : value.kind === "region" ? "packed" : `value-${index % 2}`;
    const end = Math.min(size, value.offset + value.size - from);
    for (let at = Math.max(0, value.offset - from); at < end; at++) shade[at] = name;
  });
  return shade;
}

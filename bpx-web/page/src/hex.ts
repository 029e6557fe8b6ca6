/** The bytes of a file or of a decompressed content, in rows of 16. Only the rows in sight exist, and only their bytes are read. */

import { element, hex } from "./dom";
import type { Item } from "./types";

const ROW = 20;
const WIDTH = 16;
/** The tallest element that browsers show with exact positions; a larger file scrolls in larger steps. */
const TALLEST = 8_000_000;

/** Where bytes come from. */
export interface Bytes {
  size: number;
  read(from: number, to: number): Promise<Uint8Array>;
  /** The values that lie in a range. */
  values(from: number, to: number): Promise<Item[]>;
}

export class HexView {
  /** Receives the offset of the byte under the cursor. */
  onCursor: (offset: number) => void = () => {};
  private source: Bytes = { size: 0, read: async () => new Uint8Array(), values: async () => [] };
  private top = 0;
  private cursor = 0;
  private selected: [number, number] = [0, 0];
  private turn = 0;
  private ownScroll = -1;
  private readonly rows = element("div", { class: "hex-rows", role: "rowgroup" });
  private readonly spacer = element("div", { class: "hex-spacer" });
  private readonly scroller: HTMLElement;

  constructor(place: HTMLElement) {
    this.scroller = element(
      "div",
      {
        class: "hex-scroll",
        role: "grid",
        tabindex: 0,
        "aria-label": "Bytes",
        "aria-colcount": WIDTH,
        keydown: (event: KeyboardEvent) => this.key(event),
        scroll: () => this.scrolled(),
        click: (event: MouseEvent) => this.click(event),
      },
      this.rows,
      this.spacer,
    );
    this.scroller.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    place.append(this.scroller);
    new ResizeObserver(() => void this.draw()).observe(this.scroller);
  }

  /** Shows other bytes. */
  show(source: Bytes): Promise<void> {
    this.source = source;
    this.top = 0;
    this.cursor = 0;
    this.selected = [0, 0];
    this.scroller.setAttribute("aria-rowcount", String(this.count()));
    this.spacer.style.height = `${Math.min(this.count() * ROW, TALLEST)}px`;
    return this.goTo(0);
  }

  /** Marks a range and brings it into sight. */
  select(from: number, to: number): Promise<void> {
    this.selected = [from, to];
    this.cursor = Math.min(from, Math.max(0, this.source.size - 1));
    return this.reveal(from);
  }

  /** Puts a byte into the first row. */
  goTo(offset: number): Promise<void> {
    this.top = this.clip(Math.floor(offset / WIDTH));
    this.moveBar();
    return this.draw();
  }

  focus(): void {
    this.scroller.focus();
  }

  private reveal(offset: number): Promise<void> {
    const row = Math.floor(offset / WIDTH);
    if (row < this.top || row >= this.top + this.visible() - 1) return this.goTo(Math.max(0, row - 2) * WIDTH);
    return this.draw();
  }

  private count(): number {
    return Math.ceil(this.source.size / WIDTH);
  }

  private visible(): number {
    return Math.max(1, Math.floor(this.scroller.clientHeight / ROW));
  }

  private clip(row: number): number {
    return Math.max(0, Math.min(row, this.count() - this.visible()));
  }

  /** Pixels of the scroll bar for a row: one to one, unless the file is too large. */
  private scale(): number {
    const range = Math.max(1, this.count() - this.visible());
    const pixels = Math.max(1, Math.min(this.count() * ROW, TALLEST) - this.scroller.clientHeight);
    return pixels / range;
  }

  private moveBar(): void {
    const wanted = Math.round(this.top * this.scale());
    this.ownScroll = wanted;
    this.scroller.scrollTop = wanted;
  }

  private scrolled(): void {
    if (Math.abs(this.scroller.scrollTop - this.ownScroll) < 2) return;
    this.ownScroll = -1;
    this.top = this.clip(Math.round(this.scroller.scrollTop / this.scale()));
    void this.draw();
  }

  private wheel(event: WheelEvent): void {
    if (event.ctrlKey) return;
    event.preventDefault();
    const rows = event.deltaMode === 1 ? event.deltaY : event.deltaY / ROW;
    this.top = this.clip(this.top + (Math.abs(rows) < 1 ? Math.sign(rows) : Math.round(rows)));
    this.moveBar();
    void this.draw();
  }

  private key(event: KeyboardEvent): void {
    const page = this.visible() * WIDTH;
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -WIDTH,
      ArrowDown: WIDTH,
      PageUp: -page,
      PageDown: page,
      Home: -(this.cursor % WIDTH),
      End: WIDTH - 1 - (this.cursor % WIDTH),
    };
    let target = this.cursor + (steps[event.key] ?? 0);
    if (event.ctrlKey && event.key === "Home") target = 0;
    else if (event.ctrlKey && event.key === "End") target = this.source.size - 1;
    else if (!(event.key in steps)) return;
    event.preventDefault();
    this.move(target);
  }

  private move(target: number): void {
    this.cursor = Math.max(0, Math.min(target, this.source.size - 1));
    this.selected = [this.cursor, this.cursor + 1];
    void this.reveal(this.cursor);
    this.onCursor(this.cursor);
  }

  private click(event: MouseEvent): void {
    const offset = (event.target as HTMLElement).dataset["offset"];
    if (offset !== undefined) this.move(Number(offset));
  }

  /** Draws the rows in sight. A drawing that is overtaken by another one ends. */
  private async draw(): Promise<void> {
    const turn = ++this.turn;
    const from = this.top * WIDTH;
    const to = Math.min(this.source.size, (this.top + this.visible() + 1) * WIDTH);
    const bytes = await this.source.read(from, to).catch(() => new Uint8Array());
    if (turn !== this.turn) return;
    this.fill(from, bytes, []);
    const values = await this.source.values(from, to).catch(() => []);
    if (turn === this.turn && values.length > 0) this.fill(from, bytes, values);
  }

  private fill(from: number, bytes: Uint8Array, values: Item[]): void {
    const shade = shades(from, bytes.length, values);
    const rows: HTMLElement[] = [];
    for (let at = 0; at < bytes.length; at += WIDTH) {
      const offset = from + at;
      const cells: HTMLElement[] = [];
      let text = "";
      for (let column = 0; column < WIDTH && at + column < bytes.length; column++) {
        const byte = bytes[at + column]!;
        const place = offset + column;
        const selected = place >= this.selected[0] && place < this.selected[1];
        cells.push(
          element(
            "span",
            {
              role: "gridcell",
              "aria-colindex": column + 1,
              "aria-selected": String(selected),
              id: place === this.cursor ? "byte-cursor" : undefined,
              class: `byte ${shade[at + column] ?? ""}${selected ? " selected" : ""}${place === this.cursor ? " cursor" : ""}`,
              "data-offset": place,
            },
            hex(byte, 2),
          ),
        );
        text += byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".";
      }
      rows.push(
        element(
          "div",
          { role: "row", class: "hex-row", "aria-rowindex": offset / WIDTH + 1 },
          element("span", { role: "rowheader", class: "hex-offset" }, hex(offset)),
          ...cells,
          element("span", { class: "hex-text", "aria-hidden": "true" }, text),
        ),
      );
    }
    this.rows.replaceChildren(...rows);
    if (document.getElementById("byte-cursor")) this.scroller.setAttribute("aria-activedescendant", "byte-cursor");
    else this.scroller.removeAttribute("aria-activedescendant");
  }
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

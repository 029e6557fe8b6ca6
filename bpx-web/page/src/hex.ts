/** The bytes of a file or of a decompressed content, in rows of 16. Only the rows in sight exist, and only their bytes are read. */

import { element } from "./dom";
import { HexRows, WIDTH, type Shown } from "./hexrows";
import type { Item } from "./types";

const ROW = 20;
/** The tallest element that browsers show with exact positions; a larger file scrolls in larger steps. */
const TALLEST = 8_000_000;

/** Where bytes come from. */
export interface Bytes {
  size: number;
  read(from: number, to: number): Promise<Uint8Array>;
  /** Ranges of bytes that an edit changed, in order. */
  changed?: readonly [number, number][];
  /** The values that lie in a range. */
  values(from: number, to: number): Promise<Item[]>;
}

export class HexView {
  /** Receives the offset of the byte under the cursor. */
  onCursor: (offset: number) => void = () => {};
  private source: Bytes = { size: 0, read: async () => new Uint8Array(), values: async () => [] };
  private shown: Shown & { source: Bytes; isNoted: boolean } = { source: this.source, from: 0, bytes: new Uint8Array(), values: [], changed: [], isNoted: true };
  private noting: Promise<void> | undefined;
  private top = 0;
  private cursor = 0;
  private selected: [number, number] = [0, 0];
  private turn = 0;
  private ownScroll = -1;
  private readonly rows = new HexRows();
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
      this.rows.node,
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
  /** Shows the bytes in sight as soon as they are read, and what they are when that is known. */
  private async draw(): Promise<void> {
    const turn = ++this.turn;
    const source = this.source;
    const from = this.top * WIDTH;
    const to = Math.min(source.size, (this.top + this.visible() + 1) * WIDTH);
    const bytes = await source.read(from, to).catch(() => new Uint8Array());
    if (turn !== this.turn) return;
    const isSame = this.shown.source === source && this.shown.from === from && this.shown.bytes.length === bytes.length;
    if (!isSame) this.shown = { source, from, bytes, values: [], changed: source.changed ?? [], isNoted: false };
    // What could not be said before, as another file was opened, is asked again.
    else if (!this.noting && this.shown.values.length === 0) this.shown.isNoted = false;
    this.fill();
    this.noting ??= this.note().finally(() => (this.noting = undefined));
    await this.noting;
  }

  /** Asks for the values in sight. One request at a time: nobody asks for places that were only passed. */
  private async note(): Promise<void> {
    while (!this.shown.isNoted) {
      const shown = this.shown;
      const { source, from, bytes } = shown;
      shown.values = await source.values(from, from + bytes.length).catch(() => []);
      shown.isNoted = true;
      if (shown === this.shown) this.fill();
    }
  }

  private fill(): void {
    this.rows.fill(this.shown, this.selected, this.cursor);
    if (document.getElementById("byte-cursor")) this.scroller.setAttribute("aria-activedescendant", "byte-cursor");
    else this.scroller.removeAttribute("aria-activedescendant");
  }
}

/** The structure of a file as a tree. Parts are asked for when a value is opened, a page at a time. */

import { element, hex } from "./dom";
import type { Item, Parts } from "./types";

const PAGE = 200;

interface Branch {
  item: Item | null;
  level: number;
  parent: Branch | null;
  /** The tree item. Its parts are beside it, not in it, so that its name is its own text. */
  row: HTMLElement;
  /** Holds the row and the list. */
  node: HTMLElement;
  list: HTMLElement | null;
  pages: Map<number, Branch[]>;
  count: number;
}

export class TreeView {
  /** Receives the value that was chosen. */
  onSelect: (item: Item) => void = () => {};
  /** Asks for parts; `null` if there is no answer, so that they may be asked for again. */
  parts: (path: string, start: number, count: number) => Promise<Parts | null> = async () => ({ found: false, count: 0, items: [] });
  private readonly root = element("div", {
    role: "tree",
    class: "tree",
    "aria-label": "Structure of the file",
    keydown: (event: KeyboardEvent) => void this.key(event),
  });
  private readonly empty = element("p", { class: "tree-none", hidden: true });
  private top: Branch = this.branch(null, null);
  private branches = new Map<HTMLElement, Branch>();
  private selected: Branch | null = null;

  constructor(place: HTMLElement) {
    place.append(this.root, this.empty);
  }

  /** Shows another file, or says why it has no values. */
  async show(none: string): Promise<void> {
    this.empty.textContent = none;
    this.branches.clear();
    this.selected = null;
    this.top = this.branch(null, null);
    this.top.list = this.root;
    this.root.replaceChildren();
    await this.load(this.top, 0);
    const first = this.root.querySelector<HTMLElement>("[role=treeitem]");
    if (first) first.tabIndex = 0;
    this.root.hidden = !first;
    this.empty.hidden = first !== null;
  }

  /** Opens what is around a value, chooses it and brings it into sight; returns the value, or what is closest. */
  async reveal(path: string, notify: boolean): Promise<Item | null> {
    let branch = this.top;
    for (const step of steps(path)) {
      const index = Number(/\[(\d+)\]$/.exec(step)?.[1] ?? 0);
      await this.load(branch, 0);
      let next = this.child(branch, step);
      if (!next && index >= PAGE) {
        await this.load(branch, Math.floor(index / PAGE));
        next = this.child(branch, step);
      }
      if (!next) break;
      branch = next;
      if (step !== path) await this.open(branch);
    }
    if (!branch.item) return null;
    this.select(branch, notify);
    branch.row.scrollIntoView({ block: "nearest" });
    return branch.item;
  }

  private child(branch: Branch, path: string): Branch | undefined {
    for (const page of branch.pages.values()) {
      const found = page.find(({ item }) => item?.path === path);
      if (found) return found;
    }
    return undefined;
  }

  private branch(item: Item | null, parent: Branch | null): Branch {
    const level = parent ? parent.level + 1 : 0;
    const parts = item !== null && item.kind !== "value";
    const row = element("div", {
      role: "treeitem",
      class: "tree-row",
      tabindex: -1,
      "aria-level": level,
      "aria-selected": "false",
      "aria-expanded": parts ? "false" : undefined,
    });
    const node = element("div", { role: "none" }, row);
    const made: Branch = { item, level, parent, row, node, list: null, pages: new Map(), count: 0 };
    if (!item) return made;
    row.dataset["path"] = item.path;
    row.title = `${item.path} at ${hex(item.offset)}, ${item.size} bytes`;
    row.append(
      element("span", { class: "twist", "aria-hidden": "true" }, parts ? "▸" : ""),
      element("span", { class: "name" }, item.name),
      element("span", { class: "value" }, item.value ?? summary(item)),
    );
    row.addEventListener("click", (event) => {
      this.select(made, true);
      const twist = (event.target as HTMLElement).classList.contains("twist");
      if (parts && (twist || row.getAttribute("aria-expanded") === "false")) void this.toggle(made);
    });
    this.branches.set(row, made);
    return made;
  }

  private async toggle(branch: Branch): Promise<void> {
    if (branch.row.getAttribute("aria-expanded") === "true") this.close(branch);
    else await this.open(branch);
  }

  private close(branch: Branch): void {
    branch.row.setAttribute("aria-expanded", "false");
    branch.list?.setAttribute("hidden", "");
  }

  private async open(branch: Branch): Promise<void> {
    if (!branch.item || branch.item.kind === "value") return;
    branch.row.setAttribute("aria-expanded", "true");
    if (!branch.list) {
      branch.list = element("div", { role: "group" });
      branch.node.append(branch.list);
    }
    branch.list.removeAttribute("hidden");
    await this.load(branch, 0);
  }

  private async load(branch: Branch, page: number): Promise<void> {
    if (branch.pages.has(page)) return;
    branch.pages.set(page, []);
    const parts = await this.parts(branch.item?.path ?? "", page * PAGE, PAGE);
    if (!parts) {
      branch.pages.delete(page);
      if (branch.item && branch.pages.size === 0) this.close(branch);
      return;
    }
    branch.count = parts.count;
    branch.pages.set(
      page,
      parts.items.map((item) => this.branch(item, branch)),
    );
    this.arrange(branch);
  }

  /** Puts the pages in order, with a button where one is missing. */
  private arrange(branch: Branch): void {
    const rows: HTMLElement[] = [];
    const count = Math.ceil(branch.count / PAGE);
    let missing = false;
    for (let page = 0; page < count; page++) {
      const loaded = branch.pages.get(page);
      if (loaded) rows.push(...loaded.map((one) => one.node));
      else if (!missing) rows.push(this.more(branch, page));
      missing = !loaded;
    }
    if (branch.count === 0 && branch !== this.top) {
      rows.push(element("div", { role: "treeitem", "aria-level": branch.level + 1, class: "tree-empty" }, "bytes only, or nothing that could be read"));
    }
    branch.list?.replaceChildren(...rows);
  }

  private more(branch: Branch, page: number): HTMLElement {
    const last = Math.min(branch.count, (page + 1) * PAGE) - 1;
    return element(
      "div",
      {
        role: "treeitem",
        tabindex: -1,
        class: "tree-more",
        "aria-level": branch.level + 1,
        click: () => void this.load(branch, page),
      },
      `show ${page * PAGE} to ${last} of ${branch.count.toLocaleString("en")}`,
    );
  }

  private select(branch: Branch, notify: boolean): void {
    if (this.selected) {
      this.selected.row.setAttribute("aria-selected", "false");
    }
    for (const node of this.root.querySelectorAll<HTMLElement>("[role=treeitem][tabindex='0']")) node.tabIndex = -1;
    this.selected = branch;
    branch.row.setAttribute("aria-selected", "true");
    branch.row.tabIndex = 0;
    if (notify && branch.item) this.onSelect(branch.item);
  }

  private async key(event: KeyboardEvent): Promise<void> {
    const node = (event.target as HTMLElement).closest<HTMLElement>("[role=treeitem]");
    if (!node) return;
    const branch = this.branches.get(node);
    const all = [...this.root.querySelectorAll<HTMLElement>("[role=treeitem]")].filter((one) => !one.closest("[hidden]"));
    const at = all.indexOf(node);
    const expanded = node.getAttribute("aria-expanded");
    const go = (next: HTMLElement | null | undefined) => {
      if (!next) return;
      const target = this.branches.get(next);
      if (target) this.select(target, true);
      next.focus();
    };
    const keys: Record<string, () => unknown> = {
      ArrowDown: () => go(all[at + 1]),
      ArrowUp: () => go(all[at - 1]),
      Home: () => go(all[0]),
      End: () => go(all.at(-1)),
      ArrowRight: () => (expanded === "false" && branch ? this.open(branch) : expanded === "true" ? go(all[at + 1]) : undefined),
      ArrowLeft: () =>
        expanded === "true" && branch ? this.close(branch) : go(branch?.parent?.item ? branch.parent.row : null),
      Enter: () => (branch ? this.toggle(branch) : node.click()),
      " ": () => (branch ? this.toggle(branch) : node.click()),
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    await action();
  }
}

function summary(item: Item): string {
  const size = item.stored ?? item.size;
  if (item.packed) return `${size} bytes, compressed`;
  const type = item.kind === "array" ? `list${item.type ? ` of ${item.type}` : ""}` : item.type;
  // Regions that a list leads to lie elsewhere, so that the list has no bytes of its own.
  return [type, size > 0 ? `${size} bytes` : ""].filter(Boolean).join(", ");
}

/** The path of every value from the top to this one. */
export function steps(path: string): string[] {
  const ends = [...path.matchAll(/(?=[.[])/g)].map((match) => match.index).filter((index) => index > 0);
  return [...ends.map((end) => path.slice(0, end)), path].filter((step) => step !== "");
}

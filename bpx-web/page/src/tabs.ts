/** Panels of which one is shown at a time. */

import { element } from "./dom";

export class Tabs {
  private readonly list = element("div", { role: "tablist", "aria-label": "Panels", keydown: (event: KeyboardEvent) => this.key(event) });
  private readonly panels = new Map<string, { tab: HTMLElement; panel: HTMLElement; onShow: () => void }>();
  private shown = "";

  constructor(private readonly place: HTMLElement) {
    place.append(this.list);
  }

  /** Adds a panel, and returns it. */
  add(id: string, title: string, onShow: () => void = () => {}): HTMLElement {
    const tab = element(
      "button",
      { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, "aria-selected": "false", tabindex: -1 },
      title,
    );
    const panel = element("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, class: "panel scroll", tabindex: 0, hidden: true });
    tab.addEventListener("click", () => {
      this.show(id);
      onShow();
    });
    this.list.append(tab);
    this.place.append(panel);
    this.panels.set(id, { tab, panel, onShow });
    if (this.panels.size === 1) this.show(id);
    return panel;
  }

  /** Changes the title of a panel. */
  rename(id: string, title: string): void {
    this.panels.get(id)?.tab.replaceChildren(title);
  }

  /** Shows a panel. */
  show(id: string): void {
    this.shown = id;
    for (const [name, { tab, panel }] of this.panels) {
      tab.setAttribute("aria-selected", String(name === id));
      tab.tabIndex = name === id ? 0 : -1;
      panel.hidden = name !== id;
    }
  }

  /** Fills the panel that is shown again, because it is about another file. */
  refresh(): void {
    this.panels.get(this.shown)?.onShow();
  }

  private key(event: KeyboardEvent): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const names = [...this.panels.keys()];
    const next = this.panels.get(names[(names.indexOf(this.shown) + step + names.length) % names.length]!);
    next?.tab.focus();
    next?.tab.click();
  }
}

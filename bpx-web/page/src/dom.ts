/** Makes elements. */

type Child = Node | string | null | undefined;
type Attributes = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

/** Makes an element; functions listen to the event of their name, and `undefined` and `false` are left out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(key, value as EventListener);
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children.filter((child): child is Node | string => child !== null && child !== undefined));
  return made;
}

/** Finds an element that the page has. */
export function find<T extends HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

/** A number as hexadecimal digits, at least so many. */
export function hex(number: number, digits = 8): string {
  return number.toString(16).padStart(digits, "0");
}

/** A number of bytes in words. */
export function bytes(size: number): string {
  if (size < 1024) return `${size} bytes`;
  const unit = size < 1 << 20 ? "KiB" : size < 1 << 30 ? "MiB" : "GiB";
  const value = size / (unit === "KiB" ? 1 << 10 : unit === "MiB" ? 1 << 20 : 1 << 30);
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit} (${size.toLocaleString("en")} bytes)`;
}

/** A number and a noun. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** Hands a file to the user. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

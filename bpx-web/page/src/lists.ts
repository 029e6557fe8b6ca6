/** Lists that lead to bytes: findings, matches, differences. */

import { element, hex, plural } from "./dom";
import type { Finding, Item, Report } from "./types";

/** Fills the panel of findings. */
export function findings(panel: HTMLElement, report: Report, choose: (finding: Finding) => void): void {
  const counts = [plural(report.errors, "error"), plural(report.warnings, "warning"), plural(report.notes, "note")].join(", ");
  const list = element("ul", { class: "findings" });
  for (const finding of report.findings) {
    const content = finding.content_offset === null ? "" : `, ${hex(finding.content_offset)} in the content`;
    const rule = [finding.code, finding.class, finding.spec ? `section ${finding.spec}` : "", finding.interpretation ? `interpretation ${finding.interpretation}` : ""];
    list.append(
      element(
        "li",
        {},
        element(
          "button",
          { type: "button", class: `finding ${finding.severity}`, click: () => choose(finding) },
          element("strong", {}, finding.severity),
          ` ${finding.path ? `${finding.path}: ` : ""}${finding.message}`,
          element("small", {}, `${hex(finding.offset)}${content} · ${rule.filter(Boolean).join(" · ")}`),
        ),
      ),
    );
  }
  panel.replaceChildren(element("p", { class: `verdict ${report.verdict}` }, `The file is ${report.verdict}: ${counts}.`), list);
}

/** Fills a list of values. */
export function matches(place: HTMLElement, count: number, items: Item[], choose: (item: Item) => void): void {
  const list = element("ul", { class: "matches" });
  for (const item of items) {
    list.append(
      element(
        "li",
        {},
        element("button", { type: "button", class: "link", click: () => choose(item) }, item.path),
        element("small", {}, ` ${item.value ?? item.type} at ${hex(item.offset)}`),
      ),
    );
  }
  const more = count > items.length ? `, of which ${items.length} are listed` : "";
  place.replaceChildren(element("p", {}, `${plural(count, "match", "matches")}${more}`), list);
}

/** A value that two files differ in. */
export interface Difference {
  path: string;
  old: string | null;
  new: string | null;
}

/** Fills a list of differences. */
export function differences(place: HTMLElement, title: string, sides: [string, string], count: number, items: Difference[]): void {
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...["Path", ...sides].map((name) => element("th", { scope: "col" }, name)))));
  const body = element("tbody", {});
  for (const one of items) {
    body.append(element("tr", {}, element("th", { scope: "row" }, ...breakable(one.path)), element("td", {}, one.old ?? "(none)"), element("td", {}, one.new ?? "(none)")));
  }
  table.append(body);
  place.replaceChildren(element("h3", {}, title), element("p", {}, count === 0 ? "The files have the same values." : plural(count, "difference")), count === 0 ? "" : table);
}

/** A path that may go on in the next line after each of its steps. */
function breakable(path: string): Node[] {
  return path.split(/(?<=[.\]])/).flatMap((step) => [document.createTextNode(step), element("wbr")]);
}

// Known failures: a run is fine when exactly these fail, in exactly this way.
import fs from "node:fs";
import { isLike } from "./suite.js";

/** Reads a list, as `bpx conform run --known` does. */
export function readKnown(file) {
  const entries = file ? parse(fs.readFileSync(file, "utf8"), file) : [];
  for (const entry of entries) {
    entry.case = [entry.case].flat();
    if (!entry.why?.trim()) throw new Error(`${file}: ${entry.case.join(", ")}: reason missing`);
  }
  return entries;
}

/** Returns the entry for a case: one with its symptom, else the first that matches it. */
export function entryFor(known, { case: one, symptom }) {
  const meant = known.filter((entry) => entry.case.some((pattern) => isLike(one.id, pattern)));
  return meant.find((entry) => entry.got === symptom) ?? meant[0];
}

/** Returns how a result differs from the list; `undefined` if it does not. */
export function surprise(known, result) {
  const { id } = result.case;
  const entry = entryFor(known, result);
  if (result.status === "failed" && !entry) return `${id} fails: ${result.symptom}`;
  if (result.status === "failed" && entry.got !== result.symptom) {
    return `${id} fails with \`${result.symptom}\`, but is listed with \`${entry.got}\``;
  }
  if (result.status === "passed" && entry) {
    const pattern = entry.case.find((one) => isLike(id, one));
    return `${id} passes, although \`${pattern}\` lists it as failing`;
  }
  return undefined;
}

/** Returns what is wrong with the list itself: entries that no case matches, and days that are over. */
export function stale(known, suite, results, today = new Date().toISOString().slice(0, 10)) {
  const asked = new Set(results.map((result) => result.case.id));
  const answered = results.filter((result) => result.status !== "skipped").map((result) => result.case.id);
  const like = (ids, pattern) => [...ids].some((id) => isLike(id, pattern));
  const wrong = [];
  for (const entry of known) {
    for (const pattern of entry.case) {
      const others = suite.cases.map((one) => one.id).filter((id) => !asked.has(id));
      if (!like(answered, pattern) && !(like(others, pattern) && !like(asked, pattern))) {
        wrong.push(`\`${pattern}\` lists no case that was run`);
      }
    }
    if (entry.until && entry.until < today) wrong.push(`\`${entry.case.join(", ")}\` expired on ${entry.until}`);
  }
  return wrong;
}

const TOKEN = /\s+|#.*|\[\[fail\]\]|[A-Za-z_-]+(?=\s*=)|=|\[|\]|,|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y;

/** Reads the part of TOML that such lists use: tables `[[fail]]` of texts and lists of texts. */
export function parse(text, file = "the list") {
  const tokens = [];
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    const line = text.slice(0, at).split("\n").length;
    if (token === undefined) throw new Error(`${file}:${line}: expected [[fail]], a name or a text`);
    if (token.trim() && !token.startsWith("#")) tokens.push({ token, line });
    at += token.length;
  }
  let next = 0;
  const wrong = (what) => new Error(`${file}:${tokens[next]?.line ?? "end"}: expected ${what}`);
  const take = (token) => (tokens[next]?.token === token ? (next += 1) : 0);
  const string = () => {
    const token = tokens[next]?.token ?? "";
    if (!/^["']/.test(token)) throw wrong("a text");
    next += 1;
    return token.startsWith("'") ? token.slice(1, -1) : JSON.parse(token);
  };
  const entries = [];
  while (next < tokens.length) {
    if (take("[[fail]]")) {
      entries.push({});
      continue;
    }
    const entry = entries.at(-1);
    if (!entry) throw wrong("[[fail]]");
    const name = tokens[next++].token;
    if (!take("=")) throw wrong("=");
    if (!take("[")) {
      entry[name] = string();
      continue;
    }
    entry[name] = [];
    while (!take("]")) {
      entry[name].push(string());
      if (!take(",") && tokens[next]?.token !== "]") throw wrong("a comma or ]");
    }
  }
  return entries;
}

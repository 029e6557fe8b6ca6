/** The bytes that two files of about the same size differ in. */

/** The most ranges that are listed; those after them are joined. */
const MOST = 1000;

/** Returns ranges of the new bytes that differ from the old ones at the same place; bytes that follow the old end differ too. */
export function changedRanges(old: Uint8Array, bytes: Uint8Array): [number, number][] {
  const ranges: [number, number][] = [];
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === old[at]) continue;
    const last = ranges.at(-1);
    if (last && (last[1] === at || ranges.length >= MOST)) last[1] = at + 1;
    else ranges.push([at, at + 1]);
  }
  return ranges;
}

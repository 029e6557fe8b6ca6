// The folder that a program unpacks into, and the files that programs leave.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

// The way from the watched folder to the one for the program: names with up to this many `..` are noticed.
const WAY = ["a", "b", "c", "here"];
// Most bytes of a file, and most files, that are read.
const [MOST_BYTES, MOST_FILES] = [256 * 2 ** 20, 10_000];

/** A program that gave no answer, or left a file that is not read. */
export class Gone extends Error {
  constructor(symptom, detail) {
    super(detail);
    this.symptom = symptom;
  }
}

/** A folder for one question. */
export class Target {
  constructor(parent) {
    this.outer = fs.mkdtempSync(path.join(parent, "unpack-"));
    this.folder = path.join(this.outer, ...WAY);
    fs.mkdirSync(this.folder, { recursive: true });
  }

  /** Returns name, size and SHA-256 of every file, by name. */
  files() {
    let folder = this.outer;
    for (const name of WAY) {
      const entries = fs.readdirSync(folder, { withFileTypes: true });
      const other = entries.find((entry) => entry.name !== name)?.name;
      if (other !== undefined || !entries[0]?.isDirectory()) {
        throw new Gone("wrote-outside", `a file outside of the folder: ${other ?? name}`);
      }
      folder = path.join(folder, name);
    }
    const found = [];
    const walk = (below) => {
      for (const entry of fs.readdirSync(path.join(folder, below), { withFileTypes: true })) {
        const name = below ? `${below}/${entry.name}` : entry.name;
        if (entry.isDirectory()) walk(name);
        else found.push(name);
        if (found.length > MOST_FILES) throw new Gone("unfit-file", `there are more than ${MOST_FILES} files`);
      }
    };
    walk("");
    return found.sort().map((name) => {
      const bytes = readRegular(path.join(folder, name));
      return { name, size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
    });
  }
}

/** Reads a file that must be in a folder. */
export function readInside(file, folder) {
  let inside;
  try {
    inside = path.relative(fs.realpathSync(folder), fs.realpathSync(path.dirname(file)));
  } catch (error) {
    throw new Gone("unfit-file", `\`${file}\` cannot be read: ${error.message}`);
  }
  if (inside.split(path.sep)[0] === ".." || path.isAbsolute(inside)) {
    throw new Gone("unfit-file", `\`${file}\` is not in the folder of the question`);
  }
  return readRegular(file);
}

function readRegular(file) {
  try {
    const info = fs.lstatSync(file);
    if (!info.isFile()) throw new Gone("unfit-file", `\`${file}\` is not a regular file`);
    if (info.size > MOST_BYTES) {
      throw new Gone("unfit-file", `\`${file}\` has ${info.size} bytes, and ${MOST_BYTES} are read at most`);
    }
    return fs.readFileSync(file);
  } catch (error) {
    throw error instanceof Gone ? error : new Gone("unfit-file", `\`${file}\` cannot be read: ${error.message}`);
  }
}

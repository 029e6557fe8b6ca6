/** Files that are read by ranges: of the user, or of the command that serves the page. */

/** A file of the command that serves the page. */
export interface Remote {
  url: string;
  size: number;
}

/** Where a worker reads the bytes of a file. */
export type Place = Blob | Remote;

/** A file by its name and its place. */
export class DataFile {
  constructor(
    readonly name: string,
    readonly place: Place,
  ) {}

  static of(file: File): DataFile {
    return new DataFile(file.name, file);
  }

  get size(): number {
    return this.place.size;
  }

  /** Reads the bytes from one offset to another. */
  async read(from: number, to: number): Promise<Uint8Array> {
    if (this.place instanceof Blob) return new Uint8Array(await this.place.slice(from, to).arrayBuffer());
    const end = Math.min(to, this.size);
    if (from >= end) return new Uint8Array();
    const reply = await fetch(this.place.url, { headers: { range: range(from, end) } });
    if (reply.status !== 206) throw new Error(`${this.name}: expected a part of the file, found status ${reply.status}`);
    return new Uint8Array(await reply.arrayBuffer());
  }
}

/** The value of the header `Range` for bytes from one offset to another. */
export function range(from: number, to: number): string {
  return `bytes=${from}-${to - 1}`;
}

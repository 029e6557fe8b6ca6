/** The files that were dropped or served: which are data, and what they are read by. */

import { Stopped, type Client } from "./client";
import { element, find, plural } from "./dom";
import { DataFile } from "./files";
import { SERVED } from "./offline";
import type { Role } from "./types";

/** What states how other files are read. */
export interface Description {
  file: DataFile;
  /** Whether it is a document, which states a schema, or the schema itself. */
  isDocument: boolean;
}

/** A file that can be chosen, and the files that came with it. */
export interface Offer {
  data: DataFile;
  schema: Description | undefined;
  companions: { file: DataFile; role: "names" | "dictionary" }[];
}

export interface OfferActions {
  show(offer: Offer): Promise<void>;
  /** Reads the open file by a schema or a document. */
  useSchema(schema: Description): Promise<void>;
  isOpen(): boolean;
  status(text: string): void;
}

/** Number of the file that is looked at, in the module. */
const LOOKED_AT = 5;

export class Offers {
  private readonly list: Offer[] = [];
  private turn = 0;
  private readonly choice = find<HTMLSelectElement>("#files");

  constructor(
    /** Asked about nothing else: what is asked about the open file may take long, and ends when another one is opened. */
    private readonly client: Client,
    private readonly actions: OfferActions,
  ) {
    this.choice.addEventListener("change", () => {
      const offer = this.list[Number(this.choice.value)];
      if (offer) void actions.show(offer);
    });
  }

  /** Offers files, and opens the first that is data; a schema or a document alone is for the open file. */
  async take(files: DataFile[]): Promise<void> {
    if (files.length === 0) return;
    const roles = await this.roles(files);
    const of = (...wanted: Role[]) => files.filter((_, index) => wanted.includes(roles[index]!));
    const [described] = of("schema", "document");
    const schema = described && { file: described, isDocument: roles[files.indexOf(described)] === "document" };
    let data = of("data");
    if (data.length === 0 && this.actions.isOpen() && schema) return this.actions.useSchema(schema);
    // A schema, a document or a list of names can be looked at like any other file.
    if (data.length === 0) data = files.slice(0, 1);
    const companions: Offer["companions"] = [];
    files.forEach((file, index) => {
      const role = roles[index];
      if ((role === "names" || role === "dictionary") && !data.includes(file)) companions.push({ file, role });
    });
    const first = this.list.length;
    this.list.push(...data.map((one) => ({ data: one, schema: schema?.file === one ? undefined : schema, companions })));
    this.draw(first);
    await this.actions.show(this.list[first]!);
  }

  /** Takes the files that `bpx explore` serves beside the page. */
  async takeServed(): Promise<void> {
    if (location.hash !== SERVED) return;
    const served = (await (await fetch("files.json")).json()) as { name: string; size: number }[];
    const url = (index: number) => new URL(`files/${index}`, location.href).href;
    await this.take(served.map(({ name, size }, index) => new DataFile(name, { url: url(index), size })));
  }

  /** Finds out what files are for. One file alone is data, unless one is open that it may describe. */
  private async roles(files: DataFile[]): Promise<Role[]> {
    const turn = ++this.turn;
    // The newest files are looked at at once, whatever those before need.
    this.client.abandon();
    if (files.length === 1 && !this.actions.isOpen()) return ["data"];
    this.actions.status(`Looking at ${plural(files.length, "file")} …`);
    const roles: Role[] = [];
    for (const file of files) {
      await this.client.provide(LOOKED_AT, file);
      const { json } = await this.client.ask<{ role: Role }>({ call: "role", file: LOOKED_AT, name: file.name });
      if (turn !== this.turn) throw new Stopped("other files were offered");
      roles.push(json.role);
    }
    this.client.release();
    return roles;
  }

  private draw(chosen: number): void {
    const options = this.list.map(({ data }, index) => element("option", { value: index, selected: index === chosen }, data.name));
    this.choice.replaceChildren(...options);
    find("#files-label").hidden = this.list.length < 2;
  }
}

/** What the module replies. */

import type { Place } from "./files";

/** A value of the file. */
export interface Item {
  path: string;
  name: string;
  kind: "structure" | "array" | "region" | "value";
  type: string;
  /** The path of the region whose decompressed content offsets count in; empty for the file. */
  space: string;
  offset: number;
  size: number;
  stored?: number | null;
  packed?: boolean;
  value?: string;
  doc: string;
  spec: string;
  label: string;
  codes?: string | null;
  reserved?: boolean;
  derived?: boolean;
  bits?: [number, number] | null;
}

export interface Identified {
  format: string;
  kind: string | null;
  form: string | null;
  version: number | null;
  evidence: string;
  unread: string;
}

/** What a file is for: it is shown, or others are read by it. */
export type Role = "data" | "schema" | "document" | "names" | "dictionary";

export interface Opened {
  name: string;
  size: number;
  identified: Identified | null;
  readable: boolean;
  failure: { error: string } | null;
}

export interface Finding {
  code: string;
  class: string;
  severity: "error" | "warning" | "note";
  path: string;
  offset: number;
  content_offset: number | null;
  message: string;
  spec: string;
  interpretation: string;
}

export interface Report {
  verdict: string;
  errors: number;
  warnings: number;
  notes: number;
  findings: Finding[];
}

export interface Extent {
  offset: number;
  size: number;
  path: string;
  kind: "part" | "packed" | "gap" | "trailing";
}

/** Parts of a value: a page of them, and how many there are. */
export interface Parts {
  found: boolean;
  count: number;
  items: Item[];
}

/** A request: its name, and its parameters. */
export type Request = { call: string } & Record<string, unknown>;

/** A message to the worker. */
export type ToWorker =
  | { kind: "module"; module: WebAssembly.Module }
  | { kind: "file"; number: number; place: Place }
  | { kind: "call"; id: number; request: Request };

/** A message of the worker. */
export interface FromWorker {
  id: number;
  json?: unknown;
  bytes?: Uint8Array<ArrayBuffer>;
  written?: Blob;
  memory?: number;
  /** Bytes of files that were read so far, of a request that has no answer yet. */
  read?: number;
  /** Why the module ended; it answers no more. */
  crash?: string;
}

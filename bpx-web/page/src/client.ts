/** Asks the module, which runs in a worker. A worker whose module ends is replaced by a new one. */

import moduleUrl from "/bpx.wasm?url";
import { bytes } from "./dom";
import type { DataFile, Place } from "./files";
import type { FromWorker, Opened, Request, ToWorker } from "./types";

/** A reply of the module. */
export interface Reply<T> {
  json: T;
  bytes: Uint8Array<ArrayBuffer>;
  written: Blob;
}

/** A request that got no answer, as another file was opened or the user cancelled it. */
export class Stopped extends Error {}

/** A request that the user cancelled. */
export class Cancelled extends Stopped {}

/** A request that has no answer yet. */
export interface Waiting {
  /** Its name. */
  readonly call: string;
  /** When it was made, in milliseconds as `performance.now` counts. */
  readonly since: number;
  /** Bytes of files that it read so far. */
  read: number;
}

interface Answer extends Waiting {
  resolve(reply: FromWorker): void;
  reject(error: Error): void;
}

/** Size in bytes of memory from which on a module is replaced: its memory grows and never shrinks. */
const MOST_MEMORY = 64 << 20;

let compiled: Promise<WebAssembly.Module> | undefined;

function load(): Promise<WebAssembly.Module> {
  compiled ??= fetch(moduleUrl)
    .then((reply) => reply.arrayBuffer())
    .then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

/** One worker, and what it has to know when it starts again. */
export class Client {
  /** Size in bytes of the memory of the module, as it was last seen. */
  memory = 0;
  /** Receives a sentence when a module was replaced. */
  onReplaced: (sentence: string) => void = () => {};
  private worker: Worker | undefined;
  private ready: Promise<void> | undefined;
  private files = new Map<number, Place>();
  private opened: Request[] = [];
  private waiting = new Map<number, Answer>();
  private next = 1;

  /** Makes a file known to the module under a number. */
  async provide(number: number, file: DataFile): Promise<void> {
    this.files.set(number, file.place);
    await this.start();
    this.post({ kind: "file", number, place: file.place });
  }

  /** Opens a file; requests that follow are about it. Requests about the file before get no answer. */
  async open(file: DataFile): Promise<Opened> {
    this.opened = [];
    this.abandon();
    await this.provide(0, file);
    const request = { call: "open", file: 0, name: file.name };
    // A new module opens the file too, also if the one before ended before it did.
    this.opened = [request];
    return (await this.ask<Opened>(request)).json;
  }

  /** As `ask`; a new module after a crash is asked the same before anything else. */
  async prepare<T>(request: Request): Promise<Reply<T>> {
    const reply = await this.ask<T>(request);
    this.opened.push(request);
    return reply;
  }

  /** Asks the module. A failure that it states is an error with its message. */
  async ask<T>(request: Request): Promise<Reply<T>> {
    await this.start();
    const reply = await this.send(request);
    if (reply.crash !== undefined) {
      const sentence = `The reader ended and was started again (${request.call}: ${reply.crash}).`;
      this.opened = this.opened.filter((one) => one !== request);
      await this.replace(sentence);
      throw new Error(sentence);
    }
    if (this.memory > MOST_MEMORY && this.waiting.size === 0) {
      await this.replace(`The reader took ${bytes(this.memory)} of memory and was started again (${request.call}).`);
    }
    const json = reply.json as { error?: string } | null;
    if (json && typeof json === "object" && typeof json.error === "string") throw new Error(json.error);
    return { json: reply.json as T, bytes: reply.bytes!, written: reply.written! };
  }

  /** Ends what the module is doing, if it is. */
  abandon(): void {
    if (this.waiting.size > 0) this.stop();
  }

  /** As `abandon`, for a user who will not wait. */
  cancel(): void {
    if (this.waiting.size > 0) this.stop(new Cancelled("cancelled"));
  }

  /** The request that waits longest. */
  get oldest(): Waiting | undefined {
    return this.waiting.values().next().value;
  }

  /** Size in bytes of the file that is open. */
  get size(): number {
    return this.files.get(0)?.size ?? 0;
  }

  /** Gives its memory back, unless it is asked something; the next request starts it again. */
  release(): void {
    if (this.waiting.size === 0) this.stop();
  }

  /** Ends the worker: those who wait for it get an error. */
  private stop(reason = new Stopped("another file was opened")): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.ready = undefined;
    for (const { reject } of this.waiting.values()) reject(reason);
    this.waiting.clear();
  }

  private async replace(sentence: string): Promise<void> {
    this.stop();
    this.onReplaced(sentence);
    await this.start();
  }

  private start(): Promise<void> {
    this.ready ??= this.launch();
    return this.ready;
  }

  private async launch(): Promise<void> {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      const waiting = this.waiting.get(data.id);
      if (data.read !== undefined) {
        if (waiting) waiting.read = data.read;
        return;
      }
      this.memory = data.memory ?? this.memory;
      waiting?.resolve(data);
      this.waiting.delete(data.id);
    });
    worker.addEventListener("error", (event) => {
      if (this.worker !== worker) return;
      for (const [id, { resolve }] of this.waiting) resolve({ id, crash: event.message || "the worker ended" });
      this.waiting.clear();
    });
    const module = await load();
    // Another file may have been opened while the module was loaded.
    if (this.worker !== worker) return this.start();
    this.memory = 0;
    this.post({ kind: "module", module });
    for (const [number, place] of this.files) this.post({ kind: "file", number, place });
    for (const request of this.opened) await this.send(request);
  }

  private send(request: Request): Promise<FromWorker> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { call: request.call, since: performance.now(), read: 0, resolve, reject });
      this.post({ kind: "call", id, request });
    });
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }
}

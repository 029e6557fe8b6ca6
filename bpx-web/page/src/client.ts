/** Asks the module, which runs in a worker. A worker whose module ends is replaced by a new one. */

import moduleUrl from "/bpx.wasm?url";
import type { FromWorker, Opened, Request, ToWorker } from "./types";

/** A reply of the module. */
export interface Reply<T> {
  json: T;
  bytes: Uint8Array<ArrayBuffer>;
  written: Blob;
}

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
  /** Receives the reason when a module ends. */
  onCrash: (reason: string) => void = () => {};
  private worker: Worker | undefined;
  private ready: Promise<void> | undefined;
  private files = new Map<number, Blob>();
  private opened: Request[] = [];
  private waiting = new Map<number, { resolve(reply: FromWorker): void; reject(error: Error): void }>();
  private next = 1;

  /** Makes a file known to the module under a number. */
  async provide(number: number, blob: Blob): Promise<void> {
    this.files.set(number, blob);
    await this.start();
    this.post({ kind: "file", number, blob });
  }

  /** Opens a file; requests that follow are about it. */
  async open(file: File): Promise<Opened> {
    await this.provide(0, file);
    const request = { call: "open", file: 0, name: file.name };
    this.opened = [];
    const { json } = await this.ask<Opened>(request);
    this.opened = [request];
    return json;
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
      const reason = `${request.call}: ${reply.crash}`;
      await this.restart();
      this.onCrash(reason);
      throw new Error(`The reader ended and was started again (${reason}).`);
    }
    const json = reply.json as { error?: string } | null;
    if (json && typeof json === "object" && typeof json.error === "string") throw new Error(json.error);
    return { json: reply.json as T, bytes: reply.bytes!, written: reply.written! };
  }

  /** Ends what the module is doing: those who wait for it get an error. */
  async restart(): Promise<void> {
    this.worker?.terminate();
    this.worker = undefined;
    this.ready = undefined;
    for (const { reject } of this.waiting.values()) reject(new Error("stopped"));
    this.waiting.clear();
    await this.start();
    for (const request of this.opened) await this.send(request);
  }

  private start(): Promise<void> {
    this.ready ??= load().then((module) => {
      this.worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
      this.worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
        this.memory = data.memory ?? this.memory;
        this.waiting.get(data.id)?.resolve(data);
        this.waiting.delete(data.id);
      });
      this.post({ kind: "module", module });
      for (const [number, blob] of this.files) this.post({ kind: "file", number, blob });
    });
    return this.ready;
  }

  private send(request: Request): Promise<FromWorker> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.post({ kind: "call", id, request });
    });
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }
}

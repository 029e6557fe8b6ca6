/** Runs the module. Files are read by slices, when the module asks for them. */

import { range, type Place, type Remote } from "./files";
import type { FromWorker, Request, ToWorker } from "./types";

/** Reads slices at once; only workers have it. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

interface Exports {
  memory: WebAssembly.Memory;
  reserve(size: number): number;
  call(): number;
}

const files = new Map<number, Place>();
const reader = new FileReaderSync();
let module: Promise<Exports> | undefined;
let written: BlobPart[] = [];
let writtenSize = 0;
let panic = "";
/** The request that is answered, bytes that were read for it, and when the page heard of it. */
let answering = 0;
let read = 0;
let reported = 0;

/** Milliseconds between two reports of how far a request is. */
const REPORT = 200;

function report(size: number): void {
  read += size;
  const now = performance.now();
  if (now - reported < REPORT) return;
  reported = now;
  postMessage({ id: answering, read } satisfies FromWorker);
}

/** Reads a slice of a file that the command serves. */
function readRemote({ url }: Remote, offset: number, size: number): ArrayBuffer {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  request.setRequestHeader("range", range(offset, offset + size));
  request.send();
  if (request.status !== 206) throw new Error(`expected a part of the file, found status ${request.status}`);
  return request.response as ArrayBuffer;
}

async function start(compiled: WebAssembly.Module): Promise<Exports> {
  const memory = (): ArrayBuffer => exports.memory.buffer;
  const instance = await WebAssembly.instantiate(compiled, {
    page: {
      read_file(number: number, offset: number, at: number, size: number): number {
        const place = files.get(number);
        if (!place) return -1;
        try {
          const bytes = new Uint8Array(place instanceof Blob ? reader.readAsArrayBuffer(place.slice(offset, offset + size)) : readRemote(place, offset, size));
          new Uint8Array(memory(), at, size).set(bytes);
          report(bytes.length);
          return bytes.length;
        } catch {
          return -1;
        }
      },
      file_size: (number: number) => files.get(number)?.size ?? -1,
      write_bytes(at: number, size: number) {
        written.push(new Uint8Array(memory(), at, size).slice());
        writtenSize += size;
        // A blob may lie on disk, so that a large download takes no memory.
        if (writtenSize > 8 << 20) {
          written = [new Blob(written)];
          writtenSize = 0;
        }
      },
      report_panic(at: number, size: number) {
        panic = new TextDecoder().decode(new Uint8Array(memory(), at, size).slice());
      },
    },
  });
  const exports = instance.exports as unknown as Exports;
  return exports;
}

function call(exports: Exports, id: number, request: Request): Omit<FromWorker, "id"> {
  [answering, read, reported] = [id, 0, performance.now()];
  const text = new TextEncoder().encode(JSON.stringify(request));
  const place = exports.reserve(text.length);
  new Uint8Array(exports.memory.buffer, place, text.length).set(text);
  written = [];
  writtenSize = 0;
  const reply = exports.call() >>> 0;
  const view = new DataView(exports.memory.buffer, reply);
  const size = view.getUint32(0, true);
  const json = view.getUint32(4, true);
  const all = new Uint8Array(exports.memory.buffer, reply + 8, size - 4);
  return {
    json: JSON.parse(new TextDecoder().decode(all.subarray(0, json))),
    bytes: all.slice(json),
    written: new Blob(written),
    memory: exports.memory.buffer.byteLength,
  };
}

addEventListener("message", async ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "module") {
    module = start(data.module);
    return;
  }
  if (data.kind === "file") {
    files.set(data.number, data.place);
    return;
  }
  const answer = (reply: Omit<FromWorker, "id">) => postMessage({ id: data.id, ...reply } satisfies FromWorker);
  try {
    if (!module) throw new Error("the module is not loaded");
    answer(call(await module, data.id, data.request));
  } catch (error) {
    answer({ crash: panic || String(error) });
  }
});

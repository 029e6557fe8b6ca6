// What is asked: a program that speaks the protocol, or an object of JavaScript.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { readJson } from "./compare.js";
import { judge, result, unable } from "./judge.js";
import { forReading } from "./suite.js";
import { Gone, Target, readInside } from "./unpacked.js";

// Larger files are handed over as a path.
const INLINE = 64 * 1024;
// Milliseconds for the greeting: a program may start slowly, as it starts once.
const GREETING = 30_000;

/** Asks one question after the other: a command, or an object with `answer(question)` and perhaps `hello`. */
export class Adapter {
  constructor(adapter, suite, { time = 5 } = {}) {
    this.suite = suite;
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), "bpx-"));
    this.program = typeof adapter === "string" ? new Program(adapter, this.folder, time * 1000) : new Inside(adapter);
  }

  /** Starts the program; returns what it says of itself. */
  async start() {
    this.hello = await this.program.greet();
    return this.hello;
  }

  /** Asks a case, unless the program cannot do it, and judges the answer. */
  async ask(seq, asked) {
    const [one, other] = forReading(asked, this.suite.options, this.hello.readings);
    const reason = other ?? unable(one, this.hello);
    if (reason !== undefined) return result(one, "skipped", reason);
    const question = { cmd: "run", seq, case: one.id, op: one.op, format: one.format };
    for (const name of ["version", "record", "names", "dict", "model"]) if (name in one) question[name] = one[name];
    const target = one.op === "unpack" ? new Target(this.folder) : undefined;
    if (target) question.folder = target.folder;
    if (one.input?.length > INLINE) {
      question.path = path.join(this.folder, "input");
      fs.writeFileSync(question.path, one.input);
    } else if (one.input) {
      question.hex = one.input.toString("hex");
    }
    try {
      const answer = { ...(await this.program.answer(question)) };
      if (answer.result === "ok" || answer.result === "warn") {
        if (target) answer.model = { files: target.files() };
        else if (answer.hex === undefined && typeof answer.path === "string") {
          answer.hex = readInside(answer.path, this.folder).toString("hex");
        }
      }
      return judge(one, this.hello, answer, this.suite.classes);
    } catch (error) {
      if (error instanceof Gone) return result(one, "failed", error.symptom, error.message);
      throw error;
    }
  }

  async close() {
    await this.program.close();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

class Inside {
  constructor(one) {
    this.one = one;
  }

  async greet() {
    const { hello = {} } = this.one;
    return typeof hello === "function" ? hello.call(this.one) : hello;
  }

  async answer(question) {
    try {
      return await this.one.answer(question);
    } catch (error) {
      throw new Gone("crashed", `${error?.name}: ${error?.message}`);
    }
  }

  async close() {}
}

/** A command that speaks the protocol on stdin and stdout; it is started again when it is gone. */
class Program {
  constructor(command, folder, time) {
    Object.assign(this, { command, folder, time, child: undefined });
  }

  async greet() {
    const env = { ...process.env, TMPDIR: this.folder, TMP: this.folder, TEMP: this.folder };
    const stdio = ["pipe", "pipe", "ignore"];
    const child = spawn(this.command, { shell: true, env, stdio, detached: process.platform !== "win32" });
    this.child = child;
    this.ended = new Promise((resolve) => {
      child.on("error", (error) => resolve(error.message));
      child.on("exit", (code, signal) => resolve(`exit code ${code ?? signal}`));
    });
    // A program that is gone does not read; the answer that does not come says so.
    child.stdin.on("error", () => {});
    this.lines = readline.createInterface({ input: child.stdout, crlfDelay: Infinity })[Symbol.asyncIterator]();
    try {
      const hello = await this.exchange({ cmd: "hello", protocol: 1 }, GREETING);
      if (hello.protocol !== 1) throw new Gone("", `expected protocol 1, found ${hello.protocol}`);
      return hello;
    } catch (error) {
      this.end();
      throw new Error(`${this.command}: the program sends no valid greeting: ${error.message}`);
    }
  }

  async answer(question) {
    if (!this.child) await this.greet();
    try {
      const answer = await this.exchange(question, this.time);
      if (answer.seq === question.seq) return answer;
      throw new Gone("no-answer", `answers with number ${answer.seq} to the request with number ${question.seq}`);
    } catch (error) {
      this.end();
      throw error;
    }
  }

  async exchange(question, milliseconds) {
    this.child.stdin.write(JSON.stringify(question) + "\n");
    let timer;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds, "late")));
    const line = await Promise.race([this.lines.next(), late]);
    clearTimeout(timer);
    if (line === "late") throw new Gone("timed-out", "no answer within the time limit");
    if (line.done) throw new Gone("crashed", await this.howItEnded());
    let answer;
    try {
      answer = readJson(line.value);
    } catch (error) {
      throw new Gone("no-answer", `no JSON: ${error.message}, in ${JSON.stringify(line.value.slice(0, 120))}`);
    }
    if (typeof answer === "object" && answer !== null) return answer;
    throw new Gone("no-answer", `expected an object, found ${JSON.stringify(line.value.slice(0, 120))}`);
  }

  howItEnded() {
    const open = new Promise((resolve) => setTimeout(resolve, 1000, "closed its stdout").unref());
    return Promise.race([this.ended, open]);
  }

  /** Ends the program and what it has started. */
  end() {
    const child = this.child;
    this.child = undefined;
    if (!child?.pid) return;
    try {
      if (process.platform === "win32") child.kill("SIGKILL");
      else process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
    child.stdout.destroy();
  }

  async close() {
    if (!this.child) return;
    this.child.stdin.end(JSON.stringify({ cmd: "bye" }) + "\n");
    await this.howItEnded();
    this.end();
  }
}

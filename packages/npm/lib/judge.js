// Judges answers: what a program accepts and refuses, the values that it reads, the bytes that it writes.
import { createHash } from "node:crypto";
import { isWanted, valueAt } from "./compare.js";
import { allowsAcceptance, allowsRejection, verdicts } from "./suite.js";

/** A result. The symptom says what differs in words that are stable between runs, or why a case is not asked. */
export const result = (one, status, symptom, detail = "") => ({ case: one, status, symptom, detail });

/** Returns why a program is not asked; `undefined` if it is. */
export function unable(one, hello) {
  const [formats, ops] = [hello.formats ?? {}, hello.ops ?? []];
  if (Object.keys(formats).length > 0 || ops.length > 0) {
    const versions = formats[one.format];
    if (!versions) return `does not know ${one.format}`;
    if (one.version !== undefined && versions.length > 0 && !versions.includes(one.version)) {
      return `does not know version ${one.version} of ${one.format}`;
    }
    if (!ops.includes(one.op)) return `cannot ${one.op}`;
    const missing = hello.features && one.features?.find((feature) => !hello.features.includes(feature));
    if (missing) return `lacks ${missing}`;
  }
  return undefined;
}

/** Judges an answer to a case; `classes` are the words of the suite for faults. */
export function judge(one, hello, answer, classes) {
  const failed = (symptom, detail) => result(one, "failed", symptom, detail);
  const expected = verdicts(one).join(" or ");
  const message = String(answer.message ?? "");
  switch (answer.result) {
    case "skip":
      return result(one, "skipped", String(answer.reason ?? ""));
    case "error":
      return failed("adapter-error", message);
    case "reject": {
      if (allowsRejection(one)) return result(one, "passed", "", `refused: ${message}`);
      const word = hello.classes?.[answer.class] ?? answer.class;
      return failed(word !== undefined && Object.hasOwn(classes, word) ? `rejected ${word}` : "rejected", message);
    }
    case "ok":
    case "warn":
      break;
    default:
      return failed("no-answer", `expected ok, warn, reject, skip or error, found ${JSON.stringify(answer.result)}`);
  }
  const words = verdicts(one);
  if (answer.result === "ok" && hello.warnings && words.includes("warn") && !words.includes("valid")) {
    return failed("no-warning", `expected ${expected}`);
  }
  if (!allowsAcceptance(one)) return failed("accepted", `expected ${expected}`);
  for (const [path, wanted] of Object.entries(one.expect.model ?? {})) {
    if (answer.model === undefined || answer.model === null) return failed("no-model", "the answer has no `model`");
    const found = valueAt(answer.model, path);
    if (found === undefined) return failed(`model ${path}`, "not in the model");
    if (!isWanted(found, wanted)) {
      return failed(`model ${path}`, `${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
    }
  }
  return written(one, answer, failed) ?? result(one, "passed", "", "accepted");
}

function written(one, answer, failed) {
  const { "same-bytes": same, sha256, decodes } = one.expect;
  const writes = ["encode", "roundtrip", "canonicalize", "record"].includes(one.op);
  if (!writes || !(same || sha256 || decodes)) return undefined;
  if (typeof answer.hex !== "string" || !/^([\da-f]{2})*$/i.test(answer.hex)) {
    return failed("no-bytes", "the answer has neither `hex` nor a `path`");
  }
  const bytes = Buffer.from(answer.hex, "hex");
  if (same && !(one.input && bytes.equals(one.input))) {
    return failed("other-bytes", `${bytes.length} bytes for ${one.input?.length ?? 0}`);
  }
  const found = createHash("sha256").update(bytes).digest("hex");
  if (sha256 && found !== sha256) return failed("other-bytes", `SHA-256 ${found}`);
  // What was written can only be judged by reading it.
  return decodes ? result(one, "skipped", "needs bpx") : undefined;
}

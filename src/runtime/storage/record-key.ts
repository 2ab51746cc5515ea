/** Record keys for names that others choose, which may be long. */

import { MAX_KEY_LENGTH } from "./storage.js";
import { sha256Hex } from "../digest/sha256.js";

/** Reserved for the task number that a worker appends to a lane. */
const ROOM = 40;
const encoder = /* @__PURE__ */ new TextEncoder();

/**
 * Returns a key for a record with a name that others choose: the name itself, or its digest if it is long. A promise
 * only if the platform has no synchronous digest.
 * @example
 * ```ts
 * import { recordKey } from "@proto-gen/runtime/storage";
 *
 * await recordKey("https://agent.example/profile.json"); // "https://agent.example/profile.json"
 * (await recordKey("x".repeat(1_000))).slice(0, 8); // "sha-256:"
 * ```
 */
export function recordKey(name: string): string | Promise<string> {
  if (name.length <= MAX_KEY_LENGTH - ROOM) return name;
  const digest = sha256Hex(encoder.encode(name));
  return typeof digest === "string" ? labelled(digest) : digest.then(labelled);
}

function labelled(digest: string): string {
  return `sha-256:${digest}`;
}

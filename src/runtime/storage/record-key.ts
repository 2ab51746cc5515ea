/** Keys of records that are named by others, whose names may be long. */

import { sha256Hex } from "../digest/sha256-hex.js";
import { MAX_KEY_LENGTH } from "./storage.js";

declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/** A lane of a worker has room for the number of its task behind it. */
const ROOM = 40;
const encoder = /* @__PURE__ */ new TextEncoder();

/** The name itself, or its digest where it is long: a promise only where the platform has no digest at once. */
export function recordKey(name: string): string | Promise<string> {
  if (name.length <= MAX_KEY_LENGTH - ROOM) return name;
  const digest = sha256Hex(encoder.encode(name));
  return typeof digest === "string" ? labelled(digest) : digest.then(labelled);
}

function labelled(digest: string): string {
  return `sha-256:${digest}`;
}

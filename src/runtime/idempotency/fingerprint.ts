/** The parameters of a call in 64 characters. */

import { sha256Hex } from "../digest/sha256-hex.js";

// Every platform has it, but ECMAScript's own declarations do not.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/** What must be the same in a duplicate. In MCP: the tool's name as `target`, its argument bytes. */
export interface Parameters {
  readonly method: string;
  /** The request target as it was received: path and query. */
  readonly target: string;
  /** As it was received: the same JSON in other bytes is another request. */
  readonly body: Uint8Array;
}

const encoder = /* @__PURE__ */ new TextEncoder();

/** SHA-256 of method, target and body, in hexadecimal. */
export async function fingerprintOf({ method, target, body }: Parameters): Promise<string> {
  // JSON says where each string ends, so no two calls have the same bytes.
  const head = encoder.encode(`${JSON.stringify([method, target])}\n`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return sha256Hex(bytes);
}

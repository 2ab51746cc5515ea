/** The parameters of a call in 64 characters. */

import { sha256Hex } from "../digest/sha256-hex.js";

// Every platform has it, but ECMAScript's own declarations do not.
declare const TextEncoder: new () => {
  encode(text: string): Uint8Array;
  encodeInto(text: string, target: Uint8Array): { readonly written: number };
};

/** What must be the same in a duplicate. In MCP: the tool's name as `target`, its argument bytes. */
export interface Parameters {
  readonly method: string;
  /** The request target as it was received: path and query. */
  readonly target: string;
  /** As it was received: the same JSON in other bytes is another request. */
  readonly body: Uint8Array;
}

const encoder = /* @__PURE__ */ new TextEncoder();

/** For small parameters, one after the other: every digest reads its bytes before it returns. */
let scratch: Uint8Array | undefined;
const SCRATCH_BYTES = 16_384;

/** SHA-256 of method, target and body, in hexadecimal: at once where the platform can. */
export function fingerprintOf({ method, target, body }: Parameters): string | Promise<string> {
  // JSON says where each string ends, so no two calls have the same bytes.
  const head = `${JSON.stringify([method, target])}\n`;
  // UTF-8 has at most three bytes for a unit of UTF-16.
  const most = 3 * head.length + body.length;
  scratch ??= new Uint8Array(SCRATCH_BYTES);
  const bytes = most > SCRATCH_BYTES ? new Uint8Array(most) : scratch;
  const { written } = encoder.encodeInto(head, bytes);
  bytes.set(body, written);
  return sha256Hex(bytes.subarray(0, written + body.length));
}

/** The parameters of a call in 64 characters. */

import { sha256Hex } from "../digest/sha256-hex.js";

// Every platform has it, but ECMAScript's own declarations do not.
declare const TextEncoder: new () => {
  encodeInto(text: string, target: Uint8Array): { readonly written: number };
};

/**
 * The parameters that a duplicate has in common with the first call (§4.8): their meaning, and not their spelling. The server gives the same
 * `Parameters` for requests that no handler can tell apart: white space and the order of members of the JSON, percent-encoding in the
 * target, no body and `{}`. In MCP it gives the tool's name as `target`, and its arguments without the key.
 */
export interface Parameters {
  readonly method: string;
  /** The resource, and the query. */
  readonly target: string;
  /** The body as JSON, undefined for none (RFC 8259 §4). */
  readonly value: unknown;
}

const encoder = /* @__PURE__ */ new TextEncoder();

/** For small parameters, one after the other: every digest reads its bytes before it returns. */
let scratch: Uint8Array | undefined;
const SCRATCH_BYTES = 16_384;

/** SHA-256 of method, target and the body, in hexadecimal: at once where the platform can. Equal bodies have one text. */
export function fingerprintOf({ method, target, value }: Parameters): string | Promise<string> {
  const body = value === undefined ? "" : JSON.stringify(inOrder(value));
  // JSON says where each string ends, so no two calls have the same bytes.
  const text = `${JSON.stringify([method, target])}\n${body}`;
  // UTF-8 has at most three bytes for a unit of UTF-16.
  const most = 3 * text.length;
  scratch ??= new Uint8Array(SCRATCH_BYTES);
  const bytes = most > SCRATCH_BYTES ? new Uint8Array(most) : scratch;
  const { written } = encoder.encodeInto(text, bytes);
  return sha256Hex(bytes.subarray(0, written));
}

/**
 * The value with the members of each object in the order of their names. A text of it is not that of RFC 8785, where members that are
 * named like array indexes stand elsewhere; no one else computes it, and it takes a third of the time.
 */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) {
    const member = inOrder((value as Record<string, unknown>)[name]);
    // Assigned, this name is the prototype.
    if (name === "__proto__")
      Object.defineProperty(ordered, name, { value: member, enumerable: true });
    else ordered[name] = member;
  }
  return ordered;
}

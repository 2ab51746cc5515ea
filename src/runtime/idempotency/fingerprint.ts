/**
 * Reduces the parameters of a call to 64 characters, to recognize a key that is reused with other parameters, and determines the client
 * whose idempotency keys a call shares (§8: "unique per client"). Stores keep this name, so it is hashed if it contains more than a
 * profile URL.
 */

import { isAuthenticated, type Principal } from "../auth/check.js";
import { sha256Hex } from "../digest/sha256.js";
import type { WebHeaders } from "../rest/web.js";

/**
 * The parameters that make two calls duplicates (§4.8): their meaning, not their spelling. The server passes equal
 * `Parameters` for requests that no handler can tell apart: JSON white space and member order, percent-encoding of
 * the target, no body versus `{}`. For MCP, `target` is the tool's name and `value` its arguments without the key.
 */
export interface Parameters {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** The parsed JSON body (RFC 8259 §4). Undefined if there is none. */
  readonly value: unknown;
}

const encoder = /* @__PURE__ */ new TextEncoder();

/** Reused buffer for small parameters. Safe because a digest reads its bytes before it returns. */
let scratch: Uint8Array | undefined;
const SCRATCH_BYTES = 16_384;

/**
 * Returns the SHA-256 of method, target and body in hexadecimal, synchronously if the platform can. Bodies that are
 * equal as JSON have the same fingerprint, so a duplicate may be written differently (§4.8).
 * @example
 * ```ts
 * import { fingerprintOf } from "@proto-gen/runtime/server";
 *
 * const call = { method: "POST", target: "/checkout-sessions" };
 * const first = await fingerprintOf({ ...call, value: { currency: "EUR", line_items: [] } });
 * const again = await fingerprintOf({ ...call, value: { line_items: [], currency: "EUR" } });
 * first === again; // true
 * ```
 */
export function fingerprintOf({ method, target, value }: Parameters): string | Promise<string> {
  const body = value === undefined ? "" : JSON.stringify(inOrder(value));
  // JSON separates the strings unambiguously, so no two calls have the same bytes.
  const text = `${JSON.stringify([method, target])}\n${body}`;
  // UTF-8 needs at most three bytes per UTF-16 unit.
  const most = 3 * text.length;
  scratch ??= new Uint8Array(SCRATCH_BYTES);
  const bytes = most > SCRATCH_BYTES ? new Uint8Array(most) : scratch;
  const { written } = encoder.encodeInto(text, bytes);
  return sha256Hex(bytes.subarray(0, written));
}

/**
 * Sorts the members of each object by name. Unlike RFC 8785, names that look like array indexes come first; nobody
 * else computes this text, and it takes a third of the time.
 */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const ordered: Record<string, unknown> = {};
  for (const name of sorted(Object.keys(value))) {
    const member = inOrder((value as Record<string, unknown>)[name]);
    // A plain assignment to this name would set the prototype.
    if (name === "__proto__")
      Object.defineProperty(ordered, name, { value: member, enumerable: true });
    else ordered[name] = member;
  }
  return ordered;
}

/** `Array.prototype.sort` allocates more than the body of most calls has. */
const SORTED_BY_INSERTION = 16;

/** Sorts in place. */
function sorted(names: string[]): string[] {
  if (names.length > SORTED_BY_INSERTION) return names.sort();
  for (let end = 1; end < names.length; end += 1) {
    const name = names[end] ?? "";
    let at = end;
    for (; at > 0 && (names[at - 1] ?? "") > name; at -= 1) names[at] = names[at - 1] ?? "";
    names[at] = name;
  }
  return names;
}

/** Neither a URL nor JSON, so it cannot collide with a profile or principal. */
export const UNNAMED_CLIENT = "unnamed";

/** DESIGN §12: the principal is the client, whatever credentials it used and whichever profile it names. */
export function clientOf(
  principal: Principal,
  headers: WebHeaders,
  profile: string | undefined,
): string | Promise<string> {
  if (!isAuthenticated(principal)) return unknownClientOf(headers, profile);
  const { kind, issuer, client, id } = principal;
  return hashed("principal", kind, [issuer, client, id]);
}

/**
 * An unsigned agent header can be forged. Including the credentials keeps callers from getting each other's answers.
 */
function unknownClientOf(
  headers: WebHeaders,
  profile: string | undefined,
): string | Promise<string> {
  const authorization = headers.get("authorization");
  const apiKey = headers.get("x-api-key");
  // Callers that name no platform share their keys, since nothing distinguishes them.
  if (authorization === null && apiKey === null) return profile ?? UNNAMED_CLIENT;
  const parts = [authorization, apiKey];
  return profile === undefined ? hashed("unnamed", "", parts) : hashed("client", profile, parts);
}

function hashed(
  method: string,
  target: string,
  parts: readonly (string | null | undefined)[],
): string | Promise<string> {
  return fingerprintOf({ method, target, value: parts });
}
